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
    private long _position;
    private bool _hasEnded;

    internal AesCtrTransform(AesKernel kernel, byte* schedule, int rounds, ReadOnlySpan<byte> initialCounter, long position)
    {
        _kernel = kernel;
        _rounds = rounds;
        _position = position;
        _slot = new StateSlot(kernel.EncryptionScheduleBytes + CtrKeystream.BlockBytes);
        using var scope = _slot.Enter(this);
        Secret.Copy(new(schedule, kernel.EncryptionScheduleBytes), new(scope.Bytes, kernel.EncryptionScheduleBytes));
        initialCounter.CopyTo(InitialCounter(scope.Bytes));
    }

    /// <summary>Bytes of an input block: 1, since every byte is transformed at once.</summary>
    public int InputBlockSize => 1;

    /// <summary>Bytes of an output block: 1, since every byte is transformed at once.</summary>
    public int OutputBlockSize => 1;

    /// <summary>True: one call takes any number of bytes.</summary>
    public bool CanTransformMultipleBlocks => true;

    /// <summary>
    /// False: after <see cref="TransformFinalBlock"/> another message would meet the same keystream, and is refused.
    /// </summary>
    public bool CanReuseTransform => false;

    /// <summary>
    /// The place in the message, in bytes, of the next byte to transform.
    /// </summary>
    /// <remarks>
    /// Any byte may be set, also after <see cref="TransformFinalBlock"/>: for the same message once more, or its decryption.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    /// <exception cref="CryptographicException">Another thread is using the object.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public long Position
    {
        get
        {
            using var scope = _slot.Enter(this);
            return _position;
        }

        set
        {
            if (value < 0)
                throw new ArgumentOutOfRangeException(nameof(value), value, "A message has the positions 0 to 2^63 - 1.");
            using var scope = _slot.Enter(this);
            _position = value;
            _hasEnded = false;
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
    /// The message has ended, the text would end beyond position 2^63 - 1, or another thread is using the object.
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

    /// <summary>Transforms the last part of the message; more is refused until <see cref="Position"/> is set.</summary>
    /// <remarks>
    /// Another message needs another transform, with another initial counter: two that meet the same keystream give away the XOR
    /// of their texts.
    /// </remarks>
    /// <param name="inputBuffer">The array with the text.</param>
    /// <param name="inputOffset">Where the text begins in it.</param>
    /// <param name="inputCount">Bytes of text, any number.</param>
    /// <returns>The last part, transformed.</returns>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The offset or the count is outside the array.</exception>
    /// <exception cref="CryptographicException">
    /// The message has ended, the text would end beyond position 2^63 - 1, or another thread is using the object.
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
        using var scope = _slot.Enter(this);
        if (_hasEnded)
        {
            throw new CryptographicException(
                "The message has ended: another needs a transform with another counter. Set Position for the same message again.");
        }

        if (!CtrKeystream.Reaches(_position, input.Length))
        {
            throw new CryptographicException(
                $"{input.Length} bytes from position {_position}: a message has the positions 0 to 2^63 - 1.");
        }

        CtrKeystream.Xor(_kernel, scope.Bytes, _rounds, InitialCounter(scope.Bytes), _position, input, output);
        _position += input.Length;
        _hasEnded = isLast;
    }

    private Span<byte> InitialCounter(byte* state) => new(state + _kernel.EncryptionScheduleBytes, CtrKeystream.BlockBytes);
}
