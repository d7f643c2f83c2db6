using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How messages are sealed and opened under an AES-GCM-SIV key, which lies expanded in a slot or on the caller's stack. Callers have
/// checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct GcmSivKey
{
    /// <summary>Bytes of an expanded key, whatever its kernel.</summary>
    public const int LargestBytes = AesKernel.LargestEncryptionScheduleBytes;

    private readonly GcmSivKernel _kernel;
    private readonly int _rounds;

    /// <summary>Expands a key of 16 or 32 bytes to where it lies, aligned to 16 bytes.</summary>
    public GcmSivKey(GcmSivKernel kernel, ReadOnlySpan<byte> key, KeyScope expanded)
    {
        _kernel = kernel;
        _rounds = AesKernel.RoundsFor(key.Length);
        fixed (byte* cipherKey = key)
            kernel.ExpandKey(cipherKey, key.Length, expanded.Bytes);
        expanded.Complete();
    }

    /// <summary>Bytes of an expanded key.</summary>
    public static int ExpandedBytes(GcmSivKernel kernel) => kernel.KeyBytes;

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
            GcmSivArguments arguments;
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
            GcmSivArguments arguments;
            Prepare(&arguments, key.Bytes, n, a, associatedData.Length, source, destination, plaintext.Length);
            arguments.Given = Unsafe.ReadUnaligned<Block128>(t);
            _kernel.Open(&arguments);
            var isRight = AuthenticationTag.IsRight(&arguments.Tag, (byte*)&arguments.Given, sizeof(Block128));
            if (!key.IsAlive)
                key.ThrowDisposed(plaintext);
            if (!isRight)
                FailedCall.ThrowMismatch(plaintext);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Prepare(
        GcmSivArguments* arguments, byte* key, byte* nonce, byte* data, int dataLength, byte* source, byte* destination, int length)
    {
        arguments->Key = key;
        arguments->AssociatedData = data;
        arguments->AssociatedDataLength = dataLength;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->Rounds = _rounds;
        arguments->SetNonce(nonce);
    }
}
