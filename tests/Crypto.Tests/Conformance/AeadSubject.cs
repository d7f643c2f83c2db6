using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>An AEAD on one kernel: its sizes, how it is called, and what is right.</summary>
internal sealed class AeadSubject
{
    private AeadSubject(
        Type type, Kernel kernel, Func<byte[], int?, AeadFace> create, Func<byte[], int, EncryptSpans> oracle,
        int[] keyBytes, int[] nonceBytes, int[] tagBytes)
    {
        Type = type;
        Kernel = kernel;
        Create = create;
        Oracle = oracle;
        KeyBytes = keyBytes;
        NonceBytes = nonceBytes;
        TagBytes = tagBytes;
        Seal = AeadFace.Static<SealSpansOnce>(type, "Seal", kernel);
        Open = AeadFace.Static<SealSpansOnce>(type, "Open", kernel);
    }

    /// <summary>Every AEAD on every kernel that runs here.</summary>
    public static IReadOnlyList<AeadSubject> All { get; } =
    [
        .. Algorithms.AesGcm.Kernels.Runnable.Select(kernel => new AeadSubject(
            typeof(AesGcm), kernel,
            (key, tagBytes) => new(new AesGcm(kernel, key, tagBytes)),
            (key, tagBytes) => new OracleGcm(key, tagBytes).Encrypt,
            AesMatrix.KeyBytes, nonceBytes: [12], tagBytes: [12, 13, 14, 15, 16])
        {
            HasTagSize = true,
            LongestText = 4096,
        }),
        .. Algorithms.Aes.Kernels.Runnable.Select(kernel => new AeadSubject(
            typeof(AesCcm), kernel,
            (key, _) => new(new AesCcm(kernel, key)),
            (key, _) => new OracleCcm(key).Encrypt,
            AesMatrix.KeyBytes, nonceBytes: [7, 8, 9, 10, 11, 12, 13], tagBytes: [4, 6, 8, 10, 12, 14, 16])),
    ];

    /// <summary>
    /// Names and kernels, as the rows of a theory. An environment variable may name the types, such as <c>AesCcm</c>, where all take
    /// too long.
    /// </summary>
    public static IEnumerable<TheoryDataRow<string, string>> Rows
    {
        get
        {
            var chosen = Environment.GetEnvironmentVariable("CRYPTO_TESTS_AEADS")?.Split(',');
            return All.Where(subject => chosen?.Contains(subject.Name) ?? true)
                .Select(subject => new TheoryDataRow<string, string>(subject.Name, subject.Kernel.Id));
        }
    }

    public Type Type { get; }

    public string Name => Type.Name;

    public Kernel Kernel { get; }

    /// <summary>An object for a key, and for tags of one size, if it is made for that.</summary>
    public Func<byte[], int?, AeadFace> Create { get; }

    /// <summary>What is right under a key with tags of one size.</summary>
    public Func<byte[], int, EncryptSpans> Oracle { get; }

    /// <summary>The static members on the kernel.</summary>
    public SealSpansOnce Seal { get; }

    /// <inheritdoc cref="Seal"/>
    public SealSpansOnce Open { get; }

    public int[] KeyBytes { get; }

    public int[] NonceBytes { get; }

    public int[] TagBytes { get; }

    /// <summary>Whether objects may be made for tags of one size.</summary>
    public bool HasTagSize { get; init; }

    /// <summary>Up to which length all are tried.</summary>
    public int LongestText { get; init; } = 1200;

    /// <summary>The sizes of tags that <see cref="AeadFace.Seal"/> can append.</summary>
    public int[] SealedTagBytes => HasTagSize ? TagBytes : [16];

    public static AeadSubject Find(string name, string kernelId) =>
        All.Single(subject => subject.Name == name && subject.Kernel.Id == kernelId);
}
