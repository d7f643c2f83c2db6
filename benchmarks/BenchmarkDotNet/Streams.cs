using System.IO;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.BenchmarkClasses;

/// <summary>Through .NET's <see cref="CryptoStream"/>, and SHA-256 of a stream that is read.</summary>
public class Streams : OnText
{
    private readonly byte[] _key = SomeBytes(32);
    private readonly byte[] _iv = SomeBytes(16);
    private readonly Bcl.Aes _dotNet = Bcl.Aes.Create();
    private readonly Aes _ours = new();
    private AesCtr? _counter;

    [BenchmarkCategory("CBC encrypt"), Benchmark(Baseline = true)]
    public void CbcEncryptDotNet() => Push(_dotNet.CreateEncryptor(_key, _iv));

    [BenchmarkCategory("CBC encrypt"), Benchmark]
    public void CbcEncrypt() => Push(_ours.CreateEncryptor(_key, _iv));

    [BenchmarkCategory("CBC decrypt"), Benchmark(Baseline = true)]
    public void CbcDecryptDotNet() => Push(_dotNet.CreateDecryptor(_key, _iv));

    [BenchmarkCategory("CBC decrypt"), Benchmark]
    public void CbcDecrypt() => Push(_ours.CreateDecryptor(_key, _iv));

    [BenchmarkCategory("CTR"), Benchmark]
    public void Ctr() => Push(_counter!.CreateTransform(_iv));

    [BenchmarkCategory("SHA-256"), Benchmark(Baseline = true)]
    public int Sha256DotNet() => Bcl.SHA256.HashData(new MemoryStream(Text), Result);

    [BenchmarkCategory("SHA-256"), Benchmark]
    public int Sha256() => SHA256.HashData(new MemoryStream(Text), Result);

    internal override void Prepare()
    {
        _dotNet.Padding = _ours.Padding = PaddingMode.None;
        _counter = new(_key);
    }

    private void Push(ICryptoTransform transform)
    {
        using (transform)
        using (var stream = new CryptoStream(new MemoryStream(Result), transform, CryptoStreamMode.Write))
            stream.Write(Text);
    }
}
