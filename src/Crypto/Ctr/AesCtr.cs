using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES in counter mode (NIST SP 800-38A, section 6.5), seekable to any byte. Encryption and decryption are the same
/// operation. Nothing is authenticated: where that matters, take <see cref="AesGcm"/>.
/// </summary>
/// <remarks>
/// <para>
/// The counter is a 128-bit big-endian number; its carry runs across all 128 bits, and from the last counter to zero. A
/// message is an initial counter and up to 2^63 - 1 bytes, so that no counter block comes twice within one. To
/// encrypt several messages with one key, choose initial counters so that no two messages share a counter block.
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
public sealed unsafe class AesCtr : IDisposable
{
    private readonly AesKernel _kernel;
    private readonly KeySlot _slot;
    private readonly int _rounds;

    /// <summary>Takes a key.</summary>
    /// <param name="key">16, 24 or 32 bytes; copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="key"/> is null.</exception>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    public AesCtr(byte[] key)
        : this(Algorithms.Aes.Kernels.Best, Arguments.Required(key, nameof(key)))
    {
    }

    /// <inheritdoc cref="AesCtr(byte[])"/>
    public AesCtr(ReadOnlySpan<byte> key)
        : this(Algorithms.Aes.Kernels.Best, key)
    {
    }

    internal AesCtr(AesKernel kernel, ReadOnlySpan<byte> key)
    {
        Arguments.RequireAesKey(key);
        _kernel = kernel;
        _rounds = AesKernel.RoundsFor(key.Length);
        _slot = new KeySlot(kernel.EncryptionScheduleBytes, typeof(AesCtr));
        var held = _slot.Hold();
        fixed (byte* cipherKey = key)
            kernel.ExpandKey(cipherKey, key.Length, held.Bytes);
        held.Complete();
    }

    /// <summary>Encrypts or decrypts part of a message, or the whole.</summary>
    /// <param name="initialCounter">The 16-byte counter block at the beginning of the message.</param>
    /// <param name="source">The text, of any length.</param>
    /// <param name="destination">Receives as many bytes as the source has; may be longer, and may begin at the same byte.</param>
    /// <param name="position">Where in the message the source begins, in bytes.</param>
    /// <exception cref="ArgumentException">
    /// The counter has another length, the destination is too short, or the buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The position is negative, or the text ends beyond 2^63 - 1.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public void Transform(ReadOnlySpan<byte> initialCounter, ReadOnlySpan<byte> source, Span<byte> destination, long position = 0)
    {
        Check(initialCounter, source, destination, position);
        var key = _slot.Hold();
        CtrKeystream.Xor(_kernel, key.Bytes, _rounds, initialCounter, position, source, destination);
        if (!key.IsAlive)
            key.ThrowDisposed(destination.Slice(0, source.Length));
    }

    /// <returns>The text transformed.</returns>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    /// <exception cref="ArgumentException">The counter has another length.</exception>
    /// <inheritdoc cref="Transform(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, long)"/>
    public byte[] Transform(byte[] initialCounter, byte[] source, long position = 0)
    {
        Arguments.Required(initialCounter, nameof(initialCounter));
        var destination = new byte[Arguments.Required(source, nameof(source)).Length];
        Transform(initialCounter, source, destination.AsSpan(), position);
        return destination;
    }

    /// <summary>Encrypts or decrypts part of a message, or the whole; the key is expanded on the stack and wiped.</summary>
    /// <param name="key">16, 24 or 32 bytes.</param>
    /// <param name="initialCounter">The 16-byte counter block at the beginning of the message.</param>
    /// <param name="source">The text, of any length.</param>
    /// <param name="destination">Receives as many bytes as the source has; may be longer, and may begin at the same byte.</param>
    /// <param name="position">Where in the message the source begins, in bytes.</param>
    /// <exception cref="CryptographicException"><paramref name="key"/> has another length.</exception>
    /// <exception cref="ArgumentException">
    /// The counter has another length, the destination is too short, or the buffers overlap; nothing was written.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The position is negative, or the text ends beyond 2^63 - 1.</exception>
    public static void Transform(
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> initialCounter,
        ReadOnlySpan<byte> source,
        Span<byte> destination,
        long position = 0) =>
        Transform(Algorithms.Aes.Kernels.Best, key, initialCounter, source, destination, position);

    /// <returns>The text transformed.</returns>
    /// <exception cref="ArgumentNullException">An array is null.</exception>
    /// <exception cref="ArgumentException">The counter has another length.</exception>
    /// <inheritdoc cref="Transform(ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, long)"/>
    public static byte[] Transform(byte[] key, byte[] initialCounter, byte[] source, long position = 0)
    {
        Arguments.Required(key, nameof(key));
        Arguments.Required(initialCounter, nameof(initialCounter));
        var destination = new byte[Arguments.Required(source, nameof(source)).Length];
        Transform(key, initialCounter, source, destination.AsSpan(), position);
        return destination;
    }

    /// <summary>Begins a message that comes in parts, for <see cref="CryptoStream"/> and by hand.</summary>
    /// <param name="initialCounter">The 16-byte counter block at the beginning of the message; copied.</param>
    /// <param name="position">Where in the message to begin, in bytes.</param>
    /// <returns>A transform with a copy of the key, independent of this object.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="initialCounter"/> is null.</exception>
    /// <exception cref="ArgumentException">The counter has another length.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The position is negative.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public AesCtrTransform CreateTransform(byte[] initialCounter, long position = 0)
    {
        Check(Arguments.Required(initialCounter, nameof(initialCounter)), default, default, position);
        var key = _slot.Hold();
        var transform = new AesCtrTransform(_kernel, key.Bytes, _rounds, initialCounter, position);
        if (!key.IsAlive)
        {
            transform.Dispose();
            key.ThrowDisposed(default);
        }

        return transform;
    }

    /// <summary>Wipes the key; further calls throw <see cref="ObjectDisposedException"/>.</summary>
    public void Dispose() => _slot.Dispose();

    [SkipLocalsInit]
    internal static void Transform(
        AesKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> initialCounter,
        ReadOnlySpan<byte> source,
        Span<byte> destination,
        long position)
    {
        Arguments.RequireAesKey(key);
        Check(initialCounter, source, destination, position);
        ScheduleMemory memory;
        var schedule = (byte*)&memory + (-(nint)(&memory) & (CtrKeystream.BlockBytes - 1));
        using var secret = new SecretScope(schedule, kernel.EncryptionScheduleBytes);
        fixed (byte* cipherKey = key)
            kernel.ExpandKey(cipherKey, key.Length, schedule);
        CtrKeystream.Xor(kernel, schedule, AesKernel.RoundsFor(key.Length), initialCounter, position, source, destination);
    }

    private static void Check(
        ReadOnlySpan<byte> initialCounter, ReadOnlySpan<byte> source, Span<byte> destination, long position)
    {
        Arguments.RequireSize(initialCounter, CtrKeystream.BlockBytes, nameof(initialCounter));
        if (position < 0 || !CtrKeystream.Reaches(position, source.Length))
            ThrowPosition(position, source.Length);
        Arguments.RequireRoom(destination, source.Length);
        Arguments.RefusePartialOverlap(source, destination.Slice(0, source.Length), nameof(source), nameof(destination));

        static void ThrowPosition(long position, int bytes) => throw new ArgumentOutOfRangeException(
            nameof(position), position, $"{bytes} bytes from there: a message has the positions 0 to 2^63 - 1.");
    }

    /// <summary>Room for a key on the stack, whatever its kernel.</summary>
    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = AesKernel.LargestEncryptionScheduleBytes + CtrKeystream.BlockBytes)]
    private struct ScheduleMemory
    {
    }
}
