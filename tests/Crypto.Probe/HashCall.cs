using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

internal delegate byte[] OfSpan(ReadOnlySpan<byte> source);

internal delegate int IntoSpan(ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate bool TryIntoSpan(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

internal delegate int StreamIntoSpan(Stream source, Span<byte> destination);

internal delegate void ManyOfSpan(ReadOnlySpan<byte> source, int messageBytes, Span<byte> digests);

internal delegate void ManyOfList(IReadOnlyList<ReadOnlyMemory<byte>> messages, Span<byte> digests);

internal delegate uint ToNumber(ReadOnlySpan<byte> source);

internal delegate byte[] KeyedOfSpan(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source);

internal delegate int KeyedIntoSpan(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate bool KeyedTryIntoSpan(
    ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

internal delegate byte[] KeyedOfStream(ReadOnlySpan<byte> key, Stream source);

internal delegate int KeyedStreamIntoSpan(ReadOnlySpan<byte> key, Stream source, Span<byte> destination);

internal delegate bool KeyedVerify(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> hash);

internal delegate bool KeyedVerifyStream(ReadOnlySpan<byte> key, Stream source, ReadOnlySpan<byte> hash);

/// <summary>How to call a static method that has the parameters of a delegate, and the digest of the text that it gives.</summary>
internal sealed record HashCall(string Name, Type Delegate, Func<Delegate, Type, int, Task<byte[]>> Run)
{
    public static byte[] Key { get; } = [.. Enumerable.Repeat((byte)0x0b, 16)];

    public static byte[] Text { get; } = "abc"u8.ToArray();

    private static MemoryStream Stream => new(Text);

    private delegate void WriteDigests(Span<byte> to);

    /// <summary>Those of a hash, and those of an HMAC.</summary>
    public static IReadOnlyList<HashCall> All { get; } =
    [
        OfAsync<Func<HashAlgorithm>>("Create", (call, _, _) => HashMembers.Use(call())),
        // .NET has names for the HMACs of SHA-3 alone.
        OfAsync<Func<string, HashAlgorithm?>>("Create", (call, type, _) => HashMembers.Use(
            call(type.Name) ?? call("System.Security.Cryptography." + type.Name) ?? (HashAlgorithm)Activator.CreateInstance(type)!)),
        Of<Func<byte[], byte[]>>("HashData", (call, _) => call(Text)),
        Of<OfSpan>("HashData", (call, _) => call(Text)),
        Of<IntoSpan>("HashData", (call, bytes) => Check.Written(bytes, to => call(Text, to))),
        Of<TryIntoSpan>("TryHashData", (call, bytes) =>
            Check.Tried(bytes, (Span<byte> to, out int written) => call(Text, to, out written))),
        Of<Func<Stream, byte[]>>("HashData", (call, _) => call(Stream)),
        Of<StreamIntoSpan>("HashData", (call, bytes) => Check.Written(bytes, to => call(Stream, to))),
        OfAsync<Func<Stream, CancellationToken, ValueTask<byte[]>>>(
            "HashDataAsync", (call, _, _) => call(Stream, default).AsTask()),
        OfAsync<Func<Stream, Memory<byte>, CancellationToken, ValueTask<int>>>(
            "HashDataAsync", (call, _, bytes) => Check.WrittenAsync(bytes, to => call(Stream, to, default))),
        Of<ManyOfSpan>("HashMany", (call, bytes) => Last(bytes, to => call([.. Text, .. Text], Text.Length, to))),
        Of<ManyOfList>("HashMany", (call, bytes) => Last(bytes, to => call([new byte[100], Text], to))),
        OfAsync<ToNumber>("HashToUInt32", (call, type, _) => Task.FromResult(Digest(call(Text), type))),

        Of<Func<byte[], byte[], byte[]>>("HashData", (call, _) => call(Key, Text)),
        Of<KeyedOfSpan>("HashData", (call, _) => call(Key, Text)),
        Of<KeyedIntoSpan>("HashData", (call, bytes) => Check.Written(bytes, to => call(Key, Text, to))),
        Of<KeyedTryIntoSpan>("TryHashData", (call, bytes) =>
            Check.Tried(bytes, (Span<byte> to, out int written) => call(Key, Text, to, out written))),
        Of<Func<byte[], Stream, byte[]>>("HashData", (call, _) => call(Key, Stream)),
        Of<KeyedOfStream>("HashData", (call, _) => call(Key, Stream)),
        Of<KeyedStreamIntoSpan>("HashData", (call, bytes) => Check.Written(bytes, to => call(Key, Stream, to))),
        OfAsync<Func<byte[], Stream, CancellationToken, ValueTask<byte[]>>>(
            "HashDataAsync", (call, _, _) => call(Key, Stream, default).AsTask()),
        OfAsync<Func<ReadOnlyMemory<byte>, Stream, CancellationToken, ValueTask<byte[]>>>(
            "HashDataAsync", (call, _, _) => call(Key, Stream, default).AsTask()),
        OfAsync<Func<ReadOnlyMemory<byte>, Stream, Memory<byte>, CancellationToken, ValueTask<int>>>(
            "HashDataAsync", (call, _, bytes) => Check.WrittenAsync(bytes, to => call(Key, Stream, to, default))),

        OfAsync<KeyedVerify>("Verify", (call, type, _) => Verified(type, code => call(Key, Text, code))),
        OfAsync<Func<byte[], byte[], byte[], bool>>("Verify", (call, type, _) => Verified(type, code => call(Key, Text, code))),
        OfAsync<KeyedVerifyStream>("Verify", (call, type, _) => Verified(type, code => call(Key, Stream, code))),
        OfAsync<Func<byte[], Stream, byte[], bool>>("Verify", (call, type, _) => Verified(type, code => call(Key, Stream, code))),
        OfAsync<Func<byte[], Stream, byte[], CancellationToken, ValueTask<bool>>>(
            "VerifyAsync", (call, type, _) => Verified(type, code => call(Key, Stream, code, default).AsTask().Result)),
        OfAsync<Func<ReadOnlyMemory<byte>, Stream, ReadOnlyMemory<byte>, CancellationToken, ValueTask<bool>>>(
            "VerifyAsync", (call, type, _) => Verified(type, code => call(Key, Stream, code, default).AsTask().Result)),
    ];

    /// <summary>The second of two digests.</summary>
    private static byte[] Last(int bytes, WriteDigests write)
    {
        var digests = new byte[2 * bytes];
        write(digests);
        return digests[bytes..];
    }

    /// <summary>Whether this is how to call a method.</summary>
    public bool Fits(MethodInfo method) =>
        method.Name == Name
        && Delegate.GetMethod("Invoke")!.GetParameters().Select(parameter => parameter.ParameterType)
            .SequenceEqual(method.GetParameters().Select(parameter => parameter.ParameterType));

    private static HashCall Of<T>(string name, Func<T, int, byte[]> run)
        where T : Delegate => OfAsync<T>(name, (call, _, bytes) => Task.FromResult(run(call, bytes)));

    private static HashCall OfAsync<T>(string name, Func<T, Type, int, Task<byte[]>> run)
        where T : Delegate => new(name, typeof(T), (call, type, bytes) => run((T)call, type, bytes));

    /// <summary>The code of an object of the type, if that is verified and another is not.</summary>
    private static async Task<byte[]> Verified(Type type, Func<byte[], bool> verify)
    {
        using var keyed = (KeyedHashAlgorithm)Activator.CreateInstance(type, Key)!;
        var code = await HashMembers.Use(keyed);
        Check.That(verify(code), "the right code is verified");
        Check.That(!verify(code.Select(value => (byte)(value ^ 1)).ToArray()), "a wrong code is not");
        return code;
    }

    private static byte[] Digest(uint checksum, Type type)
    {
        var bytes = BitConverter.GetBytes(checksum);
        if (type == typeof(Adler32))
            Array.Reverse(bytes);
        return bytes;
    }
}
