using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// One message of <see cref="AesCtr"/> in parts, encrypted or decrypted from <see cref="Position"/> on. Its blocks have one
/// byte, so that <see cref="CryptoStream"/> passes every byte on at once, pads nothing and takes any length.
/// </summary>
/// <remarks>
/// Serves one call at a time: a second thread is refused. Input and output may be the same memory, byte for byte; any other
/// overlap is refused before anything is written.
/// </remarks>
public sealed unsafe class AesCtrTransform : ICryptoTransform
{
    private readonly AesKernel _kernel;
    private readonly StateSlot _slot;
    private readonly int _rounds;
    private readonly long _start;
    private long _position;

    internal AesCtrTransform(AesKernel kernel, byte* schedule, int rounds, ReadOnlySpan<byte> initialCounter, long position)
    {
        _kernel = kernel;
        _rounds = rounds;
        _start = _position = position;
        _slot = new StateSlot(kernel.EncryptionScheduleBytes + CtrKeystream.BlockBytes);
        var state = _slot.Enter(this);
        Buffer.MemoryCopy(schedule, state, kernel.EncryptionScheduleBytes, kernel.EncryptionScheduleBytes);
        initialCounter.CopyTo(InitialCounter(state));
        _slot.Exit();
    }

    /// <summary>1: every byte is transformed at once.</summary>
    public int InputBlockSize => 1;

    /// <summary>1: every byte is transformed at once.</summary>
    public int OutputBlockSize => 1;

    /// <summary>True.</summary>
    public bool CanTransformMultipleBlocks => true;

    /// <summary>True: after <see cref="TransformFinalBlock"/>, the same message begins again.</summary>
    public bool CanReuseTransform => true;

    /// <summary>The place in the message, in bytes, of the next byte to transform. Any byte may be set.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed, and the position is set.</exception>
    public long Position
    {
        get => _position;
        set
        {
            if (value < 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, "A message has the positions 0 to 2^63 - 1.");
            _slot.Enter(this);
            _position = value;
            _slot.Exit();
        }
    }

    /// <summary>Transforms part of the message.</summary>
    /// <param name="inputBuffer">The array with the text.</param>
    /// <param name="inputOffset">Where the text begins in it.</param>
    /// <param name="inputCount">Bytes of text, at least one.</param>
    /// <param name="outputBuffer">The array that receives as many bytes.</param>
    /// <param name="outputOffset">Where to write in it.</param>
    /// <returns><paramref name="inputCount"/>.</returns>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// An offset or the count is outside its array, or the count is not positive.
    /// </exception>
    /// <exception cref="ArgumentException">Input and output overlap; nothing was written.</exception>
    /// <exception cref="CryptographicException">
    /// The text would end beyond position 2^63 - 1, or another thread is using the object.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public int TransformBlock(byte[] inputBuffer, int inputOffset, int inputCount, byte[] outputBuffer, int outputOffset)
    {
        var input = Arguments.TransformInput(inputBuffer, inputOffset, inputCount);
        if (inputCount == 0)
            throw new ArgumentOutOfRangeException(nameof(inputCount), inputCount, "At least one byte is needed.");
        var output = Arguments.TransformOutput(outputBuffer, outputOffset, inputCount);
        Arguments.RefusePartialOverlap(input, output, nameof(inputBuffer), nameof(outputBuffer));
        Transform(input, output, isLast: false);
        return inputCount;
    }

    /// <summary>Transforms the last part of the message, after which the position is the one at the beginning again.</summary>
    /// <remarks>
    /// The next message would meet the same keystream: that is right for the same message once more, or its decryption;
    /// another message needs another transform with another initial counter.
    /// </remarks>
    /// <param name="inputBuffer">The array with the text.</param>
    /// <param name="inputOffset">Where the text begins in it.</param>
    /// <param name="inputCount">Bytes of text, any number.</param>
    /// <returns>The last part, transformed.</returns>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The offset or the count is outside the array.</exception>
    /// <exception cref="CryptographicException">
    /// The text would end beyond position 2^63 - 1, or another thread is using the object.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public byte[] TransformFinalBlock(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        var input = Arguments.FinalTransformInput(inputBuffer, inputOffset, inputCount);
        var output = new byte[inputCount];
        Transform(input, output, isLast: true);
        return output;
    }

    /// <summary>Wipes the key, at once or as a call under way ends.</summary>
    public void Dispose() => _slot.Dispose();

    private void Transform(ReadOnlySpan<byte> input, Span<byte> output, bool isLast)
    {
        var state = _slot.Enter(this);
        try
        {
            if (!CtrKeystream.Reaches(_position, input.Length))
            {
                throw new CryptographicException(
                    $"{input.Length} bytes from position {_position}: a message has the positions 0 to 2^63 - 1.");
            }

            CtrKeystream.Xor(_kernel, state, _rounds, InitialCounter(state), _position, input, output);
            _position = isLast ? _start : _position + input.Length;
        }
        finally
        {
            _slot.Exit();
        }
    }

    private Span<byte> InitialCounter(byte* state) => new(state + _kernel.EncryptionScheduleBytes, CtrKeystream.BlockBytes);
}
