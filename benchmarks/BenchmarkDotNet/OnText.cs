using System;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;

namespace ManagedCrypto.BenchmarkClasses;

/// <summary>
/// A text of several sizes, and room for what is made of it. The benchmarks of a category do the same, and all but ManagedCrypto's own
/// operations have .NET's as baseline.
/// </summary>
[MemoryDiagnoser, CategoriesColumn, GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)]
public abstract class OnText
{
    internal const int TagBytes = 16;
    private const int LongestDigest = 64;

    [Params(16, 1 << 10, 64 << 10)]
    public int Bytes { get; set; }

    internal byte[] Text { get; private set; } = [];

    /// <summary>Holds a padded ciphertext, or a digest.</summary>
    internal byte[] Result { get; set; } = [];

    internal byte[] Tag { get; } = new byte[TagBytes];

    [GlobalSetup]
    public void SetUp()
    {
        Text = SomeBytes(Bytes);
        Result = new byte[Bytes + LongestDigest];
        Prepare();
    }

    /// <summary>Keys and nonces that are the same in every run.</summary>
    internal static byte[] SomeBytes(int count)
    {
        var bytes = new byte[count];
        new Random(count).NextBytes(bytes);
        return bytes;
    }

    internal abstract void Prepare();
}

/// <summary>The same under AES keys of either length.</summary>
public abstract class UnderAesKey : OnText
{
    [Params(128, 256)]
    public int KeyBits { get; set; }

    internal byte[] Key => SomeBytes(KeyBits / 8);
}
