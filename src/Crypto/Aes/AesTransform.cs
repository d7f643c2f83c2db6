using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message given in pieces, as .NET's own transforms take it. A decryptor that removes padding holds the last block of every
/// call back, since the message may end there. Serves one call at a time; pieces may overlap in any way.
/// </summary>
internal sealed unsafe class AesTransform : ICryptoTransform
{
    // The state: the IV as the mode left it, the block held back, the first IV, the schedule.
    private const int HeldOffset = AesBlock.Bytes;
    private const int FirstIVOffset = 2 * AesBlock.Bytes;
    private const int ScheduleOffset = 4 * AesBlock.Bytes;

    private readonly AesKernel _kernel;
    private readonly AesMode _mode;
    private readonly PaddingMode _padding;
    private readonly bool _encrypting;
    private readonly int _rounds;
    private readonly StateSlot _slot;
    private int _heldLength;

    /// <summary>Copies what is given.</summary>
    /// <param name="kernel">The kernel.</param>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="iv">16 bytes, or none for ECB.</param>
    /// <param name="mode">The mode.</param>
    /// <param name="padding">The padding.</param>
    /// <param name="encrypting">The direction.</param>
    public AesTransform(
        AesKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv, AesMode mode, PaddingMode padding, bool encrypting)
    {
        _kernel = kernel;
        _mode = mode;
        _padding = padding;
        _encrypting = encrypting;
        _rounds = AesKernel.RoundsFor(key.Length);

        var inverse = !encrypting && mode is AesMode.Ecb or AesMode.Cbc;
        _slot = new StateSlot(ScheduleOffset + (inverse ? kernel.ScheduleBytes : kernel.EncryptionScheduleBytes));
        using var scope = _slot.Enter(this);
        var state = scope.Bytes;
        iv.CopyTo(new Span<byte>(state + FirstIVOffset, AesBlock.Bytes));
        fixed (byte* keyBytes = key)
            kernel.ExpandKey(keyBytes, key.Length, state + ScheduleOffset);
        if (inverse)
            kernel.ExpandDecryptionKey(state + ScheduleOffset, _rounds);
        Restart(state);
    }

    public bool CanReuseTransform => true;

    public bool CanTransformMultipleBlocks => true;

    public int InputBlockSize => AesBlock.Bytes;

    public int OutputBlockSize => AesBlock.Bytes;

    public int TransformBlock(byte[] inputBuffer, int inputOffset, int inputCount, byte[] outputBuffer, int outputOffset)
    {
        Arguments.RequireTransformInput(inputBuffer, inputOffset, inputCount);
        if (inputCount == 0 || inputCount % AesBlock.Bytes != 0)
            throw new ArgumentOutOfRangeException(nameof(inputCount), inputCount, "Whole blocks of 16 bytes are taken.");
        Arguments.RequireTransformOutput(outputBuffer, outputOffset, inputCount);

        // Of arrays and not of spans, which take Mono longer than a block.
        using var scope = _slot.Enter(this);
        fixed (byte* input = inputBuffer, output = outputBuffer)
            return Transform(scope.Bytes, input + inputOffset, inputCount, output + outputOffset);
    }

    public byte[] TransformFinalBlock(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        var source = Arguments.FinalTransformInput(inputBuffer, inputOffset, inputCount);

        using var scope = _slot.Enter(this);
        fixed (byte* input = source)
            return _encrypting ? EncryptFinal(scope.Bytes, input, inputCount) : DecryptFinal(scope.Bytes, input, inputCount);
    }

    public void Dispose() => _slot.Dispose();

    private AesCipher Cipher(byte* state) => new(_kernel, _mode, state + ScheduleOffset, _rounds);

    private int Transform(byte* state, byte* input, int length, byte* output)
    {
        var cipher = Cipher(state);
        if (_encrypting)
        {
            cipher.Encrypt(state, input, output, length);
            return length;
        }

        if (!AesPadding.IsRemovable(_padding))
        {
            cipher.Decrypt(state, input, output, length);
            return length;
        }

        var last = new AesBlock(input + length - AesBlock.Bytes);
        var decrypted = _heldLength + length - AesBlock.Bytes;
        cipher.DecryptAfterHeld(state, state + HeldOffset, _heldLength, input, output, decrypted);
        last.CopyTo(state + HeldOffset);
        _heldLength = AesBlock.Bytes;
        return decrypted;
    }

    private byte[] EncryptFinal(byte* state, byte* input, int length)
    {
        var cipher = Cipher(state);
        var paddedLength = AesPadding.PaddedLength(length, cipher.Unit, _padding);
        if (paddedLength < 0)
            throw AesPadding.PartialBlock(length);

        var result = new byte[paddedLength];
        fixed (byte* output = result)
            cipher.EncryptFinal(state, input, length, output, result.Length, _padding);
        Restart(state);
        return result;
    }

    private byte[] DecryptFinal(byte* state, byte* input, int length)
    {
        var cipher = Cipher(state);
        if (length % cipher.Unit != 0)
            throw AesPadding.PartialBlock(length);

        var total = _heldLength + length;
        AesTail tail;
        using var secret = new SecretScope(&tail, sizeof(AesTail));
        int lastLength = 0, padding = 0;
        if (total != 0 && AesPadding.IsRemovable(_padding))
        {
            lastLength = cipher.DecryptLast(state, HeldOffset + _heldLength, input, length, &tail);
            padding = AesPadding.Measure(&tail, lastLength, _padding);
            if (padding < 0)
            {
                Restart(state);
                throw AesPadding.NotFound(_padding);
            }
        }

        var result = new byte[total - padding];
        fixed (byte* output = result)
        {
            cipher.DecryptAfterHeld(state, state + HeldOffset, _heldLength, input, output, total - lastLength);
            var rest = lastLength - padding;
            Secret.Copy(new ReadOnlySpan<byte>(&tail.Text, rest), new Span<byte>(output + total - lastLength, rest));
        }

        Restart(state);
        return result;
    }

    private void Restart(byte* state)
    {
        new AesBlock(state + FirstIVOffset).CopyTo(state);
        _heldLength = 0;
    }
}
