using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Samples;

/// <summary>samples/Vault, by HTTP.</summary>
public sealed class VaultTests(VaultServer vault) : IClassFixture<VaultServer>
{
    private const int Chunk = 16 * 1024;
    private const int Header = 56;
    private const int SealedChunk = Chunk + 16;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Upload_of_many_chunks_comes_back_and_lies_sealed_on_the_disk()
    {
        var text = RandomNumberGenerator.GetBytes((22 << 20) + 12_345);
        Assert.Equal(HttpStatusCode.Created, await Put("large.bin", text));
        Assert.Equal(text, await vault.Client.GetByteArrayAsync("/files/large.bin", Cancellation));
        Assert.Contains("large.bin", (await vault.Client.GetFromJsonAsync<string[]>("/files", Cancellation))!);

        var ciphertext = await vault.Client.GetByteArrayAsync("/sealed/large.bin", Cancellation);
        Assert.Equal(File.ReadAllBytes(vault.PathOf("large.bin")), ciphertext);
        Assert.Equal(text, Cobblestone.OpenToArray(Convert.FromHexString(vault.Key), ciphertext, "large.bin"u8.ToArray()));

        Assert.Equal(HttpStatusCode.NoContent, await Put("large.bin", [1, 2, 3]));
        Assert.Equal([1, 2, 3], await vault.Client.GetByteArrayAsync("/files/large.bin", Cancellation));
    }

    [Fact]
    public async Task Head_and_delete_answer_as_get_does()
    {
        foreach (var method in (HttpMethod[])[HttpMethod.Head, HttpMethod.Get, HttpMethod.Delete])
            Assert.Equal(HttpStatusCode.NotFound, (await Send(method, "/files/gone")).StatusCode);

        await Put("gone", new byte[100_000]);
        using var head = await Send(HttpMethod.Head, "/files/gone");
        Assert.Equal(100_000, head.Content.Headers.ContentLength);
        Assert.Equal("bytes", Assert.Single(head.Headers.AcceptRanges));
        Assert.Equal(HttpStatusCode.NoContent, (await Send(HttpMethod.Delete, "/files/gone")).StatusCode);
        Assert.False(File.Exists(vault.PathOf("gone")));
        Assert.Equal(HttpStatusCode.NotFound, (await Send(HttpMethod.Get, "/files/gone")).StatusCode);
    }

    [Fact]
    public async Task Ranges_are_parts_of_the_text()
    {
        var text = RandomNumberGenerator.GetBytes((100 * Chunk) + 77);
        await Put("ranges", text);
        (long? From, long? To)[] ranges =
        [
            (0, 0), (0, Chunk - 1), (Chunk - 1, Chunk), ((50 * Chunk) - 3, (53 * Chunk) + 5), (null, 1), (null, Chunk + 90),
            (text.Length - 1, null), (70 * Chunk, null), (100 * Chunk, text.Length + 1000),
        ];
        await Task.WhenAll(Enumerable.Repeat(ranges, 4).SelectMany(all => all).Select(async range =>
        {
            using var answer = await Send(HttpMethod.Get, "/files/ranges", new RangeHeaderValue(range.From, range.To));
            Assert.Equal(HttpStatusCode.PartialContent, answer.StatusCode);
            var from = (int)(range.From ?? text.Length - range.To!.Value);
            var to = range.From is null ? text.Length : (int)Math.Min((range.To + 1) ?? text.Length, text.Length);
            Assert.Equal($"bytes {from}-{to - 1}/{text.Length}", answer.Content.Headers.ContentRange!.ToString());
            Assert.Equal(text[from..to], await answer.Content.ReadAsByteArrayAsync(Cancellation));
        }));

        using var behind = await Send(HttpMethod.Get, "/files/ranges", new RangeHeaderValue(text.Length, null));
        Assert.Equal(HttpStatusCode.RequestedRangeNotSatisfiable, behind.StatusCode);
        Assert.Equal(text.Length, behind.Content.Headers.ContentRange!.Length);
    }

    [Theory]
    [InlineData("/files/version", 1000)]
    [InlineData("/sealed/version", Header + 1000 + 16)]
    public async Task Replaced_file_is_another_version(string path, int length)
    {
        await Put("version", new byte[1000]);
        using var first = await Send(HttpMethod.Get, path);
        await Put("version", new byte[1000]);

        using var current = await Send(HttpMethod.Head, path);

        foreach (var (version, expected) in (IEnumerable<(HttpResponseMessage, int)>)[(first, length), (current, 10)])
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, path);
            request.Headers.Range = new RangeHeaderValue(10, 19);
            request.Headers.IfRange = new RangeConditionHeaderValue(version.Headers.ETag!);
            using var answer = await vault.Client.SendAsync(request, Cancellation);
            Assert.Equal(expected, (await answer.Content.ReadAsByteArrayAsync(Cancellation)).Length);
        }
    }

    /// <summary>Nothing comes but a beginning of the text; and the client sees that it is not all.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(Header - 1)]
    [InlineData(Header)]
    [InlineData(Header + Chunk)]
    [InlineData(Header + (30L * SealedChunk) + 5)]
    [InlineData(Header + (40L * SealedChunk) + 99)]
    public async Task Flipped_bit_is_noticed_before_its_chunk_is_sent(long place)
    {
        var text = RandomNumberGenerator.GetBytes((40 * Chunk) + 100);
        await Put("flipped", text);
        Change("flipped", file =>
        {
            file.Position = place;
            var value = file.ReadByte();
            file.Position = place;
            file.WriteByte((byte)(value ^ 4));
        });

        using var answer = await Send(HttpMethod.Get, "/files/flipped");
        var chunk = (int)((place - Header) / SealedChunk);
        if (chunk is > 0 and < 40)
        {
            var (received, isWhole) = await Receive(answer);
            Assert.False(isWhole);
            Assert.InRange(received.Length, 0, chunk * Chunk);
            Assert.Equal(text[..received.Length], received);
            using var other = await Send(HttpMethod.Get, "/files/flipped", new RangeHeaderValue(0, ((chunk / 2) * Chunk) - 1));
            Assert.Equal(text[..(chunk / 2 * Chunk)], await other.Content.ReadAsByteArrayAsync(Cancellation));
        }
        else
        {
            await AssertNotGenuine(answer);
        }
    }

    [Theory]
    [InlineData(Header + (3 * SealedChunk) + 99)]
    [InlineData(Header + (3 * SealedChunk))]
    [InlineData(Header + (2 * SealedChunk) + 100)]
    [InlineData(Header)]
    [InlineData(10)]
    [InlineData(0)]
    public async Task Truncated_file_is_not_genuine(long length)
    {
        await Put("truncated", new byte[(3 * Chunk) + 100]);
        Change("truncated", file => file.SetLength(length));
        await AssertNotGenuine(await Send(HttpMethod.Get, "/files/truncated"));
        await AssertNotGenuine(await Send(HttpMethod.Get, "/files/truncated", new RangeHeaderValue(0, 9)));
    }

    [Fact]
    public async Task File_under_another_name_is_not_genuine()
    {
        await Put("here", new byte[1000]);
        await Put("there", new byte[1000]);
        File.Copy(vault.PathOf("here"), vault.PathOf("there"), overwrite: true);
        await AssertNotGenuine(await Send(HttpMethod.Get, "/files/there"));
        Assert.Equal(1000, (await vault.Client.GetByteArrayAsync("/files/here", Cancellation)).Length);
    }

    /// <summary>Whoever can write to the folder would read with the vault's rights what is elsewhere.</summary>
    [Fact]
    public async Task Link_in_the_folder_is_no_file()
    {
        using var elsewhere = new VaultServer();
        var outside = Path.Combine(elsewhere.Folder, "outside");
        File.WriteAllBytes(outside, new byte[1000]);
        File.CreateSymbolicLink(vault.PathOf("linked"), outside);

        foreach (var path in (string[])["/files/linked", "/sealed/linked"])
            Assert.Equal(HttpStatusCode.NotFound, (await Send(HttpMethod.Get, path)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await Send(HttpMethod.Delete, "/files/linked")).StatusCode);
        Assert.DoesNotContain("linked", (await vault.Client.GetFromJsonAsync<string[]>("/files", Cancellation))!);

        Assert.Equal(HttpStatusCode.Created, await Put("linked", [1, 2, 3]));
        Assert.Null(new FileInfo(vault.PathOf("linked")).LinkTarget);
        Assert.Equal(new byte[1000], File.ReadAllBytes(outside));
    }

    /// <summary>Files of other programs, other names and other keys; and the beginning of the right one.</summary>
    [Fact]
    public async Task Sealed_file_that_is_not_the_vaults_own_is_not_given_out()
    {
        await Put("given", new byte[100_000]);
        var given = File.ReadAllBytes(vault.PathOf("given"));
        foreach (var content in (byte[][])[new byte[1000], [], given[..^1], given[..Header], [.. given, 0]])
        {
            File.WriteAllBytes(vault.PathOf("given"), content);
            await AssertNotGenuine(await Send(HttpMethod.Get, "/sealed/given"));
        }

        File.WriteAllBytes(vault.PathOf("foreign"), given);
        await AssertNotGenuine(await Send(HttpMethod.Get, "/sealed/foreign"));
        File.WriteAllBytes(vault.PathOf("given"), given);
        Assert.Equal(given, await vault.Client.GetByteArrayAsync("/sealed/given", Cancellation));
    }

    [Fact]
    public async Task File_of_another_key_is_not_genuine()
    {
        using var other = new VaultServer();
        await Put("keyed", new byte[1000]);
        File.Copy(vault.PathOf("keyed"), other.PathOf("keyed"));
        await AssertNotGenuine(await other.Client.GetAsync("/files/keyed", Cancellation));
    }

    [Fact]
    public async Task Aborted_upload_leaves_all_as_it_was()
    {
        await Put("kept", [1, 2, 3]);
        foreach (var name in (string[])["kept", "never"])
        {
            var source = new FailingSource(3 << 20, IsStoring);
            using var content = new StreamContent(source);
            await Assert.ThrowsAnyAsync<Exception>(() => vault.Client.PutAsync("/files/" + name, content, Cancellation));
            Assert.True(source.HasFailed);

            // The server hears of it a little later.
            for (var i = 0; i < 3000 && IsStoring(); i++)
                await Task.Delay(100, Cancellation);
            Assert.Empty(Directory.EnumerateFiles(vault.Folder, "*.part"));
        }

        Assert.False(File.Exists(vault.PathOf("never")));
        Assert.Equal([1, 2, 3], await vault.Client.GetByteArrayAsync("/files/kept", Cancellation));

        bool IsStoring() => Directory.EnumerateFiles(vault.Folder, "*.part").Any();
    }

    /// <summary>The rest of the file would be lost.</summary>
    [Fact]
    public async Task Part_of_a_file_is_not_stored_as_all_of_it()
    {
        await Put("whole", [1, 2, 3]);
        using var content = new ByteArrayContent([9]);
        content.Headers.ContentRange = new ContentRangeHeaderValue(1, 1, 3);

        using var answer = await vault.Client.PutAsync("/files/whole", content, Cancellation);

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
        Assert.Equal([1, 2, 3], await vault.Client.GetByteArrayAsync("/files/whole", Cancellation));
    }

    /// <summary>What others have put there, and what is being written, is not the remains of an upload.</summary>
    [Fact]
    public async Task Start_deletes_nothing_but_what_an_earlier_process_left()
    {
        var folder = Directory.CreateTempSubdirectory().FullName;
        foreach (var name in (string[])["upload-left.part", "upload-written.part", "mine.part"])
            File.WriteAllBytes(Path.Combine(folder, name), [1]);
        using var written = new FileStream(Path.Combine(folder, "upload-written.part"), FileMode.Open, FileAccess.Write, FileShare.None);

        using var server = new VaultServer(folder);

        Assert.Equal(["mine.part", "upload-written.part"], Directory.EnumerateFiles(folder).Select(Path.GetFileName).Order());
    }

    [Theory]
    [InlineData("..%2Foutside", HttpStatusCode.BadRequest)]
    [InlineData("..%5Coutside", HttpStatusCode.BadRequest)]
    [InlineData(".hidden", HttpStatusCode.BadRequest)]
    [InlineData("two%20words", HttpStatusCode.BadRequest)]
    [InlineData("line%0A", HttpStatusCode.BadRequest)]
    [InlineData("a/b", HttpStatusCode.NotFound)]
    public async Task Name_of_another_place_is_refused(string name, HttpStatusCode expected)
    {
        Assert.Equal(expected, await Put(name, [1]));
        Assert.Equal(expected, (await Send(HttpMethod.Get, "/files/" + name)).StatusCode);
        Assert.Equal(expected, (await Send(HttpMethod.Get, "/sealed/" + name)).StatusCode);
        Assert.Equal(expected, (await Send(HttpMethod.Delete, "/files/" + name)).StatusCode);
    }

    /// <summary>Whoever reads while others write gets one version or another, whole.</summary>
    [Fact]
    public async Task Many_clients_at_once_see_whole_files()
    {
        var texts = Enumerable.Range(0, 4).Select(i => RandomNumberGenerator.GetBytes((i * 150_000) + 200_000)).ToArray();
        await Put("shared", texts[0]);
        await Task.WhenAll(Enumerable.Range(0, 48).Select(async i =>
        {
            if (i % 3 == 0)
            {
                Assert.Equal(HttpStatusCode.NoContent, await Put("shared", texts[i % texts.Length]));
            }
            else
            {
                var read = await vault.Client.GetByteArrayAsync("/files/shared", Cancellation);
                Assert.Contains(texts, text => text.AsSpan().SequenceEqual(read));
            }
        }));
    }

    private static async Task AssertNotGenuine(HttpResponseMessage answer)
    {
        Assert.Equal(HttpStatusCode.InternalServerError, answer.StatusCode);
        Assert.Equal("The stored file is not genuine.", await answer.Content.ReadAsStringAsync(Cancellation));
        answer.Dispose();
    }

    private static async Task<(byte[] Received, bool IsWhole)> Receive(HttpResponseMessage answer)
    {
        var received = new MemoryStream();
        try
        {
            await answer.Content.CopyToAsync(received, Cancellation);
            return (received.ToArray(), true);
        }
        catch (HttpRequestException)
        {
            return (received.ToArray(), false);
        }
    }

    private async Task<HttpStatusCode> Put(string name, byte[] text)
    {
        using var content = new ByteArrayContent(text);
        using var answer = await vault.Client.PutAsync("/files/" + name, content, Cancellation);
        return answer.StatusCode;
    }

    /// <summary>The answer as soon as its headers are there.</summary>
    private async Task<HttpResponseMessage> Send(HttpMethod method, string path, RangeHeaderValue? range = null)
    {
        using var request = new HttpRequestMessage(method, path) { Headers = { Range = range } };
        return await vault.Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Cancellation);
    }

    private void Change(string name, Action<FileStream> change)
    {
        using var file = new FileStream(vault.PathOf(name), FileMode.Open, FileAccess.ReadWrite);
        change(file);
    }

    /// <summary>
    /// Ends in an error after some bytes, once they are being stored: an upload that fails earlier is not heard of, or so late that the
    /// server begins with it after the client has given up.
    /// </summary>
    private sealed class FailingSource(int bytes, Func<bool> isStoring) : MemoryStream(new byte[bytes])
    {
        public bool HasFailed { get; private set; }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            var read = await base.ReadAsync(buffer, cancellationToken);
            if (read > 0)
                return read;
            while (!isStoring())
                await Task.Delay(10, cancellationToken);
            HasFailed = true;
            throw new IOException("No more.");
        }

        public override bool CanSeek => false;
    }
}
