using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Fuzz;

internal delegate int HashTo(ShaKernel kernel, ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate int CodeTo(ShaKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

/// <summary>What the types of one SHA function are made and called by, for any kernel.</summary>
internal sealed record HashFace(
    ShaAlgorithm Algorithm,
    Func<ShaKernel, HashAlgorithm> Create,
    HashTo Hash,
    Func<ShaKernel, byte[], HMAC> CreateKeyed,
    CodeTo Code)
{
    public static readonly HashFace Sha1 = new(
        Algorithms.Sha1, kernel => new SHA1(kernel), SHA1.HashData,
        (kernel, key) => new HMACSHA1(kernel, key), HMACSHA1.HashData);

    public static readonly HashFace Sha256 = new(
        Algorithms.Sha256, kernel => new SHA256(kernel), SHA256.HashData,
        (kernel, key) => new HMACSHA256(kernel, key), HMACSHA256.HashData);

    public static readonly HashFace Sha384 = new(
        Algorithms.Sha384, kernel => new SHA384(kernel), SHA384.HashData,
        (kernel, key) => new HMACSHA384(kernel, key), HMACSHA384.HashData);

    public static readonly HashFace Sha512 = new(
        Algorithms.Sha512, kernel => new SHA512(kernel), SHA512.HashData,
        (kernel, key) => new HMACSHA512(kernel, key), HMACSHA512.HashData);

    private HashAlgorithmName Name => new(Algorithm.HashName);

    /// <summary>What .NET says.</summary>
    public byte[] Expected(byte[]? key, ReadOnlySpan<byte> message) =>
        key is null ? CryptographicOperations.HashData(Name, message) : CryptographicOperations.HmacData(Name, key, message);
}
