using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// One mode under one expanded key: what one-shots and transforms share. Buffers may overlap in any way; the 16 bytes of the IV
/// (or previous ciphertext) are apart from them, and are left as the mode leaves them.
/// </summary>
internal readonly unsafe ref struct AesCipher(AesKernel kernel, AesMode mode, byte* schedule, int rounds)
{
    /// <summary>Bytes that the mode transforms at once, to which messages are padded.</summary>
    public int Unit => UnitOf(mode);

    public static int UnitOf(AesMode mode) => mode == AesMode.Cfb8 ? 1 : AesBlock.Bytes;

    /// <summary>Encrypts whole units.</summary>
    public void Encrypt(byte* iv, byte* source, byte* destination, int length) =>
        Run((AesOperation)mode, iv, source, destination, length);

    /// <summary>Decrypts whole units.</summary>
    public void Decrypt(byte* iv, byte* source, byte* destination, int length) =>
        Run((AesOperation)mode + 1, iv, source, destination, length);

    /// <summary>Encrypts or decrypts whole units.</summary>
    public void Transform(bool decrypts, byte* iv, byte* source, byte* destination, int length) =>
        Run((AesOperation)mode + (decrypts ? 1 : 0), iv, source, destination, length);

    /// <summary>
    /// Encrypts the end of a message with its padding: the padded length, which the caller has checked, is written.
    /// </summary>
    public void EncryptFinal(byte* iv, byte* source, int length, byte* destination, int paddedLength, PaddingMode padding)
    {
        if (paddedLength == length)
            Encrypt(iv, source, destination, length);
        else
            EncryptPadded(this, iv, source, length, destination, padding);
    }

    // Not inlined, for the sake of a message without padding. Static, and with a copy, so that this struct need not be in memory.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EncryptPadded(AesCipher cipher, byte* iv, byte* source, int length, byte* destination, PaddingMode padding)
    {
        AesBlock lastBlock;
        var last = (byte*)&lastBlock;
        using var secret = new SecretScope(last, AesBlock.Bytes);
        var used = length % cipher.Unit;
        var whole = length - used;
        Buffer.MemoryCopy(source + whole, last, AesBlock.Bytes, used);
        AesPadding.Fill(last, used, cipher.Unit, padding);
        cipher.Encrypt(iv, source, destination, whole);
        cipher.Encrypt(iv, last, destination + whole, cipher.Unit);
    }

    /// <summary>
    /// Decrypts the last block alone (the last bytes, if there are fewer in CFB8), so that the padding is known before
    /// anything else of the message is decrypted. Its ciphertext ends the source, which is preceded by
    /// <paramref name="before"/>: the IV, followed by what earlier calls held back.
    /// </summary>
    /// <param name="before">At least 16 bytes.</param>
    /// <param name="beforeLength">Bytes of <paramref name="before"/>.</param>
    /// <param name="source">More ciphertext.</param>
    /// <param name="length">Bytes of the source.</param>
    /// <param name="tail">What was decrypted is in its text, which it does not fill when there are fewer bytes.</param>
    /// <returns>How many bytes the last block has.</returns>
    public int DecryptLast(byte* before, int beforeLength, byte* source, int length, AesTail* tail)
    {
        // Their sum may be more than an int holds.
        var available = (int)Math.Min(sizeof(AesTail), beforeLength + (nint)length);
        var fromSource = Math.Min(length, available);
        var fromBefore = available - fromSource;
        Buffer.MemoryCopy(before + beforeLength - fromBefore, tail, sizeof(AesTail), fromBefore);
        Buffer.MemoryCopy(source + length - fromSource, (byte*)tail + fromBefore, fromSource, fromSource);

        var text = (byte*)&tail->Text;
        Decrypt((byte*)tail, text, text, available - AesBlock.Bytes);
        return available - AesBlock.Bytes;
    }

    /// <summary>Decrypts <paramref name="length"/> bytes: those held back, and then the source.</summary>
    public void DecryptAfterHeld(byte* iv, byte* held, int heldLength, byte* source, byte* destination, int length)
    {
        heldLength = Math.Min(heldLength, length);
        if (heldLength != 0)
        {
            var rest = length - heldLength;
            if (Overlaps(source, destination, length))
            {
                Move(source, destination + heldLength, rest);
                source = destination + heldLength;
            }

            Decrypt(iv, held, destination, heldLength);
            destination += heldLength;
            length = rest;
        }

        Decrypt(iv, source, destination, length);
    }

    /// <summary>Copies between memory that may overlap, for which Mono's <c>Buffer.MemoryCopy</c> is not made.</summary>
    public static void Move(byte* source, byte* destination, int length) =>
        new ReadOnlySpan<byte>(source, length).CopyTo(new Span<byte>(destination, length));

    private static bool Overlaps(byte* source, byte* destination, int length) =>
        source < destination + length && destination < source + length;

    private void Run(AesOperation operation, byte* iv, byte* source, byte* destination, int length) =>
        Run(kernel, schedule, rounds, operation, iv, source, destination, length);

    // Not inlined: the argument struct would be among the locals of a caller that zeroes them. Static, so that this struct need not
    // be in memory.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run(
        AesKernel kernel, byte* schedule, int rounds, AesOperation operation, byte* iv, byte* source, byte* destination, int length)
    {
        if (source != destination && Overlaps(source, destination, length))
        {
            Move(source, destination, length);
            source = destination;
        }

#if NET
        AesArguments memory;
        var arguments = &memory;
#else
        // Mono clears locals even so, and not what is allocated.
        var memory = stackalloc byte[sizeof(AesArguments)];
        var arguments = (AesArguments*)memory;
#endif
        arguments->Schedule = schedule;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->IV = iv;
        arguments->Rounds = rounds;
        kernel.Run(operation, arguments);
    }
}
