using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.BenchmarkClasses;

public class AesModes : UnderAesKey
{
    private readonly byte[] _iv = SomeBytes(16);
    private readonly Bcl.Aes _dotNet = Bcl.Aes.Create();
    private readonly Aes _ours = new();

    [BenchmarkCategory("ECB encrypt"), Benchmark(Baseline = true)]
    public int EcbEncryptDotNet() => _dotNet.EncryptEcb(Text, Result, PaddingMode.None);

    [BenchmarkCategory("ECB encrypt"), Benchmark]
    public int EcbEncrypt() => _ours.EncryptEcb(Text, Result, PaddingMode.None);

    [BenchmarkCategory("ECB decrypt"), Benchmark(Baseline = true)]
    public int EcbDecryptDotNet() => _dotNet.DecryptEcb(Text, Result, PaddingMode.None);

    [BenchmarkCategory("ECB decrypt"), Benchmark]
    public int EcbDecrypt() => _ours.DecryptEcb(Text, Result, PaddingMode.None);

    [BenchmarkCategory("CBC encrypt"), Benchmark(Baseline = true)]
    public int CbcEncryptDotNet() => _dotNet.EncryptCbc(Text, _iv, Result, PaddingMode.None);

    [BenchmarkCategory("CBC encrypt"), Benchmark]
    public int CbcEncrypt() => _ours.EncryptCbc(Text, _iv, Result, PaddingMode.None);

    [BenchmarkCategory("CBC decrypt"), Benchmark(Baseline = true)]
    public int CbcDecryptDotNet() => _dotNet.DecryptCbc(Text, _iv, Result, PaddingMode.None);

    [BenchmarkCategory("CBC decrypt"), Benchmark]
    public int CbcDecrypt() => _ours.DecryptCbc(Text, _iv, Result, PaddingMode.None);

    [BenchmarkCategory("CFB encrypt"), Benchmark(Baseline = true)]
    public int CfbEncryptDotNet() => _dotNet.EncryptCfb(Text, _iv, Result, PaddingMode.None, 128);

    [BenchmarkCategory("CFB encrypt"), Benchmark]
    public int CfbEncrypt() => _ours.EncryptCfb(Text, _iv, Result, PaddingMode.None, 128);

    [BenchmarkCategory("CFB decrypt"), Benchmark(Baseline = true)]
    public int CfbDecryptDotNet() => _dotNet.DecryptCfb(Text, _iv, Result, PaddingMode.None, 128);

    [BenchmarkCategory("CFB decrypt"), Benchmark]
    public int CfbDecrypt() => _ours.DecryptCfb(Text, _iv, Result, PaddingMode.None, 128);

    internal override void Prepare() => _dotNet.Key = _ours.Key = Key;
}

/// <summary>Padded (RFC 5649).</summary>
public class AesKeyWrap : UnderAesKey
{
    private readonly Bcl.Aes _dotNet = Bcl.Aes.Create();
    private readonly Aes _ours = new();

    [Benchmark(Baseline = true)]
    public void WrapDotNet() => _dotNet.EncryptKeyWrapPadded(Text, Result);

    [Benchmark]
    public void Wrap() => _ours.EncryptKeyWrapPadded(Text, Result);

    internal override void Prepare()
    {
        _dotNet.Key = _ours.Key = Key;
        Result = new byte[Bcl.Aes.GetKeyWrapPaddedLength(Bytes)];
    }
}

/// <summary>.NET has no CTR.</summary>
public class AesCounter : UnderAesKey
{
    private readonly byte[] _counter = SomeBytes(16);
    private AesCtr? _ours;

    [Benchmark]
    public void Transform() => _ours!.Transform(_counter, Text, Result);

    internal override void Prepare() => _ours = new(Key);
}

/// <summary>.NET has no XTS.</summary>
public class AesSectors : UnderAesKey
{
    private AesXts? _ours;

    [BenchmarkCategory("Encrypt"), Benchmark]
    public void Encrypt() => _ours!.Encrypt(1, Text, Result);

    [BenchmarkCategory("Decrypt"), Benchmark]
    public void Decrypt() => _ours!.Decrypt(1, Text, Result);

    internal override void Prepare() => _ours = new(SomeBytes(KeyBits / 4));
}
