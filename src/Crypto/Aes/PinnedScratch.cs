#if !NET10_0_OR_GREATER
using System;
using System.Buffers;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Pooled memory for a plaintext of unknown length: pinned while in use, and wiped.</summary>
internal readonly ref struct PinnedScratch(int length)
{
    private readonly GCHandle _array = GCHandle.Alloc(ArrayPool<byte>.Shared.Rent(length), GCHandleType.Pinned);

    public Span<byte> Bytes => ((byte[])_array.Target!).AsSpan(0, length);

    public void Dispose()
    {
        Secret.Wipe(Bytes);
        var array = (byte[])_array.Target!;
        _array.Free();
        ArrayPool<byte>.Shared.Return(array);
    }
}
#endif
