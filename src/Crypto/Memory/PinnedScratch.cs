using System;
using System.Buffers;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Pooled memory for bytes that may be secret: pinned while in use, and wiped.</summary>
internal readonly ref struct PinnedScratch(int length)
{
    private readonly GCHandle _array = GCHandle.Alloc(ArrayPool<byte>.Shared.Rent(length), GCHandleType.Pinned);

    /// <summary>Holds a copy.</summary>
    public PinnedScratch(ReadOnlySpan<byte> bytes)
        : this(bytes.Length) => bytes.CopyTo(Bytes);

    public Span<byte> Bytes => ((byte[])_array.Target!).AsSpan(0, length);

    public void Dispose()
    {
        Secret.Wipe(Bytes);
        var array = (byte[])_array.Target!;
        _array.Free();
        ArrayPool<byte>.Shared.Return(array);
    }
}
