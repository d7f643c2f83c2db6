using System;
using System.Buffers;
using System.Runtime.ConstrainedExecution;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Room for a header and some chunks with their tags, which are sealed or opened in place. It is large enough never to be moved in
/// memory by a collection, and wiped before others get it. A stream that nobody holds any more has it wiped by the finalizer; in each call
/// it is used to the end. Finalizers of its users find it whole.
/// </summary>
internal sealed class ChunkBuffer : CriticalFinalizerObject, IDisposable
{
    /// <summary>With these the array has 256 KiB, as it comes from the pool.</summary>
    private const int ChunksForEachThread = 15;

    /// <summary>With these it has 2 MiB. To hand smaller ones over to a thread that reads takes as long as the reading.</summary>
    private const int LeastChunksInTurns = 127;

    private byte[] _bytes;

    /// <param name="threads">How many seal or open.</param>
    /// <param name="takesTurns">Whether there are two of these, one of which is read into meanwhile.</param>
    public ChunkBuffer(int threads, bool takesTurns)
    {
        Chunks = Math.Max(ChunksForEachThread * threads, takesTurns ? LeastChunksInTurns : 0);
        _bytes = ArrayPool<byte>.Shared.Rent(Offset(Chunks));
    }

    ~ChunkBuffer() => Secret.Wipe(_bytes);

    /// <summary>How many there is room for.</summary>
    public int Chunks { get; }

    /// <summary>Whether an abandoned read or write may still use the array: it is then never returned to the pool.</summary>
    public bool MayStillBeUsed { get; set; }

    /// <summary>The array, which is empty after disposal.</summary>
    public byte[] Bytes => _bytes;

    public Span<byte> Header => _bytes.AsSpan(0, CobblestoneLayout.HeaderBytes);

    /// <summary>Where a chunk begins in the array.</summary>
    public static int Offset(int chunk) => CobblestoneLayout.HeaderBytes + (chunk * CobblestoneLayout.SealedChunkBytes);

    /// <summary>From the beginning of a chunk to the end of its tag.</summary>
    public Span<byte> Chunk(int chunk) => Run(chunk, 1);

    /// <summary>Whole chunks in a row, with their tags.</summary>
    public Span<byte> Run(int first, int count) => _bytes.AsSpan(Offset(first), count * CobblestoneLayout.SealedChunkBytes);

    /// <summary>Wipes the array, and returns it to the pool unless it may still be used. Of several calls at once, one does it.</summary>
    public void Dispose()
    {
        var bytes = Interlocked.Exchange(ref _bytes, []);
        if (bytes.Length == 0)
            return;
        Secret.Wipe(bytes);
        if (!MayStillBeUsed)
            ArrayPool<byte>.Shared.Return(bytes);
        GC.SuppressFinalize(this);
    }
}
