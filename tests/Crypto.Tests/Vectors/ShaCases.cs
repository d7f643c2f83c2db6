using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>Each hash, as the files name it, with each kernel of its list.</summary>
internal static class ShaCases
{
    private static readonly string[] s_hashes = ["SHA1", "SHA256", "SHA384", "SHA512"];

    public static IEnumerable<TheoryDataRow<string, string>> KernelsOfHashes =>
        s_hashes.SelectMany(hash => ListOf(hash).Ids().Select(id => new TheoryDataRow<string, string>(hash, id)));

    public static HashAlgorithm Create(string hash, string kernel) => hash switch
    {
        "SHA1" => new SHA1(ListOf(hash).WithId(kernel)),
        "SHA256" => new SHA256(ListOf(hash).WithId(kernel)),
        "SHA384" => new SHA384(ListOf(hash).WithId(kernel)),
        _ => new SHA512(ListOf(hash).WithId(kernel)),
    };

    public static HMAC CreateHmac(string hash, string kernel, byte[] key) => hash switch
    {
        "SHA1" => new HMACSHA1(ListOf(hash).WithId(kernel), key),
        "SHA256" => new HMACSHA256(ListOf(hash).WithId(kernel), key),
        "SHA384" => new HMACSHA384(ListOf(hash).WithId(kernel), key),
        _ => new HMACSHA512(ListOf(hash).WithId(kernel), key),
    };

    private static KernelList<ShaKernel> ListOf(string hash) => hash switch
    {
        "SHA1" => Sha1Kernels.List,
        "SHA256" => Sha256Kernels.List,
        _ => Sha512Kernels.List,
    };
}
