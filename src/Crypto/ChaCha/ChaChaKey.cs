using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How messages are sealed and opened under a key of ChaCha20-Poly1305, which lies in a slot or on the caller's stack. Callers have
/// checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct ChaChaKey
{
    /// <summary>Bytes of a key, which needs no expansion.</summary>
    public const int LargestBytes = ChaChaPolyKernel.KeyBytes;

    private readonly ChaChaPolyKernel _kernel;

    /// <summary>Copies a key of 32 bytes to where it lies.</summary>
    public ChaChaKey(ChaChaPolyKernel kernel, ReadOnlySpan<byte> key, KeyScope expanded)
        : this(kernel)
    {
        Secret.Copy(key, new Span<byte>(expanded.Bytes, LargestBytes));
        expanded.Complete();
    }

    /// <summary>A key that lies there already.</summary>
    public ChaChaKey(ChaChaPolyKernel kernel) => _kernel = kernel;

    /// <inheritdoc cref="LargestBytes"/>
    public static int ExpandedBytes(ChaChaPolyKernel kernel) => LargestBytes;

    /// <exception cref="ObjectDisposedException">The slot was disposed; the ciphertext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Seal(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData)
    {
        fixed (byte* n = nonce, a = associatedData, source = plaintext, destination = ciphertext, t = tag)
        {
            ChaChaPolyArguments arguments;
            Prepare(&arguments, key.Bytes, n, a, associatedData.Length, source, destination, plaintext.Length);
            _kernel.Seal(&arguments);
            if (!key.IsAlive)
                key.ThrowDisposed(ciphertext);
            Unsafe.WriteUnaligned(t, arguments.Tag);
        }
    }

    /// <exception cref="AuthenticationTagMismatchException">The tag is wrong; the plaintext is zeroed.</exception>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the plaintext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Open(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData)
    {
        fixed (byte* n = nonce, a = associatedData, source = ciphertext, destination = plaintext, t = tag)
        {
            ChaChaPolyArguments arguments;
            Prepare(&arguments, key.Bytes, n, a, associatedData.Length, source, destination, plaintext.Length);
            _kernel.Open(&arguments);
            var isRight = AuthenticationTag.IsRight(&arguments.Tag, t, sizeof(Block128));
            if (!key.IsAlive)
                key.ThrowDisposed(plaintext);
            if (!isRight)
                FailedCall.ThrowMismatch(plaintext);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Prepare(
        ChaChaPolyArguments* arguments, byte* key, byte* nonce, byte* data, int dataLength, byte* source, byte* destination, int length)
    {
        arguments->Key = key;
        arguments->AssociatedData = data;
        arguments->AssociatedDataLength = dataLength;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->SetNonce(nonce);
    }
}
