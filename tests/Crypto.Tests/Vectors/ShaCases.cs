using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>Each hash, as the files name it, with each kernel of its list.</summary>
internal static class ShaCases
{
    private static readonly string[] s_hashes = ["SHA1", "SHA256", "SHA384", "SHA512"];

    public static IEnumerable<TheoryDataRow<string, string>> KernelsOfHashes =>
        s_hashes.SelectMany(hash => KernelMatrix.Names(ListOf(hash)).Select(id => new TheoryDataRow<string, string>(hash, id)));

    public static HashAlgorithm Create(string hash, string kernel) => hash switch
    {
        "SHA1" => new SHA1(KernelMatrix.Find(ListOf(hash), kernel)),
        "SHA256" => new SHA256(KernelMatrix.Find(ListOf(hash), kernel)),
        "SHA384" => new SHA384(KernelMatrix.Find(ListOf(hash), kernel)),
        _ => new SHA512(KernelMatrix.Find(ListOf(hash), kernel)),
    };

    public static HMAC CreateHmac(string hash, string kernel, byte[] key) => hash switch
    {
        "SHA1" => new HMACSHA1(KernelMatrix.Find(ListOf(hash), kernel), key),
        "SHA256" => new HMACSHA256(KernelMatrix.Find(ListOf(hash), kernel), key),
        "SHA384" => new HMACSHA384(KernelMatrix.Find(ListOf(hash), kernel), key),
        _ => new HMACSHA512(KernelMatrix.Find(ListOf(hash), kernel), key),
    };

    private static KernelList<ShaKernel> ListOf(string hash) => hash switch
    {
        "SHA1" => Algorithms.Sha1.Kernels,
        "SHA256" => Algorithms.Sha256.Kernels,
        _ => Algorithms.Sha512.Kernels,
    };
}
