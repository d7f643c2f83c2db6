using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>The chunks of one message, under its key in a slot; many at once if there are threads for it. For one caller.</summary>
internal sealed unsafe class CobblestoneChunks : IDisposable
{
    private readonly KeySlot _slot;
    private readonly CobblestoneKey _key;
    private readonly ChunkWorkers? _workers;

    /// <summary>What the workers are doing.</summary>
    private ChunkRun _run;

    private CobblestoneChunks(KeySlot slot, CobblestoneKey key, int threads)
    {
        _slot = slot;
        _key = key;
        _workers = threads > 1 ? new ChunkWorkers(TransformOne, threads - 1) : null;
    }

    /// <summary>Begins a message to be sealed.</summary>
    /// <param name="kernel">The kernel.</param>
    /// <param name="key">The input key.</param>
    /// <param name="context">What the application binds the message to.</param>
    /// <param name="header">Has the salt already; receives the commitment.</param>
    /// <param name="threads">How many work at once.</param>
    /// <param name="owner">The type that exceptions name.</param>
    public static CobblestoneChunks ForSealing(
        GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> context, Span<byte> header, int threads, Type owner)
    {
        var slot = new KeySlot(CobblestoneKey.ExpandedBytes(kernel), owner);
        var salt = header.Slice(0, CobblestoneLayout.SaltBytes);
        var commitment = header.Slice(CobblestoneLayout.SaltBytes, CobblestoneLayout.CommitmentBytes);
        return new(slot, CobblestoneKey.Derive(kernel, key, salt, context, slot.Hold(), commitment), threads);
    }

    /// <summary>Begins a message to be opened.</summary>
    /// <inheritdoc cref="CobblestoneKey.Open(GcmKernel, ReadOnlySpan{byte}, ReadOnlySpan{byte}, ReadOnlySpan{byte}, KeyScope)"/>
    public static CobblestoneChunks ForOpening(
        GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> context, ReadOnlySpan<byte> header, int threads, Type owner)
    {
        var slot = new KeySlot(CobblestoneKey.ExpandedBytes(kernel), owner);
        try
        {
            return new(slot, CobblestoneKey.Open(kernel, key, header, context, slot.Hold()), threads);
        }
        catch (AuthenticationTagMismatchException)
        {
            slot.Dispose();
            throw;
        }
    }

    /// <inheritdoc cref="CobblestoneKey.Seal(KeyScope, long, ReadOnlySpan{byte}, Span{byte})"/>
    public void Seal(long chunk, ReadOnlySpan<byte> plaintext, Span<byte> destination) =>
        _key.Seal(_slot.Hold(), chunk, plaintext, destination);

    /// <inheritdoc cref="CobblestoneKey.Open(KeyScope, long, ReadOnlySpan{byte}, Span{byte})"/>
    public void Open(long chunk, ReadOnlySpan<byte> ciphertext, Span<byte> destination) =>
        _key.Open(_slot.Hold(), chunk, ciphertext, destination);

    /// <summary>Seals or opens whole chunks.</summary>
    /// <exception cref="AuthenticationTagMismatchException">A tag is wrong. Other chunks may be in the destination, opened.</exception>
    /// <exception cref="ObjectDisposedException">The slot was disposed.</exception>
    public void Transform(ChunkRun* run)
    {
        if (_workers is not null && run->Count > 1)
        {
            _run = *run;
            _workers.Run(run->Count);
            return;
        }

        for (var i = 0; i < run->Count; i++)
            Transform(run, i);
    }

    /// <summary>Wipes the key.</summary>
    public void Dispose() => _slot.Dispose();

    private void TransformOne(int index)
    {
        fixed (ChunkRun* run = &_run)
            Transform(run, index);
    }

    private void Transform(ChunkRun* run, int index)
    {
        var source = run->Source + ((nint)index * run->SourceStride);
        var destination = run->Destination + ((nint)index * run->DestinationStride);
        if (run->IsOpening)
        {
            Open(
                run->First + index,
                new ReadOnlySpan<byte>(source, CobblestoneLayout.SealedChunkBytes),
                new Span<byte>(destination, CobblestoneLayout.ChunkBytes));
        }
        else
        {
            Seal(
                run->First + index,
                new ReadOnlySpan<byte>(source, CobblestoneLayout.ChunkBytes),
                new Span<byte>(destination, CobblestoneLayout.SealedChunkBytes));
        }
    }
}
