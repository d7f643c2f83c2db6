using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>Key wrap with padding (RFC 5649), of keys, and of as much as a key ring has.</summary>
[BenchmarkCategory("AES", "KeyWrap")]
public class KeyWrap() : KeyedFamily(Implementation.OfPeers(Algorithms.Aes, "bcl"), 16, 32, 64, 1 << 10)
{
    [GlobalSetup]
    public void PrepareWrap() => Prepare($"aes-{KeyBits}-key-wrap");

    [Benchmark]
    public void Wrap() => Run();
}
