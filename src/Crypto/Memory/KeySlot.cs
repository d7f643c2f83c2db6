using System;
using System.Runtime.CompilerServices;
using System.Runtime.ConstrainedExecution;
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// An expanded key: written once, then read by any number of threads, then wiped and recycled. Its bytes are reached through a
/// <see cref="KeyScope"/> alone. Disposal takes no lock: a call runs its kernel and then asks <see cref="KeyScope.IsAlive"/> before
/// it acts on the result. Alive means that no wipe had begun while the kernel ran; otherwise the call zeroes its output and throws
/// <see cref="ObjectDisposedException"/>. So it does in a forked child, where the bytes are zeros. Finalizers of its users find it whole.
/// </summary>
internal sealed unsafe class KeySlot : CriticalFinalizerObject, IDisposable
{
    private const int Disposed = -1;

    private Slot? _slot;
    private readonly byte* _bytes;
    private readonly int* _word;
    private int _ticket = Disposed;

    /// <summary>
    /// Takes a zeroed slot of at least <paramref name="bytes"/> bytes, 64-byte aligned. It is not alive before
    /// <see cref="KeyScope.Complete"/>. The owner is the type that a caller knows the key by.
    /// </summary>
    public KeySlot(int bytes, Type owner)
    {
        Owner = owner;
        _slot = SlotPool.For(bytes).Rent();
        _bytes = _slot.Bytes;
        _word = _slot.Word;
        _ticket = _slot.Ticket;
    }

    ~KeySlot() => Recycle(byFinalizer: true);

    /// <summary>What an exception calls the object that was disposed.</summary>
    public Type Owner { get; }

    /// <inheritdoc cref="KeyScope.IsAlive"/>
    public bool IsAlive
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
#if NET10_0_OR_GREATER
            // Constants of the runtime. Elsewhere than on these it may be Mono, whose ReadBarrier calls itself for ever.
            if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS())
                Volatile.ReadBarrier();
            else
                Interlocked.MemoryBarrier();
#else
            Interlocked.MemoryBarrier();
#endif
            return Volatile.Read(ref *_word) == Volatile.Read(ref _ticket);
        }
    }

    /// <summary>
    /// For one use. The memory stays mapped for ever, but its content counts only if <see cref="KeyScope.IsAlive"/> holds after it.
    /// </summary>
    public KeyScope Hold() => new(this, _bytes);

    /// <inheritdoc cref="KeyScope.Complete"/>
    public void Complete()
    {
        if (_ticket != Disposed)
            Volatile.Write(ref *_word, _ticket);
    }

    /// <summary>Wipes and recycles the slot; only the first call has an effect.</summary>
    public void Dispose()
    {
        Recycle(byFinalizer: false);
        GC.SuppressFinalize(this);
    }

    private void Recycle(bool byFinalizer)
    {
        Volatile.Write(ref _ticket, Disposed);
        try
        {
        }
        finally
        {
            // Here Thread.Abort of Mono and .NET Framework does not interrupt: a slot that was taken is wiped.
            Interlocked.Exchange(ref _slot, null)?.Return(byFinalizer);
        }
    }
}
