using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message of AES-GCM that comes in pieces, for one caller at a time, under the key of an <see cref="AesGcm"/>. Every member throws
/// <see cref="ObjectDisposedException"/> after its end or the key's, <see cref="CryptographicException"/> during another thread's
/// call, and <see cref="InvalidOperationException"/> where it comes in a wrong order, which changes nothing.
/// <para>As an <see cref="IMessageCode"/> it takes ciphertext, which it does not decrypt; the whole tag is its digest.</para>
/// </summary>
internal sealed unsafe class RunningGcm : IMessageCode
{
    private readonly GcmKernel _kernel;
    private readonly int _rounds;
    private readonly KeySlot _keySlot;
    private readonly StateSlot _slot;
    private readonly object _owner;

    /// <summary>Begins a message.</summary>
    /// <exception cref="ArgumentException">The nonce is empty.</exception>
    public RunningGcm(GcmKernel kernel, int rounds, KeySlot keySlot, object owner, ReadOnlySpan<byte> nonce)
    {
        (_kernel, _rounds, _keySlot, _owner) = (kernel, rounds, keySlot, owner);
        _slot = new StateSlot(sizeof(GcmMessage));
        Begin(nonce, refusesLast: false);
    }

    public int DigestBytes => sizeof(Block128);

    /// <summary>Begins a message, and forgets one that has not ended.</summary>
    /// <param name="nonce">At least one byte.</param>
    /// <param name="refusesLast">Whether the nonce of the message before is refused.</param>
    /// <exception cref="ArgumentException">The nonce is refused; nothing was changed.</exception>
    [SkipLocalsInit]
    public void Begin(ReadOnlySpan<byte> nonce, bool refusesLast)
    {
        GcmNonce.Require(nonce, takesAny: true);
        using var scope = _slot.Enter(_owner);
        var held = _keySlot.Hold();
        var message = (GcmMessage*)scope.Bytes;
        Block128 j0;
        using var secret = new SecretScope(&j0, sizeof(Block128));
        fixed (byte* n = &SpanStart.Of(nonce))
            _kernel.ExpandNonce(held.Bytes, _rounds, n, nonce.Length, &j0);
        if (refusesLast && ((j0.First ^ message->J0.First) | (j0.Second ^ message->J0.Second)) == 0)
            throw new ArgumentException("It is the nonce of the message before: each message needs another.", nameof(nonce));

        Pieces(held.Bytes, message).Begin(&j0);
        message->Phase = GcmPhase.AssociatedData;
        if (!held.IsAlive)
            held.ThrowDisposed(default);
    }

    public void AppendAssociatedData(ReadOnlySpan<byte> associatedData)
    {
        using var scope = _slot.Enter(_owner);
        var held = _keySlot.Hold();
        var message = (GcmMessage*)scope.Bytes;
        RequireUnended(message);
        if (message->Phase == GcmPhase.Text)
            throw new InvalidOperationException("Associated data come before the text, of which this message has some.");

        fixed (byte* data = &SpanStart.Of(associatedData))
            Pieces(held.Bytes, message).AppendAssociatedData(data, associatedData.Length);
        if (!held.IsAlive)
            held.ThrowDisposed(default);
    }

    /// <summary>Encrypts or decrypts text into a destination as long, which is the same memory or has none in common with it.</summary>
    /// <exception cref="CryptographicException">The text is too long, or another thread is using the object.</exception>
    public void Transform(ReadOnlySpan<byte> text, Span<byte> destination, bool isOpening)
    {
        using var scope = _slot.Enter(_owner);
        var held = _keySlot.Hold();
        var message = (GcmMessage*)scope.Bytes;
        BeginText(message, text.Length);
        fixed (byte* source = &SpanStart.Of(text), to = &SpanStart.Of(destination))
            Pieces(held.Bytes, message).Transform(source, to, text.Length, isOpening);
        if (!held.IsAlive)
            held.ThrowDisposed(destination);
    }

    public void Append(ReadOnlySpan<byte> source)
    {
        using var scope = _slot.Enter(_owner);
        var held = _keySlot.Hold();
        var message = (GcmMessage*)scope.Bytes;
        BeginText(message, source.Length);
        fixed (byte* ciphertext = &SpanStart.Of(source))
            Pieces(held.Bytes, message).AppendCiphertext(ciphertext, source.Length);
        if (!held.IsAlive)
            held.ThrowDisposed(default);
    }

    /// <summary>Ends the message, and writes the first bytes of its tag, at most 16.</summary>
    public void Finish(Span<byte> tag)
    {
        using var scope = _slot.Enter(_owner);
        var held = _keySlot.Hold();
        Block128 whole;
        using var secret = new SecretScope(&whole, sizeof(Block128));
        Finish(held.Bytes, (GcmMessage*)scope.Bytes, &whole);
        if (!held.IsAlive)
            held.ThrowDisposed(default);
        new ReadOnlySpan<byte>(&whole, tag.Length).CopyTo(tag);
    }

    /// <inheritdoc/>
    public void FinishAndReset(Span<byte> destination) => Finish(destination.Slice(0, DigestBytes));

    /// <inheritdoc/>
    public bool VerifyAndReset(ReadOnlySpan<byte> code) => FinishAndCompare(code);

    /// <summary>Ends the message.</summary>
    /// <param name="tag">12 to 16 bytes.</param>
    /// <returns>Whether it has that tag.</returns>
    public bool FinishAndCompare(ReadOnlySpan<byte> tag)
    {
        using var scope = _slot.Enter(_owner);
        var held = _keySlot.Hold();
        Block128 whole;
        Finish(held.Bytes, (GcmMessage*)scope.Bytes, &whole);
        var isRight = AuthenticationTag.IsRight(&whole, sizeof(Block128), tag);
        if (!held.IsAlive)
            held.ThrowDisposed(default);
        return isRight;
    }

    public void Dispose() => _slot.Dispose();

    private void Finish(byte* key, GcmMessage* message, Block128* tag)
    {
        RequireUnended(message);
        Pieces(key, message).Finish(tag);
        message->Phase = GcmPhase.Ended;
    }

    private GcmPieces Pieces(byte* key, GcmMessage* message) => new(_kernel, _rounds, key, message);

    private static void BeginText(GcmMessage* message, int length)
    {
        RequireUnended(message);
        if (!GcmPieces.Reaches(message->Length, length))
            ThrowTooLong(message->Length, length);
        message->Phase = GcmPhase.Text;

        static void ThrowTooLong(long before, int length) => throw new CryptographicException(
            $"{length} bytes after {before}: a message of AES-GCM has 2^36 - 32 at most.");
    }

    private static void RequireUnended(GcmMessage* message)
    {
        if (message->Phase == GcmPhase.Ended)
            Throw();

        static void Throw() => throw new InvalidOperationException("The message has ended: Begin takes the nonce of the next.");
    }
}
