using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How messages are sealed and opened under an AES-CCM key, which lies expanded in a slot or on the caller's stack. Callers have
/// checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct CcmKey
{
    /// <summary>Bytes of an expanded key, whatever its kernel.</summary>
    public const int LargestBytes = AesKernel.LargestEncryptionScheduleBytes;

    private readonly AesKernel _kernel;
    private readonly int _rounds;

    /// <summary>Expands a key of 16, 24 or 32 bytes to where it lies, aligned to 16 bytes.</summary>
    public CcmKey(AesKernel kernel, ReadOnlySpan<byte> key, KeyScope expanded)
    {
        _kernel = kernel;
        _rounds = AesKernel.RoundsFor(key.Length);
        fixed (byte* cipherKey = key)
            kernel.ExpandKey(cipherKey, key.Length, expanded.Bytes);
        expanded.Complete();
    }

    /// <summary>Bytes of an expanded key.</summary>
    public static int ExpandedBytes(AesKernel kernel) => kernel.EncryptionScheduleBytes;

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
        CcmMessage message;
        fixed (byte* source = plaintext, destination = ciphertext, a = associatedData)
        {
            CcmMessage.Begin(
                _kernel, &message, key.Bytes, _rounds, nonce, tag.Length, plaintext.Length, a, associatedData.Length);
            var expected = CcmMessage.Transform(_kernel, &message, source, destination, plaintext.Length, isSealing: true);
            var isAlive = key.IsAlive;
            if (isAlive)
                new ReadOnlySpan<byte>(expected, tag.Length).CopyTo(tag);
            CcmMessage.Wipe(&message, (long)plaintext.Length + associatedData.Length);
            if (!isAlive)
                key.ThrowDisposed(ciphertext);
        }
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
        CcmMessage message;
        fixed (byte* source = ciphertext, destination = plaintext, a = associatedData)
        {
            CcmMessage.Begin(
                _kernel, &message, key.Bytes, _rounds, nonce, tag.Length, ciphertext.Length, a, associatedData.Length);
            var expected = CcmMessage.Transform(_kernel, &message, source, destination, ciphertext.Length, isSealing: false);
            var isAlive = key.IsAlive;
            var isRight = IsRight(expected, tag);
            CcmMessage.Wipe(&message, (long)ciphertext.Length + associatedData.Length);
            if (!isAlive)
                key.ThrowDisposed(plaintext);
            if (!isRight)
                FailedCall.ThrowMismatch(plaintext);
        }
    }

    /// <summary>Both as whole blocks, with zeros after a shorter tag.</summary>
    private static bool IsRight(byte* expected, ReadOnlySpan<byte> tag)
    {
        AesBlock given = default;
        tag.CopyTo(new Span<byte>(&given, AesBlock.Bytes));
        new Span<byte>(expected + tag.Length, AesBlock.Bytes - tag.Length).Clear();
        return Secret.FixedTimeEquals(expected, (byte*)&given, AesBlock.Bytes);
    }
}
