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
        Type type, string kernelId, Func<byte[], int?, AeadFace> create, Func<byte[], int, EncryptSpans> oracle,
        int[] keyBytes, int[] nonceBytes, int[] tagBytes)
    {
        Type = type;
        KernelId = kernelId;
        Create = create;
        Oracle = oracle;
        KeyBytes = keyBytes;
        NonceBytes = nonceBytes;
        TagBytes = tagBytes;
    }

    /// <summary>Every AEAD on every kernel that runs here.</summary>
    public static IReadOnlyList<AeadSubject> All { get; } =
    [
        .. Algorithms.AesGcm.Kernels.Runnable.Select(kernel => new AeadSubject(
            typeof(AesGcm), kernel.Id,
            (key, tagBytes) => new(new AesGcm(kernel, key, tagBytes)),
            (key, tagBytes) => new OracleGcm(key, tagBytes).Encrypt,
            AesMatrix.KeyBytes, nonceBytes: [12], tagBytes: [12, 13, 14, 15, 16])
        {
            Kernel = kernel,
            HasTagSize = true,
            LongestText = 4096,
        }),
        .. Algorithms.Aes.Kernels.Runnable.Select(kernel => new AeadSubject(
            typeof(AesCcm), kernel.Id,
            (key, _) => new(new AesCcm(new CcmComposed(kernel), key)),
            (key, _) => new OracleCcm(key).Encrypt,
            AesMatrix.KeyBytes, nonceBytes: [7, 8, 9, 10, 11, 12, 13], tagBytes: [4, 6, 8, 10, 12, 14, 16])
        {
            Kernel = new CcmComposed(kernel),
        }),
        .. XAesMatrix.All.Select(kernels => new AeadSubject(
            typeof(XAes256Gcm), XAesMatrix.Id(kernels),
            (key, _) => new(new XAes256Gcm(kernels, key)),
            (key, _) => (nonce, text, ciphertext, tag, data) => ReferenceXAes.Encrypt(key, nonce, text, ciphertext, tag, data),
            keyBytes: [32], nonceBytes: [24], tagBytes: [16])),
        .. Algorithms.AesGcmSiv.Kernels.Runnable.Select(kernel => new AeadSubject(
            typeof(AesGcmSiv), kernel.Id,
            (key, _) => new(new AesGcmSiv(kernel, key)),
            (key, _) => new ReferenceGcmSiv(key).Encrypt,
            keyBytes: [16, 32], nonceBytes: [12], tagBytes: [16])
        {
            Kernel = kernel,
        }),
        .. Algorithms.ChaCha20Poly1305.Kernels.Runnable.Select(kernel => new AeadSubject(
            typeof(ChaCha20Poly1305), kernel.Id,
            (key, _) => new(new ChaCha20Poly1305(kernel, key)),
            (key, _) => (nonce, text, ciphertext, tag, data) => ReferenceChaCha.Encrypt(key, nonce, text, ciphertext, tag, data),
            keyBytes: [32], nonceBytes: [12], tagBytes: [16])
        {
            Kernel = kernel,
            LongestText = 2300,
        }),
        .. Algorithms.ChaCha20Poly1305.Kernels.Runnable.Select(kernel => new AeadSubject(
            typeof(XChaCha20Poly1305), kernel.Id,
            (key, _) => new(new XChaCha20Poly1305(new XChaChaPoly(kernel), key)),
            (key, _) => (nonce, text, ciphertext, tag, data) => ReferenceChaCha.Encrypt(key, nonce, text, ciphertext, tag, data),
            keyBytes: [32], nonceBytes: [24], tagBytes: [16])),
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
                .Select(subject => new TheoryDataRow<string, string>(subject.Name, subject.KernelId));
        }
    }

    /// <summary>Those of <see cref="Rows"/> that seal under a nonce which they are given.</summary>
    public static IEnumerable<TheoryDataRow<string, string>> SealingRows =>
        Rows.Where(row => Find(row.Data.Item1, row.Data.Item2).SealsUnderGivenNonce);

    public Type Type { get; }

    public string Name => Type.Name;

    public string KernelId { get; }

    /// <summary>What the static members take first, of those that seal under a nonce which they are given.</summary>
    public Kernel? Kernel { get; init; }

    public bool SealsUnderGivenNonce => Kernel is not null;

    /// <summary>An object for a key, and for tags of one size, if it is made for that.</summary>
    public Func<byte[], int?, AeadFace> Create { get; }

    /// <summary>What is right under a key with tags of one size.</summary>
    public Func<byte[], int, EncryptSpans> Oracle { get; }

    /// <summary>The static members on the kernel.</summary>
    public SealSpansOnce Seal => field ??= AeadFace.Static<SealSpansOnce>(Type, "Seal", Kernel);

    /// <inheritdoc cref="Seal"/>
    public SealSpansOnce Open => field ??= AeadFace.Static<SealSpansOnce>(Type, "Open", Kernel);

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
        All.Single(subject => subject.Name == name && subject.KernelId == kernelId);
}
