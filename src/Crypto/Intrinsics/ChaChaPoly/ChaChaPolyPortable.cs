using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// ChaCha20 (RFC 8439, section 2.3) with its state in sixteen words, a block at a time, and <see cref="Poly1305"/> beside it.
/// <para>
/// Constant-time: sums, XORs and rotations by constants. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal sealed unsafe class ChaChaPolyPortable() : ChaChaPolyComposed("portable")
{
    public override KernelTier Tier => KernelTier.Portable;

    protected override int BatchBytes => BlockBytes;

    public override int MakeKeystream(uint* state, uint counter, bool startsWithKey, byte* keystream, int blocks)
    {
        Unsafe.InitBlockUnaligned(keystream, 0, (uint)(blocks * BlockBytes));
        for (var i = 0; i < blocks; i++)
        {
            state[ChaChaState.CounterWord] = i == 0 && startsWithKey ? 0 : counter + (uint)i;
            XorBlock(state, keystream + (i * BlockBytes), keystream + (i * BlockBytes));
        }

        return blocks;
    }

    protected override void SealBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        XorBlocks(message, source, destination, length);
        Hash(message, destination, length);
    }

    protected override void OpenBatches(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        Hash(message, source, length);
        XorBlocks(message, source, destination, length);
    }

    private static void XorBlocks(ChaChaPolyMessage* message, byte* source, byte* destination, nint length)
    {
        var state = (uint*)&message->Cipher;
        state[ChaChaState.CounterWord] = 1;
        for (nint i = 0; i < length; i += BlockBytes, state[ChaChaState.CounterWord]++)
            XorBlock(state, source + i, destination + i);
    }

    private static void XorBlock(uint* state, byte* source, byte* destination)
    {
        const int DoubleRounds = 10;
        uint x0 = state[0], x1 = state[1], x2 = state[2], x3 = state[3], x4 = state[4], x5 = state[5], x6 = state[6], x7 = state[7];
        uint x8 = state[8], x9 = state[9], x10 = state[10], x11 = state[11];
        uint x12 = state[12], x13 = state[13], x14 = state[14], x15 = state[15];
        for (var i = 0; i < DoubleRounds; i++)
        {
            QuarterRound(ref x0, ref x4, ref x8, ref x12);
            QuarterRound(ref x1, ref x5, ref x9, ref x13);
            QuarterRound(ref x2, ref x6, ref x10, ref x14);
            QuarterRound(ref x3, ref x7, ref x11, ref x15);
            QuarterRound(ref x0, ref x5, ref x10, ref x15);
            QuarterRound(ref x1, ref x6, ref x11, ref x12);
            QuarterRound(ref x2, ref x7, ref x8, ref x13);
            QuarterRound(ref x3, ref x4, ref x9, ref x14);
        }

        XorWords(x0 + state[0], x1 + state[1], x2 + state[2], x3 + state[3], source, destination);
        XorWords(x4 + state[4], x5 + state[5], x6 + state[6], x7 + state[7], source + 16, destination + 16);
        XorWords(x8 + state[8], x9 + state[9], x10 + state[10], x11 + state[11], source + 32, destination + 32);
        XorWords(x12 + state[12], x13 + state[13], x14 + state[14], x15 + state[15], source + 48, destination + 48);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void XorWords(uint word0, uint word1, uint word2, uint word3, byte* source, byte* destination)
    {
        LittleEndian.Write32(destination, LittleEndian.Read32(source) ^ word0);
        LittleEndian.Write32(destination + 4, LittleEndian.Read32(source + 4) ^ word1);
        LittleEndian.Write32(destination + 8, LittleEndian.Read32(source + 8) ^ word2);
        LittleEndian.Write32(destination + 12, LittleEndian.Read32(source + 12) ^ word3);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void QuarterRound(ref uint a, ref uint b, ref uint c, ref uint d)
    {
        a += b;
        d = Rotate(d ^ a, 16);
        c += d;
        b = Rotate(b ^ c, 12);
        a += b;
        d = Rotate(d ^ a, 8);
        c += d;
        b = Rotate(b ^ c, 7);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Rotate(uint word, int bits) => (word << bits) | (word >> (32 - bits));
}
