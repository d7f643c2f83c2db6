using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>HMAC with a key of 256 bits that is set up in every call.</summary>
[BenchmarkCategory("HMAC")]
public class Hmac() : Family(Implementation.All(Algorithms.Sha256))
{
    [GlobalSetup]
    public void PrepareSha256() => Prepare("hmac-sha256");

    [Benchmark]
    public void Sha256() => Run();
}
