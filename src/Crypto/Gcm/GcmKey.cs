using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// An expanded AES-GCM key, in a slot or on the caller's stack, and the messages sealed and opened with it. Callers have
/// checked sizes and overlaps. Sealing and opening are inlined into the public methods, which are not inlined themselves: the
/// argument struct has a kilobyte of scratch, and a method that does not skip the initialization of its locals would zero it.
/// </summary>
internal readonly unsafe struct GcmKey
{
    private readonly GcmKernel _kernel;
    private readonly byte* _bytes;
    private readonly int _rounds;
    private readonly KeySlot? _slot;

    private GcmKey(GcmKernel kernel, ReadOnlySpan<byte> key, long longestMessage, byte* bytes, KeySlot? slot)
    {
        _kernel = kernel;
        _bytes = bytes;
        _slot = slot;
        _rounds = AesKernel.RoundsFor(key.Length);
        fixed (byte* cipherKey = key)
            kernel.ExpandKey(cipherKey, key.Length, bytes, longestMessage);
    }

    /// <summary>Expands a key into a slot, which the owner disposes of.</summary>
    public GcmKey(GcmKernel kernel, ReadOnlySpan<byte> key, KeySlot slot)
        : this(kernel, key, long.MaxValue, slot.Bytes, slot)
    {
    }

    /// <summary>
    /// Expands a key into memory of the caller, which is 16-byte aligned, and which the caller wipes. The key is for messages of
    /// <paramref name="longestMessage"/> bytes at most, text and associated data together.
    /// </summary>
    public GcmKey(GcmKernel kernel, ReadOnlySpan<byte> key, long longestMessage, byte* bytes)
        : this(kernel, key, longestMessage, bytes, null)
    {
    }

    /// <exception cref="ObjectDisposedException">The slot was disposed; the ciphertext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Seal(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData)
    {
        fixed (byte* n = nonce, a = associatedData, source = plaintext, destination = ciphertext, t = tag)
        {
            GcmArguments arguments;
            Prepare(&arguments, n, a, associatedData.Length, source, destination, plaintext.Length);
            _kernel.Seal(&arguments);
            if (_slot is { IsAlive: false })
                ThrowDisposed(ciphertext);

            var last = tag.Length - sizeof(ulong);
            Unsafe.WriteUnaligned(t, arguments.Tag.First);
            Unsafe.WriteUnaligned(t + last, Unsafe.ReadUnaligned<ulong>((byte*)&arguments.Tag + last));
        }
    }

    /// <exception cref="AuthenticationTagMismatchException">The tag is wrong; the plaintext is zeroed.</exception>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the plaintext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Open(
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData)
    {
        fixed (byte* n = nonce, a = associatedData, source = ciphertext, destination = plaintext, t = tag)
        {
            GcmArguments arguments;
            Prepare(&arguments, n, a, associatedData.Length, source, destination, plaintext.Length);
            _kernel.Open(&arguments);
            if (_slot is { IsAlive: false })
                ThrowDisposed(plaintext);
            if (!Secret.FixedTimeEquals((byte*)&arguments.Tag, t, tag.Length))
                ThrowMismatch(&arguments.Tag, plaintext);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
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

    private static void ThrowMismatch(Block128* tag, Span<byte> plaintext)
    {
        // The tag that a forged message should have had would make the forgery pass.
        Secret.Wipe(tag, sizeof(Block128));
        plaintext.Clear();
        Secret.ForgetRegisters();
        throw new AuthenticationTagMismatchException();
    }

    private static void ThrowDisposed(Span<byte> output)
    {
        output.Clear();
        Secret.ForgetRegisters();
        throw new ObjectDisposedException(typeof(AesGcm).FullName);
    }
}
