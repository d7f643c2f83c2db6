using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("SHAKE")]
public class Shake() : Family(Implementation.OfEach(Operations.Shake, "bcl", "openssl", "bouncycastle"))
{
    [GlobalSetup]
    public void PrepareHash() => Prepare(By!.OperationId!);

    [Benchmark]
    public void Hash() => Run();
}
