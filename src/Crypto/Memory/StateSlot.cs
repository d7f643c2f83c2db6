using System;
using System.Security.Cryptography;
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// The mutable secrets of an object that serves one caller at a time (a hash, a transform). Its bytes are reached through a
/// <see cref="StateScope"/> alone: a second caller is refused instead of corrupting the state, and a disposal during a call is
/// carried out by that call as it ends, so that a recycled slot never has two writers.
/// </summary>
internal sealed unsafe class StateSlot : IDisposable
{
    private const int Idle = 0;
    private const int Busy = 1;
    private const int DisposedWhileBusy = 2;
    private const int Disposed = 3;

    private readonly Slot? _slot;
    private readonly byte* _bytes;
    private int _condition;

    /// <summary>Takes a zeroed slot of at least <paramref name="bytes"/> bytes, 64-byte aligned.</summary>
    public StateSlot(int bytes)
    {
        _slot = SlotPool.For(bytes).Rent();
        _bytes = _slot.Bytes;
    }

    // Scopes hold the slot, so no call is under way, whatever the condition says: a thread may have been aborted on its way into one.
    ~StateSlot()
    {
        if (Interlocked.Exchange(ref _condition, Disposed) != Disposed)
            _slot?.Return();
    }

    /// <summary>Whether the object was disposed.</summary>
    public bool IsDisposed => Volatile.Read(ref _condition) >= DisposedWhileBusy;

    /// <summary>Claims the slot for a call, until the scope ends.</summary>
    /// <param name="owner">The object named in the exception.</param>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    /// <exception cref="CryptographicException">Another call is under way.</exception>
    public StateScope Enter(object owner)
    {
        var found = Interlocked.CompareExchange(ref _condition, Busy, Idle);
        if (found != Idle)
            ThrowCannotEnter(found, owner);
        return new(this, _bytes);
    }

    /// <summary>Ends a scope: gives the slot back, or wipes and recycles it if it was disposed meanwhile.</summary>
    public void Exit()
    {
        if (Interlocked.CompareExchange(ref _condition, Idle, Busy) != Busy)
        {
            Volatile.Write(ref _condition, Disposed);
            _slot?.Return();
        }
    }

    /// <summary>Wipes and recycles the slot, at once or as the call under way ends; only the first call has an effect.</summary>
    public void Dispose()
    {
        Recycle();
        GC.SuppressFinalize(this);
    }

    private static void ThrowCannotEnter(int found, object owner)
    {
        if (found >= DisposedWhileBusy)
            throw new ObjectDisposedException(owner.GetType().FullName);
        throw new CryptographicException("Another thread is using this object: it serves one call at a time.");
    }

    private void Recycle()
    {
        while (true)
        {
            var found = Volatile.Read(ref _condition);
            if (found >= DisposedWhileBusy)
                return;
            if (Interlocked.CompareExchange(ref _condition, found == Idle ? Disposed : DisposedWhileBusy, found) != found)
                continue;
            if (found == Idle)
                _slot?.Return();
            return;
        }
    }
}
