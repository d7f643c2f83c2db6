#if NET
using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES by AES-NI (Gueron, "Intel Advanced Encryption Standard (AES) New Instructions Set", 2010). A round has a latency of 3 to 5
/// cycles and a throughput of one or two a cycle, so modes whose blocks do not depend on each other keep eight in flight; the
/// others are bound by the latency, and keep everything but the rounds off the chain from block to block. Any alignment.
/// Constant-time: the instructions are, and branches and addresses depend on lengths and counters alone. A .NET API for VAES
/// would let a wider kernel take this one's place.
/// </summary>
internal sealed unsafe class AesX64AesNi : AesKernel
{
    private const int BlockBytes = 16;
    private const int BatchBlocks = 8;
    private const int BatchBytes = BatchBlocks * BlockBytes;
    private const int HalfBytes = (14 + 1) * BlockBytes;

    public override string Id => "aes/x64-aesni";

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => CpuFeatures.AesNi | CpuFeatures.Ssse3 | CpuFeatures.Sse41;

    public override int EncryptionScheduleBytes => HalfBytes;

    public override int ScheduleBytes => 2 * HalfBytes;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule) => AesX64KeyExpansion.Expand(key, keyBytes, schedule);

    public override void ExpandDecryptionKey(byte* schedule, int rounds) =>
        AesX64KeyExpansion.Invert(schedule, rounds, schedule + HalfBytes);

    public override void EncryptEcb(AesArguments* arguments) => Transform<Ecb, Encryption>(arguments);

    public override void DecryptEcb(AesArguments* arguments) => Transform<Ecb, Decryption>(arguments);

    public override void DecryptCbc(AesArguments* arguments) => Transform<CbcDecryption, Decryption>(arguments);

    public override void DecryptCfb128(AesArguments* arguments) => Transform<CfbDecryption, Encryption>(arguments);

    /// <summary>
    /// In stretches over which the low half of the counter does not wrap, so that blocks are counted without a carry.
    /// </summary>
    public override void TransformCtr(AesArguments* arguments)
    {
        var stretch = *arguments;
        for (var left = arguments->Length; left > 0; left -= stretch.Length)
        {
            var blocksBeforeWrap = 0 - BigEndian.Read64(arguments->Register + 8);
            var wraps = blocksBeforeWrap - 1 < (ulong)(left - 1) / BlockBytes;
            stretch.Length = wraps ? (nint)blocksBeforeWrap * BlockBytes : left;
            Transform<Ctr, Encryption>(&stretch);
            if (BigEndian.Read64(arguments->Register + 8) == 0)
                BigEndian.Write64(arguments->Register, BigEndian.Read64(arguments->Register) + 1);
            stretch.Source += stretch.Length;
            stretch.Destination += stretch.Length;
        }
    }

    /// <summary>
    /// Each block is the cipher of plaintext plus the ciphertext before it. What enters the next block's rounds is made by the
    /// last round itself, whose key is given the next plaintext and the first key beforehand.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    public override void EncryptCbc(AesArguments* arguments)
    {
        if (arguments->Length == 0)
            return;

        var source = arguments->Source;
        var destination = arguments->Destination;
        var end = source + arguments->Length;
        var first = Vector128.Load(arguments->Schedule);
        var last = Vector128.Load(arguments->Schedule + (arguments->Rounds * BlockBytes));
        var state = Vector128.Load(arguments->Register) ^ Vector128.Load(source) ^ first;
        while (true)
        {
            state = InnerRounds(state, arguments->Schedule, arguments->Rounds);
            source += BlockBytes;
            if (source == end)
                break;

            var next = Vector128.Load(source) ^ first;
            state = Aes.EncryptLast(state, last ^ next);
            (state ^ next).Store(destination);
            destination += BlockBytes;
        }

        var ciphertext = Aes.EncryptLast(state, last);
        ciphertext.Store(destination);
        ciphertext.Store(arguments->Register);
    }

    /// <summary>
    /// Each block is plaintext plus the cipher of the ciphertext before it; the chain is <see cref="EncryptCbc"/>'s.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    public override void EncryptCfb128(AesArguments* arguments)
    {
        var source = arguments->Source;
        var destination = arguments->Destination;
        var first = Vector128.Load(arguments->Schedule);
        var last = Vector128.Load(arguments->Schedule + (arguments->Rounds * BlockBytes));
        var state = Vector128.Load(arguments->Register) ^ first;
        for (var left = arguments->Length; left > 0; left -= BlockBytes)
        {
            var text = Vector128.Load(source) ^ first;
            state = Aes.EncryptLast(InnerRounds(state, arguments->Schedule, arguments->Rounds), last ^ text);
            (state ^ first).Store(destination);
            source += BlockBytes;
            destination += BlockBytes;
        }

        (state ^ first).Store(arguments->Register);
    }

    [MethodImpl(Jit.Optimize)]
    public override void EncryptCfb8(AesArguments* arguments)
    {
        var register = Vector128.Load(arguments->Register);
        for (nint i = 0; i < arguments->Length; i++)
        {
            var ciphertext = (byte)(Encrypt(register, arguments->Schedule, arguments->Rounds).ToScalar() ^ arguments->Source[i]);
            arguments->Destination[i] = ciphertext;
            register = Shift(register, ciphertext);
        }

        register.Store(arguments->Register);
    }

    /// <summary>The register before each byte is known from the ciphertext, so that eight bytes are in flight.</summary>
    [MethodImpl(Jit.Optimize)]
    public override void DecryptCfb8(AesArguments* arguments)
    {
        var registers = stackalloc byte[BatchBytes];
        var register = Vector128.Load(arguments->Register);
        for (nint done = 0, bytes; done < arguments->Length; done += bytes)
        {
            bytes = Math.Min(arguments->Length - done, BatchBlocks);
            for (nint i = 0; i < bytes; i++)
            {
                register.Store(registers + (i * BlockBytes));
                register = Shift(register, arguments->Source[done + i]);
            }

            Batch<Ecb, Encryption>(default, arguments->Schedule, arguments->Rounds, registers, registers);
            for (nint i = 0; i < bytes; i++)
                arguments->Destination[done + i] = (byte)(arguments->Source[done + i] ^ registers[i * BlockBytes]);
        }

        register.Store(arguments->Register);
        Secret.Wipe(registers, BatchBytes);
    }

    private static Block Shift(Block register, byte next) => Sse2.ShiftRightLogical128BitLane(register, 1).WithElement(15, next);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block InnerRounds(Block state, byte* keys, int rounds)
    {
        for (var round = 1; round < rounds; round++)
            state = Aes.Encrypt(state, Vector128.Load(keys + (round * BlockBytes)));
        return state;
    }

    /// <summary>One block, with the round keys of an expanded key.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Encrypt(Block text, byte* keys, int rounds) =>
        Aes.EncryptLast(InnerRounds(text ^ Vector128.Load(keys), keys, rounds), Vector128.Load(keys + (rounds * BlockBytes)));

    /// <summary>Whole batches where they lie; what is left, and is more than one block, in a batch on the stack.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void Transform<TMode, TDirection>(AesArguments* arguments)
        where TMode : struct, IMode<TMode>
        where TDirection : struct, IDirection
    {
        var mode = TMode.Load(arguments->Register);
        var keys = arguments->Schedule + TDirection.ScheduleOffset;
        var rounds = arguments->Rounds;
        var source = arguments->Source;
        var destination = arguments->Destination;
        var left = arguments->Length;
        for (; left >= BatchBytes; left -= BatchBytes)
        {
            var next = mode.Behind(source, BatchBlocks);
            Batch<TMode, TDirection>(mode, keys, rounds, source, destination);
            mode = next;
            source += BatchBytes;
            destination += BatchBytes;
        }

        if (left == BlockBytes)
        {
            var next = mode.Behind(source, 1);
            var state = mode.Input(source, 0) ^ Vector128.Load(keys);
            for (var round = 1; round < rounds; round++)
                state = TDirection.Round(state, Vector128.Load(keys + (round * BlockBytes)));
            mode.Output(TDirection.LastRound(state, Vector128.Load(keys + (rounds * BlockBytes))), source, 0).Store(destination);
            mode = next;
        }

        mode.Store(arguments->Register);
        if (left > BlockBytes || (left & (BlockBytes - 1)) != 0)
            Tail<TMode, TDirection>(arguments, keys, source, destination, left);
    }

    [MethodImpl(Jit.Optimize)]
    private static void Tail<TMode, TDirection>(AesArguments* arguments, byte* keys, byte* source, byte* destination, nint bytes)
        where TMode : struct, IMode<TMode>
        where TDirection : struct, IDirection
    {
        var mode = TMode.Load(arguments->Register);
        var batch = stackalloc byte[BatchBytes];
        Buffer.MemoryCopy(source, batch, BatchBytes, bytes);
        var next = mode.Behind(batch, (int)(bytes + BlockBytes - 1) / BlockBytes);
        Batch<TMode, TDirection>(mode, keys, arguments->Rounds, batch, batch);
        next.Store(arguments->Register);
        Buffer.MemoryCopy(batch, destination, bytes, bytes);
        Secret.Wipe(batch, BatchBytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Batch<TMode, TDirection>(TMode mode, byte* keys, int rounds, byte* source, byte* destination)
        where TMode : struct, IMode<TMode>
        where TDirection : struct, IDirection
    {
        var key = Vector128.Load(keys);
        var b0 = mode.Input(source, 0) ^ key;
        var b1 = mode.Input(source, 1) ^ key;
        var b2 = mode.Input(source, 2) ^ key;
        var b3 = mode.Input(source, 3) ^ key;
        var b4 = mode.Input(source, 4) ^ key;
        var b5 = mode.Input(source, 5) ^ key;
        var b6 = mode.Input(source, 6) ^ key;
        var b7 = mode.Input(source, 7) ^ key;
        for (var round = 1; round < rounds; round++)
        {
            key = Vector128.Load(keys + (round * BlockBytes));
            b0 = TDirection.Round(b0, key);
            b1 = TDirection.Round(b1, key);
            b2 = TDirection.Round(b2, key);
            b3 = TDirection.Round(b3, key);
            b4 = TDirection.Round(b4, key);
            b5 = TDirection.Round(b5, key);
            b6 = TDirection.Round(b6, key);
            b7 = TDirection.Round(b7, key);
        }

        // From the last to the first: an output may need the source block before its own, which it may not have replaced yet.
        key = Vector128.Load(keys + (rounds * BlockBytes));
        mode.Output(TDirection.LastRound(b7, key), source, 7).Store(destination + (7 * BlockBytes));
        mode.Output(TDirection.LastRound(b6, key), source, 6).Store(destination + (6 * BlockBytes));
        mode.Output(TDirection.LastRound(b5, key), source, 5).Store(destination + (5 * BlockBytes));
        mode.Output(TDirection.LastRound(b4, key), source, 4).Store(destination + (4 * BlockBytes));
        mode.Output(TDirection.LastRound(b3, key), source, 3).Store(destination + (3 * BlockBytes));
        mode.Output(TDirection.LastRound(b2, key), source, 2).Store(destination + (2 * BlockBytes));
        mode.Output(TDirection.LastRound(b1, key), source, 1).Store(destination + BlockBytes);
        mode.Output(TDirection.LastRound(b0, key), source, 0).Store(destination);
    }

    private interface IDirection
    {
        static abstract int ScheduleOffset { get; }

        static abstract Block Round(Block state, Block key);

        static abstract Block LastRound(Block state, Block key);
    }

    private readonly struct Encryption : IDirection
    {
        public static int ScheduleOffset => 0;

        public static Block Round(Block state, Block key) => Aes.Encrypt(state, key);

        public static Block LastRound(Block state, Block key) => Aes.EncryptLast(state, key);
    }

    private readonly struct Decryption : IDirection
    {
        public static int ScheduleOffset => HalfBytes;

        public static Block Round(Block state, Block key) => Aes.Decrypt(state, key);

        public static Block LastRound(Block state, Block key) => Aes.DecryptLast(state, key);
    }

    /// <summary>A mode whose blocks are independent: what enters and what leaves the cipher for each block of a batch.</summary>
    private interface IMode<TSelf>
    {
        /// <summary>The mode as the register tells.</summary>
        static abstract TSelf Load(byte* register);

        /// <summary>Updates the register.</summary>
        void Store(byte* register);

        /// <summary>The mode behind a number of blocks, which the source still holds.</summary>
        TSelf Behind(byte* source, int blocks);

        Block Input(byte* source, int index);

        Block Output(Block state, byte* source, int index);
    }

    private readonly struct Ecb : IMode<Ecb>
    {
        public static Ecb Load(byte* register) => default;

        public void Store(byte* register)
        {
        }

        public Ecb Behind(byte* source, int blocks) => this;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Input(byte* source, int index) => Vector128.Load(source + (index * BlockBytes));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Output(Block state, byte* source, int index) => state;
    }

    private readonly struct CbcDecryption(Block register) : IMode<CbcDecryption>
    {
        public static CbcDecryption Load(byte* register) => new(Vector128.Load(register));

        public void Store(byte* to) => register.Store(to);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public CbcDecryption Behind(byte* source, int blocks) => new(Vector128.Load(source + ((blocks - 1) * BlockBytes)));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Input(byte* source, int index) => Vector128.Load(source + (index * BlockBytes));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Output(Block state, byte* source, int index) =>
            state ^ (index == 0 ? register : Vector128.Load(source + ((index - 1) * BlockBytes)));
    }

    private readonly struct CfbDecryption(Block register) : IMode<CfbDecryption>
    {
        public static CfbDecryption Load(byte* register) => new(Vector128.Load(register));

        public void Store(byte* to) => register.Store(to);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public CfbDecryption Behind(byte* source, int blocks) => new(Vector128.Load(source + ((blocks - 1) * BlockBytes)));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Input(byte* source, int index) =>
            index == 0 ? register : Vector128.Load(source + ((index - 1) * BlockBytes));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Output(Block state, byte* source, int index) => state ^ Vector128.Load(source + (index * BlockBytes));
    }

    /// <summary>
    /// The counter, low half first, so that blocks can be counted on it; it is turned round as it enters the cipher.
    /// </summary>
    private readonly struct Ctr(Vector128<ulong> counter) : IMode<Ctr>
    {
        private static Block Reversed => Vector128.Create((byte)15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);

        public static Ctr Load(byte* register) => new(Ssse3.Shuffle(Vector128.Load(register), Reversed).AsUInt64());

        public void Store(byte* register) => Ssse3.Shuffle(counter.AsByte(), Reversed).Store(register);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Ctr Behind(byte* source, int blocks) => new(counter + Vector128.CreateScalar((ulong)blocks));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Input(byte* source, int index) =>
            Ssse3.Shuffle((counter + Vector128.CreateScalar((ulong)index)).AsByte(), Reversed);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Block Output(Block state, byte* source, int index) => state ^ Vector128.Load(source + (index * BlockBytes));
    }
}
#endif
