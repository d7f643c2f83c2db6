using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How messages are sealed and opened under an AES-GCM key, which lies expanded in a slot or on the caller's stack. Callers
/// have checked sizes and overlaps. Sealing and opening are inlined into the public methods, which are not inlined themselves: the
/// argument struct has a kilobyte of scratch, and a method that does not skip the initialization of its locals would zero it.
/// </summary>
internal readonly unsafe struct GcmKey
{
    /// <summary>Bytes of an expanded key, whatever its kernel.</summary>
    public const int LargestBytes = GcmKernel.LargestKeyBytes;

    private readonly bool _takesAnyNonce;

    /// <summary>Expands a key of 16, 24 or 32 bytes.</summary>
    /// <param name="kernel">The kernel.</param>
    /// <param name="key">The key as given.</param>
    /// <param name="longestMessage">Bytes of text and associated data together, at most.</param>
    /// <param name="expanded">Where it is written: 16-byte aligned.</param>
    /// <param name="takesAnyNonce">Whether nonces may have other lengths than 12 bytes.</param>
    public GcmKey(
        GcmKernel kernel, ReadOnlySpan<byte> key, long longestMessage, KeyScope expanded, bool takesAnyNonce = false)
    {
        _takesAnyNonce = takesAnyNonce;
        Kernel = kernel;
        Rounds = AesKernel.RoundsFor(key.Length);
        fixed (byte* cipherKey = key)
            kernel.ExpandKey(cipherKey, key.Length, expanded.Bytes, longestMessage);
        expanded.Complete();
    }

    public GcmKernel Kernel { get; }

    /// <summary>10, 12 or 14.</summary>
    public int Rounds { get; }

    /// <summary>Bytes of an expanded key for messages of at most so many bytes.</summary>
    public static int ExpandedBytes(GcmKernel kernel, long longestMessage) => kernel.KeyBytesFor(longestMessage);

    /// <exception cref="ArgumentException">Messages under this key have no nonces of that length.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void CheckNonce(ReadOnlySpan<byte> nonce)
    {
        if (nonce.Length != GcmNonce.Bytes)
            RequireAny(_takesAnyNonce, nonce);

        static void RequireAny(bool takesAny, ReadOnlySpan<byte> nonce)
        {
            if (!takesAny)
                Arguments.RequireSize(nonce, GcmNonce.Bytes, nameof(nonce));
            GcmNonce.RequireAny(nonce);
        }
    }

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
            GcmArguments arguments;
            Prepare(&arguments, key.Bytes, n, nonce.Length, a, associatedData.Length, source, destination, plaintext.Length);
            Kernel.Seal(&arguments);
            Secret.WipeInline(&arguments.J0);
            if (!key.IsAlive)
                key.ThrowDisposed(ciphertext);

            var last = tag.Length - sizeof(ulong);
            Unsafe.WriteUnaligned(t, arguments.Tag.First);
            Unsafe.WriteUnaligned(t + last, Unsafe.ReadUnaligned<ulong>((byte*)&arguments.Tag + last));

            // Of a code that is to be compared, this is the right one.
            Secret.WipeInline(&arguments.Tag);
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
            GcmArguments arguments;
            Prepare(&arguments, key.Bytes, n, nonce.Length, a, associatedData.Length, source, destination, plaintext.Length);
            Kernel.Open(&arguments);
            Secret.WipeInline(&arguments.J0);
            var isRight = AuthenticationTag.IsRight(&arguments.Tag, t, tag.Length);
            if (!key.IsAlive)
                key.ThrowDisposed(plaintext);
            if (!isRight)
                FailedCall.ThrowMismatch(plaintext);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Prepare(
        GcmArguments* arguments,
        byte* key,
        byte* nonce,
        int nonceLength,
        byte* data,
        int dataLength,
        byte* source,
        byte* destination,
        int length)
    {
        arguments->Key = key;
        arguments->AssociatedData = data;
        arguments->AssociatedDataLength = dataLength;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->Rounds = Rounds;
        if (nonceLength == GcmNonce.Bytes)
        {
            arguments->Prepare(nonce);
        }
        else
        {
            GcmNonce.Expand(Kernel, key, Rounds, new(nonce, nonceLength), &arguments->J0);
            arguments->PrepareLengths();
        }
    }
}
