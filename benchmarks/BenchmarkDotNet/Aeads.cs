using BenchmarkDotNet.Attributes;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.BenchmarkClasses;

public class Gcm : UnderAesKey
{
    private readonly byte[] _nonce = SomeBytes(12);
    private byte[] _ciphertext = [];
    private byte[] _key = [];
    private Bcl.AesGcm? _dotNet;
    private AesGcm? _ours;

    [BenchmarkCategory("Seal"), Benchmark(Baseline = true)]
    public void SealDotNet() => _dotNet!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Seal"), Benchmark]
    public void Seal() => _ours!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Open"), Benchmark(Baseline = true)]
    public void OpenDotNet() => _dotNet!.Decrypt(_nonce, _ciphertext, Tag, Result);

    [BenchmarkCategory("Open"), Benchmark]
    public void Open() => _ours!.Decrypt(_nonce, _ciphertext, Tag, Result);

    [BenchmarkCategory("Fresh key"), Benchmark(Baseline = true)]
    public void SealWithFreshKeyDotNet()
    {
        using var gcm = new Bcl.AesGcm(_key, TagBytes);
        gcm.Encrypt(_nonce, Text, Result, Tag);
    }

    [BenchmarkCategory("Fresh key"), Benchmark]
    public void SealWithFreshKey()
    {
        using var gcm = new AesGcm(_key, TagBytes);
        gcm.Encrypt(_nonce, Text, Result, Tag);
    }

    internal override void Prepare()
    {
        (Result, _ciphertext) = (new byte[Bytes], new byte[Bytes]);
        _key = Key;
        _dotNet = new(_key, TagBytes);
        _ours = new(_key, TagBytes);
        _ours.Encrypt(_nonce, Text, _ciphertext, Tag);
    }
}

public class Ccm : UnderAesKey
{
    private readonly byte[] _nonce = SomeBytes(12);
    private byte[] _ciphertext = [];
    private Bcl.AesCcm? _dotNet;
    private AesCcm? _ours;

    [BenchmarkCategory("Seal"), Benchmark(Baseline = true)]
    public void SealDotNet() => _dotNet!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Seal"), Benchmark]
    public void Seal() => _ours!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Open"), Benchmark(Baseline = true)]
    public void OpenDotNet() => _dotNet!.Decrypt(_nonce, _ciphertext, Tag, Result);

    [BenchmarkCategory("Open"), Benchmark]
    public void Open() => _ours!.Decrypt(_nonce, _ciphertext, Tag, Result);

    internal override void Prepare()
    {
        (Result, _ciphertext) = (new byte[Bytes], new byte[Bytes]);
        _dotNet = new(Key);
        _ours = new(Key);
        _ours.Encrypt(_nonce, Text, _ciphertext, Tag);
    }
}

/// <summary>.NET has no GCM-SIV.</summary>
public class GcmSiv : UnderAesKey
{
    private readonly byte[] _nonce = SomeBytes(12);
    private byte[] _ciphertext = [];
    private AesGcmSiv? _ours;

    [BenchmarkCategory("Seal"), Benchmark]
    public void Seal() => _ours!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Open"), Benchmark]
    public void Open() => _ours!.Decrypt(_nonce, _ciphertext, Tag, Result);

    internal override void Prepare()
    {
        (Result, _ciphertext) = (new byte[Bytes], new byte[Bytes]);
        _ours = new(Key);
        _ours.Encrypt(_nonce, Text, _ciphertext, Tag);
    }
}

/// <summary>.NET has no XAES.</summary>
public class XAes : OnText
{
    private readonly byte[] _nonce = SomeBytes(24);
    private byte[] _ciphertext = [];
    private XAes256Gcm? _ours;

    [BenchmarkCategory("Seal"), Benchmark]
    public void Seal() => _ours!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Open"), Benchmark]
    public void Open() => _ours!.Decrypt(_nonce, _ciphertext, Tag, Result);

    internal override void Prepare()
    {
        (Result, _ciphertext) = (new byte[Bytes], new byte[Bytes]);
        _ours = new(SomeBytes(32));
        _ours.Encrypt(_nonce, Text, _ciphertext, Tag);
    }
}

public class ChaCha : OnText
{
    private readonly byte[] _nonce = SomeBytes(12);
    private byte[] _ciphertext = [];
    private Bcl.ChaCha20Poly1305? _dotNet;
    private ChaCha20Poly1305? _ours;

    [BenchmarkCategory("Seal"), Benchmark(Baseline = true)]
    public void SealDotNet() => _dotNet!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Seal"), Benchmark]
    public void Seal() => _ours!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Open"), Benchmark(Baseline = true)]
    public void OpenDotNet() => _dotNet!.Decrypt(_nonce, _ciphertext, Tag, Result);

    [BenchmarkCategory("Open"), Benchmark]
    public void Open() => _ours!.Decrypt(_nonce, _ciphertext, Tag, Result);

    internal override void Prepare()
    {
        (Result, _ciphertext) = (new byte[Bytes], new byte[Bytes]);
        _dotNet = new(SomeBytes(32));
        _ours = new(SomeBytes(32));
        _ours.Encrypt(_nonce, Text, _ciphertext, Tag);
    }
}

/// <summary>.NET has no XChaCha.</summary>
public class XChaCha : OnText
{
    private readonly byte[] _nonce = SomeBytes(24);
    private byte[] _ciphertext = [];
    private XChaCha20Poly1305? _ours;

    [BenchmarkCategory("Seal"), Benchmark]
    public void Seal() => _ours!.Encrypt(_nonce, Text, Result, Tag);

    [BenchmarkCategory("Open"), Benchmark]
    public void Open() => _ours!.Decrypt(_nonce, _ciphertext, Tag, Result);

    internal override void Prepare()
    {
        (Result, _ciphertext) = (new byte[Bytes], new byte[Bytes]);
        _ours = new(SomeBytes(32));
        _ours.Encrypt(_nonce, Text, _ciphertext, Tag);
    }
}
