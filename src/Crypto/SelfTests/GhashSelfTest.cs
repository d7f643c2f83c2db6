using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The hash of a text in batches, and of what remains after them; and, in machine code, of all numbers of blocks that may remain, and parts of
/// a block.
/// </summary>
internal static unsafe class GhashSelfTest
{
    /// <summary>By SP 800-38D, as the next one.</summary>
    public const ulong Known = 0x3e06660dbbd6dd22;

    public const ulong KnownRemainders = 0x7d1f0eb9374d04ad;

    /// <summary>Where the text has a subkey with a bit at the top of either half, which leaves it as it is multiplied.</summary>
    public const int SubkeyOffset = 105;

    /// <summary>And where it has one without either, for what machine code is asked besides.</summary>
    public const int OtherSubkeyOffset = 115;

    /// <summary>Of no block to those of a batch of the widest kernel.</summary>
    public const int Remainders = SelfTest.Batch / 16;

    /// <summary>Bytes of more texts: a batch of the narrowest kernel, whole blocks, and less than a block after batches.</summary>
    public static int[] MoreLengths => [128, 48, 264];

    public static bool Passes(GhashKernel kernel)
    {
        fixed (byte* source = SelfTest.Text(SelfTest.TextBytes), memory = new byte[kernel.KeyBytes + SelfTest.Alignment])
        {
            var key = SelfTest.Align(memory);
            Block128 hash = default;
            kernel.ExpandKey(source + SubkeyOffset, key);
            kernel.Update(key, (byte*)&hash, source, SelfTest.TextBytes);
            if (SelfTest.Sum(0, (byte*)&hash, sizeof(Block128)) != Known)
                return false;
            if (kernel.Tier != Intrinsics.KernelTier.MachineCode)
                return true;
            kernel.ExpandKey(source + OtherSubkeyOffset, key);
            for (var blocks = 0; blocks <= Remainders; blocks++)
                kernel.Update(key, (byte*)&hash, source, RemainderBytes(blocks));
            foreach (var bytes in MoreLengths)
                kernel.Update(key, (byte*)&hash, source, bytes);
            return SelfTest.Sum(0, (byte*)&hash, sizeof(Block128)) == KnownRemainders;
        }
    }

    /// <summary>So many blocks, and a part of one whose length follows from them.</summary>
    public static int RemainderBytes(int blocks) => (16 * blocks) + (5 * blocks % 16);
}
