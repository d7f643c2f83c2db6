using System;
using System.Buffers.Binary;
using System.IO;
using ManagedCrypto;

/// <summary>
/// A file of any length, sealed by AES-GCM in pieces of 64 KiB. Only pieces with a right tag are given out, in their order; a
/// piece that was changed, moved or left out, or an end that was cut off, throws. The caller then drops what was written.
/// </summary>
internal static class SealedFile
{
    private const int PieceSize = 64 * 1024;
    private const int TagSize = 16;

    public static void Seal(byte[] key, Stream source, Stream destination)
    {
        var salt = RandomNumberGenerator.GetBytes(32);
        destination.Write(salt);
        using var gcm = new AesGcm(FileKey(key, salt), TagSize);
        byte[] text = new byte[PieceSize], piece = new byte[PieceSize + TagSize];
        var isLast = false;
        for (var number = 0L; !isLast; number++)
        {
            var count = source.ReadAtLeast(text, text.Length, throwOnEndOfStream: false);
            isLast = count < text.Length; // shorter than the others, empty if need be
            gcm.Seal(Nonce(number), text.AsSpan(0, count), piece);
            destination.Write(piece, 0, count + TagSize);
        }
    }

    /// <exception cref="System.Security.Cryptography.AuthenticationTagMismatchException">Something was changed.</exception>
    /// <exception cref="EndOfStreamException">The end is missing.</exception>
    public static void Open(byte[] key, Stream source, Stream destination)
    {
        var salt = new byte[32];
        source.ReadExactly(salt);
        using var gcm = new AesGcm(FileKey(key, salt), TagSize);
        byte[] text = new byte[PieceSize], piece = new byte[PieceSize + TagSize];
        var isLast = false;
        for (var number = 0L; !isLast; number++)
        {
            var count = source.ReadAtLeast(piece, piece.Length, throwOnEndOfStream: false);
            if (count < TagSize)
                throw new EndOfStreamException("The end of the file is missing.");
            isLast = count < piece.Length;
            gcm.Open(Nonce(number), piece.AsSpan(0, count), text);
            destination.Write(text, 0, count - TagSize);
        }
    }

    /// <summary>Each file has a key of its own, so that its nonces may count.</summary>
    private static byte[] FileKey(byte[] key, byte[] salt) => HMACSHA256.HashData(key, salt);

    private static byte[] Nonce(long number)
    {
        var nonce = new byte[12];
        BinaryPrimitives.WriteInt64BigEndian(nonce, number);
        return nonce;
    }
}
