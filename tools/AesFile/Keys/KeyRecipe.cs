using System;
using System.Buffers.Binary;

namespace ManagedCrypto.AesFile.Keys;

internal enum KeyKind : byte
{
    KeyFile,
    Passphrase,
}

/// <summary>
/// How a key comes of what the user has, in 24 bytes that anybody may know: README.md has their layout. There is one way to write each,
/// and what is written otherwise is refused.
/// </summary>
internal sealed class KeyRecipe(ReadOnlyMemory<byte> bytes)
{
    public const int Length = 24;

    /// <summary>More would keep whoever opens the file busy for long.</summary>
    public const int MostIterations = 10_000_000;

    private const int ReservedAt = 1;
    private const int IterationsAt = 4;
    private const int SaltAt = 8;

    public ReadOnlySpan<byte> Bytes => bytes.Span;

    public KeyKind Kind => (KeyKind)bytes.Span[0];

    /// <summary>Of PBKDF2; 0 if there is a key file.</summary>
    public int Iterations => BinaryPrimitives.ReadInt32BigEndian(bytes.Span[IterationsAt..]);

    /// <summary>Of PBKDF2; zeros if there is a key file.</summary>
    public ReadOnlySpan<byte> Salt => bytes.Span[SaltAt..];

    public bool IsCanonical => bytes.Span[ReservedAt..IterationsAt].IndexOfAnyExcept((byte)0) < 0 && Kind switch
    {
        KeyKind.KeyFile => Iterations == 0 && Salt.IndexOfAnyExcept((byte)0) < 0,
        KeyKind.Passphrase => Iterations is > 0 and <= MostIterations,
        _ => false,
    };

    public static KeyRecipe ForKeyFile() => new(new byte[Length]);

    public static KeyRecipe ForPassphrase(int iterations)
    {
        var bytes = new byte[Length];
        bytes[0] = (byte)KeyKind.Passphrase;
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(IterationsAt), iterations);
        RandomNumberGenerator.Fill(bytes.AsSpan(SaltAt));
        return new(bytes);
    }
}
