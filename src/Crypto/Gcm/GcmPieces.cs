using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// AES-GCM in pieces of any lengths, on kernels that take whole messages. Callers see to the order of pieces and to their number.
/// <para>
/// A kernel hashes associated data, text and the lengths block alike: after each block it multiplies by H. The tag is the result,
/// masked with J0 encrypted. So a piece is a message whose associated data are <see cref="GcmMessage.Hash"/>, and whose lengths
/// block is the last block but one of the piece: unmasked, its tag is the hash up to there. The last block is then XORed in.
/// </para>
/// </summary>
internal readonly unsafe ref struct GcmPieces(GcmKernel kernel, int rounds, byte* key, GcmMessage* message)
{
    /// <summary>A longer text would use a counter twice (SP 800-38D, section 5.2.1.1).</summary>
    private const long LargestText = (1L << 36) - 32;

    private const int Block = 16;

    /// <summary>Whether a text may have <paramref name="length"/> bytes more. Of associated data nobody gives too many.</summary>
    public static bool Reaches(long before, int length) => before <= LargestText - length;

    /// <summary>Whether a tag is that of a message. The right tag of a wrong message is nobody's to know: it is wiped.</summary>
    /// <param name="whole">That of the message, 16 bytes.</param>
    /// <param name="tag">12 to 16 bytes.</param>
    public static bool IsTag(Span<byte> whole, ReadOnlySpan<byte> tag)
    {
        fixed (byte* expected = whole, given = tag)
        {
            var isRight = Secret.FixedTimeEquals(expected, given, tag.Length);
            Secret.Wipe(whole);
            return isRight;
        }
    }

    /// <summary>Begins a message with the pre-counter block <paramref name="j0"/>.</summary>
    [SkipLocalsInit]
    public void Begin(Block128* j0)
    {
        *message = default;
        message->J0 = message->Counter = *j0;
        GcmArguments arguments;
        Encrypt(&arguments, &message->J0, &message->Mask);
        Wipe(&arguments);
    }

    public void AppendAssociatedData(byte* data, int length)
    {
        Absorb(data, length, (int)(message->AssociatedDataLength % Block));
        message->AssociatedDataLength += length;
    }

    /// <summary>Hashes ciphertext, and decrypts nothing.</summary>
    public void AppendCiphertext(byte* ciphertext, int length)
    {
        Absorb(ciphertext, length, (int)(message->Length % Block));
        message->Length += length;
    }

    /// <summary>Encrypts or decrypts text. The destination is the same memory or has none in common with the source.</summary>
    public void Transform(byte* source, byte* destination, int length, bool isOpening)
    {
        var begun = (int)(message->Length % Block);
        message->Length += length;
        if (begun > 0)
        {
            var bytes = Math.Min(length, Block - begun);
            TransformBytes(begun, source, destination, bytes, isOpening);
            source += bytes;
            destination += bytes;
            length -= bytes;
        }

        var whole = length & -Block;
        if (whole > 0)
            TransformBlocks(source, destination, whole, isOpening);
        if (whole < length)
        {
            BeginBlock();
            TransformBytes(0, source + whole, destination + whole, length - whole, isOpening);
        }
    }

    /// <summary>Computes the tag.</summary>
    [SkipLocalsInit]
    public void Finish(Block128* tag)
    {
        GcmArguments arguments;
        Prepare(&arguments, &message->J0);
        arguments.AssociatedData = (byte*)&message->Hash;
        arguments.AssociatedDataLength = Block;
        arguments.LengthsBlock.First = BigEndian.InMemory((ulong)message->AssociatedDataLength << 3);
        arguments.LengthsBlock.Second = BigEndian.InMemory((ulong)message->Length << 3);
        kernel.Seal(&arguments);
        *tag = arguments.Tag;
        Wipe(&arguments);
    }

    /// <summary>
    /// The last block or two are transformed before the others, whose call needs their ciphertext. A hash is unmasked with J0
    /// of the message encrypted, unless there is a text in the same call.
    /// </summary>
    [SkipLocalsInit]
    private void TransformBlocks(byte* source, byte* destination, int length, bool isOpening)
    {
        var before = length > 2 * Block ? length - (2 * Block) : 0;
        var ciphertext = (isOpening ? source : destination) + before;
        GcmArguments arguments;
        Block128 counter, mask = message->Mask;
        Tail memory;
        var tail = &memory;
        if (isOpening)
            Buffer.MemoryCopy(ciphertext, tail, sizeof(Tail), length - before);

        Advance(before / Block, &counter);
        Prepare(&arguments, &counter);
        SetText(&arguments, source + before, destination + before, length - before);
        Run(&arguments, isOpening);
        if (!isOpening)
            Buffer.MemoryCopy(ciphertext, tail, sizeof(Tail), length - before);

        if (before > 0)
            Encrypt(&arguments, &message->Counter, &mask);
        Prepare(&arguments, before > 0 ? &message->Counter : &message->J0);
        SetText(&arguments, source, destination, before);
        if (length > Block)
        {
            arguments.AssociatedData = (byte*)&message->Hash;
            arguments.AssociatedDataLength = Block;
            arguments.LengthsBlock = tail->First;
        }
        else
        {
            arguments.LengthsBlock = message->Hash;
        }

        Run(&arguments, isOpening);
        SetHash(&arguments, &mask, length > Block ? &tail->Second : &tail->First);
        Advance(length / Block, &message->Counter);
        Wipe(&arguments);
        Secret.Wipe(&mask, sizeof(Block128));
    }

    /// <summary>Begins a block of text that the piece does not complete.</summary>
    [SkipLocalsInit]
    private void BeginBlock()
    {
        GcmArguments arguments;
        MultiplyHash(&arguments);
        Advance(1, &message->Counter);
        Encrypt(&arguments, &message->Counter, &message->Keystream);
        Wipe(&arguments);
    }

    /// <summary>Bytes of one block.</summary>
    private void TransformBytes(int begun, byte* source, byte* destination, int length, bool isOpening)
    {
        byte* keystream = (byte*)&message->Keystream + begun, hash = (byte*)&message->Hash + begun;
        for (int i = 0; i < length; i++)
        {
            var from = source[i];
            var to = (byte)(from ^ keystream[i]);
            hash[i] ^= isOpening ? from : to;
            destination[i] = to;
        }
    }

    /// <summary>Hashes alone what follows <paramref name="begun"/> bytes of a block.</summary>
    private void Absorb(byte* source, int length, int begun)
    {
        if (begun > 0)
        {
            var bytes = Math.Min(length, Block - begun);
            XorIntoHash(begun, source, bytes);
            source += bytes;
            length -= bytes;
        }

        for (int bytes; length >= Block; source += bytes, length -= bytes)
        {
            bytes = Math.Min(length & -Block, Buffered.Blocks * Block);
            AbsorbBlocks(source, bytes);
        }

        if (length > 0)
        {
            MultiplyHash();
            XorIntoHash(0, source, length);
        }
    }

    private void XorIntoHash(int begun, byte* source, int length)
    {
        var hash = (byte*)&message->Hash + begun;
        for (int i = 0; i < length; i++)
            hash[i] ^= source[i];
    }

    /// <summary>A kernel reads associated data in one place: they are copied after the hash.</summary>
    [SkipLocalsInit]
    private void AbsorbBlocks(byte* source, int length)
    {
        Buffered buffered;
        buffered.Hash = message->Hash;
        Buffer.MemoryCopy(source, &buffered.Hash + 1, Buffered.Blocks * Block, length);
        var last = (Block128*)((byte*)&buffered + length);
        GcmArguments arguments;
        Prepare(&arguments, &message->J0);
        arguments.AssociatedData = (byte*)&buffered;
        arguments.AssociatedDataLength = length - Block;
        arguments.LengthsBlock = last[-1];
        kernel.Seal(&arguments);
        SetHash(&arguments, &message->Mask, last);
        Wipe(&arguments);
        Secret.Wipe(&buffered.Hash, sizeof(Block128));
    }

    [SkipLocalsInit]
    private void MultiplyHash()
    {
        GcmArguments arguments;
        MultiplyHash(&arguments);
        Wipe(&arguments);
    }

    private void MultiplyHash(GcmArguments* arguments)
    {
        var nothing = default(Block128);
        Prepare(arguments, &message->J0);
        arguments->LengthsBlock = message->Hash;
        kernel.Seal(arguments);
        SetHash(arguments, &message->Mask, &nothing);
    }

    private void SetHash(GcmArguments* arguments, Block128* mask, Block128* last)
    {
        message->Hash.First = arguments->Tag.First ^ mask->First ^ last->First;
        message->Hash.Second = arguments->Tag.Second ^ mask->Second ^ last->Second;
    }

    /// <summary>A block encrypted is the tag of nothing at all with that block for its J0.</summary>
    private void Encrypt(GcmArguments* arguments, Block128* block, Block128* encrypted)
    {
        Prepare(arguments, block);
        kernel.Seal(arguments);
        *encrypted = arguments->Tag;
    }

    /// <summary>A message without text, associated data or lengths.</summary>
    private void Prepare(GcmArguments* arguments, Block128* j0)
    {
        arguments->Key = key;
        arguments->AssociatedData = null;
        arguments->AssociatedDataLength = 0;
        arguments->Rounds = rounds;
        arguments->J0 = *j0;
        arguments->LengthsBlock = default;
        SetText(arguments, null, null, 0);
    }

    private static void SetText(GcmArguments* arguments, byte* source, byte* destination, int length)
    {
        arguments->Source = source;
        arguments->Destination = destination;
        arguments->Length = length;
    }

    private void Run(GcmArguments* arguments, bool isOpening)
    {
        if (isOpening)
            kernel.Open(arguments);
        else
            kernel.Seal(arguments);
    }

    /// <summary>The counter block so many after that of the message; its last 32 bits count (inc32 of SP 800-38D).</summary>
    private void Advance(int blocks, Block128* counter)
    {
        var second = BigEndian.InMemory(message->Counter.Second);
        counter->First = message->Counter.First;
        counter->Second = BigEndian.InMemory((second & ~(ulong)uint.MaxValue) | (uint)(second + (ulong)blocks));
    }

    /// <summary>Of what a call leaves, the hash and its key's products are secret.</summary>
    private static void Wipe(GcmArguments* arguments) => Secret.Wipe(&arguments->LengthsBlock, 2 * sizeof(Block128));

    /// <summary>The last two blocks of ciphertext, or the only one.</summary>
    private struct Tail
    {
        public Block128 First;
        public Block128 Second;
    }

    [StructLayout(LayoutKind.Sequential, Size = (Blocks + 1) * Block)]
    private struct Buffered
    {
        public const int Blocks = 511;

        public Block128 Hash;
    }
}
