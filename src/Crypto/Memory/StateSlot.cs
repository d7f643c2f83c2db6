using System;
using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using System.Security.Cryptography;
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// The mutable secrets of an object that serves one caller at a time (a hash, a transform). Its bytes are reached through a
/// <see cref="StateScope"/> alone: a second caller is refused instead of corrupting the state, and a disposal during a call is
/// carried out by that call as it ends, so that a recycled slot never has two writers. In a forked child, where the bytes are zeros,
/// it serves nobody. Finalizers of its users find it whole.
/// </summary>
internal sealed unsafe class StateSlot : CriticalFinalizerObject, IDisposable
{
    private const int Disposed = -1;

    private const int Idle = 0;
    private const int Busy = 1;
    private const int Recycled = 2;

    private Slot? _slot;
    private readonly byte* _bytes;
    private readonly int* _word;
    private int _condition;
    private int _ticket;

    /// <summary>Takes a zeroed slot of at least <paramref name="bytes"/> bytes, 64-byte aligned.</summary>
    public StateSlot(int bytes)
    {
        _slot = SlotPool.For(bytes).Rent();
        _bytes = _slot.Bytes;
        _word = _slot.Word;
        *_word = _ticket = _slot.Ticket;
    }

    // Scopes hold the slot, so no call is under way, whatever the condition says: a thread may have been aborted on its way into one.
    ~StateSlot() => Return(byFinalizer: true);

    /// <summary>Whether the object was disposed, or the bytes are a forked child's.</summary>
    public bool IsDisposed => Volatile.Read(ref *_word) != Volatile.Read(ref _ticket);

    /// <summary>Claims the slot for a call, until the scope ends.</summary>
    /// <param name="owner">The object named in the exception.</param>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    /// <exception cref="CryptographicException">Another call is under way.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StateScope Enter(object owner)
    {
        var found = Interlocked.Exchange(ref _condition, Busy);
        if (found != Idle || *_word != _ticket)
            ThrowCannotEnter(found, owner);
        return new(this, _bytes);
    }

    /// <summary>Claims the slot as <see cref="Enter"/> does, for a call of several parts, until <see cref="Exit"/>.</summary>
    public void Claim(object owner) => Enter(owner);

    /// <summary>For a part of a call that has claimed the slot, and holds it until that ends.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed meanwhile.</exception>
    public StateScope Within(object owner) =>
        IsDisposed ? throw new ObjectDisposedException(owner.GetType().FullName) : new StateScope(null, _bytes);

    /// <summary>
    /// Ends a scope: gives the slot back, or wipes and recycles it if it was disposed meanwhile. The question may be answered before
    /// others see the slot given back, since an interlocked write would double what a small call costs: <see cref="Dispose"/>,
    /// which finds the slot claimed, has a barrier for both.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Exit()
    {
        if (ProcessBarrier.IsHere)
            Volatile.Write(ref _condition, Idle);
        else
            Interlocked.Exchange(ref _condition, Idle);
        if (Volatile.Read(ref _ticket) == Disposed)
            TryRecycle();
    }

    /// <summary>Wipes and recycles the slot, at once or as the call under way ends; only the first call has an effect.</summary>
    public void Dispose()
    {
        Volatile.Write(ref _ticket, Disposed);
        var isRecycled = TryRecycle();
        if (!isRecycled)
        {
            // After it, either the end of the call is seen here, or the call sees the disposal as it ends.
            ProcessBarrier.Pass();
            isRecycled = TryRecycle();
        }

        // The call under way may never end, if its thread is aborted: then the finalizer wipes.
        if (isRecycled)
            GC.SuppressFinalize(this);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ThrowCannotEnter(int found, object owner)
    {
        if (found == Idle)
            Exit();
        else if (found == Recycled)
            Volatile.Write(ref _condition, Recycled);
        if (IsDisposed)
            throw new ObjectDisposedException(owner.GetType().FullName);
        throw new CryptographicException("Another thread is using this object: it serves one call at a time.");
    }

    /// <returns>Whether no call is under way any more, and the slot recycled.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryRecycle()
    {
        int found;
        try
        {
        }
        finally
        {
            // Here Thread.Abort of Mono and .NET Framework does not interrupt: who finds the slot idle returns it.
            found = Interlocked.CompareExchange(ref _condition, Recycled, Idle);
            if (found == Idle)
                Return(byFinalizer: false);
        }

        return found != Busy;
    }

    /// <summary>Wipes the slot and gives it back: once, whatever an aborted thread left for the condition.</summary>
    private void Return(bool byFinalizer) => Interlocked.Exchange(ref _slot, null)?.Return(byFinalizer);
}
