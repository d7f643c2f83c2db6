using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-SIV (RFC 5297) of any AES, under a key of two halves. S2V makes the tag of associated data, nonce and text by AES-CMAC under the
/// first; the text is encrypted by CTR from the tag on, under the second. A nonce of no bytes is none; associated data are one string,
/// which may have no bytes and is there all the same, as RFC 5116 has it. <see cref="AfterAssociatedData"/> is for any number of them.
/// <para>
/// Sealing takes two passes. Opening decrypts a chunk and has it in CMAC while the next is decrypted. Constant-time if that AES is: branches
/// and addresses here depend on lengths alone. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal sealed unsafe class AesSivComposed : AeadKernel
{
    /// <summary>No kernel has a longer key: two schedules, CMAC's subkeys, and where S2V begins.</summary>
    public const int LargestKeyBytes = (2 * AesKernel.LargestEncryptionScheduleBytes) + (3 * BlockBytes);

    private const int BlockBytes = 16;

    /// <summary>Bytes of text that go through CTR, and then CMAC, at once; short enough for a brief call.</summary>
    private const int ChunkBytes = 1024;

    /// <summary>Up to so many bytes wait for the last blocks before they are encrypted; longer ones are never copied.</summary>
    private const int GatheredBytes = 512;

    private readonly AesKernel _aes;
    private readonly int _scheduleBytes;
    private readonly bool _isContinued;

    public AesSivComposed(AesKernel aes)
        : this(aes, isContinued: false) => AfterAssociatedData = new AesSivComposed(aes, isContinued: true);

    private AesSivComposed(AesKernel aes, bool isContinued)
    {
        _aes = aes;
        _scheduleBytes = aes.EncryptionScheduleBytes;
        _isContinued = isContinued;
        Id = "siv" + aes.Id.Remove(0, "aes".Length);
        AfterAssociatedData = this;
    }

    /// <summary>
    /// The same under the same key, of messages whose associated data went through <see cref="Begin"/> and <see cref="Absorb"/>: in place
    /// of them stand the 16 bytes that came out.
    /// </summary>
    public AeadKernel AfterAssociatedData { get; }

    public override string Id { get; }

    public override KernelTier Tier => _aes.Tier;

    public override bool IsConstantTime => _aes.IsConstantTime;

    public override CpuFeatures Requires => _aes.Requires;

    public override int KeyBytes => (2 * _scheduleBytes) + (3 * BlockBytes);

    /// <summary>Of each CMAC's last block, if it is whole; then, if it is padded; then, of the zeros that S2V begins with, the CMAC.</summary>
    private int SubkeysOffset => 2 * _scheduleBytes;

    /// <summary>Clears the highest bits of the last two 32-bit words, so that no counter carries out of one (RFC 5297, section 2.5).</summary>
    private static ulong CounterMask => BigEndian.InMemory(0x7FFFFFFF_7FFFFFFF);

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _aes.WhyUnavailable();

    public override int RoundsFor(int cipherKeyBytes) => AesKernel.RoundsFor(cipherKeyBytes / 2);

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage)
    {
        var half = cipherKeyBytes / 2;
        _aes.ExpandKey(cipherKey, half, key);
        _aes.ExpandKey(cipherKey + half, half, key + _scheduleBytes);

        // L is the encrypted block of zeros. The CMAC of one is the encrypted first subkey.
        byte* subkeys = key + SubkeysOffset, start = subkeys + (2 * BlockBytes);
        var rounds = RoundsFor(cipherKeyBytes);
        *(Block128*)start = default;
        Encrypt(key, rounds, start, start);
        CmacSubkeys.Expand(start, subkeys, subkeys + BlockBytes);
        Encrypt(key, rounds, subkeys, start);
    }

    public override void Seal(AeadArguments* arguments) => Run(arguments, opens: false);

    public override void Open(AeadArguments* arguments) => Run(arguments, opens: true);

    /// <summary>S2V of nothing yet.</summary>
    public void Begin(byte* key, Block128* sum) => *sum = *(Block128*)(key + SubkeysOffset + (2 * BlockBytes));

    /// <summary>Takes a string of associated data into S2V.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Absorb(byte* key, int rounds, Block128* sum, byte* data, nint length)
    {
        Message message;
        message.Call.Rounds = rounds;
        message.Sum = *sum;
        Add(&message, key, data, length);
        *sum = message.Sum;
        Wipe(&message, length);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Encrypt(byte* schedule, int rounds, byte* source, byte* destination)
    {
        AesArguments call;
        call.Schedule = schedule;
        call.Rounds = rounds;
        call.Source = source;
        call.Destination = destination;
        call.Length = BlockBytes;
        _aes.Run(AesOperation.EncryptEcb, &call);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Run(AeadArguments* arguments, bool opens)
    {
        Message message;
        var key = arguments->Key;
        message.Call.Rounds = (int)arguments->Rounds;
        if (_isContinued)
        {
            message.Sum = Unsafe.ReadUnaligned<Block128>(arguments->AssociatedData);
        }
        else
        {
            Begin(key, &message.Sum);
            Add(&message, key, arguments->AssociatedData, arguments->AssociatedDataLength);
        }

        if (arguments->NonceLength > 0)
            Add(&message, key, arguments->Nonce, arguments->NonceLength);
        message.Chain = default;
        if (opens)
            Open(&message, arguments);
        else
            Seal(&message, arguments);
        Wipe(&message, arguments->AssociatedDataLength + arguments->NonceLength + arguments->Length);
    }

    private void Seal(Message* message, AeadArguments* arguments)
    {
        AddText(message, arguments->Key, arguments->Source, arguments->Length);
        arguments->Tag = message->Chain;
        BeginCounter(message, &arguments->Tag);
        TransformCtr(message, arguments->Key, arguments->Source, arguments->Destination, arguments->Length);
    }

    private void Open(Message* message, AeadArguments* arguments)
    {
        var given = Unsafe.ReadUnaligned<Block128>(arguments->Given);
        BeginCounter(message, &given);
        byte* key = arguments->Key, source = arguments->Source, destination = arguments->Destination;
        var left = arguments->Length;

        // The last chunk has more than two blocks, of which S2V changes bytes.
        for (; left > ChunkBytes + (2 * BlockBytes); source += ChunkBytes, destination += ChunkBytes, left -= ChunkBytes)
        {
            TransformCtr(message, key, source, destination, ChunkBytes);
            EncryptCbc(message, key, destination, ChunkBytes);
        }

        TransformCtr(message, key, source, destination, left);
        AddText(message, key, destination, left);
        arguments->Tag = message->Chain;
    }

    /// <summary>A string that is not the last (section 2.4): the sum is doubled, and its CMAC added.</summary>
    private void Add(Message* message, byte* key, byte* source, nint length)
    {
        message->Chain = default;
        var before = length > BlockBytes ? (length - 1) & -BlockBytes : 0;
        var last = Gather(message, key, source, before);
        EndCmac(message, key, last, source + before, (int)(length - before));
        CmacSubkeys.Double((byte*)&message->Sum, (byte*)&message->Sum);
        Secret.Xor((byte*)&message->Sum, (byte*)&message->Chain);
    }

    /// <summary>
    /// The last string (section 2.4), or what is left of it: the sum is added to its end, or else, if it has no whole block, the doubled sum
    /// to its padded bytes. Its CMAC, the tag, is left in the chain.
    /// </summary>
    private void AddText(Message* message, byte* key, byte* source, nint length)
    {
        if (length >= BlockBytes)
        {
            var end = BlockBytes + (int)(length & (BlockBytes - 1));
            var last = Gather(message, key, source, length - end);
            Buffer.MemoryCopy(source + length - end, last, end, end);
            Secret.Xor(last + end - BlockBytes, (byte*)&message->Sum);
            if (end > BlockBytes)
                last += BlockBytes;
            EndCmac(message, key, last, last, end > BlockBytes ? end - BlockBytes : BlockBytes);
        }
        else
        {
            CmacSubkeys.Double((byte*)&message->Sum, (byte*)&message->Sum);
            var block = (byte*)&message->Chunk;
            Pad(block, source, (int)length);
            Secret.Xor(block, (byte*)&message->Sum);
            EndCmac(message, key, block, block, BlockBytes);
        }
    }

    /// <summary>Whole blocks before the last ones.</summary>
    /// <returns>The place in the chunk for those that follow.</returns>
    private byte* Gather(Message* message, byte* key, byte* source, nint length)
    {
        var chunk = (byte*)&message->Chunk;
        if (length <= GatheredBytes)
        {
            Buffer.MemoryCopy(source, chunk, GatheredBytes, length);
            return chunk + length;
        }

        EncryptCbc(message, key, source, length);
        return chunk;
    }

    /// <summary>
    /// The last block of a CMAC (SP 800-38B, section 6.2), padded if it is not whole, and those in the chunk that wait for it. It may be in its
    /// place already.
    /// </summary>
    private void EndCmac(Message* message, byte* key, byte* block, byte* source, int length)
    {
        var subkey = key + SubkeysOffset;
        if (length == BlockBytes)
        {
            Unsafe.WriteUnaligned(block, Unsafe.ReadUnaligned<Block128>(source));
        }
        else
        {
            Pad(block, source, length);
            subkey += BlockBytes;
        }

        Secret.Xor(block, subkey);
        var chunk = (byte*)&message->Chunk;
        EncryptCbc(message, key, chunk, (nint)(block - chunk) + BlockBytes);
    }

    /// <summary>Less than a block of bytes, which may be in place, a one, and zeros.</summary>
    private static void Pad(byte* block, byte* source, int length)
    {
        Buffer.MemoryCopy(source, block, BlockBytes, length);
        block[length] = 0x80;
        new Span<byte>(block + length + 1, BlockBytes - length - 1).Clear();
    }

    private static void BeginCounter(Message* message, Block128* tag)
    {
        message->Counter.First = tag->First;
        message->Counter.Second = tag->Second & CounterMask;
    }

    /// <summary>Whole blocks, in the chunk or elsewhere. Of what comes out, only the chain counts.</summary>
    private void EncryptCbc(Message* message, byte* key, byte* source, nint length)
    {
        var call = &message->Call;
        for (nint bytes; length > 0; source += bytes, length -= bytes)
        {
            bytes = length < ChunkBytes ? length : ChunkBytes;
            call->Schedule = key;
            call->Source = source;
            call->Destination = (byte*)&message->Chunk;
            call->Length = bytes;
            call->IV = (byte*)&message->Chain;
            _aes.Run(AesOperation.EncryptCbc, call);
        }
    }

    private void TransformCtr(Message* message, byte* key, byte* source, byte* destination, nint length)
    {
        if (length == 0)
            return;
        var call = &message->Call;
        call->Schedule = key + _scheduleBytes;
        call->Source = source;
        call->Destination = destination;
        call->Length = length;
        call->IV = (byte*)&message->Counter;
        _aes.Run(AesOperation.TransformCtr, call);
    }

    /// <summary>Wipes what tells of a message with so many bytes, all its strings together, but for its tag.</summary>
    private static void Wipe(Message* message, nint length)
    {
        Secret.WipeInline(&message->Sum);
        Secret.WipeInline(&message->Chain);
        Secret.Wipe(&message->Chunk, (int)Math.Min(sizeof(ChunkMemory), BlockBytes + (long)length));
    }

    /// <summary>On the stack of the call.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Message
    {
        /// <summary>S2V of the strings so far.</summary>
        public Block128 Sum;

        /// <summary>The last block that CBC gave out.</summary>
        public Block128 Chain;

        public Block128 Counter;

        /// <summary>What CBC is to encrypt, and what came out, which nobody reads.</summary>
        public ChunkMemory Chunk;

        public AesArguments Call;
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = ChunkBytes)]
    private struct ChunkMemory
    {
    }
}
