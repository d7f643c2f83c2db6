using System;
using System.Security.Cryptography;
using BenchmarkDotNet.Attributes;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.BenchmarkClasses;

/// <summary>By name, in one call.</summary>
public class Hashes : OnText
{
    private HashAlgorithmName _name;

    [Params("MD5", "SHA1", "SHA256", "SHA384", "SHA512", "SHA3-256", "SHA3-384", "SHA3-512")]
    public string Function { get; set; } = "";

    [Benchmark(Baseline = true)]
    public int HashDotNet() => Bcl.CryptographicOperations.HashData(_name, Text, Result);

    [Benchmark]
    public int Hash() => CryptographicOperations.HashData(_name, Text, Result);

    internal override void Prepare() => _name = new(Function);
}

/// <summary>SHA-256 of a message that is appended in pieces, which are no whole blocks, and as small as a program's fields.</summary>
public class AppendedHash : OnText
{
    private readonly Bcl.IncrementalHash _dotNet = Bcl.IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly IncrementalHash _ours = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    [Params(8, 1000)]
    public int PieceBytes { get; set; }

    [Benchmark(Baseline = true)]
    public int AppendDotNet()
    {
        for (var i = 0; i < Text.Length; i += PieceBytes)
            _dotNet.AppendData(Text, i, Math.Min(PieceBytes, Text.Length - i));
        return _dotNet.GetHashAndReset(Result);
    }

    [Benchmark]
    public int Append()
    {
        for (var i = 0; i < Text.Length; i += PieceBytes)
            _ours.AppendData(Text, i, Math.Min(PieceBytes, Text.Length - i));
        return _ours.GetHashAndReset(Result);
    }

    internal override void Prepare()
    {
    }
}

/// <summary>Messages by the dozen, which .NET hashes one by one.</summary>
public class ManyHashes : OnText
{
    private const int Messages = 64;

    private byte[] _messages = [];

    [BenchmarkCategory("SHA-256"), Benchmark(Baseline = true)]
    public void Sha256DotNet()
    {
        for (var i = 0; i < Messages; i++)
            Bcl.SHA256.HashData(_messages.AsSpan(i * Bytes, Bytes), Result.AsSpan(i * Bcl.SHA256.HashSizeInBytes));
    }

    [BenchmarkCategory("SHA-256"), Benchmark]
    public void Sha256() => SHA256.HashMany(_messages, Bytes, Result.AsSpan(0, Messages * SHA256.HashSizeInBytes));

    [BenchmarkCategory("SHA-512"), Benchmark(Baseline = true)]
    public void Sha512DotNet()
    {
        for (var i = 0; i < Messages; i++)
            Bcl.SHA512.HashData(_messages.AsSpan(i * Bytes, Bytes), Result.AsSpan(i * Bcl.SHA512.HashSizeInBytes));
    }

    [BenchmarkCategory("SHA-512"), Benchmark]
    public void Sha512() => SHA512.HashMany(_messages, Bytes, Result.AsSpan(0, Messages * SHA512.HashSizeInBytes));

    internal override void Prepare()
    {
        _messages = SomeBytes(Messages * Bytes);
        Result = new byte[Messages * Bcl.SHA512.HashSizeInBytes];
    }
}

public class Shake : OnText
{
    [BenchmarkCategory("SHAKE128"), Benchmark(Baseline = true)]
    public void Shake128DotNet() => Bcl.Shake128.HashData(Text, Result.AsSpan(0, 32));

    [BenchmarkCategory("SHAKE128"), Benchmark]
    public void Shake128() => ManagedCrypto.Shake128.HashData(Text, Result.AsSpan(0, 32));

    [BenchmarkCategory("SHAKE256"), Benchmark(Baseline = true)]
    public void Shake256DotNet() => Bcl.Shake256.HashData(Text, Result.AsSpan(0, 64));

    [BenchmarkCategory("SHAKE256"), Benchmark]
    public void Shake256() => ManagedCrypto.Shake256.HashData(Text, Result.AsSpan(0, 64));

    internal override void Prepare()
    {
    }
}

/// <summary>.NET has them in a package of their own.</summary>
public class Checksums : OnText
{
    [BenchmarkCategory("CRC-32"), Benchmark]
    public int Crc32() => ManagedCrypto.Crc32.HashData(Text, Result);

    [BenchmarkCategory("CRC-32C"), Benchmark]
    public int Crc32C() => ManagedCrypto.Crc32C.HashData(Text, Result);

    [BenchmarkCategory("Adler-32"), Benchmark]
    public int Adler32() => ManagedCrypto.Adler32.HashData(Text, Result);

    internal override void Prepare()
    {
    }
}
