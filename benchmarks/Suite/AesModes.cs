using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("AES", "Modes")]
public class AesModes() : KeyedFamily(Implementation.All(Algorithms.Aes))
{
    [GlobalSetup(Target = nameof(EcbEncrypt))]
    public void PrepareEcbEncrypt() => Prepare($"aes-{KeyBits}-ecb-encrypt");

    [Benchmark, BenchmarkCategory("ECB")]
    public void EcbEncrypt() => Run();

    [GlobalSetup(Target = nameof(EcbDecrypt))]
    public void PrepareEcbDecrypt() => Prepare($"aes-{KeyBits}-ecb-decrypt");

    [Benchmark, BenchmarkCategory("ECB")]
    public void EcbDecrypt() => Run();

    [GlobalSetup(Target = nameof(CbcEncrypt))]
    public void PrepareCbcEncrypt() => Prepare($"aes-{KeyBits}-cbc-encrypt");

    [Benchmark, BenchmarkCategory("CBC")]
    public void CbcEncrypt() => Run();

    [GlobalSetup(Target = nameof(CbcDecrypt))]
    public void PrepareCbcDecrypt() => Prepare($"aes-{KeyBits}-cbc-decrypt");

    [Benchmark, BenchmarkCategory("CBC")]
    public void CbcDecrypt() => Run();

    [GlobalSetup(Target = nameof(CfbEncrypt))]
    public void PrepareCfbEncrypt() => Prepare($"aes-{KeyBits}-cfb-encrypt");

    [Benchmark, BenchmarkCategory("CFB")]
    public void CfbEncrypt() => Run();

    [GlobalSetup(Target = nameof(CfbDecrypt))]
    public void PrepareCfbDecrypt() => Prepare($"aes-{KeyBits}-cfb-decrypt");

    [Benchmark, BenchmarkCategory("CFB")]
    public void CfbDecrypt() => Run();
}
