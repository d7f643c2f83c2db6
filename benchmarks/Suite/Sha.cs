using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("SHA")]
public class Sha1() : Family(Implementation.All(Algorithms.Sha1.Kernels))
{
    [GlobalSetup]
    public void PrepareHash() => Prepare("sha1");

    [Benchmark]
    public void Hash() => Run();
}

[BenchmarkCategory("SHA")]
public class Sha256() : Family(Implementation.All(Algorithms.Sha256.Kernels))
{
    [GlobalSetup]
    public void PrepareHash() => Prepare("sha256");

    [Benchmark]
    public void Hash() => Run();
}

/// <summary>SHA-512, and SHA-384, which has the same kernels.</summary>
[BenchmarkCategory("SHA")]
public class Sha512() : Family(Implementation.All(Algorithms.Sha512.Kernels))
{
    [GlobalSetup(Target = nameof(Hash384))]
    public void PrepareHash384() => Prepare("sha384");

    [Benchmark]
    public void Hash384() => Run();

    [GlobalSetup(Target = nameof(Hash512))]
    public void PrepareHash512() => Prepare("sha512");

    [Benchmark]
    public void Hash512() => Run();
}
