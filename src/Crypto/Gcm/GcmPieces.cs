using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-GCM in pieces of any lengths, on kernels that take whole messages. Callers see to the order of pieces and to their number.
/// <para>
/// A kernel hashes associated data, text and the last block alike: after each block it multiplies by H. The tag is the result,
/// masked with J0 encrypted. So a long piece is a message whose associated data are <see cref="GcmMessage.Hash"/>, and whose last
/// block is the last but one of the piece: unmasked, its tag is the hash up to there. The last of the piece is then XORed in.
/// </para>
/// <para>Short pieces gather, and are encrypted with keystream that is made for several of them.</para>
/// </summary>
internal readonly unsafe ref struct GcmPieces(GcmKernel kernel, int rounds, byte* key, GcmMessage* message)
{
    /// <summary>A longer text would use a counter twice (SP 800-38D, section 5.2.1.1).</summary>
    private const long LargestText = (1L << 36) - 32;

    private const int Block = 16;

    /// <summary>Whether a text may have <paramref name="length"/> bytes more. Of associated data nobody gives too many.</summary>
    public static bool Reaches(long before, int length) => before <= LargestText - length;

    /// <summary>Begins a message with the pre-counter block <paramref name="j0"/>.</summary>
    [SkipLocalsInit]
    public void Begin(Block128* j0)
    {
        *message = default;
        message->J0 = message->Counter = *j0;
        AeadArguments arguments;
        Encrypt(&arguments, &message->J0, &message->Mask);
        Wipe(&arguments);
    }

    public void AppendAssociatedData(byte* data, int length)
    {
        message->AssociatedDataLength += length;
        Hash(data, length);
    }

    /// <summary>Hashes ciphertext, and decrypts nothing.</summary>
    public void AppendCiphertext(byte* ciphertext, int length)
    {
        BeginText();
        message->Length += length;
        Hash(ciphertext, length);
    }

    /// <summary>Encrypts or decrypts text. The destination is the same memory or has none in common with the source.</summary>
    public void Transform(byte* source, byte* destination, int length, bool isOpening)
    {
        BeginText();
        message->Length += length;
        for (int bytes; length > 0; source += bytes, destination += bytes, length -= bytes)
        {
            var isLong = length >= GcmWindow.Bytes;
            var begun = message->PendingBytes % Block;
            if (isLong && begun == 0)
            {
                EndWindow();
                bytes = length & -Block;
                TransformBlocks(source, destination, bytes, isOpening);
                continue;
            }

            if (message->PendingBytes == 0)
                MakeKeystream();
            bytes = Math.Min(length, isLong ? Block - begun : GcmWindow.Bytes - message->PendingBytes);
            TransformBytes(source, destination, bytes, isOpening);
            if (message->PendingBytes == GcmWindow.Bytes)
                EndWindow();
        }

        Secret.ForgetGeneralRegisters();
    }

    /// <summary>Computes the tag.</summary>
    [SkipLocalsInit]
    public void Finish(Block128* tag)
    {
        AeadArguments arguments;
        Prepare(&arguments, &message->J0);
        arguments.AssociatedData = (byte*)&message->Hash;
        arguments.AssociatedDataLength = Block + PadPending();
        arguments.LastBlock.First = BigEndian.InMemory((ulong)message->AssociatedDataLength << 3);
        arguments.LastBlock.Second = BigEndian.InMemory((ulong)message->Length << 3);
        kernel.Seal(&arguments);
        *tag = arguments.Tag;
        Wipe(&arguments);
    }

    /// <summary>Associated data end with a whole block.</summary>
    private void BeginText()
    {
        if (message->Length > 0 || message->PendingBytes == 0)
            return;
        PadPending();
        HashPending();
    }

    /// <summary>
    /// The last two blocks are transformed before the others, whose call needs their ciphertext. The tag of that is masked with its
    /// own J0, the counter block before the text.
    /// </summary>
    [SkipLocalsInit]
    private void TransformBlocks(byte* source, byte* destination, int length, bool isOpening)
    {
        var before = length - sizeof(Tail);
        Block128 counter, mask;
        AeadArguments arguments;
        var tail = Unsafe.ReadUnaligned<Tail>(source + before);
        Advance(before / Block, &counter);
        Prepare(&arguments, &counter);
        Run(&arguments, source + before, destination + before, sizeof(Tail), isOpening);
        if (!isOpening)
            tail = Unsafe.ReadUnaligned<Tail>(destination + before);

        Encrypt(&arguments, &message->Counter, &mask);
        arguments.AssociatedData = (byte*)&message->Hash;
        arguments.AssociatedDataLength = Block;
        arguments.LastBlock = tail.LastButOne;
        Run(&arguments, source, destination, before, isOpening);
        SetHash(&arguments, &mask, &tail.Last);
        Advance(length / Block, &message->Counter);
        Wipe(&arguments);
        Secret.Wipe(&counter, sizeof(Block128));
        Secret.Wipe(&mask, sizeof(Block128));
    }

    /// <summary>Text for which there is keystream; its ciphertext is pending then.</summary>
    private void TransformBytes(byte* source, byte* destination, int length, bool isOpening)
    {
        var keystream = (byte*)&message->Keystream + message->PendingBytes;
        var pending = (byte*)&message->Pending + message->PendingBytes;
        message->PendingBytes += length;
        var i = 0;
        for (; i <= length - sizeof(ulong); i += sizeof(ulong))
        {
            var from = Unsafe.ReadUnaligned<ulong>(source + i);
            var to = from ^ Unsafe.ReadUnaligned<ulong>(keystream + i);
            Unsafe.WriteUnaligned(destination + i, to);
            Unsafe.WriteUnaligned(pending + i, isOpening ? from : to);
        }

        for (; i < length; i++)
        {
            var from = source[i];
            var to = (byte)(from ^ keystream[i]);
            destination[i] = to;
            pending[i] = isOpening ? from : to;
        }
    }

    /// <summary>Zeros decrypted: kernels take what they encrypt to for public.</summary>
    [SkipLocalsInit]
    private void MakeKeystream()
    {
        var keystream = (byte*)&message->Keystream;
        message->Keystream = default;
        AeadArguments arguments;
        Prepare(&arguments, &message->Counter);
        Run(&arguments, keystream, keystream, GcmWindow.Bytes, isOpening: true);
        Wipe(&arguments);
    }

    /// <summary>What is pending is text, whose keystream is left.</summary>
    private void EndWindow()
    {
        Advance(message->PendingBytes / Block, &message->Counter);
        HashPending();
    }

    /// <summary>Hashes without encryption.</summary>
    private void Hash(byte* source, int length)
    {
        for (int bytes; length > 0; source += bytes, length -= bytes)
        {
            if (message->PendingBytes == 0 && length >= GcmWindow.Bytes)
            {
                bytes = Math.Min(length & -Block, Buffered.Bytes);
                HashBlocks(source, bytes);
                continue;
            }

            bytes = Math.Min(length, GcmWindow.Bytes - message->PendingBytes);
            Buffer.MemoryCopy(source, (byte*)&message->Pending + message->PendingBytes, bytes, bytes);
            message->PendingBytes += bytes;
            if (message->PendingBytes == GcmWindow.Bytes)
                HashPending();
        }
    }

    /// <summary>A kernel wants associated data in one place: they are copied behind the hash.</summary>
    [SkipLocalsInit]
    private void HashBlocks(byte* source, int length)
    {
        Buffered buffered;
        buffered.Hash = message->Hash;
        Buffer.MemoryCopy(source, &buffered.Hash + 1, Buffered.Bytes, length);
        HashBlocks(&buffered.Hash, length);
        Secret.Wipe(&buffered.Hash, sizeof(Block128));
    }

    /// <summary>Hashes whole blocks that are pending.</summary>
    private void HashPending()
    {
        if (message->PendingBytes > 0)
            HashBlocks(&message->Hash, message->PendingBytes);
        message->PendingBytes = 0;
    }

    /// <summary>Hashes the blocks that lie behind a copy of the hash.</summary>
    [SkipLocalsInit]
    private void HashBlocks(Block128* hash, int length)
    {
        var last = hash + (length / Block);
        AeadArguments arguments;
        Prepare(&arguments, &message->J0);
        arguments.AssociatedData = (byte*)hash;
        arguments.AssociatedDataLength = length - Block;
        arguments.LastBlock = last[-1];
        kernel.Seal(&arguments);
        SetHash(&arguments, &message->Mask, last);
        Wipe(&arguments);
    }

    private void SetHash(AeadArguments* arguments, Block128* mask, Block128* last)
    {
        message->Hash.First = arguments->Tag.First ^ mask->First ^ last->First;
        message->Hash.Second = arguments->Tag.Second ^ mask->Second ^ last->Second;
    }

    /// <summary>A block encrypted is the tag of nothing at all with that block for its J0.</summary>
    private void Encrypt(AeadArguments* arguments, Block128* block, Block128* encrypted)
    {
        Prepare(arguments, block);
        kernel.Seal(arguments);
        *encrypted = arguments->Tag;
    }

    /// <summary>A message without text and associated data, whose last block is zero.</summary>
    private void Prepare(AeadArguments* arguments, Block128* j0)
    {
        arguments->Key = key;
        arguments->AssociatedData = null;
        arguments->AssociatedDataLength = 0;
        arguments->Source = null;
        arguments->Destination = null;
        arguments->Length = arguments->NonceLength = 0;
        arguments->Rounds = rounds;
        arguments->J0 = *j0;
        arguments->LastBlock = default;
    }

    private void Run(AeadArguments* arguments, byte* source, byte* destination, int length, bool isOpening)
    {
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
        if (isOpening)
            kernel.Open(arguments);
        else
            kernel.Seal(arguments);
    }

    /// <summary>The counter block so many after the message's; its last 32 bits count (inc32 of SP 800-38D).</summary>
    private void Advance(int blocks, Block128* counter)
    {
        var second = BigEndian.InMemory(message->Counter.Second);
        counter->First = message->Counter.First;
        counter->Second = BigEndian.InMemory((second & ~(ulong)uint.MaxValue) | (uint)(second + (ulong)blocks));
    }

    /// <returns>Bytes that are pending, now whole blocks.</returns>
    private int PadPending()
    {
        var padding = -message->PendingBytes & (Block - 1);
        new Span<byte>((byte*)&message->Pending + message->PendingBytes, padding).Clear();
        return message->PendingBytes += padding;
    }

    /// <summary>What is secret of what a call leaves: J0, the block that is hashed last, which may be a hash, and the tag.</summary>
    private static void Wipe(AeadArguments* arguments) => Secret.Wipe(&arguments->J0, 3 * sizeof(Block128));

    [StructLayout(LayoutKind.Sequential)]
    private struct Tail
    {
        public Block128 LastButOne;
        public Block128 Last;
    }

    [StructLayout(LayoutKind.Sequential, Size = 8192)]
    private struct Buffered
    {
        public const int Bytes = 8192 - Block;

        public Block128 Hash;
    }
}
