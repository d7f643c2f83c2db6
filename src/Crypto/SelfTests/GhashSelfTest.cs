using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>The hash of a text in batches, and of what remains after them.</summary>
internal static unsafe class GhashSelfTest
{
    /// <summary>By SP 800-38D.</summary>
    public const ulong Known = 0x4106f36444a12642;

    public static bool Passes(GhashKernel kernel)
    {
        fixed (byte* source = SelfTest.Text(SelfTest.TextBytes), memory = new byte[kernel.KeyBytes + SelfTest.Alignment])
        {
            var key = SelfTest.Align(memory);
            Block128 hash = default;
            kernel.ExpandKey(source, key);
            kernel.Update(key, (byte*)&hash, source, SelfTest.TextBytes);
            return SelfTest.Sum(0, (byte*)&hash, sizeof(Block128)) == Known;
        }
    }
}
