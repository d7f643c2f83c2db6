using System;

namespace ManagedCrypto;

/// <summary>
/// Computes the digest or code of a message that comes in parts, in memory that does not move: a state, and behind it the key if there is
/// one. What it reads of the message it leaves in no register.
/// </summary>
internal unsafe interface IMessageEngine
{
    /// <summary>Bytes of the memory.</summary>
    int MemoryBytes { get; }

    /// <summary>Bytes of it that a message changes: the first, and no more than a <see cref="HashState"/> has.</summary>
    int StateBytes { get; }

    /// <summary>Bytes of a digest or code, or as many as a caller wants who does not choose.</summary>
    int DigestBytes { get; }

    /// <summary>Begins a message, under the key in the memory.</summary>
    void Begin(byte* memory);

    void Append(byte* memory, byte* source, nint length);

    /// <summary>Ends the message with <paramref name="length"/> further bytes.</summary>
    /// <param name="memory">The memory.</param>
    /// <param name="source">The bytes.</param>
    /// <param name="length">How many.</param>
    /// <param name="digest">Receives the digest at its beginning; output of any length fills it.</param>
    void Finish(byte* memory, byte* source, nint length, Span<byte> digest);

    /// <summary>Ends the message.</summary>
    /// <returns>Whether a code, of a length that the caller has checked, is right: in a time that depends on the length alone.</returns>
    bool Verify(byte* memory, ReadOnlySpan<byte> code);
}
