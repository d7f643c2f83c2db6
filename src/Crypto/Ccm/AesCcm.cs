using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-CCM (NIST SP 800-38C) with the members of .NET's own <c>AesCcm</c>, and with
/// <c>Seal</c> and <c>Open</c> in the form of RFC 5116.
/// </summary>
/// <remarks>
/// <para>
/// Keys have 16, 24 or 32 bytes, nonces 7 to 13 bytes, tags an even number from 4 to 16. A nonce must never be used twice with one
/// key. The longer it is, the shorter are messages: with 13 bytes, 65,535 bytes at most; with 12, 16,777,215. A forger needs about
/// 2^32 attempts for a tag of 4 bytes: take 16 where the protocol does not say otherwise.
/// </para>
/// <para>
/// Immutable after construction: any number of threads may use one object at once. A call that races
/// <see cref="Dispose"/> either completes under the key or zeroes its output and throws
/// <see cref="ObjectDisposedException"/>; until then, the output buffer may hold bytes made under a wiped key.
/// </para>
/// <para>
/// Plaintext and ciphertext may be the same memory, byte for byte. Where an output overlaps otherwise what is still to be
/// read, <c>Encrypt</c> and <c>Decrypt</c> copy that first, and wipe the copy; <c>Seal</c> and <c>Open</c> refuse it before anything
/// is written.
/// </para>
/// </remarks>
public sealed partial class AesCcm : IDisposable
{
    private const int ShortestNonceBytes = 7;
    private const int LongestNonceBytes = 13;
    private const int SmallestTagBytes = 4;
    private const int LargestTagBytes = 16;

    private readonly KeySlot _slot;
    private readonly CcmKey _key;

    /// <summary>Takes a key.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCcm(byte[] key)
        : this(Algorithms.Aes.Kernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="AesCcm(byte[])"/>
    public AesCcm(ReadOnlySpan<byte> key)
        : this(Algorithms.Aes.Kernels.Best, key)
    {
    }

    internal AesCcm(AesKernel kernel, ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        KeySizeInBytes = key.Length;
        _slot = new KeySlot(CcmKey.ExpandedBytes(kernel), typeof(AesCcm));
        _key = new CcmKey(kernel, key, _slot.Hold());
    }

    /// <summary>True: the portable kernels run anywhere.</summary>
    public static bool IsSupported => true;

    /// <summary>Sizes of a nonce, in bytes: 7 to 13.</summary>
    public static KeySizes NonceByteSizes => field ??= new(ShortestNonceBytes, LongestNonceBytes, 1);

    /// <summary>Sizes of a tag, in bytes: 4, 6, 8, 10, 12, 14 and 16.</summary>
    public static KeySizes TagByteSizes => field ??= new(SmallestTagBytes, LargestTagBytes, 2);

    /// <summary>The size of the key, in bytes: 16, 24 or 32. As .NET 11 has it.</summary>
    public int KeySizeInBytes { get; }

    /// <summary>Wipes the key. Further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private static void CheckNonce(ReadOnlySpan<byte> nonce)
    {
        if (nonce.Length is < ShortestNonceBytes or > LongestNonceBytes)
            Throw(nonce.Length);

        static void Throw(int bytes) => throw new ArgumentException($"It has {bytes} bytes: AES-CCM takes 7 to 13.", nameof(nonce));
    }

    private static void CheckTag(ReadOnlySpan<byte> tag)
    {
        if (tag.Length is < SmallestTagBytes or > LargestTagBytes || tag.Length % 2 != 0)
            Throw(tag.Length);

        static void Throw(int bytes) => throw new ArgumentException(
            $"A tag of {bytes} bytes: AES-CCM takes 4, 6, 8, 10, 12, 14 and 16.", nameof(tag));
    }

    /// <summary>The nonce leaves 15 bytes less its own for the length of the message (SP 800-38C, appendix A.1).</summary>
    private static void CheckLength(int length, ReadOnlySpan<byte> nonce)
    {
        var longest = (1L << (8 * Math.Min(4, 15 - nonce.Length))) - 1;
        if (length > longest)
            Throw(length, nonce.Length, longest);

        static void Throw(int length, int nonceBytes, long longest) => throw new CryptographicException(
            $"A message of {length} bytes: with a nonce of {nonceBytes} bytes, AES-CCM takes {longest} at most.");
    }
}
