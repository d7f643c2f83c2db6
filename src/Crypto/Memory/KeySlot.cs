using System;
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// An expanded key: written once while it is built, then read by any number of threads, then wiped and recycled. Disposal
/// takes no lock: a call runs its kernel and then asks <see cref="IsAlive"/> before it acts on the result. Alive means that no
/// wipe had begun while the kernel ran; otherwise the call zeroes its output and throws <see cref="ObjectDisposedException"/>.
/// </summary>
internal sealed unsafe class KeySlot : IDisposable
{
    private readonly Slot? _slot;
    private readonly byte* _bytes;
    private int _disposed;

    /// <summary>Takes a zeroed slot of at least <paramref name="bytes"/> bytes, 64-byte aligned.</summary>
    public KeySlot(int bytes)
    {
        _slot = SlotPool.For(bytes).Rent();
        _bytes = _slot.Bytes;
    }

    ~KeySlot() => Recycle();

    /// <summary>
    /// The slot. The memory stays mapped for ever, but its content counts only if <see cref="IsAlive"/> holds after its use.
    /// </summary>
    public byte* Bytes => _bytes;

    /// <summary>
    /// Whether the key had not been disposed before this call, with all earlier reads of the slot complete. Also keeps the
    /// slot from being finalized under a running kernel.
    /// </summary>
    public bool IsAlive
    {
        get
        {
#if NET
            // Constants of the runtime. Elsewhere than on these it may be Mono, whose ReadBarrier calls itself for ever.
            if (OperatingSystem.IsLinux() || OperatingSystem.IsWindows() || OperatingSystem.IsMacOS())
                Volatile.ReadBarrier();
            else
#endif
                Interlocked.MemoryBarrier();
            return Volatile.Read(ref _disposed) == 0;
        }
    }

    /// <summary>Wipes and recycles the slot; only the first call has an effect.</summary>
    public void Dispose()
    {
        Recycle();
        GC.SuppressFinalize(this);
    }

    private void Recycle()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
            _slot?.Return();
    }
}
