using BenchmarkDotNet.Attributes;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Suite;

[BenchmarkCategory("Checksums")]
public class Crc32() : Family(Implementation.All(Crc32Kernels.List, "zlib"))
{
    [GlobalSetup]
    public void PrepareSum() => Prepare("crc-32");

    [Benchmark]
    public void Sum() => Run();
}

/// <summary>Which zlib does not have.</summary>
[BenchmarkCategory("Checksums")]
public class Crc32C() : Family(Implementation.All(Crc32CKernels.List, []))
{
    [GlobalSetup]
    public void PrepareSum() => Prepare("crc-32c");

    [Benchmark]
    public void Sum() => Run();
}

[BenchmarkCategory("Checksums")]
public class Adler32() : Family(Implementation.All(Adler32Kernels.List, "zlib"))
{
    [GlobalSetup]
    public void PrepareSum() => Prepare("adler-32");

    [Benchmark]
    public void Sum() => Run();
}
