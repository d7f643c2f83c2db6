using System;

namespace ManagedCrypto;

/// <summary>A core of a stream that makes one message of all that is written to it, and ends it when told.</summary>
internal abstract class WritingCore : StreamCore
{
    private const int Stored = 1;

    private WritingCondition _condition;

    public override bool Reads => false;

    public override bool Writes => true;

    public override bool IsOpen => _condition == WritingCondition.Open;

    /// <summary>Whether the underlying stream is being written to, or that failed.</summary>
    protected bool IsStoring => _condition == WritingCondition.Storing;

    public sealed override bool Write(ReadOnlySpan<byte> text, ref CoreCall call)
    {
        Continue(call);
        while (call.Done < text.Length)
        {
            call.Done += Take(text.Slice(call.Done), out var output);
            if (!output.IsEmpty)
                return Store(output, ref call);
        }

        return true;
    }

    public sealed override bool Flush(ref CoreCall call)
    {
        if (_condition == WritingCondition.Completed || Continue(call))
            return true;
        var output = TakeWhole();
        return output.IsEmpty || Store(output, ref call);
    }

    public sealed override bool Complete(ref CoreCall call)
    {
        if (_condition == WritingCondition.Completed)
            return true;
        if (!Continue(call) && Finish() is { IsEmpty: false } output)
            return Store(output, ref call);
        _condition = WritingCondition.Completed;
        return true;
    }

    /// <summary>Takes some text, at least a byte.</summary>
    /// <param name="text">The text, at least a byte.</param>
    /// <param name="output">What is to be written before more is taken.</param>
    /// <returns>How many bytes it took.</returns>
    protected abstract int Take(ReadOnlySpan<byte> text, out Output output);

    /// <summary>What can be written before the message has ended, though there is room for more.</summary>
    protected abstract Output TakeWhole();

    /// <summary>The end of the message.</summary>
    protected abstract Output Finish();

    /// <summary>The output has been written.</summary>
    protected virtual void EndStore()
    {
    }

    /// <returns>Whether the call goes on after a write; else it begins, and needs a message that is open.</returns>
    private bool Continue(in CoreCall call)
    {
        if (call.Stage != Stored)
        {
            _condition.RequireOpen();
            return false;
        }

        EndStore();
        _condition = WritingCondition.Open;
        return true;
    }

    /// <summary>From here on the message is broken, unless the write is answered.</summary>
    private bool Store(Output output, ref CoreCall call)
    {
        _condition = WritingCondition.Storing;
        return call.WantsWrite(Stored, output.Bytes, output.From, output.To, Here);
    }

    /// <summary>Bytes of an array that are to be written.</summary>
    protected readonly struct Output(byte[] bytes, int from, int to)
    {
        public readonly byte[] Bytes = bytes;
        public readonly int From = from;
        public readonly int To = to;

        public static Output None => new([], 0, 0);

        public bool IsEmpty => From == To;
    }
}
