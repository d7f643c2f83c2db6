using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary><c>ComputeHash</c> of a stream, which our types have themselves: the base class reads 4 KiB at a time.</summary>
public class ComputeHashTests
{
    private static readonly byte[] s_message = TestBytes.Random(1 << 20, 1);

    public static TheoryData<string> Names => new(typeof(CryptoProvider).Assembly.GetExportedTypes()
        .Where(type => typeof(HashAlgorithm).IsAssignableFrom(type) && !type.IsAbstract).Select(type => type.Name));

    [Theory]
    [MemberData(nameof(Names))]
    public void Stream_is_read_as_HashData_reads_it(string name)
    {
        using var hash = Create(name);
        var compute = Compute(hash);
        HashAlgorithm asBase = hash;
        using CountingStream source = new(), again = new();
        var digest = compute(source);
        Assert.Equal(asBase.ComputeHash(again), digest);
        Assert.Equal(digest, hash.Hash);
        Assert.Equal((33, 257), (source.Reads, again.Reads));

        // The object serves for another message, and what it keeps is its own.
        digest.AsSpan().Clear();
        Assert.NotEqual(digest, hash.Hash);
        Assert.Equal(hash.ComputeHash(s_message), compute(new MemoryStream(s_message)));
        Outcome.Throws<ArgumentNullException>("inputStream", () => compute(null!));
        hash.Dispose();
        Assert.Throws<ObjectDisposedException>(() => compute(new MemoryStream()));
    }

    /// <summary>A stream is one message, and nobody else's parts come between its own: the call goes on to the right digest.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Object_that_hashes_a_stream_refuses_all_other_calls(string name)
    {
        using var hash = Create(name);
        var compute = Compute(hash);
        var expected = compute(new MemoryStream(s_message));
        var beneath = new StreamBeneath();
        beneath.Write(s_message, 0, s_message.Length);
        beneath.Position = 0;
        Action[] others =
        [
            () => compute(new MemoryStream(s_message)), () => hash.ComputeHash(s_message), () => hash.Initialize(),
            () => hash.TransformBlock(s_message, 0, 10, null, 0), () => hash.TryComputeHash(s_message, new byte[64], out _),
        ];
        foreach (var other in others)
        {
            Exception? thrown = null;
            beneath.Position = 0;
            beneath.During = () => thrown = Record.Exception(other);
            Assert.Equal(expected, compute(beneath));
            Assert.IsType<CryptographicException>(thrown);
            Assert.Equal(expected, hash.Hash);
        }

        beneath.Position = 0;
        beneath.During = hash.Dispose;
        Assert.Throws<ObjectDisposedException>(() => compute(beneath));
        Assert.Throws<ObjectDisposedException>(() => compute(new MemoryStream(s_message)));
    }

    private static HashAlgorithm Create(string name)
    {
        var type = typeof(CryptoProvider).Assembly.GetType("ManagedCrypto." + name)!;
        return (HashAlgorithm)(type.GetConstructor([]) is { } make ? make.Invoke([]) : Activator.CreateInstance(type, new byte[32])!);
    }

    /// <summary>The member of the type itself.</summary>
    private static Func<Stream, byte[]> Compute(HashAlgorithm hash) => hash.GetType()
        .GetMethods().Single(method => method.Name == "ComputeHash" && method.DeclaringType == hash.GetType())
        .CreateDelegate<Func<Stream, byte[]>>(hash);

    private sealed class CountingStream() : MemoryStream(s_message)
    {
        public int Reads { get; private set; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            Reads++;
            return base.Read(buffer, offset, count);
        }
    }
}
