using System;

namespace ManagedCrypto;

/// <summary>
/// Computes the digest or code of a message that comes in parts. It works in memory that does not move: a state, followed by the key if
/// there is one. It leaves no part of the message in registers.
/// </summary>
internal unsafe interface IMessageEngine
{
    /// <summary>Bytes of the memory.</summary>
    int MemoryBytes { get; }

    /// <summary>Bytes of the state, which is what a message changes: no more than a <see cref="HashState"/> has.</summary>
    int StateBytes { get; }

    /// <summary>Bytes of a digest or code; of output of any length, as many as <see cref="HashStreams"/> asks for.</summary>
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
