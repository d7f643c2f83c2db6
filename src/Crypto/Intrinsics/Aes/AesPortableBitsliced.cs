using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES on four blocks at once, one bit of all their bytes to a word of 64: bit 16 (3 - row) + 4 column + block of word k is bit k
/// of that byte of that block, so that a step to the next row is a rotation by 16, and one to the next column a rotation by 4
/// within 16 bits. ShiftRows is never carried out: the state of round r lags r row shifts (fixslicing: Adomnicai and
/// Peyrin, "Fixslicing AES-like ciphers", TCHES 2021), the round keys are stored shifted to match, and MixColumns reaches r
/// columns aside. Any alignment. Constant-time: no branch and no address depends on key or text, key expansion included. It
/// serves hosts without instructions for AES, so that no .NET API can replace it.
/// </summary>
internal sealed unsafe class AesPortableBitsliced : AesPortable<AesPortableBitsliced.Cipher>
{
    private const int Parallel = 4;
    private const int StateBytes = 8 * sizeof(ulong);

    public override string Id => "aes/portable-bitsliced";

    public override bool IsConstantTime => true;

    public override int EncryptionScheduleBytes => MaxWords / 4 * StateBytes;

    public override int ScheduleBytes => EncryptionScheduleBytes;

    public override void ExpandKey(byte* key, int keyBytes, byte* schedule)
    {
        var words = stackalloc uint[MaxWords];
        var block = stackalloc byte[Parallel * Block];
        ExpandWords(key, keyBytes, words);
        var rounds = RoundsFor(keyBytes);
        for (var round = 0; round <= rounds; round++)
        {
            // The last round key is XORed when the row shifts have been made up for.
            var lag = round == rounds ? 0 : round;
            for (var column = 0; column < 4; column++)
            {
                var shifted = 0u;
                for (var row = 0; row < 4; row++)
                    shifted |= words[(4 * round) + ((column - (row * lag)) & 3)] & (0xFF000000 >> (8 * row));
                for (var copy = 0; copy < Parallel; copy++)
                    BigEndian.Write32(block + (copy * Block) + (4 * column), shifted);
            }

            var roundKey = (ulong*)(schedule + (round * StateBytes));
            Slice(block, Parallel, roundKey);
            if (round > 0)
                XorAffineConstant(roundKey);
        }

        Secret.Wipe(words, MaxWords * sizeof(uint));
        Secret.Wipe(block, Parallel * Block);
    }

    /// <summary>Does nothing: the inverse cipher takes the same round keys.</summary>
    public override void ExpandDecryptionKey(byte* schedule, int rounds)
    {
    }

    /// <summary>A round of each of four blocks at most, without a key, in place.</summary>
    public static void Round(byte* blocks, int count)
    {
        var state = stackalloc ulong[8];
        for (var i = 0; i < count; i++)
            ShiftRows(blocks + (i * Block));
        Slice(blocks, count, state);
        AesSBoxCircuit.SubBytes(state);
        XorAffineConstant(state);
        MixColumns(state, 0);
        Unslice(state, count, blocks);
        Secret.Wipe(state, StateBytes);
    }

    /// <summary>Row r goes r columns to the left. It might as well come after the S-boxes.</summary>
    private static void ShiftRows(byte* block)
    {
        uint c0 = BigEndian.Read32(block), c1 = BigEndian.Read32(block + 4), c2 = BigEndian.Read32(block + 8), c3 = BigEndian.Read32(block + 12);
        BigEndian.Write32(block, Rows(c0, c1, c2, c3));
        BigEndian.Write32(block + 4, Rows(c1, c2, c3, c0));
        BigEndian.Write32(block + 8, Rows(c2, c3, c0, c1));
        BigEndian.Write32(block + 12, Rows(c3, c0, c1, c2));

        static uint Rows(uint first, uint second, uint third, uint fourth) =>
            (first & 0xFF000000) | (second & 0x00FF0000) | (third & 0x0000FF00) | (fourth & 0x000000FF);
    }

    private static void Slice(byte* source, int blocks, ulong* state)
    {
        for (var i = 0; i < Parallel; i++)
        {
            if (i >= blocks)
            {
                state[i] = state[4 + i] = 0;
                continue;
            }

            var block = source + (i * Block);
            state[i] = Spread(BigEndian.Read32(block)) | (Spread(BigEndian.Read32(block + 8)) << 8);
            state[4 + i] = Spread(BigEndian.Read32(block + 4)) | (Spread(BigEndian.Read32(block + 12)) << 8);
        }

        Transpose(state);
    }

    private static void Unslice(ulong* state, int blocks, byte* destination)
    {
        Transpose(state);
        for (var i = 0; i < blocks; i++)
        {
            var block = destination + (i * Block);
            BigEndian.Write32(block, Gather(state[i]));
            BigEndian.Write32(block + 4, Gather(state[4 + i]));
            BigEndian.Write32(block + 8, Gather(state[i] >> 8));
            BigEndian.Write32(block + 12, Gather(state[4 + i] >> 8));
        }
    }

    /// <summary>Moves the bytes of a word to the even bytes of a longer one.</summary>
    private static ulong Spread(uint word)
    {
        var x = (word | ((ulong)word << 16)) & 0x0000FFFF0000FFFF;
        return (x | (x << 8)) & 0x00FF00FF00FF00FF;
    }

    private static uint Gather(ulong word)
    {
        var x = word & 0x00FF00FF00FF00FF;
        x = (x | (x >> 8)) & 0x0000FFFF0000FFFF;
        return (uint)(x | (x >> 16));
    }

    /// <summary>Exchanges bit j of each byte of word i and bit i of the same byte of word j.</summary>
    private static void Transpose(ulong* state)
    {
        for (var i = 0; i < 8; i += 2)
            Exchange(state + i, state + i + 1, 1, 0x5555555555555555);
        for (var i = 0; i < 4; i++)
            Exchange(state + i + (i & 2), state + i + (i & 2) + 2, 2, 0x3333333333333333);
        for (var i = 0; i < 4; i++)
            Exchange(state + i, state + i + 4, 4, 0x0F0F0F0F0F0F0F0F);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Exchange(ulong* low, ulong* high, int shift, ulong mask)
    {
        var difference = ((*low >> shift) ^ *high) & mask;
        *high ^= difference;
        *low ^= difference << shift;
    }

    /// <summary>XORs every byte with the constant 0x63 of the S-box, which <see cref="AesSBoxCircuit"/> leaves out.</summary>
    private static void XorAffineConstant(ulong* state)
    {
        for (var bit = 0; bit < 8; bit++)
            if (((0x63 >> bit) & 1) != 0)
                state[bit] = ~state[bit];
    }

    private static void AddRoundKey(ulong* state, ulong* key)
    {
        state[0] ^= key[0];
        state[1] ^= key[1];
        state[2] ^= key[2];
        state[3] ^= key[3];
        state[4] ^= key[4];
        state[5] ^= key[5];
        state[6] ^= key[6];
        state[7] ^= key[7];
    }

    /// <summary>Two row shifts (or inverse ones): columns 0 and 2, and 1 and 3, trade places in rows 1 and 3.</summary>
    private static void ShiftRowsTwice(ulong* state)
    {
        for (var i = 0; i < 8; i++)
        {
            var difference = (state[i] ^ (state[i] >> 8)) & 0x000000FF000000FF;
            state[i] ^= difference | (difference << 8);
        }
    }

    /// <summary>The bytes <paramref name="rows"/> rows further and <paramref name="columns"/> columns aside.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Reach(ulong x, int rows, int columns)
    {
        var left = (16 * rows) - (4 * columns);
        var mask = (0xFFFFul >> (4 * columns)) * 0x0001000100010001;
        return (RotateLeft(x, left) & mask) | (RotateLeft(x, left + 16) & ~mask);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RotateLeft(ulong x, int bits) => (x << bits) | (x >> (64 - bits));

    /// <summary>MixColumns where the state lags so many row shifts.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void MixColumns(ulong* state, int lag)
    {
        // Constants, so that the masks and rotations are as well.
        switch (lag & 3)
        {
            case 0: MixColumnsLagging(state, 0); break;
            case 1: MixColumnsLagging(state, 1); break;
            case 2: MixColumnsLagging(state, 2); break;
            default: MixColumnsLagging(state, 3); break;
        }
    }

    /// <summary>With a' one row further than a, and b = a xor a': 2b xor a' xor (b two rows further).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void MixColumnsLagging(ulong* state, int lag)
    {
        var n0 = Reach(state[0], 1, lag);
        var n1 = Reach(state[1], 1, lag);
        var n2 = Reach(state[2], 1, lag);
        var n3 = Reach(state[3], 1, lag);
        var n4 = Reach(state[4], 1, lag);
        var n5 = Reach(state[5], 1, lag);
        var n6 = Reach(state[6], 1, lag);
        var n7 = Reach(state[7], 1, lag);
        var t0 = state[0] ^ n0;
        var t1 = state[1] ^ n1;
        var t2 = state[2] ^ n2;
        var t3 = state[3] ^ n3;
        var t4 = state[4] ^ n4;
        var t5 = state[5] ^ n5;
        var t6 = state[6] ^ n6;
        var t7 = state[7] ^ n7;
        state[0] = t7 ^ n0 ^ Reach(t0, 2, (2 * lag) & 3);
        state[1] = t0 ^ t7 ^ n1 ^ Reach(t1, 2, (2 * lag) & 3);
        state[2] = t1 ^ n2 ^ Reach(t2, 2, (2 * lag) & 3);
        state[3] = t2 ^ t7 ^ n3 ^ Reach(t3, 2, (2 * lag) & 3);
        state[4] = t3 ^ t7 ^ n4 ^ Reach(t4, 2, (2 * lag) & 3);
        state[5] = t4 ^ n5 ^ Reach(t5, 2, (2 * lag) & 3);
        state[6] = t5 ^ n6 ^ Reach(t6, 2, (2 * lag) & 3);
        state[7] = t6 ^ n7 ^ Reach(t7, 2, (2 * lag) & 3);
    }

    /// <summary>MixColumns of (a xor 4 (a xor a')), with a' two rows further than a.</summary>
    private static void InvMixColumns(ulong* state, int lag)
    {
        if ((lag & 1) == 0)
            XorFourfold(state, 0);
        else
            XorFourfold(state, 2);
        MixColumns(state, lag);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void XorFourfold(ulong* state, int columns)
    {
        var t0 = state[0] ^ Reach(state[0], 2, columns);
        var t1 = state[1] ^ Reach(state[1], 2, columns);
        var t2 = state[2] ^ Reach(state[2], 2, columns);
        var t3 = state[3] ^ Reach(state[3], 2, columns);
        var t4 = state[4] ^ Reach(state[4], 2, columns);
        var t5 = state[5] ^ Reach(state[5], 2, columns);
        var t6 = state[6] ^ Reach(state[6], 2, columns);
        var t7 = state[7] ^ Reach(state[7], 2, columns);
        state[0] ^= t6;
        state[1] ^= t6 ^ t7;
        state[2] ^= t0 ^ t7;
        state[3] ^= t1 ^ t6;
        state[4] ^= t2 ^ t6 ^ t7;
        state[5] ^= t3 ^ t7;
        state[6] ^= t4;
        state[7] ^= t5;
    }

    internal struct Cipher : IAesCipher
    {
        public uint SubWord(uint word)
        {
            var block = stackalloc byte[Block];
            var state = stackalloc ulong[8];
            BigEndian.Write32(block, word);
            Slice(block, 1, state);
            AesSBoxCircuit.SubBytes(state);
            XorAffineConstant(state);
            Unslice(state, 1, block);
            var substituted = BigEndian.Read32(block);
            Secret.Wipe(block, Block);
            Secret.Wipe(state, StateBytes);
            return substituted;
        }

        public void Encrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks)
        {
            var keys = (ulong*)arguments->Schedule;
            var rounds = arguments->Rounds;
            var state = stackalloc ulong[8];
            for (; blocks > 0; blocks -= Parallel)
            {
                var count = blocks < Parallel ? (int)blocks : Parallel;
                Slice(source, count, state);
                AddRoundKey(state, keys);
                for (var round = 1; round < rounds; round++)
                {
                    AesSBoxCircuit.SubBytes(state);
                    MixColumns(state, round);
                    AddRoundKey(state, keys + (8 * round));
                }

                AesSBoxCircuit.SubBytes(state);
                if ((rounds & 2) != 0)
                    ShiftRowsTwice(state);
                AddRoundKey(state, keys + (8 * rounds));
                Unslice(state, count, destination);
                source += Parallel * Block;
                destination += Parallel * Block;
            }

            Secret.Wipe(state, StateBytes);
        }

        public void Decrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks)
        {
            var keys = (ulong*)arguments->Schedule;
            var rounds = arguments->Rounds;
            var state = stackalloc ulong[8];
            for (; blocks > 0; blocks -= Parallel)
            {
                var count = blocks < Parallel ? (int)blocks : Parallel;
                Slice(source, count, state);
                AddRoundKey(state, keys + (8 * rounds));
                if ((rounds & 2) != 0)
                    ShiftRowsTwice(state);
                AesSBoxCircuit.InvSubBytes(state);
                for (var round = rounds - 1; round > 0; round--)
                {
                    AddRoundKey(state, keys + (8 * round));
                    InvMixColumns(state, round);
                    AesSBoxCircuit.InvSubBytes(state);
                }

                AddRoundKey(state, keys);
                Unslice(state, count, destination);
                source += Parallel * Block;
                destination += Parallel * Block;
            }

            Secret.Wipe(state, StateBytes);
        }
    }
}
