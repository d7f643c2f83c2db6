using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AEGIS in plain C#: rounds of AES by <see cref="AesPortableBitsliced"/>, four blocks at a time.
/// <para>
/// Constant-time, as those rounds are. Preconditions: none beyond the contract.
/// </para>
/// </summary>
internal sealed unsafe class AegisPortable(AegisVariant variant) : AegisKernel("portable", variant)
{
    private const int Parallel = 4;

    public override KernelTier Tier => KernelTier.Portable;

    protected override void Absorb(byte* state, byte* source, nint count, nint stride)
    {
        for (; count > 0; count--, source += stride)
            Update((Block128*)state, source, source + SecondOffset);
    }

    [SkipLocalsInit]
    protected override void Encrypt(byte* state, byte* source, byte* destination, nint count)
    {
        Blocks text;
        for (; count > 0; count--, source += Variant.RateBytes, destination += Variant.RateBytes)
        {
            ((Block128*)&text)[0] = Unsafe.ReadUnaligned<Block128>(source);
            if (Variant.TakesTwo)
                ((Block128*)&text)[1] = Unsafe.ReadUnaligned<Block128>(source + SecondOffset);
            XorKeystream((Block128*)state, source, destination);
            Update((Block128*)state, (byte*)&text, (byte*)&text + BlockBytes);
        }

        Secret.Wipe(&text, sizeof(Blocks));
    }

    protected override void Decrypt(byte* state, byte* source, byte* destination, nint count)
    {
        for (; count > 0; count--, source += Variant.RateBytes, destination += Variant.RateBytes)
        {
            XorKeystream((Block128*)state, source, destination);
            Update((Block128*)state, destination, destination + SecondOffset);
        }
    }

    /// <summary>Each block becomes a round of the one before it, with itself as the key.</summary>
    [SkipLocalsInit]
    private void Update(Block128* state, byte* first, byte* second)
    {
        Blocks memory;
        var rounds = (Block128*)&memory;
        var count = Variant.StateBlocks;
        for (var i = 0; i < count; i++)
            rounds[i] = state[i == 0 ? count - 1 : i - 1];
        AesPortableBitsliced.Round((byte*)rounds, Parallel);
        AesPortableBitsliced.Round((byte*)(rounds + Parallel), count - Parallel);
        for (var i = 0; i < count; i++)
            state[i] = Sum(state[i], rounds[i]);
        state[0] = Sum(state[0], Unsafe.ReadUnaligned<Block128>(first));
        if (Variant.TakesTwo)
            state[4] = Sum(state[4], Unsafe.ReadUnaligned<Block128>(second));
        Secret.Wipe(&memory, sizeof(Blocks));
    }

    [SkipLocalsInit]
    private void XorKeystream(Block128* state, byte* source, byte* destination)
    {
        Blocks memory;
        var keystream = (Block128*)&memory;
        MakeKeystream(state, keystream);
        Xor(source, keystream[0], destination);
        if (Variant.TakesTwo)
            Xor(source + SecondOffset, keystream[Variant.Lanes], destination + SecondOffset);
        Secret.Wipe(&memory, sizeof(Blocks));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Xor(byte* source, Block128 keystream, byte* destination) =>
        Unsafe.WriteUnaligned(destination, Sum(Unsafe.ReadUnaligned<Block128>(source), keystream));

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = 8 * BlockBytes)]
    private struct Blocks
    {
    }
}
