using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>A message that is appended in pieces.</summary>
[BenchmarkCategory("SHA", "IncrementalHash")]
public class IncrementalHash() : Family(Implementation.All(Algorithms.Sha256))
{
    [GlobalSetup]
    public void PrepareSha256() => Prepare("sha256-incremental");

    [Benchmark]
    public void Sha256() => Run();
}
