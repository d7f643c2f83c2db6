using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// An expanded AES-GCM key, in a slot or on the caller's stack, and the messages sealed and opened with it. Callers have
/// checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct GcmKey
{
    private readonly GcmKernel _kernel;
    private readonly byte* _bytes;
    private readonly int _rounds;
    private readonly KeySlot? _slot;

    private GcmKey(GcmKernel kernel, ReadOnlySpan<byte> key, byte* bytes, KeySlot? slot)
    {
        _kernel = kernel;
        _bytes = bytes;
        _slot = slot;
        _rounds = AesKernel.RoundsFor(key.Length);
        fixed (byte* cipherKey = key)
            kernel.ExpandKey(cipherKey, key.Length, bytes);
    }

    /// <summary>Expands a key into a slot, which the owner disposes of.</summary>
    public GcmKey(GcmKernel kernel, ReadOnlySpan<byte> key, KeySlot slot)
        : this(kernel, key, slot.Bytes, slot)
    {
    }

    /// <summary>Expands a key into memory of the caller, 16-byte aligned, who wipes it.</summary>
    public GcmKey(GcmKernel kernel, ReadOnlySpan<byte> key, byte* bytes)
        : this(kernel, key, bytes, null)
    {
    }

    /// <exception cref="ObjectDisposedException">The slot was disposed; the ciphertext is zeroed.</exception>
    [SkipLocalsInit]
    public void Seal(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData)
    {
        fixed (byte* n = nonce, a = associatedData, source = plaintext, destination = ciphertext)
        {
            GcmArguments arguments;
            Prepare(&arguments, n, a, associatedData.Length, source, destination, plaintext.Length);
            _kernel.Seal(&arguments);
            ThrowIfDisposed(ciphertext);
            new ReadOnlySpan<byte>(&arguments.Tag, tag.Length).CopyTo(tag);
        }
    }

    /// <exception cref="AuthenticationTagMismatchException">The tag is wrong; the plaintext is zeroed.</exception>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the plaintext is zeroed.</exception>
    [SkipLocalsInit]
    public void Open(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData)
    {
        fixed (byte* n = nonce, a = associatedData, source = ciphertext, destination = plaintext, given = tag)
        {
            GcmArguments arguments;
            Prepare(&arguments, n, a, associatedData.Length, source, destination, plaintext.Length);
            _kernel.Open(&arguments);
            ThrowIfDisposed(plaintext);

            if (!Secret.FixedTimeEquals((byte*)&arguments.Tag, given, tag.Length))
            {
                // The tag that a forged message should have had is nobody's to know.
                Secret.Wipe(&arguments.Tag, AesGcm.LargestTagBytes);
                plaintext.Clear();
                ThrowMismatch();
            }
        }
    }

    private void Prepare(
        GcmArguments* arguments, byte* nonce, byte* data, int dataLength, byte* source, byte* destination, int length)
    {
        arguments->Key = _bytes;
        arguments->AssociatedData = data;
        arguments->AssociatedDataLength = dataLength;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->Rounds = _rounds;
        arguments->Prepare(nonce);
    }

    private static void ThrowMismatch() => throw new AuthenticationTagMismatchException();

    private void ThrowIfDisposed(Span<byte> output)
    {
        if (_slot is { IsAlive: false })
        {
            output.Clear();
            throw new ObjectDisposedException(typeof(AesGcm).FullName);
        }
    }
}
