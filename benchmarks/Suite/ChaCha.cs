using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("ChaCha20-Poly1305")]
public class ChaCha()
    : Family(Implementation.All(Algorithms.ChaCha20Poly1305), 16, 64, 256, 1350, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 16 << 20)
{
    [GlobalSetup(Target = nameof(Seal))]
    public void PrepareSeal() => Prepare("chacha20-poly1305-seal");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Seal() => Run();

    [GlobalSetup(Target = nameof(Open))]
    public void PrepareOpen() => Prepare("chacha20-poly1305-open");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Open() => Run();
}
