using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// A mode as SP 800-38A defines it, segment by segment, with paddings, and what is held back of a call, as .NET's transforms have
/// them.
/// </summary>
internal sealed class ReferenceTransform(
    byte[] key, byte[] iv, CipherMode mode, int feedbackBits, PaddingMode padding, bool encrypts) : ICryptoTransform
{
    private const int Block = 16;

    private readonly ReferenceBlock _cipher = new(key);
    private readonly int _segment = mode == CipherMode.CFB ? feedbackBits / 8 : Block;
    private readonly byte[] _scratch = new byte[Block];
    private readonly byte[] _iv = Padded(iv);
    private byte[] _held = [];

    public bool CanReuseTransform => true;

    public bool CanTransformMultipleBlocks => true;

    public int InputBlockSize => Block;

    public int OutputBlockSize => Block;

    private bool IsRemovable => padding is not (PaddingMode.None or PaddingMode.Zeros);

    public int TransformBlock(byte[] inputBuffer, int inputOffset, int inputCount, byte[] outputBuffer, int outputOffset)
    {
        byte[] text = [.. _held, .. inputBuffer.AsSpan(inputOffset, inputCount)];
        var now = !encrypts && IsRemovable ? text.Length - Block : text.Length;
        _held = text.AsSpan(now).ToArray();
        Run(text, now).CopyTo(outputBuffer.AsSpan(outputOffset));
        return now;
    }

    public byte[] TransformFinalBlock(byte[] inputBuffer, int inputOffset, int inputCount)
    {
        byte[] text = [.. _held, .. inputBuffer.AsSpan(inputOffset, inputCount)];
        if (encrypts)
            text = Pad(text);
        if (text.Length % _segment != 0)
            throw new CryptographicException("The text is not whole blocks.");
        var result = Run(text, text.Length).ToArray();
        Padded(iv).CopyTo(_iv, 0);
        _held = [];
        return encrypts || !IsRemovable || result.Length == 0 ? result : Unpad(result);
    }

    public void Dispose()
    {
    }

    private static byte[] Padded(byte[] iv) => [.. iv, .. new byte[Block - iv.Length]];

    /// <summary>Transforms the first bytes of a text in place.</summary>
    private Span<byte> Run(byte[] text, int length)
    {
        for (var i = 0; i < length; i += _segment)
        {
            var part = text.AsSpan(i, _segment);
            switch (mode)
            {
                case CipherMode.ECB:
                    part.CopyTo(_scratch);
                    Cipher(_scratch);
                    _scratch.CopyTo(part);
                    break;
                case CipherMode.CBC when encrypts:
                    Xor(_iv, part);
                    _cipher.Encrypt(_iv);
                    _iv.CopyTo(part);
                    break;
                case CipherMode.CBC:
                    part.CopyTo(_scratch);
                    _cipher.Decrypt(_scratch);
                    Xor(_scratch, _iv);
                    part.CopyTo(_iv);
                    _scratch.CopyTo(part);
                    break;
                default:
                    FeedBack(part);
                    break;
            }
        }

        return text.AsSpan(0, length);
    }

    private void Cipher(byte[] block)
    {
        if (encrypts)
            _cipher.Encrypt(block);
        else
            _cipher.Decrypt(block);
    }

    /// <summary>The IV is shifted by a segment, and takes up the segment of ciphertext.</summary>
    private void FeedBack(Span<byte> part)
    {
        _iv.CopyTo(_scratch, 0);
        _cipher.Encrypt(_scratch);
        Array.Copy(_iv, _segment, _iv, 0, Block - _segment);
        var taken = _iv.AsSpan(Block - _segment);
        part.CopyTo(taken);
        Xor(part, _scratch.AsSpan(0, _segment));
        if (encrypts)
            part.CopyTo(taken);
    }

    private static void Xor(Span<byte> text, ReadOnlySpan<byte> by)
    {
        for (var i = 0; i < text.Length; i++)
            text[i] ^= by[i];
    }

    private byte[] Pad(byte[] text)
    {
        var count = _segment - (text.Length % _segment);
        return padding switch
        {
            PaddingMode.None => text,
            PaddingMode.Zeros => [.. text, .. new byte[count % _segment]],
            PaddingMode.PKCS7 => [.. text, .. Enumerable.Repeat((byte)count, count)],
            _ => [.. text, .. new byte[count - 1], (byte)count],
        };
    }

    /// <summary>Whatever the segment of the mode, .NET takes any padding of up to a block.</summary>
    private byte[] Unpad(byte[] text)
    {
        int count = text[text.Length - 1], start = text.Length - count;
        var right = count > 0 && count <= Block && start >= 0 && padding switch
        {
            PaddingMode.PKCS7 => text.Skip(start).All(b => b == count),
            PaddingMode.ANSIX923 => text.Skip(start).Take(count - 1).All(b => b == 0),
            _ => true,
        };
        return right ? text.AsSpan(0, start).ToArray() : throw new CryptographicException("The padding is wrong.");
    }
}
