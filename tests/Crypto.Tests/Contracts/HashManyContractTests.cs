using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What <c>HashMany</c> takes and refuses; what it refuses, it has not begun to write.</summary>
public class HashManyContractTests
{
    private static readonly (int DigestBytes, OneLength OfOneLength, AnyLengths OfAnyLengths)[] s_types =
    [
        (20, SHA1.HashMany, SHA1.HashMany),
        (32, SHA256.HashMany, SHA256.HashMany),
        (32, SHA3_256.HashMany, SHA3_256.HashMany),
        (64, SHA512.HashMany, SHA512.HashMany),
    ];

    private delegate void OneLength(ReadOnlySpan<byte> source, int messageBytes, Span<byte> digests);

    private delegate void AnyLengths(IReadOnlyList<ReadOnlyMemory<byte>> messages, Span<byte> digests);

    [Fact]
    public void Every_type_with_lanes_is_tested_here() => Assert.Equal(
        s_types.Select(type => type.OfOneLength.Method.DeclaringType),
        typeof(SHA256).Assembly.GetExportedTypes()
            .Where(type => type.GetMember("HashMany", BindingFlags.Public | BindingFlags.Static).Length > 0).OrderBy(type => type.Name));

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Messages_without_a_byte_are_refused(int messageBytes) => ForAll((digestBytes, hash, _) =>
    {
        var digests = new byte[digestBytes];
        var exception = Assert.Throws<ArgumentOutOfRangeException>(() => hash(new byte[1], messageBytes, digests));
        Assert.Equal(("messageBytes", (object)messageBytes), (exception.ParamName, exception.ActualValue));
        Assert.Throws<ArgumentOutOfRangeException>(() => hash([], messageBytes, digests));
        AssertUntouched(digests);
    });

    [Theory]
    [InlineData(1, 2)]
    [InlineData(99, 100)]
    [InlineData(101, 100)]
    [InlineData(8, int.MaxValue)]
    public void Source_that_is_no_multiple_is_refused(int bytes, int messageBytes) => ForAll((digestBytes, hash, _) =>
    {
        var digests = new byte[4 * digestBytes];
        var exception = Assert.Throws<ArgumentException>("source", () => hash(new byte[bytes], messageBytes, digests));
        Assert.Contains($"has {bytes} bytes", exception.Message, StringComparison.Ordinal);
        Assert.Contains($"messages of {messageBytes}", exception.Message, StringComparison.Ordinal);
        AssertUntouched(digests);
    });

    /// <summary>To give it back once more would unpin somebody else's memory.</summary>
    [Fact]
    public unsafe void Pin_that_another_user_of_the_pool_left_behind_is_not_given_back() => ForAll((digestBytes, _, hashList) =>
    {
        var stranger = new Stranger();
        var left = ArrayPool<MemoryHandle>.Shared.Rent(16);
        Array.Fill(left, new MemoryHandle(null, default, stranger));
        ArrayPool<MemoryHandle>.Shared.Return(left);
        hashList([.. Enumerable.Repeat(new ReadOnlyMemory<byte>(new byte[500]), 20)], new byte[20 * digestBytes]);
        Assert.Equal(0, stranger.Unpinned);
    });

    [Fact]
    public void Too_little_room_is_refused_and_more_is_left_alone() => ForAll((digestBytes, hash, hashList) =>
    {
        var digests = new byte[(3 * digestBytes) + 5];
        var list = Enumerable.Repeat((ReadOnlyMemory<byte>)new byte[7], 3).ToArray();
        foreach (var room in new[] { 0, digestBytes, (3 * digestBytes) - 1 })
        {
            var exception = Assert.Throws<ArgumentException>("digests", () => hash(new byte[21], 7, digests.AsSpan(0, room)));
            Assert.Contains($"has {room} bytes", exception.Message, StringComparison.Ordinal);
            Assert.Contains($"3 messages need {3 * digestBytes}", exception.Message, StringComparison.Ordinal);
            Assert.Throws<ArgumentException>("digests", () => hashList(list, digests.AsSpan(0, room)));
            AssertUntouched(digests);
        }

        hash(new byte[21], 7, digests);
        AssertUntouched(digests[(3 * digestBytes)..]);
        digests.AsSpan().Clear();
        hashList(list, digests);
        AssertUntouched(digests[(3 * digestBytes)..]);
    });

    /// <summary>A byte of each of so many messages needs more room than any span has.</summary>
    [Fact]
    public void Number_of_bytes_needed_may_pass_32_bits()
    {
        Assert.SkipUnless(Environment.Is64BitProcess, "takes 70 MB");
        var exception = Assert.Throws<ArgumentException>("digests", () => SHA512.HashMany(new byte[70_000_000], 1, new byte[64]));
        Assert.Contains("need 4480000000", exception.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Overlap_is_refused() => ForAll((digestBytes, hash, hashList) =>
    {
        var memory = new byte[10 * digestBytes];
        foreach (var start in new[] { 0, 1, digestBytes, (2 * digestBytes) - 1 })
        {
            Assert.Throws<ArgumentException>(
                "source", () => hash(memory.AsSpan(0, 2 * digestBytes), digestBytes, memory.AsSpan(start, 2 * digestBytes)));
            Assert.Throws<ArgumentException>(
                "messages", () => hashList([new byte[300], memory.AsMemory(0, 2 * digestBytes)], memory.AsSpan(start, 2 * digestBytes)));
            AssertUntouched(memory);
        }

        // What is left of the room for digests is not theirs.
        hash(memory.AsSpan(2 * digestBytes, 2 * digestBytes), digestBytes, memory);
        hashList([memory.AsMemory(2 * digestBytes), memory.AsMemory(3 * digestBytes)], memory);
    });

    [Fact]
    public void Null_is_refused() =>
        ForAll((_, _, hashList) => Assert.Throws<ArgumentNullException>("messages", () => hashList(null!, new byte[100])));

    [Fact]
    public void No_messages_are_fine() => ForAll((digestBytes, hash, hashList) =>
    {
        var digests = new byte[digestBytes];
        hash([], 100, default);
        hash([], 100, digests);
        hashList([], default);
        hashList([], digests);
        AssertUntouched(digests);
    });

    [Fact]
    public void Nothing_is_allocated() => ForAll((digestBytes, hash, hashList) =>
    {
        byte[] source = new byte[40 * 150], digests = new byte[40 * digestBytes];
        var list = Enumerable.Range(0, 40).Select(i => (ReadOnlyMemory<byte>)source.AsMemory(i, 100 * i)).ToArray();
        Assert.Equal(0, Outcome.Allocated(() => hash(source, 150, digests)));
        Assert.Equal(0, Outcome.Allocated(() => hashList(list, digests)));
    });

    /// <summary>Memory of any owner is pinned while it is read, and released, also when another of the list fails.</summary>
    [Fact]
    public void Memory_of_other_owners_is_released() => ForAll((digestBytes, _, hashList) =>
    {
        var owners = Enumerable.Range(0, 30).Select(i => new Owner(new byte[100 * i])).ToArray();
        hashList([.. owners.Select(owner => (ReadOnlyMemory<byte>)owner.Memory)], new byte[30 * digestBytes]);
        Assert.All(owners, owner => Assert.Equal(0, owner.Pins));
        Assert.Contains(owners, owner => owner.WasPinned);

        owners[^20].Fails = true;
        Assert.Throws<NotSupportedException>(
            () => hashList([.. owners.Select(owner => (ReadOnlyMemory<byte>)owner.Memory)], new byte[30 * digestBytes]));
        Assert.All(owners, owner => Assert.Equal(0, owner.Pins));
    });

    private static void ForAll(Action<int, OneLength, AnyLengths> test)
    {
        foreach (var (digestBytes, ofOneLength, ofAnyLengths) in s_types)
            test(digestBytes, ofOneLength, ofAnyLengths);
    }

    private static void AssertUntouched(byte[] digests) => Assert.Equal(new byte[digests.Length], digests);

    private sealed unsafe class Owner(byte[] bytes) : MemoryManager<byte>
    {
        public int Pins { get; private set; }

        public bool WasPinned { get; private set; }

        public bool Fails { get; set; }

        public override Span<byte> GetSpan() => bytes;

        public override MemoryHandle Pin(int elementIndex = 0)
        {
            if (Fails)
                throw new NotSupportedException();
            Pins++;
            WasPinned = true;
            var handle = bytes.AsMemory(elementIndex).Pin();
            return new MemoryHandle(handle.Pointer, System.Runtime.InteropServices.GCHandle.Alloc(bytes), this);
        }

        public override void Unpin() => Pins--;

        protected override void Dispose(bool disposing)
        {
        }
    }

    private sealed class Stranger : IPinnable
    {
        public int Unpinned { get; private set; }

        public MemoryHandle Pin(int elementIndex) => throw new NotSupportedException();

        public void Unpin() => Unpinned++;
    }
}
