using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One message of CCM (SP 800-38C), on the stack of the call: CBC-MAC over the formatted message, and CTR over its text. A kernel may
/// have code for a whole one. Of others CBC waits for one block after the other, and CTR for nothing: taken chunk by chunk in turns,
/// the CPU runs the CTR of a chunk while the CBC before it is still under way.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct CcmMessage
{
    private const int BlockBytes = 16;

    /// <summary>Bytes of text that go through CTR, and then CBC, at once; short enough for a brief call.</summary>
    private const int ChunkBytes = 1024;

    /// <summary>Up to so many bytes wait for others before they are encrypted; fewer than a chunk, which is never copied.</summary>
    private const int GatheredBytes = 512;

    /// <summary>Associated data of so many bytes are gathered together with the blocks around them.</summary>
    private const int ShortDataBytes = GatheredBytes - (2 * BlockBytes);

    /// <summary>Bytes of text that go through CTR together with the block that masks the tag.</summary>
    private const int LeadBytes = 112;

    /// <summary>Associated data of so many bytes or more have a length of 6 bytes, others of 2 (appendix A.2.2).</summary>
    private const int LongAssociatedData = 0xFF00;

    /// <summary>The message: what is known of it, and its tag.</summary>
    public AesCcmArguments Whole;

    /// <summary>The CBC-MAC of what was encrypted so far.</summary>
    public Block128 Chain;

    /// <summary>The first block of keystream, and the beginning of the text.</summary>
    public LeadMemory Lead;

    /// <summary>What CBC is to encrypt, and what came out, which nobody reads.</summary>
    public ChunkMemory Chunk;

    /// <summary>Bytes of <see cref="Chunk"/> that are still to be encrypted.</summary>
    public int Gathered;

    /// <summary>Schedule and rounds stay from call to call.</summary>
    public AesArguments Call;

    /// <summary>Encrypts or decrypts the text of a message, and computes its tag.</summary>
    public static void Transform(AesKernel kernel, CcmMessage* message, AeadArguments* arguments, bool opens)
    {
        message->Whole.Schedule = message->Call.Schedule = arguments->Key;
        message->Whole.Rounds = message->Call.Rounds = (int)arguments->Rounds;
        message->Whole.Source = arguments->Source;
        message->Whole.Destination = arguments->Destination;
        message->Whole.Length = arguments->Length;
        var dataLength = (int)arguments->AssociatedDataLength;
        Begin(message, arguments->Nonce, (int)arguments->NonceLength, (int)arguments->TagLength, dataLength);
        if (dataLength > 0)
        {
            Absorb(kernel, message, arguments->AssociatedData, dataLength);
            Pad(message);
        }

        if (dataLength > ShortDataBytes)
            BeginWithChain(message);
        message->Whole.Head = (byte*)&message->Chunk;
        message->Whole.HeadLength = message->Gathered;
        if (!kernel.TryTransformCcm(&message->Whole, opens))
        {
            TransformInTurns(kernel, message, opens);
            Wipe(message, message->Whole.Length + dataLength);
        }
        else if (dataLength > ShortDataBytes)
        {
            // The chunk still has the chain, and what CBC made of associated data.
            Wipe(message, dataLength);
        }
    }

    /// <summary>
    /// B0, the counter block and the length of the associated data (appendixes A.2.1, A.3 and A.2.2). Both blocks are written by words of 64
    /// bits: a kernel that loads them likewise need not wait for the stores.
    /// </summary>
    private static void Begin(CcmMessage* message, byte* nonce, int nonceBytes, int tagBytes, int dataLength)
    {
        var lengthFlag = 14 - nonceBytes;
        var flags = (((tagBytes - 2) / 2) << 3) | lengthFlag | (dataLength > 0 ? 1 << 6 : 0);
        var first = BigEndian.ReadPadded64(nonce, nonceBytes);
        var rest = nonceBytes > sizeof(ulong) ? BigEndian.Read64(nonce + nonceBytes - sizeof(ulong)) << (8 * (16 - nonceBytes)) : 0;
        var last = (first << 56) | (rest >> 8);
        message->Whole.Counter.First = BigEndian.InMemory(((ulong)lengthFlag << 56) | (first >> 8));
        message->Whole.Counter.Second = BigEndian.InMemory(last);
        var b0 = (Block128*)&message->Chunk;
        b0->First = BigEndian.InMemory(((ulong)flags << 56) | (first >> 8));
        b0->Second = BigEndian.InMemory(last | (ulong)message->Whole.Length);
        message->Chain = default;
        message->Gathered = BlockBytes;
        if (dataLength > 0)
            GatherLength(message, dataLength);
    }

    private static void GatherLength(CcmMessage* message, int dataLength)
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

    /// <summary>XORs what is encrypted into the first block that is not, as CBC would, and begins with that.</summary>
    private static void BeginWithChain(CcmMessage* message)
    {
        Secret.Xor((byte*)&message->Chunk, (byte*)&message->Chain);
        message->Chain = default;
    }

    /// <summary>By one call of CTR and one of CBC for each chunk.</summary>
    private static void TransformInTurns(AesKernel kernel, CcmMessage* message, bool opens)
    {
        byte* source = message->Whole.Source, destination = message->Whole.Destination;
        int length = (int)message->Whole.Length, done = 0;
        do
        {
            var bytes = Math.Min(length - done, done == 0 ? LeadBytes : ChunkBytes);
            if (!opens)
                Absorb(kernel, message, source + done, bytes);
            if (done == 0)
                TransformLead(kernel, message, source, destination, bytes);
            else
                Run(kernel, message, AesOperation.TransformCtr, (byte*)&message->Whole.Counter, source + done, destination + done, bytes);
            if (opens)
                Absorb(kernel, message, destination + done, bytes);
            done += bytes;
        }
        while (done < length);

        Pad(message);
        EncryptGathered(kernel, message);
        Block128* chain = &message->Chain, mask = (Block128*)&message->Lead;
        message->Whole.Tag.First = chain->First ^ mask->First;
        message->Whole.Tag.Second = chain->Second ^ mask->Second;
    }

    /// <summary>Wipes what tells of a message with so many bytes of text and associated data together, but for its tag.</summary>
    private static void Wipe(CcmMessage* message, long length)
    {
        Secret.WipeInline(&message->Chain);
        Secret.Wipe(&message->Lead, (int)Math.Min(sizeof(LeadMemory), BlockBytes + length));
        Secret.Wipe(&message->Chunk, (int)Math.Min(sizeof(ChunkMemory), (4 * BlockBytes) + length));
    }

    /// <summary>The text's first bytes in one call with the block that masks the tag.</summary>
    private static void TransformLead(AesKernel kernel, CcmMessage* message, byte* source, byte* destination, int length)
    {
        var mask = (byte*)&message->Lead;
        var text = mask + BlockBytes;
        *(Block128*)mask = default;
        Buffer.MemoryCopy(source, text, LeadBytes, length);
        Run(kernel, message, AesOperation.TransformCtr, (byte*)&message->Whole.Counter, mask, mask, BlockBytes + length);
        Buffer.MemoryCopy(text, destination, length, length);
    }

    /// <summary>
    /// Takes bytes into the CBC-MAC, and leaves the last of them, up to a block at least, gathered. Only after the last of the associated
    /// data, and of the text, may a block be incomplete.
    /// </summary>
    private static void Absorb(AesKernel kernel, CcmMessage* message, byte* source, int length)
    {
        if (length > GatheredBytes - message->Gathered)
        {
            var missing = -message->Gathered & (BlockBytes - 1);
            Gather(message, source, missing);
            EncryptGathered(kernel, message);
            source += missing;
            length -= missing;
            for (int bytes; length > BlockBytes; source += bytes, length -= bytes)
            {
                bytes = Math.Min((length - 1) & -BlockBytes, ChunkBytes);
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
        var missing = -message->Gathered & (BlockBytes - 1);
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

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = BlockBytes + LeadBytes)]
    internal struct LeadMemory
    {
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = ChunkBytes)]
    internal struct ChunkMemory
    {
    }
}
