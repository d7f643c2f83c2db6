using System;
using System.Security.Cryptography;

namespace ManagedCrypto.TypeGenerator;

/// <summary>The class of .NET that has a type's name, if there is one: what follows from it for the text of ours.</summary>
internal sealed class BclNamesake(string name)
{
    private readonly Type? _type = typeof(HashAlgorithm).Assembly.GetType(PublicType.Bcl + name);

    /// <summary>Whether only newer frameworks have it. What has come since tells whether the platform supports it.</summary>
    public bool IsRecent => _type?.GetProperty("IsSupported") is not null;

    public string InTheBcl => _type is null ? "" : " in the BCL";

    /// <summary>What our type is to it, in a documentation comment.</summary>
    public string Purpose => _type is not null ? $"A drop-in for\n/// {Reference} that needs no native library."
        : name == nameof(Keccak256)
            ? "It is\n/// not SHA-3: FIPS 202 pads messages otherwise, so that <see cref=\"SHA3_256\"/> gives other digests."
            : "The BCL has no such type.";

    /// <summary>Why an HMAC derives from the class that all have in common.</summary>
    public string WhyHmac => _type is null ? "" : ", since the BCL's type of this name opens native handles";

    /// <summary>Where the type's declaration begins, for a hash.</summary>
    public string Declaration => $"public sealed class {name} : {(SetsHashSize ? PublicType.Bcl + name : "HashAlgorithm")}";

    /// <summary>Whether <see cref="Declaration"/> derives from a class that sets the size of a digest.</summary>
    public bool SetsHashSize => _type is not null && !IsRecent;

    /// <summary>What it calls the parameter of <c>Create(name)</c>, which callers may name.</summary>
    public string NameParameter =>
        (_type?.GetMethod("Create", [typeof(string)]) ?? typeof(HashAlgorithm).GetMethod("Create", [typeof(string)])!)
        .GetParameters()[0].Name!;

    private string Reference => IsRecent ? $"<c>{PublicType.Bcl}{name}</c>" : $"<see cref=\"{PublicType.Bcl}{name}\"/>";
}
