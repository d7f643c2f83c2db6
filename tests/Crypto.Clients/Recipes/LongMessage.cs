using System;
using System.IO;
using ManagedCrypto;

/// <summary>A file that is one message of AES-GCM: nonce, tag, ciphertext. It need not fit in memory.</summary>
internal static class LongMessage
{
    private const int NonceSize = 12, TagSize = 16, PieceSize = 64 * 1024;

    public static void Seal(byte[] key, Stream text, Stream file)
    {
        using var random = Aes.Create(); // a new one has a random IV, even where there is no OpenSSL
        var nonce = random.IV.AsSpan(0, NonceSize);
        using var sealer = new AesGcmSealer(key, nonce, TagSize);
        file.Write(nonce);
        file.Write(new byte[TagSize]); // which is known at the end alone
        var piece = new byte[PieceSize];
        for (int read; (read = text.Read(piece)) > 0;)
            file.Write(piece, 0, sealer.Seal(piece.AsSpan(0, read), piece));
        file.Position = NonceSize;
        file.Write(sealer.Finish());
    }

    /// <summary>Reads the file twice: nothing is written before all of it has been verified.</summary>
    /// <exception cref="System.Security.Cryptography.AuthenticationTagMismatchException">Something was changed.</exception>
    /// <exception cref="EndOfStreamException">The file is shorter than nonce and tag.</exception>
    public static void Open(byte[] key, Stream file, Stream text)
    {
        byte[] nonce = new byte[NonceSize], tag = new byte[TagSize];
        file.ReadExactly(nonce);
        file.ReadExactly(tag);
        using var gcm = new AesGcm(key, TagSize);
        gcm.Decrypt(nonce, file, tag, text);
    }
}
