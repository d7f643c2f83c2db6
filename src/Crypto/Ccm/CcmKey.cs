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

    /// <summary>The nonce leaves 15 bytes less its own for the length of the message (SP 800-38C, appendix A.1).</summary>
    public static void CheckLength(int length, ReadOnlySpan<byte> nonce)
    {
        var longest = (1L << (8 * Math.Min(4, 15 - nonce.Length))) - 1;
        if (length > longest)
            Throw(length, nonce.Length, longest);

        static void Throw(int length, int nonceBytes, long longest) => throw new CryptographicException(
            $"A message of {length} bytes: with a nonce of {nonceBytes} bytes, AES-CCM takes {longest} at most.");
    }

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
        fixed (byte* n = nonce, source = plaintext, destination = ciphertext, a = associatedData)
        {
            CcmMessage message;
            Prepare(&message, key.Bytes, source, destination, plaintext.Length);
            CcmMessage.Transform(_kernel, &message, n, nonce.Length, tag.Length, a, associatedData.Length, opens: false);
            if (!key.IsAlive)
                key.ThrowDisposed(ciphertext);
            new ReadOnlySpan<byte>(&message.Whole.Tag, tag.Length).CopyTo(tag);
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
        fixed (byte* n = nonce, source = ciphertext, destination = plaintext, a = associatedData, given = tag)
        {
            CcmMessage message;
            Prepare(&message, key.Bytes, source, destination, ciphertext.Length);
            CcmMessage.Transform(_kernel, &message, n, nonce.Length, tag.Length, a, associatedData.Length, opens: true);
            var isAlive = key.IsAlive;
            var isRight = tag.Length >= sizeof(ulong)
                ? AuthenticationTag.IsRight(&message.Whole.Tag, given, tag.Length)
                : AuthenticationTag.IsRight(&message.Whole.Tag, sizeof(Block128), tag);
            if (!isAlive)
                key.ThrowDisposed(plaintext);
            if (!isRight)
                FailedCall.ThrowMismatch(plaintext);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Prepare(CcmMessage* message, byte* key, byte* source, byte* destination, int length)
    {
        message->Whole.Schedule = key;
        message->Whole.Source = source;
        message->Whole.Destination = destination;
        message->Whole.Length = length;
        message->Whole.Rounds = _rounds;
    }
}
