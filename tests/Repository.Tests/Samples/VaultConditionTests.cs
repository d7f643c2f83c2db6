using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Samples;

/// <summary>samples/Vault, where a client says which version of a file it means to replace or delete.</summary>
public sealed class VaultConditionTests(VaultServer vault) : IClassFixture<VaultServer>
{
    private const string Match = "If-Match", NoneMatch = "If-None-Match", Stale = "\"000102030405060708090a0b0c0d0e0f1011121314151617\"";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Of a file that is there; a dot stands for its tag.</summary>
    [Theory]
    [InlineData(Match, ".", true)]
    [InlineData(Match, Stale + ", .", true)]
    [InlineData(Match, "*", true)]
    [InlineData(Match, Stale, false)]
    [InlineData(Match, "W/.", false)]
    [InlineData(NoneMatch, Stale, true)]
    [InlineData(NoneMatch, ".", false)]
    [InlineData(NoneMatch, "W/.", false)]
    [InlineData(NoneMatch, Stale + ", .", false)]
    [InlineData(NoneMatch, "*", false)]
    public async Task File_is_replaced_and_deleted_where_its_tag_is_as_demanded(string header, string tags, bool isMet)
    {
        foreach (var method in (HttpMethod[])[HttpMethod.Put, HttpMethod.Delete])
        {
            var tag = await Stored("there", [1, 2, 3]);
            var status = await Send(method, "there", (header, tags.Replace(".", tag, StringComparison.Ordinal)));
            Assert.Equal(isMet ? HttpStatusCode.NoContent : HttpStatusCode.PreconditionFailed, status);
            Assert.Equal(isMet ? method == HttpMethod.Put ? [9] : null : [1, 2, 3], await Text("there"));
        }
    }

    [Theory]
    [InlineData(Match, Stale, HttpStatusCode.PreconditionFailed)]
    [InlineData(Match, "*", HttpStatusCode.PreconditionFailed)]
    [InlineData(NoneMatch, Stale, HttpStatusCode.Created)]
    [InlineData(NoneMatch, "*", HttpStatusCode.Created)]
    public async Task File_is_created_where_none_is_demanded(string header, string tags, HttpStatusCode expected)
    {
        await Send(HttpMethod.Delete, "new");
        Assert.Equal(expected, await Send(HttpMethod.Put, "new", (header, tags)));
        Assert.Equal(expected == HttpStatusCode.Created ? [9] : null, await Text("new"));
        await Send(HttpMethod.Delete, "new");
        Assert.Equal(HttpStatusCode.NotFound, await Send(HttpMethod.Delete, "new", (header, tags)));
    }

    [Fact]
    public async Task Both_conditions_have_to_be_met()
    {
        var tag = await Stored("both", [1]);
        Assert.Equal(HttpStatusCode.PreconditionFailed, await Send(HttpMethod.Put, "both", (Match, tag), (NoneMatch, "*")));
        Assert.Equal(HttpStatusCode.PreconditionFailed, await Send(HttpMethod.Put, "both", (Match, Stale), (NoneMatch, Stale)));
        Assert.Equal(HttpStatusCode.NoContent, await Send(HttpMethod.Put, "both", (Match, tag), (NoneMatch, Stale)));
    }

    /// <summary>What it was to prevent would be done otherwise.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("3f")]
    [InlineData("\"3f")]
    [InlineData("*, \"3f\"")]
    [InlineData("\"3f\", 3f")]
    public async Task Condition_that_cannot_be_understood_is_refused(string tags)
    {
        await Stored("kept", [1, 2, 3]);
        foreach (var method in (HttpMethod[])[HttpMethod.Put, HttpMethod.Delete])
        {
            foreach (var header in (string[])[Match, NoneMatch])
                Assert.Equal(HttpStatusCode.BadRequest, await Send(method, "kept", (header, tags)));
        }

        Assert.Equal([1, 2, 3], await Text("kept"));
    }

    /// <summary>Its end alone says that it is not genuine, and of one too short to have a tag none can be right.</summary>
    [Fact]
    public async Task File_too_short_for_a_tag_is_replaced_by_whoever_demands_none()
    {
        await Stored("short", [1]);
        File.WriteAllBytes(vault.PathOf("short"), [1, 2, 3]);
        Assert.Equal(HttpStatusCode.PreconditionFailed, await Send(HttpMethod.Put, "short", (Match, Stale)));
        Assert.Equal(HttpStatusCode.PreconditionFailed, await Send(HttpMethod.Put, "short", (NoneMatch, "*")));
        Assert.Equal(HttpStatusCode.NoContent, await Send(HttpMethod.Put, "short", (Match, "*")));
    }

    /// <summary>A client that sends no byte of it is answered.</summary>
    [Fact]
    public async Task Condition_that_fails_is_answered_before_the_body_is_sent()
    {
        await Stored("unsent", [1]);
        using var client = new TcpClient();
        await client.ConnectAsync(vault.Client.BaseAddress!.Host, vault.Client.BaseAddress.Port, Cancellation);
        var stream = client.GetStream();
        await stream.WriteAsync(
            "PUT /files/unsent HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nIf-None-Match: *\r\n\r\n"u8.ToArray(), Cancellation);
        using var answer = new StreamReader(stream);
        Assert.StartsWith("HTTP/1.1 412", await answer.ReadLineAsync(Cancellation), StringComparison.Ordinal);
    }

    /// <summary>Both were allowed to send, and are held until both do; whoever is last then finds another version than it meant.</summary>
    [Fact]
    public async Task Second_of_two_uploads_over_one_version_is_refused()
    {
        var tag = await Stored("raced", [1]);
        var isReleased = new TaskCompletionSource();
        var uploads = new[] { (byte)8, (byte)9 }.Select(value => Send(HttpMethod.Put, "raced", new HeldContent(value, isReleased.Task), (Match, tag)))
            .ToArray();
        while (Directory.EnumerateFiles(vault.Folder, "*.part").Count() < uploads.Length)
        {
            foreach (var early in uploads.Where(upload => upload.IsCompleted))
                Assert.Fail($"It was answered with {await early} before its body was there.");
            await Task.Delay(10, Cancellation);
        }

        isReleased.SetResult();
        var statuses = await Task.WhenAll(uploads);

        Assert.Equal([HttpStatusCode.NoContent, HttpStatusCode.PreconditionFailed], statuses.Order());
        Assert.Equal(statuses[0] == HttpStatusCode.NoContent ? [8] : [9], await Text("raced"));
        Assert.Empty(Directory.EnumerateFiles(vault.Folder, "*.part"));
    }

    private async Task<string> Stored(string name, byte[] text)
    {
        using var content = new ByteArrayContent(text);
        using var put = await vault.Client.PutAsync("/files/" + name, content, Cancellation);
        using var answer = await vault.Client.GetAsync("/files/" + name, Cancellation);
        return answer.Headers.ETag!.ToString();
    }

    private async Task<byte[]?> Text(string name)
    {
        using var answer = await vault.Client.GetAsync("/files/" + name, Cancellation);
        return answer.IsSuccessStatusCode ? await answer.Content.ReadAsByteArrayAsync(Cancellation) : null;
    }

    private Task<HttpStatusCode> Send(HttpMethod method, string name, params (string Name, string Value)[] headers) =>
        Send(method, name, method == HttpMethod.Put ? new ByteArrayContent([9]) : null, headers);

    private async Task<HttpStatusCode> Send(
        HttpMethod method, string name, HttpContent? content, params IEnumerable<(string Name, string Value)> headers)
    {
        using var request = new HttpRequestMessage(method, "/files/" + name) { Content = content };
        foreach (var (header, value) in headers)
            Assert.True(request.Headers.TryAddWithoutValidation(header, value));
        using var answer = await vault.Client.SendAsync(request, Cancellation);
        return answer.StatusCode;
    }

    /// <summary>One byte, once that is let go.</summary>
    private sealed class HeldContent(byte value, Task isReleased) : HttpContent
    {
        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            // The headers are on their way.
            await stream.FlushAsync(Cancellation);
            await isReleased;
            await stream.WriteAsync(new[] { value }, Cancellation);
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 1;
            return true;
        }
    }
}
