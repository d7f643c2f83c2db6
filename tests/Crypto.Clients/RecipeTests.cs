using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>docs/recipes.md shows the files in Recipes. Those that need no other program are tried here.</summary>
public class RecipeTests
{
    private const int Piece = 16 * 1024;

    private static readonly byte[] s_key = Samples.Bytes(32, 1);

    [Fact]
    public void File_of_each_recipe_is_a_block_of_the_page()
    {
        var folder = Path.Combine(Repository.Root, "tests", "Crypto.Clients", "Recipes");
        var document = File.ReadAllText(Path.Combine(Repository.Root, "docs", "recipes.md"));
        var files = Directory.GetFiles(folder);
        Assert.Equal(13, files.Length);
        Assert.All(files, file => Assert.Contains($"\n{File.ReadAllText(file)}```\n", document, StringComparison.Ordinal));
    }

    /// <summary>The definition of RFC 9162, which cuts a list at the largest power of two below its length.</summary>
    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(1, MerkleTree.ChunkSize)]
    [InlineData(2, 1)]
    [InlineData(7, 100)]
    [InlineData(256, MerkleTree.ChunkSize)]
    [InlineData(300, 5)]
    public void Root_of_a_Merkle_tree_is_that_of_its_definition(int chunks, int last)
    {
        var file = Samples.Bytes((Math.Max(chunks - 1, 0) * MerkleTree.ChunkSize) + last, 5);
        Assert.Equal(Root([.. file.Chunk(MerkleTree.ChunkSize)]), MerkleTree.Root(new MemoryStream(file)));

        static byte[] Root(byte[][] leaves)
        {
            if (leaves.Length == 0)
                return SHA256.HashData(Array.Empty<byte>());
            if (leaves.Length == 1)
                return SHA256.HashData([0, .. leaves[0]]);
            var left = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)leaves.Length) / 2;
            return SHA256.HashData([1, .. Root(leaves[..left]), .. Root(leaves[left..])]);
        }
    }

    [Fact]
    public void Chunk_that_comes_again_is_kept_once()
    {
        ReadOnlyMemory<byte>[] chunks =
            [.. Enumerable.Range(0, 50).Select(i => new ReadOnlyMemory<byte>(Samples.Bytes(i % 20 * 300, i % 20)))];
        var store = new ChunkStore();
        var names = store.Add(chunks);
        Assert.Equal(20, store.Count);
        Assert.Equal(chunks.Select(chunk => Convert.ToHexString(SHA256.HashData(chunk.Span))), names);
        Assert.All(names.Zip(chunks), pair => Assert.Equal(pair.Second, store.Get(pair.First)));
        Assert.Equal(names, store.Add(chunks));
        Assert.Equal(20, store.Count);
    }

    public static TheoryData<int> FileSizes => [.. Samples.Sizes, Piece - 1, Piece, Piece + 1, 3 * Piece];

    [Theory]
    [MemberData(nameof(FileSizes))]
    public void Sealed_file_is_opened(int size)
    {
        var text = Samples.Bytes(size, 2);
        var file = Run(SealedFile.Seal, text);
        Assert.Equal(Cobblestone.GetCiphertextLength(size), file.Length);
        Assert.Equal(text, Run(SealedFile.Open, file));
        Assert.NotEqual(file, Run(SealedFile.Seal, text));
    }

    [Theory]
    [MemberData(nameof(FileSizes))]
    public void Long_message_is_opened_and_nothing_of_a_forged_one(int size)
    {
        var text = Samples.Bytes(size, 2);
        MemoryStream file = new(), opened = new();
        LongMessage.Seal(s_key, new MemoryStream(text), file);
        var message = file.ToArray();
        Assert.Equal(text, ManagedCrypto.AesGcm.OpenToArray(s_key, message[..12], [.. message[28..], .. message[12..28]]));
        LongMessage.Open(s_key, new MemoryStream(message), opened);
        Assert.Equal(text, opened.ToArray());

        message[^1] ^= 1;
        opened.SetLength(0);
        Assert.Throws<AuthenticationTagMismatchException>(() => LongMessage.Open(s_key, new MemoryStream(message), opened));
        Assert.Equal(0, opened.Length);
        Assert.Throws<EndOfStreamException>(() => LongMessage.Open(s_key, new MemoryStream(message[..27]), opened));
    }

    /// <summary>Bits in the salt, in each piece and in its tag; pieces exchanged, dropped, doubled; the end cut off.</summary>
    [Fact]
    public void Changed_file_gives_nothing_but_whole_pieces_and_then_throws()
    {
        var text = Samples.Bytes((2 * Piece) + 10, 3);
        var file = Run(SealedFile.Seal, text);
        byte[] head = file[..56], first = file[56..(72 + Piece)], second = file[(72 + Piece)..^26], last = file[^26..];
        var changed = new List<byte[]>
        {
            ([.. head, .. second, .. first, .. last]),
            ([.. head, .. first, .. last]),
            ([.. head, .. first, .. second, .. second, .. last]),
            ([.. head, .. first, .. second]),
            ([.. head, .. first]),
            ([.. head]),
            file[..31],
            file[..^1],
            file[..^16],
            ([.. file, 0]),
        };
        foreach (var at in new[] { 0, 31, 56, 56 + Piece, 72 + Piece, file.Length - 17, file.Length - 1 })
        {
            changed.Add([.. file]);
            changed[^1][at] ^= 1;
        }

        foreach (var bad in changed)
        {
            using MemoryStream source = new(bad), opened = new();
            Assert.Throws<AuthenticationTagMismatchException>(() => SealedFile.Open(s_key, source, opened));
            Assert.True(opened.Length % Piece == 0 && text.AsSpan().StartsWith(opened.ToArray()));
        }

        Assert.Equal(text, Run(SealedFile.Open, [.. head, .. first, .. second, .. last]));
    }

    [Fact]
    public void Pages_are_read_as_written_and_lie_encrypted_under_their_numbers()
    {
        var key = Samples.Bytes(64, 5);
        byte[] first = Samples.Bytes(PageFile.PageSize, 6), second = Samples.Bytes(PageFile.PageSize, 7), read = new byte[PageFile.PageSize];
        var path = Path.GetTempFileName();
        try
        {
            using (var pages = new PageFile(path, key))
            {
                pages.Write(1, second);
                pages.Write(0, first);
                pages.Count = 3;
                pages.Commit();
            }

            using (var xts = new AesXts(key))
            {
                byte[] expected = [.. xts.Encrypt(0, first), .. xts.Encrypt(1, second), .. xts.Encrypt(2, new byte[PageFile.PageSize])];
                Assert.Equal(expected, File.ReadAllBytes(path));
                File.WriteAllBytes(path, expected[..^1]);
            }

            using (var pages = new PageFile(path, key))
            {
                Assert.Equal(3, pages.Count);
                pages.Read(1, read);
                Assert.Equal(second, read);
                Assert.Throws<EndOfStreamException>(() => pages.Read(2, read));
                pages.Write(2, first);
                pages.Read(2, read);
                Assert.Equal(first, read);
                Assert.Throws<EndOfStreamException>(() => pages.Read(3, read));
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void Small_messages_are_hashed_without_allocation()
    {
        byte[] messages = Samples.Bytes(1600, 4), digests = new byte[3200], tag = new byte[32];
        using var small = new SmallMessages(s_key);
        SmallMessages.Digest(messages, 16, digests);
        small.Tag(messages, tag);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var round = 0; round < 100; round++)
        {
            SmallMessages.Digest(messages, 16, digests);
            for (var i = 0; i < 100; i++)
                small.Tag(messages.AsSpan(16 * i, 16), tag);
        }

        // The runtime may allocate some on its own account, once (5,200 bytes were seen); 24 bytes a tag would be 240,000.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000);

        Assert.Equal(System.Security.Cryptography.HMACSHA256.HashData(s_key, messages.AsSpan(1584)), tag);
        for (var i = 0; i < 100; i++)
        {
            var expected = System.Security.Cryptography.SHA256.HashData(messages.AsSpan(16 * i, 16));
            Assert.Equal(expected, digests[(32 * i)..(32 * (i + 1))]);
        }
    }

    [Fact]
    public void Threads_that_share_a_key_never_use_a_nonce_twice()
    {
        using var shared = new SharedKey(s_key, sender: 7);
        const int Each = 1_000_000;
        using var start = new Barrier(2);
        var numbers = new long[2 * Each];
        var threads = Enumerable.Range(0, 2).Select(number => new Thread(() =>
        {
            Span<byte> message = stackalloc byte[SharedKey.Overhead];
            start.SignalAndWait();
            foreach (ref var mine in numbers.AsSpan(number * Each, Each))
            {
                shared.Seal([], message);
                mine = BinaryPrimitives.ReadInt64BigEndian(message[4..]);
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        Assert.Equal(numbers.Length, numbers.Distinct().Count());
    }

    [Fact]
    public void Message_of_one_thread_is_opened_by_another()
    {
        using var shared = new SharedKey(s_key, sender: 7);
        var sent = new byte[4000][];
        Parallel.For(0, sent.Length, i =>
        {
            var message = new byte[SharedKey.Overhead + 4];
            Assert.Equal(message.Length, shared.Seal(BitConverter.GetBytes(i), message));
            sent[i] = message;
        });
        Parallel.For(0, sent.Length, i =>
        {
            byte[] text = new byte[4], expected = BitConverter.GetBytes(i), message = sent[i];
            Assert.Equal(7, BinaryPrimitives.ReadInt32BigEndian(message));
            Assert.Equal(4, shared.Open(message, text));
            Assert.Equal(expected, text);
            using var theirs = new System.Security.Cryptography.AesGcm(s_key, 16); // not for two threads at once
            theirs.Decrypt(message.AsSpan(0, 12), message.AsSpan(12, 4), message.AsSpan(16), text);
            Assert.Equal(expected, text);
        });
    }

    /// <summary>A frame of which lora-packet's README (github.com/anthonykirby/lora-packet) tells the keys and the text.</summary>
    [Fact]
    public void LoRa_frame_of_another_program_is_verified_and_read()
    {
        var sent = Convert.FromHexString("40F17DBE4900020001954378762B11FF0D");
        using var frames = new LoRaFrame(
            Convert.FromHexString("EC925802AE430CA77FD3DD73CB2CC588"), Convert.FromHexString("44024241ED4CE9A68C6A8BC055233FD3"));
        var address = BinaryPrimitives.ReadUInt32LittleEndian(sent.AsSpan(1));
        var count = BinaryPrimitives.ReadUInt16LittleEndian(sent.AsSpan(6));
        Assert.True(frames.Verify(isUp: true, address, count, sent));
        Assert.False(frames.Verify(isUp: false, address, count, sent));
        Assert.Equal("test"u8, frames.Transform(isUp: true, address, count, sent[9..^4]));
        Assert.Equal(sent, frames.Sign(isUp: true, address, count, sent[..^4]));
        for (var bit = 0; bit < sent.Length * 8; bit++)
        {
            byte[] changed = [.. sent];
            changed[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.False(frames.Verify(isUp: true, address, count, changed));
        }
    }

    private static byte[] Run(Action<byte[], Stream, Stream> action, byte[] input)
    {
        using MemoryStream source = new(input), destination = new();
        action(s_key, source, destination);
        return destination.ToArray();
    }
}
