using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Makes an object on a kernel, with a key, and for tags of one size, if it is made for that.</summary>
internal delegate IDisposable AeadFactory(AeadKernel kernel, ReadOnlySpan<byte> key, int? tagBytes);

/// <summary>An AEAD with a public type, as the catalogue has it. <see cref="Algorithms.Aeads"/> has them all.</summary>
/// <param name="name">As its standard has it, such as <c>AES-GCM</c>.</param>
/// <param name="type">The public type.</param>
/// <param name="keyBytes">The sizes of keys.</param>
/// <param name="nonceBytes">The sizes of nonces.</param>
/// <param name="tagBytes">The sizes of tags.</param>
/// <param name="findKernels">Asked for when first used.</param>
/// <param name="create">An object on a kernel, with a key, and for tags of one size, if it is made for that.</param>
/// <param name="drawsNonce">Whether sealing draws the nonce and puts it in front, or else is given one.</param>
/// <param name="tagIsFirst">Whether a sealed message has its tag before the ciphertext, or else after it.</param>
internal sealed class Aead(
    string name,
    Type type,
    int[] keyBytes,
    int[] nonceBytes,
    int[] tagBytes,
    Func<IKernels<AeadKernel>> findKernels,
    AeadFactory create,
    bool drawsNonce = false,
    bool tagIsFirst = false)
{
    private IKernels<AeadKernel>? _kernels;

    /// <summary>As its standard has it, such as <c>AES-GCM</c>.</summary>
    public string Name { get; } = name;

    /// <summary>The public type.</summary>
    public Type Type { get; } = type;

    /// <summary>The sizes of keys, in bytes, the smallest first.</summary>
    public int[] KeyBytes { get; } = keyBytes;

    /// <summary>The sizes of nonces, in bytes, the smallest first.</summary>
    public int[] NonceBytes { get; } = nonceBytes;

    /// <summary>The sizes of tags, in bytes, the smallest first.</summary>
    public int[] TagBytes { get; } = tagBytes;

    /// <summary>Whether sealing draws the nonce and puts it in front, or else is given one.</summary>
    public bool DrawsNonce { get; } = drawsNonce;

    /// <summary>Whether a sealed message has its tag before the ciphertext, or else after it.</summary>
    public bool TagIsFirst { get; } = tagIsFirst;

    public IKernels<AeadKernel> Kernels => _kernels ??= findKernels();

    /// <summary>Makes an object on a kernel, with a key, and for tags of one size, if it is made for that.</summary>
    public AeadFactory Create { get; } = create;

    public override string ToString() => Name;
}
