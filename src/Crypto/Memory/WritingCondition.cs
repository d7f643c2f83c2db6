using System;

namespace ManagedCrypto;

/// <summary>How far a stream is that makes one message of all that is written to it.</summary>
internal enum WritingCondition
{
    Open,

    /// <summary>The stream beneath is being written to, or that failed.</summary>
    Storing,
    Abandoned,
    Completed,
}

/// <summary>What a stream refuses in a condition.</summary>
internal static class WritingConditions
{
    /// <summary>The condition after a write to the stream beneath, which was not given up meanwhile.</summary>
    /// <inheritdoc cref="RequireOpen"/>
    public static WritingCondition AfterStoring(this WritingCondition condition)
    {
        if (condition != WritingCondition.Storing)
            condition.RequireOpen();
        return WritingCondition.Open;
    }

    /// <summary>Requires that the message has not ended.</summary>
    /// <exception cref="InvalidOperationException">The message was completed or abandoned, or an earlier write failed.</exception>
    public static void RequireOpen(this WritingCondition condition)
    {
        if (condition != WritingCondition.Open)
            Throw(condition);

        static void Throw(WritingCondition condition) => throw (condition switch
        {
            WritingCondition.Completed => new InvalidOperationException("The message has been completed."),
            WritingCondition.Abandoned => new InvalidOperationException("The message has been abandoned."),
            _ => new InvalidOperationException(
                "An earlier write to the stream beneath failed: the message cannot be completed."),
        });
    }
}
