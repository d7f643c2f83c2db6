using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How messages are sealed and opened under a key, which lies expanded in a slot or on the caller's stack. Callers have checked sizes and
/// overlaps. Sealing and opening are inlined into the public methods, which are not inlined themselves: the argument struct has a kilobyte
/// of scratch, and a method that does not skip the initialization of its locals would zero it.
/// </summary>
internal readonly unsafe struct AeadKey
{
    private readonly long _rounds;

    /// <summary>Expands a key of a size that the kernel takes.</summary>
    /// <param name="kernel">The kernel.</param>
    /// <param name="key">The key as given.</param>
    /// <param name="longestMessage">Bytes of text and associated data together, at most.</param>
    /// <param name="expanded">Where it is written: 16-byte aligned.</param>
    public AeadKey(AeadKernel kernel, ReadOnlySpan<byte> key, long longestMessage, KeyScope expanded)
    {
        Kernel = kernel;
        _rounds = kernel.RoundsFor(key.Length);
        fixed (byte* cipherKey = &SpanStart.Of(key))
            kernel.ExpandKey(cipherKey, key.Length, expanded.Bytes, longestMessage);
        expanded.Complete();
    }

    private AeadKey(AeadKernel kernel, long rounds)
    {
        Kernel = kernel;
        _rounds = rounds;
    }

    public AeadKernel Kernel { get; }

    /// <summary>The rounds of AES under the key.</summary>
    public int Rounds => (int)_rounds;

    /// <summary>The same key, for a kernel that takes what another has expanded.</summary>
    public AeadKey For(AeadKernel kernel) => new(kernel, _rounds);

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
        fixed (byte* n = &SpanStart.Of(nonce), a = &SpanStart.Of(associatedData), source = &SpanStart.Of(plaintext))
        fixed (byte* destination = &SpanStart.Of(ciphertext), t = &SpanStart.Of(tag))
        {
            AeadArguments arguments;
            Prepare(&arguments, key.Bytes, n, nonce.Length, a, associatedData.Length, source, destination, plaintext.Length);
            arguments.TagLength = tag.Length;
            Kernel.Seal(&arguments);
            Secret.WipeInline(&arguments.J0);
            if (!key.IsAlive)
                key.ThrowDisposed(ciphertext);

            // Of a tag that is to be compared, this is the right one.
            AuthenticationTag.Write(&arguments.Tag, t, tag.Length);
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
        if (!IsOpened(key, nonce, ciphertext, tag, plaintext, associatedData))
            FailedCall.ThrowMismatch(plaintext);
    }

    /// <returns>Whether the tag is right; if not, the caller zeroes the plaintext.</returns>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the plaintext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsOpened(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData)
    {
        fixed (byte* n = &SpanStart.Of(nonce), a = &SpanStart.Of(associatedData), source = &SpanStart.Of(ciphertext))
        fixed (byte* destination = &SpanStart.Of(plaintext), t = &SpanStart.Of(tag))
        {
            AeadArguments arguments;
            Prepare(&arguments, key.Bytes, n, nonce.Length, a, associatedData.Length, source, destination, plaintext.Length);
            arguments.TagLength = tag.Length;
            arguments.Given = t;
            Kernel.Open(&arguments);
            Secret.WipeInline(&arguments.J0);
            var isRight = AuthenticationTag.IsRight(&arguments.Tag, t, tag.Length);
            if (!key.IsAlive)
                key.ThrowDisposed(plaintext);
            return isRight;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Prepare(
        AeadArguments* arguments,
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
        arguments->Nonce = nonce;
        arguments->NonceLength = nonceLength;
        arguments->AssociatedData = data;
        arguments->AssociatedDataLength = dataLength;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->Rounds = _rounds;
    }
}
