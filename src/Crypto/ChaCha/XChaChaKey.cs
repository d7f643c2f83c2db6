using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How messages are sealed and opened under a key of XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha, section 2), which lies in a slot or on
/// the caller's stack. A message has a key of its own, by HChaCha20 of the first 16 bytes of its nonce; the other 8, after 4 zeros, are
/// the nonce of ChaCha20-Poly1305 under that key. Callers have checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct XChaChaKey
{
    /// <inheritdoc cref="ChaChaKey.LargestBytes"/>
    public const int LargestBytes = ChaChaKey.LargestBytes;

    private readonly ChaChaPolyKernel _kernel;

    /// <summary>Copies a key of 32 bytes to where it lies.</summary>
    public XChaChaKey(ChaChaPolyKernel kernel, ReadOnlySpan<byte> key, KeyScope expanded)
    {
        _kernel = kernel;
        Secret.Copy(key, new Span<byte>(expanded.Bytes, LargestBytes));
        expanded.Complete();
    }

    /// <inheritdoc cref="LargestBytes"/>
    public static int ExpandedBytes(ChaChaPolyKernel kernel) => LargestBytes;

    /// <exception cref="ObjectDisposedException">The slot was disposed; the ciphertext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Seal(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData)
    {
        MessageKey memory;
        var subkey = (byte*)&memory;
        using var secret = new SecretScope(subkey, LargestBytes);
        ShortNonce shortNonce;
        Derive(key, nonce, subkey, (byte*)&shortNonce, ciphertext);
        new ChaChaKey(_kernel).Seal(
            new KeyScope(subkey), new ReadOnlySpan<byte>(&shortNonce, sizeof(ShortNonce)), plaintext, ciphertext, tag, associatedData);
    }

    /// <exception cref="AuthenticationTagMismatchException">The tag is wrong; the plaintext is zeroed.</exception>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the plaintext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Open(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData)
    {
        MessageKey memory;
        var subkey = (byte*)&memory;
        using var secret = new SecretScope(subkey, LargestBytes);
        ShortNonce shortNonce;
        Derive(key, nonce, subkey, (byte*)&shortNonce, plaintext);
        new ChaChaKey(_kernel).Open(
            new KeyScope(subkey), new ReadOnlySpan<byte>(&shortNonce, sizeof(ShortNonce)), ciphertext, tag, plaintext, associatedData);
    }

    /// <summary>Makes the key of a message and its nonce. The key of the object counts no more from here on.</summary>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the output is zeroed.</exception>
    private void Derive(KeyScope key, ReadOnlySpan<byte> nonce, byte* subkey, byte* shortNonce, Span<byte> output)
    {
        fixed (byte* n = nonce)
        {
            _kernel.DeriveSubkey(key.Bytes, n, subkey);
            Unsafe.WriteUnaligned(shortNonce, 0);
            Unsafe.WriteUnaligned(
                shortNonce + sizeof(uint), Unsafe.ReadUnaligned<ulong>(n + ChaChaPolyKernel.HashedNonceBytes));
        }

        if (!key.IsAlive)
            key.ThrowDisposed(output);
    }

    /// <summary>Not stackalloc, whose guard a short message feels, and which Mono on s390x gets wrong beside large structs.</summary>
    [StructLayout(LayoutKind.Sequential, Size = LargestBytes)]
    private struct MessageKey
    {
    }

    [StructLayout(LayoutKind.Sequential, Size = 12)]
    private struct ShortNonce
    {
    }
}
