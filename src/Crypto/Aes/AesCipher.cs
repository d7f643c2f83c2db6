using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// One mode under one expanded key: what one-shots and transforms share. Buffers may overlap in any way; the register of 16
/// bytes (IV, previous ciphertext block, shift register) is apart from them and left where the mode left it.
/// </summary>
internal readonly unsafe struct AesCipher(AesKernel kernel, AesMode mode, byte* schedule, int rounds)
{
    /// <summary>Bytes that the mode transforms at once, to which messages are padded.</summary>
    public int Unit => UnitOf(mode);

    public static int UnitOf(AesMode mode) => mode == AesMode.Cfb8 ? 1 : AesBlock.Bytes;

    /// <summary>
    /// Enciphers whole units. Not inlined: the argument struct would be among the locals of a caller that zeroes them.
    /// </summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Encrypt(byte* register, byte* source, byte* destination, int length)
    {
        MoveIfTheyOverlap(ref source, destination, length);
        AesArguments arguments;
        Set(&arguments, register, source, destination, length);
        switch (mode)
        {
            case AesMode.Ecb:
                kernel.EncryptEcb(&arguments);
                break;
            case AesMode.Cbc:
                kernel.EncryptCbc(&arguments);
                break;
            case AesMode.Cfb8:
                kernel.EncryptCfb8(&arguments);
                break;
            default:
                kernel.EncryptCfb128(&arguments);
                break;
        }
    }

    /// <summary>Deciphers whole units. Not inlined, either.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Decrypt(byte* register, byte* source, byte* destination, int length)
    {
        MoveIfTheyOverlap(ref source, destination, length);
        AesArguments arguments;
        Set(&arguments, register, source, destination, length);
        switch (mode)
        {
            case AesMode.Ecb:
                kernel.DecryptEcb(&arguments);
                break;
            case AesMode.Cbc:
                kernel.DecryptCbc(&arguments);
                break;
            case AesMode.Cfb8:
                kernel.DecryptCfb8(&arguments);
                break;
            default:
                kernel.DecryptCfb128(&arguments);
                break;
        }
    }

    /// <summary>
    /// Enciphers the end of a message with its padding: the padded length, which the caller has checked, is written.
    /// </summary>
    public void EncryptFinal(byte* register, byte* source, int length, byte* destination, int paddedLength, PaddingMode padding)
    {
        if (paddedLength == length)
        {
            Encrypt(register, source, destination, length);
            return;
        }

        AesBlock lastBlock;
        var last = (byte*)&lastBlock;
        var used = length % Unit;
        var whole = length - used;
        Buffer.MemoryCopy(source + whole, last, AesBlock.Bytes, used);
        AesPadding.Fill(last, used, Unit, padding);
        Encrypt(register, source, destination, whole);
        Encrypt(register, last, destination + whole, Unit);
        Secret.Wipe(last, AesBlock.Bytes);
    }

    /// <summary>
    /// Deciphers the last block alone (the last bytes, if there are fewer in CFB8), so that the padding is known before
    /// anything else of the message is deciphered. Its ciphertext ends the source, which is preceded by
    /// <paramref name="before"/>: the register, and behind it what earlier calls held back.
    /// </summary>
    /// <param name="before">At least 16 bytes.</param>
    /// <param name="beforeLength">Bytes of <paramref name="before"/>.</param>
    /// <param name="source">More ciphertext.</param>
    /// <param name="length">Bytes of the source.</param>
    /// <param name="tail">What was deciphered is in its text, which it does not fill when there are fewer bytes.</param>
    /// <returns>How many bytes the last block has.</returns>
    public int DecryptLast(byte* before, int beforeLength, byte* source, int length, AesTail* tail)
    {
        var available = Math.Min(sizeof(AesTail), beforeLength + length);
        var fromSource = Math.Min(length, available);
        var fromBefore = available - fromSource;
        Buffer.MemoryCopy(before + beforeLength - fromBefore, tail, sizeof(AesTail), fromBefore);
        Buffer.MemoryCopy(source + length - fromSource, (byte*)tail + fromBefore, fromSource, fromSource);

        var text = (byte*)&tail->Text;
        Decrypt((byte*)tail, text, text, available - AesBlock.Bytes);
        return available - AesBlock.Bytes;
    }

    /// <summary>Deciphers <paramref name="length"/> bytes: those held back, and then the source.</summary>
    public void DecryptBehind(byte* register, byte* held, int heldLength, byte* source, byte* destination, int length)
    {
        if (heldLength != 0)
        {
            heldLength = Math.Min(heldLength, length);
            Move(source, destination + heldLength, length - heldLength);
            Buffer.MemoryCopy(held, destination, length, heldLength);
            source = destination;
        }

        Decrypt(register, source, destination, length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void MoveIfTheyOverlap(ref byte* source, byte* destination, int length)
    {
        if (source != destination && source < destination + length && destination < source + length)
        {
            Move(source, destination, length);
            source = destination;
        }
    }

    /// <summary>Copies between memory that may overlap, for which Mono's <c>Buffer.MemoryCopy</c> is not made.</summary>
    public static void Move(byte* source, byte* destination, int length) =>
        new ReadOnlySpan<byte>(source, length).CopyTo(new Span<byte>(destination, length));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Set(AesArguments* arguments, byte* register, byte* source, byte* destination, int length)
    {
        arguments->Schedule = schedule;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->Register = register;
        arguments->Rounds = rounds;
    }
}
