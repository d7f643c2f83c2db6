using System;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.BenchmarkClasses;

/// <summary>With a key of 256 bits that is set up in every call.</summary>
public class Hmac : OnText
{
    private readonly byte[] _key = SomeBytes(32);
    private HashAlgorithmName _name;

    [Params("SHA1", "SHA256", "SHA512", "SHA3-256")]
    public string Function { get; set; } = "";

    [Benchmark(Baseline = true)]
    public int HmacDotNet() => Bcl.CryptographicOperations.HmacData(_name, _key, Text, Result);

    [Benchmark]
    public int HmacOurs() => CryptographicOperations.HmacData(_name, _key, Text, Result);

    internal override void Prepare() => _name = new(Function);
}

/// <summary>The same.</summary>
public class Kmac : OnText
{
    private readonly byte[] _key = SomeBytes(32);

    [BenchmarkCategory("KMAC128"), Benchmark(Baseline = true)]
    public void Kmac128DotNet() => Bcl.Kmac128.HashData(_key, Text, Result.AsSpan(0, 32));

    [BenchmarkCategory("KMAC128"), Benchmark]
    public void Kmac128() => ManagedCrypto.Kmac128.HashData(_key, Text, Result.AsSpan(0, 32));

    [BenchmarkCategory("KMAC256"), Benchmark(Baseline = true)]
    public void Kmac256DotNet() => Bcl.Kmac256.HashData(_key, Text, Result.AsSpan(0, 64));

    [BenchmarkCategory("KMAC256"), Benchmark]
    public void Kmac256() => ManagedCrypto.Kmac256.HashData(_key, Text, Result.AsSpan(0, 64));

    internal override void Prepare()
    {
    }
}

/// <summary>In .NET, GMAC is GCM of no text.</summary>
public class Gmac : UnderAesKey
{
    private readonly byte[] _nonce = SomeBytes(12);
    private readonly byte[] _noText = [];
    private Bcl.AesGcm? _dotNet;
    private AesGmac? _ours;

    [Benchmark(Baseline = true)]
    public void HashDotNet() => _dotNet!.Encrypt(_nonce, _noText, _noText, Tag, Text);

    [Benchmark]
    public void Hash() => _ours!.ComputeHash(_nonce, Text, Tag);

    internal override void Prepare()
    {
        _dotNet = new(Key, TagBytes);
        _ours = new(Key);
    }
}

/// <summary>.NET has no CMAC.</summary>
public class Cmac : UnderAesKey
{
    private byte[] _key = [];

    [Benchmark]
    public int Hash() => AesCmac.HashData(_key, Text, Result);

    internal override void Prepare() => _key = Key;
}
