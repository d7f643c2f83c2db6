using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

#pragma warning disable CA5350 // SHA-1 is tested like the rest.

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
    public static readonly Dictionary<string, (HashFace Ours, HashFace Theirs)> Pairs = new()
    {
        ["SHA1"] = (
            new(
                SHA1.HashData, SHA1.HashData, SHA1.HashData, SHA1.TryHashData,
                SHA1.HashData, SHA1.HashData, SHA1.HashDataAsync, SHA1.HashDataAsync,
                SHA1.Create, SHA1.Create),
            new(
                Bcl.SHA1.HashData, Bcl.SHA1.HashData, Bcl.SHA1.HashData, Bcl.SHA1.TryHashData,
                Bcl.SHA1.HashData, Bcl.SHA1.HashData, Bcl.SHA1.HashDataAsync, Bcl.SHA1.HashDataAsync,
                Bcl.SHA1.Create, BclByName)),
        ["SHA256"] = (
            new(
                SHA256.HashData, SHA256.HashData, SHA256.HashData, SHA256.TryHashData,
                SHA256.HashData, SHA256.HashData, SHA256.HashDataAsync, SHA256.HashDataAsync,
                SHA256.Create, SHA256.Create),
            new(
                Bcl.SHA256.HashData, Bcl.SHA256.HashData, Bcl.SHA256.HashData, Bcl.SHA256.TryHashData,
                Bcl.SHA256.HashData, Bcl.SHA256.HashData, Bcl.SHA256.HashDataAsync, Bcl.SHA256.HashDataAsync,
                Bcl.SHA256.Create, BclByName)),
        ["SHA384"] = (
            new(
                SHA384.HashData, SHA384.HashData, SHA384.HashData, SHA384.TryHashData,
                SHA384.HashData, SHA384.HashData, SHA384.HashDataAsync, SHA384.HashDataAsync,
                SHA384.Create, SHA384.Create),
            new(
                Bcl.SHA384.HashData, Bcl.SHA384.HashData, Bcl.SHA384.HashData, Bcl.SHA384.TryHashData,
                Bcl.SHA384.HashData, Bcl.SHA384.HashData, Bcl.SHA384.HashDataAsync, Bcl.SHA384.HashDataAsync,
                Bcl.SHA384.Create, BclByName)),
        ["SHA512"] = (
            new(
                SHA512.HashData, SHA512.HashData, SHA512.HashData, SHA512.TryHashData,
                SHA512.HashData, SHA512.HashData, SHA512.HashDataAsync, SHA512.HashDataAsync,
                SHA512.Create, SHA512.Create),
            new(
                Bcl.SHA512.HashData, Bcl.SHA512.HashData, Bcl.SHA512.HashData, Bcl.SHA512.TryHashData,
                Bcl.SHA512.HashData, Bcl.SHA512.HashData, Bcl.SHA512.HashDataAsync, Bcl.SHA512.HashDataAsync,
                Bcl.SHA512.Create, BclByName)),
        ["HMACSHA1"] = (
            Keyed(
                HMACSHA1.HashData, HMACSHA1.HashData, HMACSHA1.HashData, HMACSHA1.TryHashData,
                HMACSHA1.HashData, HMACSHA1.HashData, HMACSHA1.HashDataAsync, HMACSHA1.HashDataAsync,
                key => new HMACSHA1(key), HMACSHA1.Create),
            Keyed(
                Bcl.HMACSHA1.HashData, Bcl.HMACSHA1.HashData, Bcl.HMACSHA1.HashData, Bcl.HMACSHA1.TryHashData,
                Bcl.HMACSHA1.HashData, Bcl.HMACSHA1.HashData, Bcl.HMACSHA1.HashDataAsync, Bcl.HMACSHA1.HashDataAsync,
                key => new Bcl.HMACSHA1(key), BclByName)),
        ["HMACSHA256"] = (
            Keyed(
                HMACSHA256.HashData, HMACSHA256.HashData, HMACSHA256.HashData, HMACSHA256.TryHashData,
                HMACSHA256.HashData, HMACSHA256.HashData, HMACSHA256.HashDataAsync, HMACSHA256.HashDataAsync,
                key => new HMACSHA256(key), HMACSHA256.Create),
            Keyed(
                Bcl.HMACSHA256.HashData, Bcl.HMACSHA256.HashData, Bcl.HMACSHA256.HashData, Bcl.HMACSHA256.TryHashData,
                Bcl.HMACSHA256.HashData, Bcl.HMACSHA256.HashData, Bcl.HMACSHA256.HashDataAsync, Bcl.HMACSHA256.HashDataAsync,
                key => new Bcl.HMACSHA256(key), BclByName)),
        ["HMACSHA384"] = (
            Keyed(
                HMACSHA384.HashData, HMACSHA384.HashData, HMACSHA384.HashData, HMACSHA384.TryHashData,
                HMACSHA384.HashData, HMACSHA384.HashData, HMACSHA384.HashDataAsync, HMACSHA384.HashDataAsync,
                key => new HMACSHA384(key), HMACSHA384.Create),
            Keyed(
                Bcl.HMACSHA384.HashData, Bcl.HMACSHA384.HashData, Bcl.HMACSHA384.HashData, Bcl.HMACSHA384.TryHashData,
                Bcl.HMACSHA384.HashData, Bcl.HMACSHA384.HashData, Bcl.HMACSHA384.HashDataAsync, Bcl.HMACSHA384.HashDataAsync,
                key => new Bcl.HMACSHA384(key), BclByName)),
        ["HMACSHA512"] = (
            Keyed(
                HMACSHA512.HashData, HMACSHA512.HashData, HMACSHA512.HashData, HMACSHA512.TryHashData,
                HMACSHA512.HashData, HMACSHA512.HashData, HMACSHA512.HashDataAsync, HMACSHA512.HashDataAsync,
                key => new HMACSHA512(key), HMACSHA512.Create),
            Keyed(
                Bcl.HMACSHA512.HashData, Bcl.HMACSHA512.HashData, Bcl.HMACSHA512.HashData, Bcl.HMACSHA512.TryHashData,
                Bcl.HMACSHA512.HashData, Bcl.HMACSHA512.HashData, Bcl.HMACSHA512.HashDataAsync, Bcl.HMACSHA512.HashDataAsync,
                key => new Bcl.HMACSHA512(key), BclByName)),
        ["Crc32"] = (
            new(
                Crc32.HashData, Crc32.HashData, Crc32.HashData, Crc32.TryHashData,
                Crc32.HashData, Crc32.HashData, Crc32.HashDataAsync, Crc32.HashDataAsync,
                Crc32.Create, Crc32.Create),
            Reference(ReferenceChecksum.Crc32)),
        ["Crc32C"] = (
            new(
                Crc32C.HashData, Crc32C.HashData, Crc32C.HashData, Crc32C.TryHashData,
                Crc32C.HashData, Crc32C.HashData, Crc32C.HashDataAsync, Crc32C.HashDataAsync,
                Crc32C.Create, Crc32C.Create),
            Reference(ReferenceChecksum.Crc32C)),
        ["Adler32"] = (
            new(
                Adler32.HashData, Adler32.HashData, Adler32.HashData, Adler32.TryHashData,
                Adler32.HashData, Adler32.HashData, Adler32.HashDataAsync, Adler32.HashDataAsync,
                Adler32.Create, Adler32.Create),
            Reference(ReferenceChecksum.Adler32)),
    };

    private static readonly byte[] s_key = [1, 2, 3, 4, 5, 6, 7];

    private delegate byte[] KeyedSpan(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source);

    private delegate int KeyedSpanTo(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate bool KeyedTry(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

    private delegate int KeyedStreamTo(ReadOnlySpan<byte> key, Stream source, Span<byte> destination);

    public static TheoryData<string> Names => new(Pairs.Keys);

    /// <summary>An HMAC under one key.</summary>
    private static HashFace Keyed(
        Func<byte[], byte[], byte[]> array,
        KeyedSpan span,
        KeyedSpanTo spanTo,
        KeyedTry tryTo,
        Func<byte[], Stream, byte[]> stream,
        KeyedStreamTo streamTo,
        Func<byte[], Stream, CancellationToken, ValueTask<byte[]>> async,
        Func<ReadOnlyMemory<byte>, Stream, Memory<byte>, CancellationToken, ValueTask<int>> asyncTo,
        Func<byte[], HashAlgorithm> create,
        Func<string, HashAlgorithm?> createByName) =>
        new(
            source => array(s_key, source),
            source => span(s_key, source),
            (source, destination) => spanTo(s_key, source, destination),
            (ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
                tryTo(s_key, source, destination, out bytesWritten),
            source => stream(s_key, source),
            (source, destination) => streamTo(s_key, source, destination),
            (source, token) => async(s_key, source, token),
            (source, destination, token) => asyncTo(s_key, source, destination, token),
            () => create(s_key),
            createByName);

    /// <summary>
    /// .NET has no namesake of a checksum. Its hash stands in for one where arguments are refused, and a reference on its
    /// <see cref="HashAlgorithm"/> for the rest.
    /// </summary>
    private static HashFace Reference(Func<HashAlgorithm> create)
    {
        return new(
            source => source is null ? Bcl.SHA256.HashData(source!) : Compute(source),
            source => Compute(source.ToArray()),
            (source, destination) => Write(source.ToArray(), destination),
            (ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten) =>
                (bytesWritten = destination.Length < 4 ? 0 : Write(source.ToArray(), destination)) != 0,
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
            if (destination.Length < 4)
                return Bcl.SHA256.HashData(source, destination);
            Compute(source).CopyTo(destination);
            return 4;
        }
    }

    private static HashAlgorithm? BclByName(string name) => (HashAlgorithm?)CryptoConfig.CreateFromName(name);
}
