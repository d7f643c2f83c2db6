using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// How words come into lanes and leave them: as many rows as a vector has words, one of each message, become columns, and back.
/// </summary>
/// <typeparam name="TVector">A vector of 256 or 512 bits.</typeparam>
/// <typeparam name="TLanes">Its words.</typeparam>
internal static unsafe class LaneRows<TVector, TLanes>
    where TVector : unmanaged
    where TLanes : struct, IShaLanes<TVector>
{
    /// <summary>What memory for vectors has to spare.</summary>
    private const int Alignment = 64;

    public static int Count => sizeof(TVector) / TLanes.WordBytes;

    /// <summary>For <see cref="Load"/>: bytes as they are, and big-endian words of 4 or 8 bytes.</summary>
    public static byte* AsItIs => Address<byte>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

    /// <inheritdoc cref="AsItIs"/>
    public static byte* BigEndian => TLanes.WordBytes == sizeof(uint)
        ? Address<byte>([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12])
        : Address<byte>([7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8]);

    /// <summary>Data of the assembly, which never moves.</summary>
    public static byte* Address<T>(ReadOnlySpan<T> data)
        where T : unmanaged => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(data));

    /// <summary>Memory for vectors within memory that has 64 bytes to spare.</summary>
    public static byte* Align(void* memory) => (byte*)(((nint)memory + Alignment - 1) & -Alignment);

    /// <summary>A vector from each address: each 16 bytes are put into an order.</summary>
    [MethodImpl(Jit.Optimize)]
    public static void Load(byte** addresses, nint offset, byte* rows, byte* order)
    {
        for (var i = 0; i < Count; i++, rows += sizeof(TVector))
            TLanes.Store(TLanes.Reorder(TLanes.Load(addresses[i] + offset), order), rows);
    }

    [MethodImpl(Jit.Optimize)]
    public static void Store(byte* rows, byte** addresses, nint offset)
    {
        for (var i = 0; i < Count; i++, rows += sizeof(TVector))
            TLanes.Store(TLanes.Load(rows), addresses[i] + offset);
    }

    /// <summary>
    /// Makes columns of rows, by 16 bytes of all rows at a time. The rows are no longer where they came from: messages a power of two
    /// apart share few places of the cache, and would be fetched again for each 16 bytes.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    public static void Transpose(byte* rows, byte* columns)
    {
        for (var end = rows + sizeof(TVector); rows < end; rows += 16)
        {
            TVector row0 = TLanes.Gather(rows), row1 = TLanes.Gather(rows + sizeof(TVector));
            if (TLanes.WordBytes == sizeof(ulong))
            {
                TLanes.Store(TLanes.UnpackLow(row0, row1), columns);
                TLanes.Store(TLanes.UnpackHigh(row0, row1), columns + sizeof(TVector));
                columns += 2 * sizeof(TVector);
                continue;
            }

            TVector row2 = TLanes.Gather(rows + (2 * sizeof(TVector))), row3 = TLanes.Gather(rows + (3 * sizeof(TVector)));
            TVector low0 = TLanes.UnpackLow(row0, row1), high0 = TLanes.UnpackHigh(row0, row1);
            TVector low1 = TLanes.UnpackLow(row2, row3), high1 = TLanes.UnpackHigh(row2, row3);
            TLanes.Store(TLanes.UnpackLowHalves(low0, low1), columns);
            TLanes.Store(TLanes.UnpackHighHalves(low0, low1), columns + sizeof(TVector));
            TLanes.Store(TLanes.UnpackLowHalves(high0, high1), columns + (2 * sizeof(TVector)));
            TLanes.Store(TLanes.UnpackHighHalves(high0, high1), columns + (3 * sizeof(TVector)));
            columns += 4 * sizeof(TVector);
        }
    }
}
