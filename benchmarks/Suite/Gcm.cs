using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("AES", "GCM")]
public class Gcm()
    : KeyedFamily(Implementation.All(Algorithms.AesGcm), 16, 64, 256, 1350, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 16 << 20)
{
    [GlobalSetup(Target = nameof(Seal))]
    public void PrepareSeal() => Prepare($"aes-{KeyBits}-gcm-seal");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Seal() => Run();

    [GlobalSetup(Target = nameof(Open))]
    public void PrepareOpen() => Prepare($"aes-{KeyBits}-gcm-open");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Open() => Run();

    [GlobalSetup(Target = nameof(SealWithFreshKey))]
    public void PrepareSealWithFreshKey() => Prepare($"aes-{KeyBits}-gcm-fresh");

    [Benchmark, BenchmarkCategory("FreshKey")]
    public void SealWithFreshKey() => Run();
}
