using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("AES", "CCM")]
public class Ccm() : KeyedFamily(Implementation.All(Algorithms.Aes))
{
    [GlobalSetup(Target = nameof(Seal))]
    public void PrepareSeal() => Prepare($"aes-{KeyBits}-ccm-seal");

    [Benchmark]
    public void Seal() => Run();

    [GlobalSetup(Target = nameof(Open))]
    public void PrepareOpen() => Prepare($"aes-{KeyBits}-ccm-open");

    [Benchmark]
    public void Open() => Run();
}
