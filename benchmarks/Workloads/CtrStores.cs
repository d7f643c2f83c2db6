using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Threading;
using ManagedCrypto.Intrinsics;
using static ManagedCrypto.Benchmarks.Workspace;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// Counter mode into memory by ordinary stores, and by streaming (non-temporal) ones, which go past the caches. A kernel that had
/// them would store as it goes. Here the ciphertext is staged in the first-level cache and copied from there, which comes to as
/// much where memory is what limits.
/// </summary>
internal sealed unsafe class CtrStores
{
    private const int BlockBytes = 16;
    private const int StagedBytes = 8 << 10;

    private readonly AesKernel _aes;
    private readonly int _rounds;
    private readonly byte* _schedule;
    private readonly byte* _counter = Address(Workspace.Allocate(BlockBytes));
    private readonly byte* _staging = Address(Workspace.Allocate(StagedBytes));
    private readonly byte* _source;
    private readonly byte* _destination;
    private readonly int _bytes;

    public CtrStores(AesKernel aes, byte[] key, ArraySegment<byte> text, ArraySegment<byte> result)
    {
        _aes = aes;
        _rounds = AesKernel.RoundsFor(key.Length);
        _schedule = Address(Workspace.Allocate(aes.ScheduleBytes));
        _source = Address(text);
        _destination = Address(result);
        _bytes = text.Count;
        fixed (byte* k = key)
            aes.ExpandKey(k, key.Length, _schedule);
    }

    public static ulong LastRead { get; private set; }

    public void Ordinary()
    {
        new Span<byte>(_counter, BlockBytes).Clear();
        Transform(_source, _destination, _bytes);
    }

    public void Streaming()
    {
        new Span<byte>(_counter, BlockBytes).Clear();
        for (var done = 0; done < _bytes; done += StagedBytes)
        {
            var now = Math.Min(StagedBytes, _bytes - done);
            Transform(_source + done, _staging, now);
            Copy(_staging, _destination + done, now);
        }

        // Streaming stores are seen in order by others only after a fence.
        Thread.MemoryBarrier();
    }

    /// <summary>Reads every vector, as the next user of the text would.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Read(ArraySegment<byte> text)
    {
        var vectors = MemoryMarshal.Cast<byte, Vector256<ulong>>(text.AsSpan());
        var (sum, other) = (Vector256<ulong>.Zero, Vector256<ulong>.Zero);
        for (var i = 0; i + 1 < vectors.Length; i += 2)
        {
            sum ^= vectors[i];
            other ^= vectors[i + 1];
        }

        LastRead = (sum ^ other)[0];
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Copy(byte* source, byte* destination, int bytes)
    {
        for (var i = 0; i < bytes; i += 2 * Vector256<byte>.Count)
        {
            var (first, second) = (Vector256.LoadAligned(source + i), Vector256.LoadAligned(source + i + Vector256<byte>.Count));
            first.StoreAlignedNonTemporal(destination + i);
            second.StoreAlignedNonTemporal(destination + i + Vector256<byte>.Count);
        }
    }

    private void Transform(byte* source, byte* destination, int bytes)
    {
        AesArguments arguments = default;
        arguments.Schedule = _schedule;
        arguments.Source = source;
        arguments.Destination = destination;
        arguments.Length = bytes;
        arguments.IV = _counter;
        arguments.Rounds = _rounds;
        _aes.Run(AesOperation.TransformCtr, &arguments);
    }
}
