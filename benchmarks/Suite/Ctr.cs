using BenchmarkDotNet.Attributes;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("AES", "CTR")]
public class Ctr() : KeyedFamily(Implementation.All(AesKernels.List))
{
    [GlobalSetup]
    public void PrepareTransform() => Prepare($"aes-{KeyBits}-ctr");

    [Benchmark]
    public void Transform() => Run();
}
