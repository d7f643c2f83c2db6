using System;
using System.IO;

namespace ManagedCrypto;

/// <summary>How far a stream is that makes one message of all that is written to it.</summary>
internal enum WritingCondition
{
    Open,

    /// <summary>The stream beneath is being written to, or that failed.</summary>
    Storing,
    Abandoned,
    Completed,
    Disposed,
}

/// <summary>What a stream refuses in a condition.</summary>
internal static class WritingConditions
{
    /// <summary>The condition after a write to the stream beneath, which was not given up meanwhile.</summary>
    /// <inheritdoc cref="RequireOpen"/>
    public static WritingCondition AfterStoring(this WritingCondition condition, Stream stream)
    {
        if (condition != WritingCondition.Storing)
            condition.RequireOpen(stream);
        return WritingCondition.Open;
    }

    /// <summary>Requires that the message has not ended.</summary>
    /// <exception cref="InvalidOperationException">The message was completed or abandoned, or an earlier write failed.</exception>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    public static void RequireOpen(this WritingCondition condition, Stream stream)
    {
        if (condition != WritingCondition.Open)
            Throw(condition, stream);

        static void Throw(WritingCondition condition, Stream stream) => throw (condition switch
        {
            WritingCondition.Disposed => new ObjectDisposedException(stream.GetType().FullName),
            WritingCondition.Completed => new InvalidOperationException("The message has been completed."),
            WritingCondition.Abandoned => new InvalidOperationException("The message has been abandoned."),
            _ => new InvalidOperationException(
                "An earlier write to the stream beneath failed, or is under way: the message cannot be completed."),
        });
    }
}
