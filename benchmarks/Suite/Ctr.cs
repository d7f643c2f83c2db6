using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("AES", "CTR")]
public class Ctr() : KeyedFamily(Implementation.All(Algorithms.Aes))
{
    [GlobalSetup]
    public void PrepareTransform() => Prepare($"aes-{KeyBits}-ctr");

    [Benchmark]
    public void Transform() => Run();
}
