using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>AES in CBC of a text that comes in parts: whole blocks go on at once, by way of a batch of ciphertext.</summary>
internal sealed unsafe class CbcEncryptingCore : WritingCore
{
    // The state: the IV as the last block left it, what there is of the next block, the schedule.
    private const int PartOffset = AesBlock.Bytes;
    private const int ScheduleOffset = KeyScope.Alignment;

    private readonly AesKernel _kernel;
    private readonly PaddingMode _padding;
    private readonly int _rounds;
    private readonly StateSlot _slot;
    private byte[] _batch = [];
    private int _partBytes;

    public CbcEncryptingCore(AesKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv, PaddingMode paddingMode)
    {
        Arguments.RequireSize(iv, AesBlock.Bytes, nameof(iv));
        AesPadding.RequireKnown(paddingMode);
        Arguments.RequireAesKey(key);
        (_kernel, _padding, _rounds) = (kernel, paddingMode, AesKernel.RoundsFor(key.Length));
        _slot = ExpandKey(key, iv);
    }

    /// <summary>Encrypts what fills blocks into the batch, and keeps less than a block for the next call.</summary>
    protected override int Take(ReadOnlySpan<byte> text, out Output output)
    {
        var taken = Encrypt(text, out var bytes);
        output = new(_batch, 0, bytes);
        return taken;
    }

    /// <summary>Nothing: what there is of a block waits for the rest of it.</summary>
    protected override Output TakeWhole() => Output.None;

    protected override Output Finish()
    {
        var bytes = (int)AesPadding.PaddedLength(_partBytes, AesBlock.Bytes, _padding);
        if (bytes < 0)
            throw AesPadding.PartialBlock(_partBytes);
        StreamBatch.Grow(ref _batch, bytes);
        using var scope = _slot.Enter(Owner);
        var state = scope.Bytes;
        fixed (byte* batch = _batch.AsSpan())
            Cipher(state).EncryptFinal(state, state + PartOffset, _partBytes, batch, bytes, _padding);
        return new(_batch, 0, bytes);
    }

    public override void Dispose() => _slot.Dispose();

    private StateSlot ExpandKey(ReadOnlySpan<byte> key, ReadOnlySpan<byte> iv)
    {
        var slot = new StateSlot(ScheduleOffset + _kernel.EncryptionScheduleBytes);
        using var scope = slot.Enter(Owner);
        iv.CopyTo(new Span<byte>(scope.Bytes, AesBlock.Bytes));
        fixed (byte* keyBytes = key)
            _kernel.ExpandKey(keyBytes, key.Length, scope.Bytes + ScheduleOffset);
        return slot;
    }

    private AesCipher Cipher(byte* state) => new(_kernel, AesMode.Cbc, state + ScheduleOffset, _rounds);

    /// <returns>Bytes taken.</returns>
    private int Encrypt(ReadOnlySpan<byte> text, out int bytes)
    {
        bytes = 0;
        var taken = 0;
        StreamBatch.Grow(ref _batch, ((long)_partBytes + text.Length) & -AesBlock.Bytes);
        using var scope = _slot.Enter(Owner);
        var state = scope.Bytes;
        var cipher = Cipher(state);
        fixed (byte* source = text, batch = _batch.AsSpan())
        {
            if (_partBytes > 0)
            {
                taken = Keep(state, text);
                if (_partBytes < AesBlock.Bytes)
                    return taken;
                cipher.Encrypt(state, state + PartOffset, batch, AesBlock.Bytes);
                (bytes, _partBytes) = (AesBlock.Bytes, 0);
            }

            var whole = Math.Min((text.Length - taken) & -AesBlock.Bytes, _batch.Length - bytes);
            cipher.Encrypt(state, source + taken, batch + bytes, whole);
            bytes += whole;
            taken += whole;
        }

        var rest = text.Length - taken;
        return rest > 0 && rest < AesBlock.Bytes ? taken + Keep(state, text.Slice(taken)) : taken;
    }

    /// <summary>Adds text to what there is of a block, as much as it has room for.</summary>
    private int Keep(byte* state, ReadOnlySpan<byte> text)
    {
        var bytes = Math.Min(AesBlock.Bytes - _partBytes, text.Length);
        text.Slice(0, bytes).CopyTo(new Span<byte>(state + PartOffset, AesBlock.Bytes).Slice(_partBytes));
        Secret.ForgetRegisters();
        _partBytes += bytes;
        return bytes;
    }
}
