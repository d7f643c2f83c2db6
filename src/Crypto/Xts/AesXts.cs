using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-XTS (IEEE 1619, NIST SP 800-38E), for storage: the sectors of a disk, the pages of a file. A data unit is encrypted in place and
/// does not grow. Nothing is authenticated: whoever may write there can put an older version of each 16 bytes back, or turn them into
/// noise, and nobody notices. For messages, take <see cref="AesGcm"/>.
/// </summary>
/// <remarks>
/// <para>
/// A data unit has 16 bytes to 16 MiB (2^20 blocks), in whole blocks or not, and a tweak of 16 bytes that says where it is stored. The
/// tweak is no secret. The same data at the same place become the same ciphertext, so an observer sees which blocks of 16 bytes have
/// changed since.
/// </para>
/// <para>
/// Immutable after construction: any number of threads may use one object at once. A call that races
/// <see cref="Dispose"/> either completes under the key or zeroes its output and throws
/// <see cref="ObjectDisposedException"/>; until then, the output buffer may hold bytes made under a wiped key.
/// </para>
/// <para>
/// Source and destination may be the same memory, byte for byte; any other overlap is refused before anything is written.
/// </para>
/// </remarks>
public sealed unsafe class AesXts : IDisposable
{
    private const int LongestUnitBytes = 16 << 20;

    private readonly KeySlot _slot;
    private readonly XtsKey _key;

    /// <summary>Takes a key: that of the data, followed by that of the tweaks.</summary>
    /// <param name="key">32 bytes for AES-128, or 64 for AES-256; copied. The halves must differ.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length, or equal halves.</exception>
    public AesXts(byte[] key)
        : this(Algorithms.Aes.Kernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="AesXts(byte[])"/>
    public AesXts(ReadOnlySpan<byte> key)
        : this(Algorithms.Aes.Kernels.Best, key)
    {
    }

    internal AesXts(AesKernel kernel, ReadOnlySpan<byte> key)
    {
        if (key.Length is not (32 or 64))
            throw new CryptographicException($"A key of {key.Length} bytes: AES-XTS takes 32 or 64, which are two keys of AES.");
        if (HasEqualHalves(key))
        {
            throw new CryptographicException(
                "The two halves of the key are equal: ciphertexts that an attacker chooses would give the tweaks away.");
        }

        _slot = new KeySlot(XtsKey.ExpandedBytes(kernel), typeof(AesXts));
        _key = new XtsKey(kernel, key, _slot.Hold());
    }

    /// <summary>Encrypts a data unit.</summary>
    /// <param name="tweak">16 bytes that say where the data unit is stored.</param>
    /// <param name="source">The data unit: 16 bytes to 16 MiB.</param>
    /// <param name="destination">Receives as many bytes as the source has; may be longer, and may begin at the same byte.</param>
    /// <exception cref="ArgumentException">
    /// The tweak or the data unit has another length, the destination is too short, or the buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Encrypt(ReadOnlySpan<byte> tweak, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Transform(AesOperation.EncryptXts, tweak, source, destination);

    /// <returns>The data unit encrypted.</returns>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    /// <exception cref="ArgumentException">The tweak or the data unit has another length.</exception>
    /// <inheritdoc cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] Encrypt(byte[] tweak, byte[] source)
    {
        Arguments.Required(tweak, nameof(tweak));
        var destination = new byte[Arguments.Required(source, nameof(source)).Length];
        Encrypt(tweak, source, destination.AsSpan());
        return destination;
    }

    /// <summary>Encrypts a sector: the tweak is its number, as 16 little-endian bytes.</summary>
    /// <param name="sector">The number of the sector, zero or more.</param>
    /// <param name="source">The sector: 16 bytes to 16 MiB.</param>
    /// <param name="destination">Receives as many bytes as the source has; may be longer, and may begin at the same byte.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The sector has another length, the destination is too short, or the buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Encrypt(long sector, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Transform(AesOperation.EncryptXts, sector, source, destination);

    /// <returns>The sector encrypted.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">The sector has another length.</exception>
    /// <inheritdoc cref="Encrypt(long, ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] Encrypt(long sector, byte[] source)
    {
        var destination = new byte[Arguments.Required(source, nameof(source)).Length];
        Encrypt(sector, source, destination.AsSpan());
        return destination;
    }

    /// <summary>Decrypts a data unit.</summary>
    /// <param name="tweak">The 16 bytes that it was encrypted with.</param>
    /// <param name="source">The data unit: 16 bytes to 16 MiB.</param>
    /// <param name="destination">Receives as many bytes as the source has; may be longer, and may begin at the same byte.</param>
    /// <exception cref="ArgumentException">
    /// The tweak or the data unit has another length, the destination is too short, or the buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Decrypt(ReadOnlySpan<byte> tweak, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Transform(AesOperation.DecryptXts, tweak, source, destination);

    /// <returns>The data unit decrypted.</returns>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    /// <exception cref="ArgumentException">The tweak or the data unit has another length.</exception>
    /// <inheritdoc cref="Decrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] Decrypt(byte[] tweak, byte[] source)
    {
        Arguments.Required(tweak, nameof(tweak));
        var destination = new byte[Arguments.Required(source, nameof(source)).Length];
        Decrypt(tweak, source, destination.AsSpan());
        return destination;
    }

    /// <summary>Decrypts a sector: the tweak is its number, as 16 little-endian bytes.</summary>
    /// <param name="sector">The number that it was encrypted with.</param>
    /// <param name="source">The sector: 16 bytes to 16 MiB.</param>
    /// <param name="destination">Receives as many bytes as the source has; may be longer, and may begin at the same byte.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    /// <exception cref="ArgumentException">
    /// The sector has another length, the destination is too short, or the buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Decrypt(long sector, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Transform(AesOperation.DecryptXts, sector, source, destination);

    /// <returns>The sector decrypted.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is null.</exception>
    /// <exception cref="ArgumentException">The sector has another length.</exception>
    /// <inheritdoc cref="Decrypt(long, ReadOnlySpan{byte}, Span{byte})"/>
    public byte[] Decrypt(long sector, byte[] source)
    {
        var destination = new byte[Arguments.Required(source, nameof(source)).Length];
        Decrypt(sector, source, destination.AsSpan());
        return destination;
    }

    /// <summary>Wipes the key; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    private static bool HasEqualHalves(ReadOnlySpan<byte> key)
    {
        var half = key.Length / 2;
        var last = half - AesBlock.Bytes;
        fixed (byte* first = key)
        {
            return Secret.FixedTimeEquals(first, first + half, AesBlock.Bytes)
                & Secret.FixedTimeEquals(first + last, first + half + last, AesBlock.Bytes);
        }
    }

    private void Transform(AesOperation operation, long sector, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (sector < 0)
            ThrowSector(sector);
        AesBlock tweak;
        Words128.Write((byte*)&tweak, (ulong)sector, 0);
        Transform(operation, &tweak, source, destination);

        static void ThrowSector(long sector) =>
            throw new ArgumentOutOfRangeException(nameof(sector), sector, "The number of a sector is zero or more.");
    }

    [SkipLocalsInit]
    private void Transform(
        AesOperation operation, ReadOnlySpan<byte> tweak, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        Arguments.RequireSize(tweak, AesBlock.Bytes, nameof(tweak));
        AesBlock block;
        AesBlock.Copy(tweak, &block);
        Transform(operation, &block, source, destination);
    }

    private void Transform(AesOperation operation, AesBlock* tweak, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        if (source.Length is < AesBlock.Bytes or > LongestUnitBytes)
            ThrowLength(source.Length);
        Arguments.RequireRoom(destination, source.Length);
        destination = destination.Slice(0, source.Length);
        Arguments.RefusePartialOverlap(source, destination, nameof(source), nameof(destination));
        _key.Transform(_slot.Hold(), operation, tweak, source, destination);

        static void ThrowLength(int bytes) => throw new ArgumentException(
            $"A data unit of {bytes} bytes: AES-XTS takes 16 to {LongestUnitBytes}.", nameof(source));
    }
}
