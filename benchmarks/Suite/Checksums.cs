using BenchmarkDotNet.Attributes;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("Checksums")]
public class Crc32() : Family(Implementation.All(Algorithms.Crc32.Kernels, "zlib"))
{
    [GlobalSetup]
    public void PrepareSum() => Prepare("crc-32");

    [Benchmark]
    public void Sum() => Run();
}

/// <summary>Which zlib does not have.</summary>
[BenchmarkCategory("Checksums")]
public class Crc32C() : Family(Implementation.All(Algorithms.Crc32C.Kernels, []))
{
    [GlobalSetup]
    public void PrepareSum() => Prepare("crc-32c");

    [Benchmark]
    public void Sum() => Run();
}

[BenchmarkCategory("Checksums")]
public class Adler32() : Family(Implementation.All(Algorithms.Adler32.Kernels, "zlib"))
{
    [GlobalSetup]
    public void PrepareSum() => Prepare("adler-32");

    [Benchmark]
    public void Sum() => Run();
}
