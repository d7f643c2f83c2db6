using System;
using System.Buffers.Binary;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile;

internal enum KeyKind : byte
{
    KeyFile,
    Passphrase,
}

internal enum ContentKind : byte
{
    File,

    /// <summary>A folder, as tar.</summary>
    Folder,
}

/// <summary>
/// The 32 bytes before the Cobblestone ciphertext, whose context they are: README.md has their layout. There is one way to write
/// each header, and what is written otherwise is refused.
/// </summary>
internal sealed class SealedFileHeader
{
    public const int Length = 32;
    public const int SaltBytes = 16;

    /// <summary>More would keep whoever opens the file busy for long.</summary>
    public const int MostIterations = 10_000_000;

    private const byte Version = 1;
    private const int VersionAt = 7;
    private const int KeyAt = 8;
    private const int ContentAt = 9;
    private const int ReservedAt = 10;
    private const int IterationsAt = 12;
    private const int SaltAt = 16;

    private readonly byte[] _bytes;

    private SealedFileHeader(byte[] bytes) => _bytes = bytes;

    public ReadOnlyMemory<byte> Bytes => _bytes;

    public KeyKind Key => (KeyKind)_bytes[KeyAt];

    public ContentKind Content => (ContentKind)_bytes[ContentAt];

    /// <summary>Of PBKDF2; 0 if there is a key file.</summary>
    public int Iterations => BinaryPrimitives.ReadInt32BigEndian(_bytes.AsSpan(IterationsAt));

    /// <summary>Of PBKDF2; zeros if there is a key file.</summary>
    public ReadOnlySpan<byte> Salt => _bytes.AsSpan(SaltAt);

    private static ReadOnlySpan<byte> Magic => "AESFILE"u8;

    public static SealedFileHeader ForKeyFile(ContentKind content) => new(Begin(KeyKind.KeyFile, content));

    public static SealedFileHeader ForPassphrase(ContentKind content, int iterations)
    {
        var bytes = Begin(KeyKind.Passphrase, content);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(IterationsAt), iterations);
        RandomNumberGenerator.Fill(bytes.AsSpan(SaltAt));
        return new SealedFileHeader(bytes);
    }

    /// <exception cref="AesFileException">It is none that this program writes.</exception>
    public static async Task<SealedFileHeader> ReadAsync(Stream source, CancellationToken cancellationToken)
    {
        var bytes = new byte[Length];
        if (await source.ReadAtLeastAsync(bytes, Length, throwOnEndOfStream: false, cancellationToken) < Length || !IsMagic(bytes))
            throw AesFileException.NotGenuine("This was not sealed by aesfile: it does not begin as such files do.");
        if (bytes[VersionAt] != Version)
            throw AesFileException.NotGenuine($"The header has version {bytes[VersionAt]}; this program knows version {Version}.");
        var header = new SealedFileHeader(bytes);
        if (!header.IsCanonical())
            throw AesFileException.NotGenuine("The header is not genuine: no such file begins like this.");
        return header;
    }

    private static byte[] Begin(KeyKind key, ContentKind content)
    {
        var bytes = new byte[Length];
        Magic.CopyTo(bytes);
        (bytes[VersionAt], bytes[KeyAt], bytes[ContentAt]) = (Version, (byte)key, (byte)content);
        return bytes;
    }

    private static bool IsMagic(byte[] bytes) => bytes.AsSpan().StartsWith(Magic);

    private bool IsCanonical()
    {
        var isReservedZero = _bytes.AsSpan(ReservedAt, IterationsAt - ReservedAt).IndexOfAnyExcept((byte)0) < 0;
        return isReservedZero && Content <= ContentKind.Folder && Key switch
        {
            KeyKind.KeyFile => Iterations == 0 && Salt.IndexOfAnyExcept((byte)0) < 0,
            KeyKind.Passphrase => Iterations is > 0 and <= MostIterations,
            _ => false,
        };
    }
}
