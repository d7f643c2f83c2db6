using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>Data units from one block to a mebibyte; sectors have 512 and 4,096 bytes.</summary>
[BenchmarkCategory("AES", "XTS")]
public class Xts() : KeyedFamily(Implementation.OfPeers(Algorithms.Aes, "openssl"), 16, 512, 4 << 10, 64 << 10, 1 << 20)
{
    [GlobalSetup(Target = nameof(Encrypt))]
    public void PrepareEncrypt() => Prepare($"aes-{KeyBits}-xts-encrypt");

    [Benchmark]
    public void Encrypt() => Run();

    [GlobalSetup(Target = nameof(Decrypt))]
    public void PrepareDecrypt() => Prepare($"aes-{KeyBits}-xts-decrypt");

    [Benchmark]
    public void Decrypt() => Run();
}
