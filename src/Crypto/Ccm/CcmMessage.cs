using System;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// One message of CCM (SP 800-38C), on the stack of the call: CBC-MAC over the formatted message, and CTR over its text. CBC waits for
/// one block after the other, and CTR for nothing: taken chunk by chunk in turns, the CPU runs the CTR of a chunk while the CBC before
/// it is still under way. A short message is gathered, so that it takes one call of each.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct CcmMessage
{
    /// <summary>Bytes of text that go through CTR, and then CBC, at once; short enough for a brief call.</summary>
    private const int ChunkBytes = 1024;

    /// <summary>Up to so many bytes wait for others before they are encrypted; fewer than a chunk, which is never copied.</summary>
    private const int GatheredBytes = 512;

    /// <summary>Bytes of text that go through CTR together with the block that masks the tag.</summary>
    private const int LeadBytes = 112;

    /// <summary>Associated data of so many bytes or more have a length of 6 bytes, others of 2 (appendix A.2.2).</summary>
    private const int LongAssociatedData = 0xFF00;

    /// <summary>The CBC-MAC of what was encrypted so far.</summary>
    public AesBlock Chain;

    public AesBlock Counter;

    /// <summary>The first block of keystream, then the tag; and after it the beginning of the text.</summary>
    public LeadMemory Lead;

    /// <summary>What CBC is to encrypt, and what came out, which nobody reads.</summary>
    public ChunkMemory Chunk;

    /// <summary>Bytes of <see cref="Chunk"/> that are still to be encrypted.</summary>
    public int Gathered;

    /// <summary>Schedule and rounds stay from call to call.</summary>
    public AesArguments Call;

    /// <summary>Begins a message with all that is known before its text.</summary>
    public static void Begin(
        AesKernel kernel,
        CcmMessage* message,
        byte* schedule,
        int rounds,
        ReadOnlySpan<byte> nonce,
        int tagBytes,
        int length,
        byte* data,
        int dataLength)
    {
        message->Call.Schedule = schedule;
        message->Call.Rounds = rounds;

        // B0 and the counter block of appendixes A.2.1 and A.3.
        var lengthFlag = 14 - nonce.Length;
        var flags = (((tagBytes - 2) / 2) << 3) | lengthFlag | (dataLength > 0 ? 1 << 6 : 0);
        Format((byte*)&message->Counter, lengthFlag, nonce, 0);
        Format((byte*)&message->Chunk, flags, nonce, length);
        message->Chain = default;
        message->Gathered = AesBlock.Bytes;
        if (dataLength > 0)
        {
            AbsorbLength(message, dataLength);
            Absorb(kernel, message, data, dataLength);
            Pad(message);
        }
    }

    /// <summary>Encrypts or decrypts the text, and computes the tag.</summary>
    /// <returns>The tag, 16 bytes.</returns>
    public static byte* Transform(AesKernel kernel, CcmMessage* message, byte* source, byte* destination, int length, bool isSealing)
    {
        var done = 0;
        do
        {
            var bytes = Math.Min(length - done, done == 0 ? LeadBytes : ChunkBytes);
            if (isSealing)
                Absorb(kernel, message, source + done, bytes);
            if (done == 0)
                TransformLead(kernel, message, source, destination, bytes);
            else
                Run(kernel, message, AesOperation.TransformCtr, (byte*)&message->Counter, source + done, destination + done, bytes);
            if (!isSealing)
                Absorb(kernel, message, destination + done, bytes);
            done += bytes;
        }
        while (done < length);

        Pad(message);
        EncryptGathered(kernel, message);
        var tag = (byte*)&message->Lead;
        for (var i = 0; i < AesBlock.Bytes; i += sizeof(ulong))
            *(ulong*)(tag + i) ^= *(ulong*)((byte*)&message->Chain + i);
        return tag;
    }

    /// <summary>Wipes what tells of a message with so many bytes of text and associated data together.</summary>
    public static void Wipe(CcmMessage* message, long length)
    {
        message->Chain = default;
        Secret.Wipe(&message->Lead, (int)Math.Min(sizeof(LeadMemory), AesBlock.Bytes + length));
        Secret.Wipe(&message->Chunk, (int)Math.Min(sizeof(ChunkMemory), (4 * AesBlock.Bytes) + length));
    }

    /// <summary>Flags, nonce and a number in what is left.</summary>
    private static void Format(byte* block, int flags, ReadOnlySpan<byte> nonce, int number)
    {
        BigEndian.Write64(block, 0);
        BigEndian.Write64(block + sizeof(ulong), (ulong)number);
        block[0] = (byte)flags;
        nonce.CopyTo(new Span<byte>(block + 1, AesBlock.Bytes - 1));
    }

    private static void AbsorbLength(CcmMessage* message, int dataLength)
    {
        var encoded = (byte*)&message->Chunk + message->Gathered;
        if (dataLength < LongAssociatedData)
        {
            encoded[0] = (byte)(dataLength >> 8);
            encoded[1] = (byte)dataLength;
            message->Gathered += 2;
        }
        else
        {
            encoded[0] = 0xFF;
            encoded[1] = 0xFE;
            BigEndian.Write32(encoded + 2, (uint)dataLength);
            message->Gathered += 6;
        }
    }

    /// <summary>The text's first bytes in one call with the block that masks the tag.</summary>
    private static void TransformLead(AesKernel kernel, CcmMessage* message, byte* source, byte* destination, int length)
    {
        var mask = (byte*)&message->Lead;
        var text = mask + AesBlock.Bytes;
        *(AesBlock*)mask = default;
        Buffer.MemoryCopy(source, text, LeadBytes, length);
        Run(kernel, message, AesOperation.TransformCtr, (byte*)&message->Counter, mask, mask, AesBlock.Bytes + length);
        Buffer.MemoryCopy(text, destination, length, length);
    }

    /// <summary>Takes bytes into the CBC-MAC. Only after the last of the associated data, and of the text, may a block be incomplete.</summary>
    private static void Absorb(AesKernel kernel, CcmMessage* message, byte* source, int length)
    {
        if (length > GatheredBytes - message->Gathered)
        {
            var missing = -message->Gathered & (AesBlock.Bytes - 1);
            Gather(message, source, missing);
            EncryptGathered(kernel, message);
            source += missing;
            length -= missing;
            for (int bytes; length >= AesBlock.Bytes; source += bytes, length -= bytes)
            {
                bytes = Math.Min(length & -AesBlock.Bytes, ChunkBytes);
                Run(kernel, message, AesOperation.EncryptCbc, (byte*)&message->Chain, source, (byte*)&message->Chunk, bytes);
            }
        }

        Gather(message, source, length);
    }

    private static void Gather(CcmMessage* message, byte* source, int length)
    {
        Buffer.MemoryCopy(source, (byte*)&message->Chunk + message->Gathered, length, length);
        message->Gathered += length;
    }

    /// <summary>Zeros up to a whole block.</summary>
    private static void Pad(CcmMessage* message)
    {
        var missing = -message->Gathered & (AesBlock.Bytes - 1);
        new Span<byte>((byte*)&message->Chunk + message->Gathered, missing).Clear();
        message->Gathered += missing;
    }

    private static void EncryptGathered(AesKernel kernel, CcmMessage* message)
    {
        var gathered = (byte*)&message->Chunk;
        if (message->Gathered > 0)
            Run(kernel, message, AesOperation.EncryptCbc, (byte*)&message->Chain, gathered, gathered, message->Gathered);
        message->Gathered = 0;
    }

    private static void Run(
        AesKernel kernel, CcmMessage* message, AesOperation operation, byte* iv, byte* source, byte* destination, int length)
    {
        var arguments = &message->Call;
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        arguments->IV = iv;
        kernel.Run(operation, arguments);
    }

    // Not stackalloc: a method that has one gets its large structs wrong on Mono for s390x.
    [StructLayout(LayoutKind.Sequential, Size = AesBlock.Bytes + LeadBytes)]
    internal struct LeadMemory
    {
    }

    [StructLayout(LayoutKind.Sequential, Size = ChunkBytes)]
    internal struct ChunkMemory
    {
    }
}
