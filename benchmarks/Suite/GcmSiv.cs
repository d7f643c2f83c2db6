using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("AES", "GCM-SIV")]
public class GcmSiv()
    : KeyedFamily(Implementation.All(Algorithms.AesGcmSiv), 16, 64, 256, 1350, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 16 << 20)
{
    [GlobalSetup(Target = nameof(Seal))]
    public void PrepareSeal() => Prepare($"aes-{KeyBits}-gcm-siv-seal");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Seal() => Run();

    [GlobalSetup(Target = nameof(Open))]
    public void PrepareOpen() => Prepare($"aes-{KeyBits}-gcm-siv-open");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Open() => Run();
}
