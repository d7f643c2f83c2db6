using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// A public type that hashes, on one kernel: how it is called, and what is right by .NET's class of its name, or by a reference where .NET
/// lacks that: checksums, some hash functions, and sponges on some frameworks.
/// </summary>
internal sealed class HashSubject
{
    private readonly Type _type;
    private readonly MessageHash? _hash;
    private readonly MessageChecksum? _checksum;

    private HashSubject(Type type, HashFunction function, HashKernel kernel)
        : this(type, function, (Kernel)kernel)
    {
        Function = function;
        _hash = function.With(kernel);
        IsKeyed = function.HasHmacType && type == function.HmacType.Type;
        BlockBytes = function.BlockBytes;
        DigestBytes = function.DigestBytes;
    }

    private HashSubject(ChecksumAlgorithm algorithm, ChecksumKernel kernel)
        : this(algorithm.Type.Type, algorithm, kernel)
    {
        _checksum = algorithm.With(kernel);
        BlockBytes = 64;
        DigestBytes = ChecksumAlgorithm.DigestBytes;
    }

    private HashSubject(Type type, Algorithm algorithm, Kernel kernel)
    {
        _type = type;
        Algorithm = algorithm;
        Kernel = kernel;
    }

    /// <summary>Every type of the catalogue that hashes, on every kernel that runs here.</summary>
    public static IReadOnlyList<HashSubject> All { get; } =
    [
        .. from function in Algorithms.Hashes
           from type in function.Types
           from kernel in TestedKernels.Of(function.Kernels)
           select new HashSubject(type.Type, function, kernel),
        .. from algorithm in Algorithms.All.OfType<ChecksumAlgorithm>()
           from kernel in TestedKernels.Of(algorithm.Kernels)
           select new HashSubject(algorithm, kernel),
    ];

    /// <summary>Of the type, such as <c>HMACSHA1</c>.</summary>
    public string Name => _type.Name;

    public Algorithm Algorithm { get; }

    /// <summary>The hash function, if it is no checksum.</summary>
    public HashFunction? Function { get; }

    public Kernel Kernel { get; }

    /// <summary>The hash function on the kernel. Not for checksums.</summary>
    public MessageHash MessageHash => _hash!;

    public bool IsKeyed { get; }

    public int DigestBytes { get; }

    /// <summary>Of a checksum, the bytes that a vector loop takes or more.</summary>
    public int BlockBytes { get; }

    /// <summary>Whether .NET has a hash function at all.</summary>
    public static bool HasNamesake(HashFunction function) => function.HashType.DropInNames.Length > 0;

    /// <summary>Whether the framework has a hash function, here: SHA-3 it may lack.</summary>
    public static bool IsInFramework(HashFunction function) =>
#if NET
        HasNamesake(function) && (function.Construction is not Sponge || System.Security.Cryptography.SHA3_256.IsSupported);
#else
        HasNamesake(function) && function.Construction is not Sponge;
#endif

    public static HashSubject Find(string name, string kernelId) =>
        All.Single(subject => subject.Name == name && subject.Kernel.Id == kernelId);

    public override string ToString() => $"{Name} on {Kernel.Id}";

    /// <summary>The one-shot. The key counts only where there is one.</summary>
    public void Hash(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (IsKeyed)
            HmacState.Hash(_hash!, key, source, destination);
        else if (_hash is not null)
            _hash.Hash(source, destination);
        else
            _checksum!.Hash(source, destination);
    }

    public byte[] Hash(byte[] key, ReadOnlySpan<byte> source)
    {
        var digest = new byte[DigestBytes];
        Hash(key, source, digest);
        return digest;
    }

    /// <summary>Begins a message that comes in parts.</summary>
    public IMessageHash Begin(byte[] key) =>
        _checksum is not null ? new RunningChecksum(_checksum, this)
        : IsKeyed ? HmacEngine.Begin(_hash!, this, key)
        : HashEngine.Begin(_hash!, this);

    /// <summary>An object of the public type.</summary>
    public HashAlgorithm Create(byte[] key)
    {
        object[] arguments = IsKeyed ? [_hash!, key] : [(object?)_hash ?? _checksum!];
        return (HashAlgorithm)Activator.CreateInstance(
            _type, BindingFlags.Instance | BindingFlags.NonPublic, null, arguments, null)!;
    }

    /// <summary>An object that takes the message in parts, and can be copied. Not for checksums.</summary>
    public IncrementalHash CreateIncremental(byte[] key) => IsKeyed ? new(_hash!, key) : new(_hash!);

    public byte[] Expected(byte[] key, byte[] message)
    {
        if (Function is null)
        {
            using var reference = ReferenceChecksum.Of(Algorithm);
            return reference.ComputeHash(message);
        }

        return IsKeyed ? ExpectedCode(Function, key, message) : ExpectedDigest(Function, message);
    }

    /// <summary>The framework's, or the reference's if it has none.</summary>
    public static byte[] ExpectedDigest(HashFunction function, byte[] message) => IsInFramework(function)
        ? OracleOperations.HashData(new HashAlgorithmName(function.HashName), message)
        : ReferenceHash.Digest(function, message);

    /// <inheritdoc cref="ExpectedDigest"/>
    public static byte[] ExpectedCode(HashFunction function, byte[] key, byte[] message) => IsInFramework(function)
        ? OracleOperations.HmacData(new HashAlgorithmName(function.HashName), key, message)
        : ReferenceHash.Hmac(function, key, message);
}
