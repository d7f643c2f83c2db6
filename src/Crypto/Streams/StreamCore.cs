using System;

namespace ManagedCrypto;

/// <summary>What a core asks of the underlying stream.</summary>
internal enum TransferKind
{
    /// <summary>Read bytes; the answer is how many there were, zero at the end.</summary>
    Read,

    /// <summary>Write bytes.</summary>
    Write,

    /// <summary>The answer is the length, from where the message begins.</summary>
    Length,

    /// <summary>Set the length.</summary>
    SetLength,

    /// <summary>Begin to read bytes, and do not wait for them.</summary>
    ReadAhead,

    /// <summary>Wait for the bytes that were to be read ahead; the answer is how many there were.</summary>
    EndReadAhead,

    /// <summary>Wait for the same, whatever it comes to: nobody needs the bytes.</summary>
    DropReadAhead,
}

/// <summary>What a core asks of the underlying stream: bytes of an array from one place to another, or a length.</summary>
/// <param name="kind">What.</param>
/// <param name="bytes">The array.</param>
/// <param name="from">Where the bytes begin in it.</param>
/// <param name="to">Where they end.</param>
/// <param name="at">Where they are in the underlying stream, from where the message begins; negative for where that stands.</param>
internal readonly struct Transfer(TransferKind kind, byte[] bytes, int from, int to, long at)
{
    public readonly TransferKind Kind = kind;
    public readonly byte[] Bytes = bytes;
    public readonly int From = from;
    public readonly int To = to;
    public readonly long At = at;
}

/// <summary>One call of a core: how far it is. The default is a call that begins.</summary>
internal struct CoreCall
{
    /// <summary>What the answer is to, by the core's own numbers; zero as the call begins.</summary>
    public int Stage;

    /// <summary>Bytes of the text that have been read or taken.</summary>
    public int Done;

    /// <summary>What the underlying stream is asked for.</summary>
    public Transfer Wanted;

    /// <summary>What came of it; at the end of a call for the length, that.</summary>
    public long Answer;

    /// <summary>Notes what is wanted.</summary>
    /// <returns>False, as the core then returns.</returns>
    public bool Wants(int stage, Transfer wanted)
    {
        (Stage, Wanted) = (stage, wanted);
        return false;
    }

    /// <inheritdoc cref="Wants(int, Transfer)"/>
    public bool WantsRead(int stage, byte[] bytes, int from, int to, long at) => Wants(stage, new(TransferKind.Read, bytes, from, to, at));

    /// <inheritdoc cref="Wants(int, Transfer)"/>
    public bool WantsWrite(int stage, byte[] bytes, int from, int to, long at) => Wants(stage, new(TransferKind.Write, bytes, from, to, at));

    /// <inheritdoc cref="Wants(int, Transfer)"/>
    public bool WantsLength(int stage) => Wants(stage, new(TransferKind.Length, [], 0, 0, 0));

    /// <inheritdoc cref="Wants(int, Transfer)"/>
    public bool WantsSetLength(int stage, long length) => Wants(stage, new(TransferKind.SetLength, [], 0, 0, length));
}

/// <summary>
/// What a stream makes of text and ciphertext, without I/O: each call of it returns true when it is done, and false when it needs something
/// of the underlying stream. It is then called again, with the same text, once that has been answered. For one caller at a time.
/// </summary>
internal abstract class StreamCore : IDisposable
{
    /// <summary>Where the ciphertext lies that is read or written where the underlying stream stands.</summary>
    protected const long Here = -1;

    protected StreamCore() => Owner = this;

    /// <summary>The object that exceptions name: the stream, as soon as there is one.</summary>
    public object Owner { get; set; }

    /// <summary>Whether text can be read.</summary>
    public abstract bool Reads { get; }

    /// <summary>Whether text can be written.</summary>
    public abstract bool Writes { get; }

    /// <summary>Whether the message is still open to what is written.</summary>
    public virtual bool IsOpen => true;

    /// <summary>Whether the message is all of the underlying stream, wherever that stands as the stream is made.</summary>
    public virtual bool IsWholeStream => false;

    /// <summary>Whether something may have to be written as the stream ends.</summary>
    public virtual bool EndsByWriting => false;

    /// <summary>Where in the text the next byte is read or written.</summary>
    public long Position { get; set; }

    /// <summary>Reads from the position on.</summary>
    /// <returns>Whether it is done, with <see cref="CoreCall.Done"/> bytes of the text.</returns>
    public virtual bool Read(Span<byte> text, ref CoreCall call) => throw new NotSupportedException("The stream can only be written.");

    /// <summary>Writes all of a text from the position on.</summary>
    public virtual bool Write(ReadOnlySpan<byte> text, ref CoreCall call) => throw new NotSupportedException("The stream can only be read.");

    /// <summary>Writes what can go on.</summary>
    public virtual bool Flush(ref CoreCall call) => true;

    /// <summary>Ends the message.</summary>
    public virtual bool Complete(ref CoreCall call) => true;

    /// <summary>Finds the length of the text, which is then the answer.</summary>
    public virtual bool FindLength(ref CoreCall call) => throw new NotSupportedException("The stream has no length.");

    /// <summary>Sets the length of the text.</summary>
    public virtual bool SetLength(long value, ref CoreCall call) => throw new NotSupportedException("The length of the stream cannot be set.");

    /// <summary>What is left to be done before disposal.</summary>
    public virtual bool End(ref CoreCall call) => true;

    /// <summary>Notes that what was left could not be done, and is not to be tried again.</summary>
    public virtual void GiveUp()
    {
    }

    /// <summary>
    /// Notes that a read or write has failed: the underlying stream may have given it up, as after a timeout, and still use the array.
    /// </summary>
    /// <param name="bytes">The array.</param>
    public virtual void Abandon(byte[] bytes)
    {
    }

    /// <summary>Wipes all secrets.</summary>
    public abstract void Dispose();
}
