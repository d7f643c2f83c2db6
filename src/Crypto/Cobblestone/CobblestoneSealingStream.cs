using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Seals what is written to it, and writes the ciphertext to an underlying stream, chunk by chunk: see <see cref="Cobblestone"/>. Only
/// <see cref="Complete"/> or <see cref="CompleteAsync"/> ends the message.
/// </summary>
/// <remarks>
/// <para>
/// A message that was not completed cannot be opened to its end. Disposal does not complete it, so that a failure on the way to
/// <see cref="Complete"/> never seals a part as if it were all. After a write to the underlying stream failed or was cancelled, the message
/// cannot be completed any more: further calls throw.
/// </para>
/// <para>
/// Text waits until its chunk of 16 KiB is full; full chunks wait until a buffer of 256 KiB for each thread is, or for <see cref="MessageStream.Flush"/>.
/// The buffer comes from a pool, and is wiped when the stream is disposed of or finalized. It serves one call at a time: a second one
/// throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call ends.
/// </para>
/// </remarks>
public sealed class CobblestoneSealingStream : MessageStream
{
    internal CobblestoneSealingStream(
        GcmKernel kernel,
        Stream destination,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> context,
        bool leaveOpen,
        CobblestoneOptions? options,
        ReadOnlySpan<byte> salt = default)
        : base(Arguments.RequiredWritable(destination), new SealingCore(kernel, key, context, options, salt), leaveOpen)
    {
    }

    /// <summary>Ends the message: seals and writes what is left.</summary>
    /// <remarks>Nothing can be written after it; a second call has no effect.</remarks>
    /// <exception cref="CryptographicException">Another thread is using the stream.</exception>
    /// <exception cref="InvalidOperationException">An earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public void Complete() => CompleteMessage();

    /// <summary>Does what <see cref="Complete"/> does, without waiting for the underlying stream.</summary>
    /// <param name="cancellationToken">
    /// Cancels the call; the message cannot be completed then, if anything had been written.
    /// </param>
    /// <returns>The end of it.</returns>
    /// <inheritdoc cref="Complete"/>
    public Task CompleteAsync(CancellationToken cancellationToken = default) => CompleteMessageAsync(cancellationToken);
}
