using System;
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// An expanded key: written once, then read by any number of threads, then wiped and recycled. Its bytes are reached through a
/// <see cref="KeyScope"/> alone. Disposal takes no lock: a call runs its kernel and then asks <see cref="KeyScope.IsAlive"/> before
/// it acts on the result. Alive means that no wipe had begun while the kernel ran; otherwise the call zeroes its output and throws
/// <see cref="ObjectDisposedException"/>.
/// </summary>
internal sealed unsafe class KeySlot : IDisposable
{
    private const int Written = 0;
    private const int Alive = 1;
    private const int Disposed = 2;

    private readonly Slot? _slot;
    private readonly byte* _bytes;
    private int _condition = Written;

    /// <summary>
    /// Takes a zeroed slot of at least <paramref name="bytes"/> bytes, 64-byte aligned. It is not alive before
    /// <see cref="KeyScope.Complete"/>. The owner is the type that a caller knows the key by.
    /// </summary>
    public KeySlot(int bytes, Type owner)
    {
        Owner = owner;
        _slot = SlotPool.For(bytes).Rent();
        _bytes = _slot.Bytes;
    }

    ~KeySlot() => Recycle();

    /// <summary>What an exception calls the object that was disposed.</summary>
    public Type Owner { get; }

    /// <inheritdoc cref="KeyScope.IsAlive"/>
    public bool IsAlive
    {
        get
        {
#if NET10_0_OR_GREATER
            // Constants of the runtime. Elsewhere than on these it may be Mono, whose ReadBarrier calls itself for ever.
            if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS())
                Volatile.ReadBarrier();
            else
#endif
                Interlocked.MemoryBarrier();
            return Volatile.Read(ref _condition) == Alive;
        }
    }

    /// <summary>
    /// For one use. The memory stays mapped for ever, but its content counts only if <see cref="KeyScope.IsAlive"/> holds after it.
    /// </summary>
    public KeyScope Hold() => new(this, _bytes);

    /// <inheritdoc cref="KeyScope.Complete"/>
    public void Complete() => Interlocked.CompareExchange(ref _condition, Alive, Written);

    /// <summary>Wipes and recycles the slot; only the first call has an effect.</summary>
    public void Dispose()
    {
        Recycle();
        GC.SuppressFinalize(this);
    }

    private void Recycle()
    {
        if (Interlocked.Exchange(ref _condition, Disposed) != Disposed)
            _slot?.Return();
    }
}
