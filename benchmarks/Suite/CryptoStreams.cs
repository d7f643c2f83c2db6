using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>Transforms under CryptoStream; OpenSSL and Bouncy Castle, which have no such stream, do the text at once.</summary>
[BenchmarkCategory("AES", "CryptoStream")]
public class CryptoStreams() : Family(Implementation.All(Algorithms.Aes))
{
    [GlobalSetup(Target = nameof(CbcEncrypt))]
    public void PrepareCbcEncrypt() => Prepare("aes-256-cbc-encrypt-stream");

    [Benchmark, BenchmarkCategory("CBC")]
    public void CbcEncrypt() => Run();

    [GlobalSetup(Target = nameof(CbcDecrypt))]
    public void PrepareCbcDecrypt() => Prepare("aes-256-cbc-decrypt-stream");

    [Benchmark, BenchmarkCategory("CBC")]
    public void CbcDecrypt() => Run();

    [GlobalSetup(Target = nameof(Ctr))]
    public void PrepareCtr() => Prepare("aes-256-ctr-stream");

    [Benchmark, BenchmarkCategory("CTR")]
    public void Ctr() => Run();
}
