using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message in one call. One thread has the key on its stack; for many it is in a slot, since they need not end when their caller does.
/// </summary>
internal static unsafe class CobblestoneMessage
{
    /// <summary>Bytes of a message, by those of its ciphertext.</summary>
    /// <exception cref="AuthenticationTagMismatchException">No message has a ciphertext of that length.</exception>
    public static int LengthOf(ReadOnlySpan<byte> ciphertext)
    {
        var whole = CobblestoneLayout.WholeChunks(ciphertext.Length - CobblestoneLayout.HeaderBytes, out var last);
        return (int)(whole * CobblestoneLayout.ChunkBytes) + last - CobblestoneLayout.TagBytes;
    }

    /// <inheritdoc cref="Cobblestone.Seal(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte}, CobblestoneOptions)"/>
    public static int Seal(
        GcmKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> message,
        Span<byte> destination,
        ReadOnlySpan<byte> context,
        CobblestoneOptions? options,
        ReadOnlySpan<byte> salt = default)
    {
        CobblestoneKey.RequireKey(key);
        var bytes = CobblestoneLayout.CiphertextBytes(message.Length);
        Arguments.RequireRoom(destination, bytes);
        destination = destination.Slice(0, (int)bytes);
        Arguments.RefuseOverlap(message, destination, nameof(message), nameof(destination));

        // The salt is written before these are read.
        Arguments.RefuseOverlap(key, destination, nameof(key), nameof(destination));
        Arguments.RefuseOverlap(context, destination, nameof(context), nameof(destination));
        CobblestoneKey.SetSalt(destination, salt);
        var threads = CobblestoneOptions.ThreadsOf(options);
        if (threads == 1 || message.Length < CobblestoneLayout.ChunkBytes)
            SealAlone(kernel, key, message, destination, context);
        else
            SealTogether(kernel, key, message, destination, context, threads);
        return destination.Length;
    }

    /// <inheritdoc cref="Cobblestone.Open(ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte}, ReadOnlySpan{byte}, CobblestoneOptions)"/>
    public static int Open(
        GcmKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> context,
        CobblestoneOptions? options)
    {
        CobblestoneKey.RequireKey(key);
        var bytes = LengthOf(ciphertext);
        Arguments.RequireRoom(destination, bytes);
        destination = destination.Slice(0, bytes);
        Arguments.RefuseOverlap(ciphertext, destination, nameof(ciphertext), nameof(destination));
        var threads = CobblestoneOptions.ThreadsOf(options);
        try
        {
            if (threads == 1 || bytes < CobblestoneLayout.ChunkBytes)
                OpenAlone(kernel, key, ciphertext, destination, context);
            else
                OpenTogether(kernel, key, ciphertext, destination, context, threads);
            return bytes;
        }
        catch (Exception)
        {
            destination.Clear();
            throw;
        }
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SealAlone(
        GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> message, Span<byte> destination, ReadOnlySpan<byte> context)
    {
        KeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        using var secret = new SecretScope(expanded, CobblestoneKey.ExpandedBytes(kernel));
        var onStack = new KeyScope(expanded);
        var salt = destination.Slice(0, CobblestoneLayout.SaltBytes);
        var commitment = destination.Slice(CobblestoneLayout.SaltBytes, CobblestoneLayout.CommitmentBytes);
        var messageKey = CobblestoneKey.Derive(kernel, key, salt, context, onStack, commitment);
        destination = destination.Slice(CobblestoneLayout.HeaderBytes);
        for (long chunk = 0; ; chunk++)
        {
            var bytes = Math.Min(message.Length, CobblestoneLayout.ChunkBytes);
            messageKey.Seal(onStack, chunk, message.Slice(0, bytes), destination);
            if (bytes < CobblestoneLayout.ChunkBytes)
                break;
            message = message.Slice(bytes);
            destination = destination.Slice(CobblestoneLayout.SealedChunkBytes);
        }
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void OpenAlone(
        GcmKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> ciphertext, Span<byte> destination, ReadOnlySpan<byte> context)
    {
        KeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        using var secret = new SecretScope(expanded, CobblestoneKey.ExpandedBytes(kernel));
        var onStack = new KeyScope(expanded);
        var messageKey = CobblestoneKey.Open(kernel, key, ciphertext, context, onStack);
        ciphertext = ciphertext.Slice(CobblestoneLayout.HeaderBytes);
        for (long chunk = 0; ; chunk++)
        {
            var bytes = Math.Min(ciphertext.Length, CobblestoneLayout.SealedChunkBytes);
            messageKey.Open(onStack, chunk, ciphertext.Slice(0, bytes), destination);
            if (bytes < CobblestoneLayout.SealedChunkBytes)
                break;
            ciphertext = ciphertext.Slice(bytes);
            destination = destination.Slice(CobblestoneLayout.ChunkBytes);
        }
    }

    private static void SealTogether(
        GcmKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> message,
        Span<byte> destination,
        ReadOnlySpan<byte> context,
        int threads)
    {
        var header = destination.Slice(0, CobblestoneLayout.HeaderBytes);
        destination = destination.Slice(CobblestoneLayout.HeaderBytes);
        using var chunks = CobblestoneChunks.ForSealing(kernel, key, context, header, threads, typeof(Cobblestone));
        var count = TransformWholeChunks(
            chunks, message, destination, CobblestoneLayout.ChunkBytes, CobblestoneLayout.SealedChunkBytes, isOpening: false);
        chunks.Seal(
            count, message.Slice(count * CobblestoneLayout.ChunkBytes), destination.Slice(count * CobblestoneLayout.SealedChunkBytes));
    }

    private static void OpenTogether(
        GcmKernel kernel,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> ciphertext,
        Span<byte> destination,
        ReadOnlySpan<byte> context,
        int threads)
    {
        using var chunks = CobblestoneChunks.ForOpening(kernel, key, context, ciphertext, threads, typeof(Cobblestone));
        ciphertext = ciphertext.Slice(CobblestoneLayout.HeaderBytes);
        var count = TransformWholeChunks(
            chunks, ciphertext, destination, CobblestoneLayout.SealedChunkBytes, CobblestoneLayout.ChunkBytes, isOpening: true);
        chunks.Open(
            count, ciphertext.Slice(count * CobblestoneLayout.SealedChunkBytes), destination.Slice(count * CobblestoneLayout.ChunkBytes));
    }

    /// <returns>How many they are: the last chunk, which is shorter, is left.</returns>
    private static int TransformWholeChunks(
        CobblestoneChunks chunks, ReadOnlySpan<byte> source, Span<byte> destination, int sourceStride, int destinationStride, bool isOpening)
    {
        ChunkRun run;
        run.IsOpening = isOpening;
        run.First = 0;
        run.Count = source.Length / sourceStride;
        run.SourceStride = sourceStride;
        run.DestinationStride = destinationStride;
        fixed (byte* from = &SpanStart.Of(source), to = &SpanStart.Of(destination))
        {
            run.Source = from;
            run.Destination = to;
            chunks.Transform(&run);
        }

        return run.Count;
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = CobblestoneKey.LargestBytes + KeyScope.Alignment)]
    private struct KeyMemory
    {
    }
}
