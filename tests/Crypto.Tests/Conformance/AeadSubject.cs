using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>An AEAD on one kernel: its sizes, how it is called, and what is right.</summary>
internal sealed class AeadSubject
{
    private readonly Aead _aead;

    private AeadSubject(Aead aead, AeadKernel kernel)
    {
        _aead = aead;
        Kernel = kernel;
        Oracle = s_oracles[aead.Type];
    }

    /// <summary>What is right under a key with tags of one size: .NET's own class, or else a reference of the tests.</summary>
    private static readonly Dictionary<Type, Func<byte[], int, EncryptSpans>> s_oracles = new()
    {
        [typeof(AesGcm)] = (key, tagBytes) => new OracleGcm(key, tagBytes).Encrypt,
        [typeof(AesCcm)] = (key, _) => new OracleCcm(key).Encrypt,
        [typeof(AesGcmSiv)] = (key, _) => new ReferenceGcmSiv(key).Encrypt,
        [typeof(AesSiv)] = (key, _) => new ReferenceSiv(key).Encrypt,
        [typeof(XAes256Gcm)] = (key, _) => (nonce, text, ciphertext, tag, data) => ReferenceXAes.Encrypt(key, nonce, text, ciphertext, tag, data),
        [typeof(ChaCha20Poly1305)] = (key, _) => new OracleChaCha(key).Encrypt,
        [typeof(XChaCha20Poly1305)] = (key, _) => (nonce, text, ciphertext, tag, data) =>
            ReferenceChaCha.Encrypt(key, nonce, text, ciphertext, tag, data),
        [typeof(Aegis128L)] = (key, _) => ReferenceAegis.Aegis128L.With(key),
        [typeof(Aegis256)] = (key, _) => ReferenceAegis.Aegis256.With(key),
        [typeof(Aegis128X2)] = (key, _) => ReferenceAegis.Aegis128X2.With(key),
        [typeof(Aegis128X4)] = (key, _) => ReferenceAegis.Aegis128X4.With(key),
    };

    /// <summary>Every AEAD on every kernel that runs here.</summary>
    public static IReadOnlyList<AeadSubject> All { get; } =
    [
        .. from aead in Algorithms.Aeads
           from kernel in aead.Type == typeof(XAes256Gcm) ? XAesMatrix.All : TestedKernels.Of(aead.Kernels)
           select new AeadSubject(aead, kernel),
    ];

    public AeadKernel Kernel { get; }

    public Type Type => _aead.Type;

    public string Name => Type.Name;

    public string KernelId => Kernel is XAesGcm xaes ? XAesMatrix.Id(xaes) : Kernel.Id;

    /// <summary>Whether sealing takes a nonce, or else draws it and puts it in front.</summary>
    public bool SealsUnderGivenNonce => !_aead.DrawsNonce;

    /// <summary>Whether a sealed message has its tag before the ciphertext, or else after it.</summary>
    public bool TagIsFirst => _aead.TagIsFirst;

    /// <summary>What is right under a key with tags of one size.</summary>
    public Func<byte[], int, EncryptSpans> Oracle { get; }

    /// <summary>The static members on the kernel.</summary>
    public SealSpansOnce Seal => field ??= AeadFace.Static<SealSpansOnce>(Type, "Seal", Kernel);

    /// <inheritdoc cref="Seal"/>
    public SealSpansOnce Open => field ??= AeadFace.Static<SealSpansOnce>(Type, "Open", Kernel);

    /// <inheritdoc cref="Seal"/>
    public SealDrawnSpansOnce SealDrawn => field ??= AeadFace.Static<SealDrawnSpansOnce>(Type, "Seal", Kernel);

    /// <inheritdoc cref="Seal"/>
    public SealDrawnSpansOnce OpenDrawn => field ??= AeadFace.Static<SealDrawnSpansOnce>(Type, "Open", Kernel);

    public int[] KeyBytes => _aead.KeyBytes;

    /// <summary>As much of a key as it takes.</summary>
    public ReadOnlySpan<byte> KeyOf(ReadOnlySpan<byte> key) => key[..Math.Min(key.Length, KeyBytes[^1])];

    public int[] NonceBytes => _aead.NonceBytes;

    public int[] TagBytes => _aead.TagBytes;

    /// <summary>Whether objects may be made for tags of one size.</summary>
    public bool HasTagSize => Type == typeof(AesGcm);

    /// <summary>How long a message may be: CCM counts its bytes in those that the nonce leaves of 15.</summary>
    public long LongestMessage(int nonceBytes) => Type == typeof(AesCcm) ? (1L << (8 * Math.Min(4, 15 - nonceBytes))) - 1 : int.MaxValue;

    /// <summary>Up to which length all are tried: what a kernel takes in batches, several times.</summary>
    public int LongestText => Type == typeof(AesGcm) ? 4096 : Type == typeof(ChaCha20Poly1305) ? 2300 : IsAegis ? 600 : 1200;

    /// <summary>The same of associated data, by day: fewer are enough where they are taken block by block, without batches.</summary>
    public int LongestAssociatedData => Type == typeof(AesCcm) || Type == typeof(AesSiv) || IsAegis ? 300 : 1000;

    private bool IsAegis => Kernel is AegisKernel;

    /// <summary>The sizes of tags that <see cref="AeadFace.Seal"/> can append.</summary>
    public int[] SealedTagBytes => HasTagSize ? TagBytes : [16];

    /// <summary>Where in a message that was sealed under a given nonce the ciphertext begins.</summary>
    public int TextOffset => TagIsFirst ? TagBytes[^1] : 0;

    /// <summary>The ciphertext in a message that was sealed under a given nonce.</summary>
    public Span<byte> TextIn(Span<byte> sealedMessage, int tagBytes = 16) => sealedMessage.Slice(TextOffset, sealedMessage.Length - tagBytes);

    /// <summary>The tag in a message that was sealed under a given nonce, or has its nonce in front.</summary>
    public Span<byte> TagIn(Span<byte> sealedMessage, int tagBytes = 16) => sealedMessage.Slice(TagIsFirst ? 0 : sealedMessage.Length - tagBytes, tagBytes);

    /// <summary>A nonce of a size that there is not.</summary>
    public byte[] WrongNonce() => new byte[NonceBytes[^1] + 1];

    /// <summary>An object for a key, and for tags of one size, if it is made for that.</summary>
    public AeadFace Create(ReadOnlySpan<byte> key, int? tagBytes) => new(_aead.Create(Kernel, key, tagBytes));

    /// <summary>One on whatever kernel.</summary>
    public static AeadSubject On(Type type, AeadKernel kernel) => new(Algorithms.Aeads.Single(aead => aead.Type == type), kernel);

    public static AeadSubject Find(string name, string kernelId) =>
        All.Single(subject => subject.Name == name && subject.KernelId == kernelId);
}
