using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES on four blocks at once, one bit of all their bytes to a word of 64. Bit 16 (3 - row) + 4 column + block of word k is bit k of
/// that byte of that block, so that a step to the next row is a rotation by 16, and one to the next column a rotation by 4 within
/// 16 bits. ShiftRows is never carried out: the state of round r stays r row shifts behind (fixslicing: Adomnicai and Peyrin,
/// "Fixslicing AES-like ciphers", TCHES 2021), the round keys are stored shifted to match, and MixColumns reaches r columns aside.
/// The S-box is a circuit of gates (Boyar and Peralta, "A small depth-16 circuit for the AES S-box", 2012, in the version of 113
/// gates). Any alignment. Constant-time: no branch and no address depends on key or text, key expansion included. No .NET API
/// lets it be deleted, as it serves hosts without any.
/// </summary>
internal sealed unsafe class AesPortableBitsliced : AesPortable<AesPortableBitsliced.Cipher>
{
    private const int Block = 16;
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
            // The last round key is added when the row shifts have been made up for.
            var behind = round == rounds ? 0 : round;
            for (var column = 0; column < 4; column++)
            {
                var shifted = 0u;
                for (var row = 0; row < 4; row++)
                    shifted |= words[(4 * round) + ((column - (row * behind)) & 3)] & (0xFF000000 >> (8 * row));
                for (var copy = 0; copy < Parallel; copy++)
                    BigEndian.Write32(block + (copy * Block) + (4 * column), shifted);
            }

            var roundKey = (ulong*)(schedule + (round * StateBytes));
            Slice(block, Parallel, roundKey);
            if (round > 0)
                AddAffineConstant(roundKey);
        }

        Wipe(words, MaxWords * sizeof(uint));
        Wipe(block, Parallel * Block);
    }

    /// <summary>Does nothing: the inverse cipher takes the same round keys.</summary>
    public override void ExpandDecryptionKey(byte* schedule, int rounds)
    {
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

    /// <summary>Adds the S-box's constant 0x63, which <see cref="SubBytes"/> leaves to the round keys, to every byte.</summary>
    private static void AddAffineConstant(ulong* state)
    {
        for (var bit = 0; bit < 8; bit++)
            if (((0x63 >> bit) & 1) != 0)
                state[bit] = ~state[bit];
    }

    private static void AddRoundKey(ulong* state, ulong* key)
    {
        for (var i = 0; i < 8; i++)
            state[i] ^= key[i];
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

    /// <summary>MixColumns where the state is <paramref name="behind"/> row shifts behind.</summary>
    private static void MixColumns(ulong* state, int behind)
    {
        // With a the column and a' the one a row further: 2 (a + a') + a' + (a + a', two rows further).
        var sums = stackalloc ulong[8];
        for (var i = 0; i < 8; i++)
        {
            var next = Reach(state[i], 1, behind & 3);
            sums[i] = state[i] ^ next;
            state[i] = next ^ Reach(sums[i], 2, (2 * behind) & 3);
        }

        for (var i = 1; i < 8; i++)
            state[i] ^= sums[i - 1];
        state[0] ^= sums[7];
        state[1] ^= sums[7];
        state[3] ^= sums[7];
        state[4] ^= sums[7];
    }

    /// <summary>MixColumns of each byte plus 4 times its sum with that two rows further.</summary>
    private static void InvMixColumns(ulong* state, int behind)
    {
        var sums = stackalloc ulong[8];
        for (var i = 0; i < 8; i++)
            sums[i] = state[i] ^ Reach(state[i], 2, (2 * behind) & 3);
        state[0] ^= sums[6];
        state[1] ^= sums[6] ^ sums[7];
        state[2] ^= sums[0] ^ sums[7];
        state[3] ^= sums[1] ^ sums[6];
        state[4] ^= sums[2] ^ sums[6] ^ sums[7];
        state[5] ^= sums[3] ^ sums[7];
        state[6] ^= sums[4];
        state[7] ^= sums[5];
        MixColumns(state, behind);
    }

    /// <summary>The inverse of the S-box's affine map without its constant: bit i of the result is the sum of bits i + 2, i + 5 and i + 7.</summary>
    private static void InvAffine(ulong* state)
    {
        ulong a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
        state[0] = c ^ f ^ h;
        state[1] = d ^ g ^ a;
        state[2] = e ^ h ^ b;
        state[3] = f ^ a ^ c;
        state[4] = g ^ b ^ d;
        state[5] = h ^ c ^ e;
        state[6] = a ^ d ^ f;
        state[7] = b ^ e ^ g;
    }

    /// <summary>The inverse S-box of a byte that is the S-box's output without its constant, by inversion between two inverse affine maps.</summary>
    private static void InvSubBytes(ulong* state)
    {
        InvAffine(state);
        SubBytes(state);
        InvAffine(state);
    }

    /// <summary>The S-box without its constant.</summary>
    private static void SubBytes(ulong* state)
    {
        ulong x0 = state[7], x1 = state[6], x2 = state[5], x3 = state[4], x4 = state[3], x5 = state[2], x6 = state[1], x7 = state[0];

        // The linear layer into the tower of fields.
        var y14 = x3 ^ x5;
        var y13 = x0 ^ x6;
        var y9 = x0 ^ x3;
        var y8 = x0 ^ x5;
        var t0 = x1 ^ x2;
        var y1 = t0 ^ x7;
        var y4 = y1 ^ x3;
        var y12 = y13 ^ y14;
        var y2 = y1 ^ x0;
        var y5 = y1 ^ x6;
        var y3 = y5 ^ y8;
        var t1 = x4 ^ y12;
        var y15 = t1 ^ x5;
        var y20 = t1 ^ x1;
        var y6 = y15 ^ x7;
        var y10 = y15 ^ t0;
        var y11 = y20 ^ y9;
        var y7 = x7 ^ y11;
        var y17 = y10 ^ y11;
        var y19 = y10 ^ y8;
        var y16 = t0 ^ y11;
        var y21 = y13 ^ y16;
        var y18 = x0 ^ y16;

        // Inversion in GF(2^4).
        var t2 = y12 & y15;
        var t4 = (y3 & y6) ^ t2;
        var t6 = (y4 & x7) ^ t2;
        var t7 = y13 & y16;
        var t9 = (y5 & y1) ^ t7;
        var t11 = (y2 & y7) ^ t7;
        var t12 = y9 & y11;
        var t14 = (y14 & y17) ^ t12;
        var t16 = (y8 & y10) ^ t12;
        var t21 = t4 ^ t14 ^ y20;
        var t22 = t6 ^ t16 ^ y19;
        var t23 = t9 ^ t14 ^ y21;
        var t24 = t11 ^ t16 ^ y18;
        var t25 = t21 ^ t22;
        var t26 = t21 & t23;
        var t27 = t24 ^ t26;
        var t29 = (t25 & t27) ^ t22;
        var t30 = t23 ^ t24;
        var t33 = ((t22 ^ t26) & t30) ^ t24;
        var t36 = t24 & (t27 ^ t33);
        var t37 = t36 ^ t23 ^ t33;
        var t40 = t25 ^ (t29 & (t27 ^ t36));
        var t41 = t40 ^ t37;
        var t42 = t29 ^ t33;
        var t43 = t29 ^ t40;
        var t44 = t33 ^ t37;
        var t45 = t42 ^ t41;

        // Multiplication by the inverse.
        var z0 = t44 & y15;
        var z1 = t37 & y6;
        var z2 = t33 & x7;
        var z3 = t43 & y16;
        var z4 = t40 & y1;
        var z5 = t29 & y7;
        var z6 = t42 & y11;
        var z7 = t45 & y17;
        var z8 = t41 & y10;
        var z9 = t44 & y12;
        var z10 = t37 & y3;
        var z11 = t33 & y4;
        var z12 = t43 & y13;
        var z13 = t40 & y5;
        var z14 = t29 & y2;
        var z15 = t42 & y9;
        var z16 = t45 & y14;
        var z17 = t41 & y8;

        // The linear layer back, with the affine map.
        var t46 = z15 ^ z16;
        var t48 = z5 ^ z13;
        var t53 = z0 ^ z3;
        var t54 = z6 ^ z7;
        var t57 = z2 ^ z12 ^ t53;
        var t58 = z4 ^ t46;
        var t59 = z3 ^ t54;
        var t61 = z14 ^ t57;
        var t62 = z7 ^ z8 ^ t58;
        var t63 = z9 ^ z10 ^ t58;
        var t64 = z4 ^ t59;
        var t65 = t61 ^ t62;
        var t66 = z1 ^ t63;
        var s3 = t53 ^ t66;
        state[7] = t59 ^ t63;
        state[6] = t64 ^ s3;
        state[5] = z16 ^ z17 ^ t64 ^ t65;
        state[4] = s3;
        state[3] = z2 ^ z5 ^ t66;
        state[2] = z10 ^ z11 ^ t65;
        state[1] = z12 ^ t48 ^ t62;
        state[0] = t48 ^ t46 ^ t57;
    }

    internal struct Cipher : IAesCipher
    {
        public uint SubWord(uint word)
        {
            var block = stackalloc byte[Block];
            var state = stackalloc ulong[8];
            BigEndian.Write32(block, word);
            Slice(block, 1, state);
            SubBytes(state);
            AddAffineConstant(state);
            Unslice(state, 1, block);
            var substituted = BigEndian.Read32(block);
            Wipe(block, Block);
            Wipe(state, StateBytes);
            return substituted;
        }

        public void Encrypt(byte* schedule, int rounds, byte* source, byte* destination, nint blocks)
        {
            var keys = (ulong*)schedule;
            var state = stackalloc ulong[8];
            for (; blocks > 0; blocks -= Parallel)
            {
                var count = blocks < Parallel ? (int)blocks : Parallel;
                Slice(source, count, state);
                AddRoundKey(state, keys);
                for (var round = 1; round < rounds; round++)
                {
                    SubBytes(state);
                    MixColumns(state, round);
                    AddRoundKey(state, keys + (8 * round));
                }

                SubBytes(state);
                if ((rounds & 2) != 0)
                    ShiftRowsTwice(state);
                AddRoundKey(state, keys + (8 * rounds));
                Unslice(state, count, destination);
                source += Parallel * Block;
                destination += Parallel * Block;
            }

            Wipe(state, StateBytes);
        }

        public void Decrypt(byte* schedule, int rounds, byte* source, byte* destination, nint blocks)
        {
            var keys = (ulong*)schedule;
            var state = stackalloc ulong[8];
            for (; blocks > 0; blocks -= Parallel)
            {
                var count = blocks < Parallel ? (int)blocks : Parallel;
                Slice(source, count, state);
                AddRoundKey(state, keys + (8 * rounds));
                if ((rounds & 2) != 0)
                    ShiftRowsTwice(state);
                InvSubBytes(state);
                for (var round = rounds - 1; round > 0; round--)
                {
                    AddRoundKey(state, keys + (8 * round));
                    InvMixColumns(state, round);
                    InvSubBytes(state);
                }

                AddRoundKey(state, keys);
                Unslice(state, count, destination);
                source += Parallel * Block;
                destination += Parallel * Block;
            }

            Wipe(state, StateBytes);
        }
    }
}
