using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <content>The bodies of the one-shots, and what the base class's own one-shots call on .NET: the overrides.</content>
public sealed unsafe partial class Aes
{
#if NET
    /// <inheritdoc/>
    protected override bool TryEncryptEcbCore(
        ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten) =>
        TryEncrypt(AesMode.Ecb, plaintext, default, destination, paddingMode, out bytesWritten);

    /// <inheritdoc/>
    protected override bool TryDecryptEcbCore(
        ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten) =>
        TryDecrypt(AesMode.Ecb, ciphertext, default, destination, paddingMode, out bytesWritten);

    /// <inheritdoc/>
    protected override bool TryEncryptCbcCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten) =>
        TryEncrypt(AesMode.Cbc, plaintext, iv, destination, paddingMode, out bytesWritten);

    /// <inheritdoc/>
    protected override bool TryDecryptCbcCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten) =>
        TryDecrypt(AesMode.Cbc, ciphertext, iv, destination, paddingMode, out bytesWritten);

    /// <inheritdoc/>
    protected override bool TryEncryptCfbCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        int feedbackSizeInBits, out int bytesWritten) =>
        TryEncrypt(CfbMode(feedbackSizeInBits), plaintext, iv, destination, paddingMode, out bytesWritten);

    /// <inheritdoc/>
    protected override bool TryDecryptCfbCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        int feedbackSizeInBits, out int bytesWritten) =>
        TryDecrypt(CfbMode(feedbackSizeInBits), ciphertext, iv, destination, paddingMode, out bytesWritten);
#endif

    private bool TryEncrypt(
        AesMode mode, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode padding,
        out int bytesWritten) => padding == PaddingMode.None
            ? TryTransform(mode, decrypts: false, plaintext, iv, destination, out bytesWritten)
            : TryEncryptPadded(mode, plaintext, iv, destination, padding, out bytesWritten);

    private bool TryDecrypt(
        AesMode mode, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode padding,
        out int bytesWritten) => AesPadding.IsRemovable(padding)
            ? TryDecryptPadded(mode, ciphertext, iv, destination, padding, out bytesWritten)
            : TryTransform(mode, decrypts: true, ciphertext, iv, destination, out bytesWritten);

    // Not inlined: the locals of the one that it would be inlined into are zeroed, and so theirs would be. The same goes for the
    // other two.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryTransform(
        AesMode mode, bool decrypts, ReadOnlySpan<byte> source, ReadOnlySpan<byte> iv, Span<byte> destination, out int bytesWritten)
    {
        RequireWhole(mode, source.Length);
        bytesWritten = 0;
        var key = GetKey();
        if (destination.Length < source.Length)
            return false;

        AesBlock ivBlock;
        AesBlock.Copy(iv, &ivBlock);
        var held = key.Hold();
        fixed (byte* input = &SpanStart.Of(source), output = &SpanStart.Of(destination))
            Cipher(mode, key, held.Bytes).Transform(decrypts, (byte*)&ivBlock, input, output, source.Length);
        if (!held.IsAlive)
            ThrowReplaced(destination.Slice(0, source.Length));
        bytesWritten = source.Length;
        return true;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryEncryptPadded(
        AesMode mode, ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode padding,
        out int bytesWritten)
    {
        bytesWritten = 0;
        var length = AesPadding.PaddedLength(plaintext.Length, AesCipher.UnitOf(mode), padding);
        var key = GetKey();
        if (destination.Length < length)
            return false;

        AesBlock ivBlock;
        AesBlock.Copy(iv, &ivBlock);
        var held = key.Hold();
        fixed (byte* source = &SpanStart.Of(plaintext), output = &SpanStart.Of(destination))
            Cipher(mode, key, held.Bytes).EncryptFinal((byte*)&ivBlock, source, plaintext.Length, output, (int)length, padding);
        if (!held.IsAlive)
            ThrowReplaced(destination.Slice(0, (int)length));
        bytesWritten = (int)length;
        return true;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryDecryptPadded(
        AesMode mode, ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode padding,
        out int bytesWritten)
    {
        RequireWhole(mode, ciphertext.Length);
        bytesWritten = 0;
        var key = GetKey();
        if (ciphertext.IsEmpty)
            throw AesPadding.NotFound(padding);
        if (destination.Length < ciphertext.Length - AesBlock.Bytes)
            return false;

        AesBlock ivBlock;
        AesBlock.Copy(iv, &ivBlock);
        AesTail tail;
        using var secret = new SecretScope(&tail, sizeof(AesTail));
        fixed (byte* source = &SpanStart.Of(ciphertext), text = &SpanStart.Of(destination))
        {
            var held = key.Hold();
            var cipher = Cipher(mode, key, held.Bytes);
            var lastLength = cipher.DecryptLast((byte*)&ivBlock, AesBlock.Bytes, source, ciphertext.Length, &tail);
            var found = AesPadding.Measure(&tail, lastLength, padding);
            var length = ciphertext.Length - found;
            if (found > 0 && length <= destination.Length)
            {
                var body = ciphertext.Length - lastLength;
                cipher.Decrypt((byte*)&ivBlock, source, text, body);
                Secret.Copy(new ReadOnlySpan<byte>(&tail.Text, lastLength - found), destination.Slice(body));
                bytesWritten = length;

                // The padding's place is zeroed where there is one, as by .NET.
                if (destination.Length >= ciphertext.Length)
                    destination.Slice(length, found).Clear();
            }

            var output = destination.Slice(0, Math.Min(destination.Length, ciphertext.Length));
            if (!held.IsAlive)
                ThrowReplaced(output);
            if (found < 0)
            {
                output.Clear();
                throw AesPadding.NotFound(padding);
            }

            return length <= destination.Length;
        }
    }

    private static void RequireWhole(AesMode mode, int length)
    {
        if ((length & (AesCipher.UnitOf(mode) - 1)) != 0)
            throw AesPadding.PartialBlock(length);
    }

    private AesCipher Cipher(AesMode mode, AesKey key, byte* held) =>
        new(_kernel, mode, held + AesKey.ScheduleOffset, key.Rounds);
}
