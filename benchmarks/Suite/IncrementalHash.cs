using BenchmarkDotNet.Attributes;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>A message that is appended in pieces.</summary>
[BenchmarkCategory("SHA", "IncrementalHash")]
public class IncrementalHash() : Family(Implementation.All(Sha256Kernels.List))
{
    [GlobalSetup]
    public void PrepareSha256() => Prepare("sha256-incremental");

    [Benchmark]
    public void Sha256() => Run();
}
