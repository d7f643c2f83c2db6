using System;

namespace ManagedCrypto;

/// <summary>Life cycle of a stream that writes one message.</summary>
internal enum WritingCondition
{
    Open,

    /// <summary>The underlying stream is being written to, or that failed.</summary>
    Storing,
    Completed,
}

/// <summary>What a stream refuses in a condition.</summary>
internal static class WritingConditions
{
    /// <summary>Requires that the message has not ended.</summary>
    /// <exception cref="InvalidOperationException">The message was completed, or an earlier write failed.</exception>
    public static void RequireOpen(this WritingCondition condition)
    {
        if (condition != WritingCondition.Open)
            Throw(condition);

        static void Throw(WritingCondition condition) => throw (condition switch
        {
            WritingCondition.Completed => new InvalidOperationException("The message has been completed."),
            _ => new InvalidOperationException(
                "An earlier write to the underlying stream failed: the message cannot be completed."),
        });
    }
}
