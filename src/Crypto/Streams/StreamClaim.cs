using System;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// Lets a stream, or what else has a state without secrets, serve one call at a time, as a <see cref="StateSlot"/> does for others: a
/// second call is refused instead of corrupting the state, and a disposal during a call is carried out by that call as it ends. An
/// asynchronous call holds its claim until its task ends.
/// </summary>
internal sealed class StreamClaim
{
    private const int Idle = 0;
    private const int Busy = 1;
    private const int Ended = 2;

    private readonly object _owner;
    private readonly Action _end;
    private int _condition;
    private int _isDisposed;

    /// <param name="owner">The object named in exceptions.</param>
    /// <param name="end">Wipes the stream's state; called once, when it has been disposed of and no call is under way.</param>
    public StreamClaim(object owner, Action end)
    {
        _owner = owner;
        _end = end;
    }

    /// <summary>Whether the stream was disposed.</summary>
    public bool IsDisposed => Volatile.Read(ref _isDisposed) != 0;

    /// <summary>Claims the stream for a call, until the scope ends.</summary>
    /// <exception cref="ObjectDisposedException">The stream was disposed.</exception>
    /// <exception cref="CryptographicException">Another call is under way.</exception>
    public StreamScope Enter()
    {
        if (!TryEnter(out var scope))
            ThrowCannotEnter();
        return scope;
    }

    /// <summary>Claims the stream for a call, unless it was disposed or another call is under way.</summary>
    public bool TryEnter(out StreamScope scope)
    {
        scope = new(this);
        if (Interlocked.CompareExchange(ref _condition, Busy, Idle) != Idle)
            return false;
        if (!IsDisposed)
            return true;
        Exit();
        return false;
    }

    /// <summary>Gives the stream back, or ends it if it was disposed meanwhile.</summary>
    public void Exit()
    {
        // As StateSlot has it: the barrier in Dispose spares each call an interlocked write.
        if (ProcessBarrier.IsHere)
            Volatile.Write(ref _condition, Idle);
        else
            Interlocked.Exchange(ref _condition, Idle);
        if (IsDisposed)
            TryEnd();
    }

    /// <summary>Ends the stream, at once or as the call under way ends.</summary>
    /// <returns>Whether it had not been disposed before.</returns>
    public bool Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
            return false;
        if (!TryEnd())
        {
            ProcessBarrier.Pass();
            TryEnd();
        }

        return true;
    }

    /// <exception cref="ObjectDisposedException">The stream was disposed, perhaps while the call was under way.</exception>
    public void RequireUndisposed()
    {
        if (IsDisposed)
            ThrowCannotEnter();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ThrowCannotEnter() => throw (IsDisposed
        ? new ObjectDisposedException(_owner.GetType().FullName)
        : new CryptographicException("Another thread is using this object: it serves one call at a time."));

    /// <returns>Whether no call is under way any more, and the stream has ended.</returns>
    private bool TryEnd()
    {
        var found = Interlocked.CompareExchange(ref _condition, Ended, Idle);
        if (found == Idle)
            _end();
        return found != Busy;
    }
}
