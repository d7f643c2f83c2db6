using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>Every checksum of the catalogue.</summary>
[BenchmarkCategory("Checksums")]
public class Checksums() : Family(Implementation.OfEach(Operations.Checksums, "zlib"))
{
    [GlobalSetup]
    public void PrepareSum() => Prepare(By!.OperationId!);

    [Benchmark]
    public void Sum() => Run();
}
