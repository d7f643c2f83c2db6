using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>KMAC with a key of 256 bits that is set up in every call.</summary>
[BenchmarkCategory("KMAC")]
public class Kmac() : Family(Implementation.OfEach(Operations.Kmacs, "bcl", "openssl", "bouncycastle"))
{
    [GlobalSetup]
    public void PrepareHash() => Prepare(By!.OperationId!);

    [Benchmark]
    public void Hash() => Run();
}
