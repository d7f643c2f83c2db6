using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("XChaCha20-Poly1305")]
public class XChaCha() : Family(Implementation.OfPeers(Algorithms.ChaCha20Poly1305))
{
    [GlobalSetup(Target = nameof(Seal))]
    public void PrepareSeal() => Prepare("xchacha20-poly1305-seal");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Seal() => Run();

    [GlobalSetup(Target = nameof(Open))]
    public void PrepareOpen() => Prepare("xchacha20-poly1305-open");

    [Benchmark, BenchmarkCategory("ReusedKey")]
    public void Open() => Run();
}
