using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>GMAC, which elsewhere is GCM of no text.</summary>
[BenchmarkCategory("AES", "GMAC")]
public class Gmac() : KeyedFamily(Implementation.OfPeers(Algorithms.AesGcm, "bcl", "openssl"))
{
    [GlobalSetup]
    public void PrepareHash() => Prepare($"aes-{KeyBits}-gmac");

    [Benchmark]
    public void Hash() => Run();
}
