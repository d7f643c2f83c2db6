using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

#pragma warning disable CS1573 // What overloads have in common is documented once.

namespace ManagedCrypto;

/// <summary>
/// Reads a ciphertext from an underlying stream, and gives out the message, no byte of it before its chunk has been verified: see
/// <see cref="Cobblestone"/>. It can seek if the underlying stream can.
/// </summary>
/// <remarks>
/// <para>
/// The end of the message is genuine, too: a read returns 0, and <see cref="MessageStream.Length"/> a number, only once the last chunk has been verified.
/// Whoever stops reading before that has a genuine beginning of the message.
/// </para>
/// <para>
/// What is not genuine is an <see cref="AuthenticationTagMismatchException"/>, which says whether it was the header, which chunk, or that
/// the ciphertext is truncated. It is thrown at the place in question or some chunks before, and all later calls throw it again.
/// During a call, the buffer that is read into may hold text that has not been verified; it is zeroed then. Errors of the
/// underlying stream come as they are, leave <see cref="MessageStream.Position"/> where it was, and may pass.
/// </para>
/// <para>
/// The buffer (<see cref="CobblestoneOptions.Parallelism"/>) comes from a pool, and is wiped when the stream is disposed of or finalized. It
/// serves one call at a time: a second one throws <see cref="CryptographicException"/>, and disposal during a call wipes when that call ends.
/// </para>
/// </remarks>
public sealed class CobblestoneOpeningStream : MessageStream
{
    internal CobblestoneOpeningStream(
        GcmKernel kernel,
        Stream source,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> context,
        bool leaveOpen,
        CobblestoneOptions? options)
        : base(
            Arguments.RequiredReadable(source),
            new OpeningCore(kernel, key, context, source.CanSeek, options, ReadAhead.Suits(source)),
            leaveOpen)
    {
    }
}
