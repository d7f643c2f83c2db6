using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

internal delegate byte[] HashSpan(ReadOnlySpan<byte> source);

internal delegate int HashSpanTo(ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate bool TryHashSpan(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

internal delegate int HashStreamTo(Stream source, Span<byte> destination);

/// <summary>The static members of a hash type, ours or the BCL's: one table of calls serves every pair of namesakes.</summary>
internal sealed record HashFace(
    Func<byte[], byte[]> Array,
    HashSpan Span,
    HashSpanTo SpanTo,
    TryHashSpan Try,
    Func<Stream, byte[]> Stream,
    HashStreamTo StreamTo,
    Func<Stream, CancellationToken, ValueTask<byte[]>> Async,
    Func<Stream, Memory<byte>, CancellationToken, ValueTask<int>> AsyncTo,
    Func<HashAlgorithm> Create,
    Func<string, HashAlgorithm?> CreateByName)
{
    /// <summary>The key of each HMAC. Declared before the table, which is initialized with it.</summary>
    private static readonly byte[] s_key = [1, 2, 3, 4, 5, 6, 7];

    /// <summary>Every type of the catalogue that hashes, and its namesake.</summary>
    public static readonly Dictionary<string, (HashFace Ours, HashFace Theirs)> Pairs =
        Algorithms.Hashes.Where(HashSubject.IsInFramework).Select(function => (function.HashType.Type, IsKeyed: false))
            .Concat(Algorithms.Hashes.Where(HashSubject.IsInFramework).Select(function => (function.HmacType.Type, IsKeyed: true)))
            .ToDictionary(
                pair => pair.Type.Name,
                pair => (Of(pair.Type, pair.IsKeyed), Of(Namesake(pair.Type), pair.IsKeyed)))
            .Concat(Algorithms.All.OfType<ChecksumAlgorithm>().ToDictionary(
                algorithm => algorithm.Type.Type.Name,
                algorithm => (Of(algorithm.Type.Type, false), Reference(() => ReferenceChecksum.Of(algorithm), 4))))
            .Concat(
                from function in Algorithms.Hashes
                where !HashSubject.HasNamesake(function)
                from type in function.Types
                let isKeyed = type != function.HashType
                select KeyValuePair.Create(
                    type.Type.Name,
                    (Of(type.Type, isKeyed), Reference(() => isKeyed ? new ReferenceHmac(function, s_key) : new ReferenceHash(function), function.DigestBytes))))
            .ToDictionary();

    private delegate byte[] KeyedSpan(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source);

    private delegate int KeyedSpanTo(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate bool KeyedTry(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

    private delegate int KeyedStreamTo(ReadOnlySpan<byte> key, Stream source, Span<byte> destination);

    public static TheoryData<string> Names => new(Pairs.Keys);

    private static Type Namesake(Type type) => typeof(Bcl.SHA256).Assembly.GetType(PublicType.Bcl + type.Name, true)!;

    private static HashFace Of(Type type, bool isKeyed)
    {
        if (!isKeyed)
        {
            return new(
                Bind<Func<byte[], byte[]>>(type), Bind<HashSpan>(type), Bind<HashSpanTo>(type),
                Bind<TryHashSpan>(type, "TryHashData"), Bind<Func<Stream, byte[]>>(type), Bind<HashStreamTo>(type),
                Bind<Func<Stream, CancellationToken, ValueTask<byte[]>>>(type, "HashDataAsync"),
                Bind<Func<Stream, Memory<byte>, CancellationToken, ValueTask<int>>>(type, "HashDataAsync"),
                Bind<Func<HashAlgorithm>>(type, "Create"), Creator(type));
        }

        var array = Bind<Func<byte[], byte[], byte[]>>(type);
        var span = Bind<KeyedSpan>(type);
        var spanTo = Bind<KeyedSpanTo>(type);
        var tryTo = Bind<KeyedTry>(type, "TryHashData");
        var stream = Bind<Func<byte[], Stream, byte[]>>(type);
        var streamTo = Bind<KeyedStreamTo>(type);
        var async = Bind<Func<byte[], Stream, CancellationToken, ValueTask<byte[]>>>(type, "HashDataAsync");
        var asyncTo = Bind<Func<ReadOnlyMemory<byte>, Stream, Memory<byte>, CancellationToken, ValueTask<int>>>(
            type, "HashDataAsync");
        return new(
            source => array(s_key, source),
            source => span(s_key, source),
            (source, destination) => spanTo(s_key, source, destination),
            (ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
                tryTo(s_key, source, destination, out bytesWritten),
            source => stream(s_key, source),
            (source, destination) => streamTo(s_key, source, destination),
            (source, token) => async(s_key, source, token),
            (source, destination, token) => asyncTo(s_key, source, destination, token),
            () => (HashAlgorithm)Activator.CreateInstance(type, s_key)!,
            Creator(type));
    }

    /// <summary>The static method that a type itself declares with the parameters of a delegate.</summary>
    private static T Bind<T>(Type type, string name = "HashData")
        where T : Delegate
    {
        var parameters = typeof(T).GetMethod("Invoke")!.GetParameters().Select(parameter => parameter.ParameterType).ToArray();
        return type.GetMethod(name, BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly, parameters)!
            .CreateDelegate<T>();
    }

    /// <summary>
    /// .NET has no namesake of a checksum, nor of some hash functions. Its hash stands in for one where arguments are refused, and a reference on its
    /// <see cref="HashAlgorithm"/> for the rest.
    /// </summary>
    private static HashFace Reference(Func<HashAlgorithm> create, int digestBytes)
    {
        return new(
            source => source is null ? Bcl.SHA256.HashData(source!) : Compute(source),
            source => Compute(source.ToArray()),
            (source, destination) => Write(source.ToArray(), destination),
            (ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
                (bytesWritten = destination.Length < digestBytes ? 0 : Write(source.ToArray(), destination)) != 0,
            source => Bcl.SHA256.HashData(source),
            (source, destination) => Bcl.SHA256.HashData(source, destination),
            (source, token) => Bcl.SHA256.HashDataAsync(source, token),
            (source, destination, token) => Bcl.SHA256.HashDataAsync(source, destination, token),
            create,
            BclByName);

        byte[] Compute(byte[] source)
        {
            using var checksum = create();
            return checksum.ComputeHash(source);
        }

        int Write(byte[] source, Span<byte> destination)
        {
            if (destination.Length < digestBytes)
                return Bcl.SHA256.HashData(source, destination);
            Compute(source).CopyTo(destination);
            return digestBytes;
        }
    }

    /// <summary>.NET's own <c>Create(name)</c> is obsolete.</summary>
    private static Func<string, HashAlgorithm?> Creator(Type type) =>
        type.Assembly == typeof(Algorithms).Assembly ? Bind<Func<string, HashAlgorithm?>>(type, "Create") : BclByName;

    private static HashAlgorithm? BclByName(string name) => (HashAlgorithm?)CryptoConfig.CreateFromName(name);
}
