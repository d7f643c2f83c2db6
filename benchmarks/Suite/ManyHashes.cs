using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>Messages of a kibibyte, by every hash function that takes many at once; the other sides take them one by one.</summary>
[BenchmarkCategory("SHA", "Many")]
public class ManyHashes()
    : Family(Implementation.OfEach(Operations.Many, "bcl", "openssl", "bouncycastle"), 1 << 10, 16 << 10, 64 << 10, 1 << 20)
{
    [GlobalSetup]
    public void PrepareMany() => Prepare(By!.OperationId!);

    [Benchmark]
    public void HashMany() => Run();
}
