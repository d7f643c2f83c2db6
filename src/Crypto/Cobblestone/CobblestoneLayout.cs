using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>Where a message's bytes are in its ciphertext: salt, commitment, and chunks that are each followed by their tag.</summary>
internal static class CobblestoneLayout
{
    public const int SaltBytes = 24;
    public const int CommitmentBytes = 32;
    public const int HeaderBytes = SaltBytes + CommitmentBytes;
    public const int ChunkBytes = 16 * 1024;
    public const int TagBytes = 16;
    public const int SealedChunkBytes = ChunkBytes + TagBytes;

    /// <summary>Chunks are numbered by 38 bits, and the last one is not whole.</summary>
    public const long MostChunks = 1L << 38;
    public const long LongestMessage = (MostChunks * ChunkBytes) - 1;

    public static long Chunk(long position) => position / ChunkBytes;

    public static int OffsetInChunk(long position) => (int)(position % ChunkBytes);

    /// <summary>Bytes of a ciphertext before a chunk.</summary>
    public static long OffsetOf(long chunk) => HeaderBytes + (chunk * SealedChunkBytes);

    public static long CiphertextBytes(long messageBytes) =>
        HeaderBytes + messageBytes + ((Chunk(messageBytes) + 1) * TagBytes);

    /// <summary>Splits what follows the header into whole chunks and the bytes of the last one, with its tag.</summary>
    /// <exception cref="AuthenticationTagMismatchException">No message has a ciphertext of that length.</exception>
    public static long WholeChunks(long chunkBytes, out int lastBytes)
    {
        RequireLast(chunkBytes < 0 ? 0 : chunkBytes % SealedChunkBytes);
        lastBytes = (int)(chunkBytes % SealedChunkBytes);
        return chunkBytes / SealedChunkBytes;
    }

    /// <summary>Requires of the last chunk that its tag is there. A message whose ciphertext ends after a whole chunk is cut off.</summary>
    /// <exception cref="AuthenticationTagMismatchException">It is not.</exception>
    public static void RequireLast(long sealedBytes)
    {
        if (sealedBytes < TagBytes)
            throw new AuthenticationTagMismatchException("The ciphertext is truncated: it does not end with a last chunk and its tag.");
    }

    /// <exception cref="CryptographicException">No message has a chunk of that number.</exception>
    public static void RequireNumber(long chunk)
    {
        if (chunk >= MostChunks)
            throw new CryptographicException("The message is too long: it has at most 2^38 chunks of 16 KiB, the last of them shorter.");
    }
}
