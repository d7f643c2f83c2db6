using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How the chunks of one message are sealed and opened (c2sp.org/chunked-encryption): AES-GCM under the message's own key, with nonces
/// that are the base nonce XOR the number of the chunk. The expanded key, and after it the base nonce, lie in a slot or on the caller's
/// stack. Callers have checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct CobblestoneKey
{
    /// <summary>Bytes of an expanded key and its base nonce, whatever the kernel.</summary>
    public const int LargestBytes = GcmKernel.LargestKeyBytes + AesBlock.Bytes;

    private readonly AeadKey _gcm;
    private readonly int _nonceOffset;

    /// <summary>Takes a key and a base nonce as they are (raw mode).</summary>
    public CobblestoneKey(GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> baseNonce, KeyScope expanded)
    {
        _nonceOffset = kernel.KeyBytesFor(CobblestoneLayout.ChunkBytes);
        baseNonce.CopyTo(new Span<byte>(expanded.Bytes + _nonceOffset, GcmKernel.NonceBytes));
        _gcm = new AeadKey(kernel, key, CobblestoneLayout.ChunkBytes, expanded);
        expanded.Complete();
    }

    private static ReadOnlySpan<byte> Label => "c2sp.org/chunked-encryption@v1+AEAD_AES_"u8;

    /// <summary>Bytes of an expanded key and its base nonce.</summary>
    public static int ExpandedBytes(GcmKernel kernel) => kernel.KeyBytesFor(CobblestoneLayout.ChunkBytes) + AesBlock.Bytes;

    /// <exception cref="CryptographicException">There are no such keys.</exception>
    public static void RequireKey(ReadOnlySpan<byte> key)
    {
        if (key.Length is not (16 or 32))
            throw new CryptographicException($"A key of {key.Length} bytes: Cobblestone takes 16 or 32.");
    }

    /// <summary>Begins a header: a random salt, unless one is given, as tests do.</summary>
    public static void SetSalt(Span<byte> header, ReadOnlySpan<byte> salt)
    {
        if (salt.IsEmpty)
            RandomBytes.Fill(header.Slice(0, CobblestoneLayout.SaltBytes));
        else
            salt.CopyTo(header);
    }

    /// <summary>Derives the key of a message and its commitment, by HKDF-Expand with SHA-512.</summary>
    /// <param name="kernel">The kernel.</param>
    /// <param name="key">The input key, of 16 or 32 bytes.</param>
    /// <param name="salt">The 24 bytes that the message begins with.</param>
    /// <param name="context">What the application binds the message to.</param>
    /// <param name="expanded">Where the expanded key is written.</param>
    /// <param name="commitment">Receives 32 bytes.</param>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static CobblestoneKey Derive(
        GcmKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> salt,
        ReadOnlySpan<byte> context,
        KeyScope expanded,
        Span<byte> commitment)
    {
        InfoMemory infoMemory;
        var info = new Span<byte>(&infoMemory, sizeof(InfoMemory));
        Label.CopyTo(info);
        (key.Length == 16 ? "128_GCM\0"u8 : "256_GCM\0"u8).CopyTo(info.Slice(Label.Length));
        salt.CopyTo(info.Slice(Label.Length + sizeof(ulong)));
        info = info.Slice(0, Label.Length + sizeof(ulong) + CobblestoneLayout.SaltBytes);

        OutputMemory outputMemory;
        using var secret = new SecretScope(&outputMemory, sizeof(OutputMemory));
        var output = new Span<byte>(&outputMemory, key.Length + GcmKernel.NonceBytes + CobblestoneLayout.CommitmentBytes);
        HkdfSteps.Expand(Algorithms.Sha512.Best, key, output, info, context);
        output.Slice(key.Length + GcmKernel.NonceBytes).CopyTo(commitment);
        return new(kernel, output.Slice(0, key.Length), output.Slice(key.Length, GcmKernel.NonceBytes), expanded);
    }

    /// <summary>Derives the key of a message from its header.</summary>
    /// <exception cref="AuthenticationTagMismatchException">The commitment is that of another key.</exception>
    public static CobblestoneKey Open(
        GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> header, ReadOnlySpan<byte> context, KeyScope expanded)
    {
        CommitmentMemory memory;
        var commitment = new Span<byte>(&memory, sizeof(CommitmentMemory));
        var derived = Derive(kernel, key, header.Slice(0, CobblestoneLayout.SaltBytes), context, expanded, commitment);
        if (!AuthenticationTag.IsRight(&memory, commitment.Length, header.Slice(CobblestoneLayout.SaltBytes, CobblestoneLayout.CommitmentBytes)))
        {
            throw new AuthenticationTagMismatchException(
                "Key and context are not those that the message was sealed with, or its header was changed.");
        }

        return derived;
    }

    /// <summary>Encrypts a chunk, and appends its tag. The ciphertext may begin at the same byte.</summary>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the ciphertext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Seal(KeyScope key, long chunk, ReadOnlySpan<byte> plaintext, Span<byte> destination)
    {
        ChunkNonce nonce;
        SetNonce(key, chunk, &nonce);
        _gcm.Seal(
            key,
            new ReadOnlySpan<byte>(&nonce, GcmKernel.NonceBytes),
            plaintext,
            destination.Slice(0, plaintext.Length),
            destination.Slice(plaintext.Length, CobblestoneLayout.TagBytes),
            default);
    }

    /// <summary>Decrypts a chunk with its tag. The plaintext may begin at the same byte.</summary>
    /// <exception cref="AuthenticationTagMismatchException">The tag is wrong; the plaintext is zeroed.</exception>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the plaintext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Open(KeyScope key, long chunk, ReadOnlySpan<byte> ciphertext, Span<byte> destination)
    {
        ChunkNonce nonce;
        SetNonce(key, chunk, &nonce);
        var bytes = ciphertext.Length - CobblestoneLayout.TagBytes;
        destination = destination.Slice(0, bytes);
        var isRight = _gcm.IsOpened(
            key,
            new ReadOnlySpan<byte>(&nonce, GcmKernel.NonceBytes),
            ciphertext.Slice(0, bytes),
            ciphertext.Slice(bytes),
            destination,
            default);
        if (!isRight)
            ThrowMismatch(chunk, ciphertext.Length, destination);
    }

    private static void ThrowMismatch(long chunk, int ciphertextBytes, Span<byte> destination) =>
        FailedCall.ThrowMismatch(destination, ciphertextBytes == CobblestoneLayout.SealedChunkBytes
            ? $"Chunk {chunk} is not genuine: it was changed, or belongs to another place or another message."
            : $"Chunk {chunk} is not genuine: it was changed, or the ciphertext was truncated there.");

    private void SetNonce(KeyScope key, long chunk, ChunkNonce* nonce)
    {
        CobblestoneLayout.RequireNumber(chunk);
        var baseNonce = key.Bytes + _nonceOffset;
        nonce->First = Unsafe.ReadUnaligned<uint>(baseNonce);
        BigEndian.Write64((byte*)&nonce->Second, BigEndian.Read64(baseNonce + sizeof(uint)) ^ (ulong)chunk);
        if (!key.IsAlive)
            key.ThrowDisposed(default);
    }

    [StructLayout(LayoutKind.Sequential, Pack = 4)]
    private struct ChunkNonce
    {
        public uint First;
        public ulong Second;
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct InfoMemory
    {
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 128)]
    private struct OutputMemory
    {
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = CobblestoneLayout.CommitmentBytes)]
    private struct CommitmentMemory
    {
    }
}
