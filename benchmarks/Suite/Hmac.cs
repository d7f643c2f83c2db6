using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

/// <summary>HMAC with a key of 256 bits that is set up in every call.</summary>
[BenchmarkCategory("HMAC")]
public class Hmac() : Family(Implementation.OfEach(Operations.Hmacs, "bcl", "openssl", "bouncycastle"))
{
    [GlobalSetup]
    public void PrepareHash() => Prepare(By!.OperationId!);

    [Benchmark]
    public void Hash() => Run();
}
