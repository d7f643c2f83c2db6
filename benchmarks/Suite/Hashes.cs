using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>Every hash function of the catalogue.</summary>
[BenchmarkCategory("SHA")]
public class Hashes() : Family(Implementation.OfEach(Operations.Hashes, "bcl", "openssl", "bouncycastle"))
{
    [GlobalSetup]
    public void PrepareHash() => Prepare(By!.OperationId!);

    [Benchmark]
    public void Hash() => Run();
}
