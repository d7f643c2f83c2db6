using System;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// GHASH (SP 800-38D, section 6.4) and POLYVAL (RFC 8452, section 3) by a CPU's carry-less product, up to sixteen blocks with one
/// reduction; the mathematics is in <see cref="GhashIntrinsics"/>. Any length, any alignment. Constant-time: branches and addresses
/// depend on lengths alone.
/// </summary>
internal abstract unsafe class GhashByProducts<TProducts> : GhashKernel
    where TProducts : struct, IGhashProducts
{
    private const int Block = GhashIntrinsics.BlockBytes;

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override int KeyBytes => TProducts.PowersBytes;

    public override void ExpandKey(byte* subkey, byte* key)
    {
        Buffer.MemoryCopy(subkey, key, Block, Block);
        GhashIntrinsics.ExpandKey<TProducts>(key);
        Secret.ForgetRegisters();
    }

    public override void Update(byte* key, byte* accumulator, byte* source, nint length)
    {
        Reverse(accumulator);
        Update(key, accumulator, source, length, isPolyval: false);
        Reverse(accumulator);
        Secret.ForgetRegisters();
    }

    public override void UpdatePolyval(byte* key, byte* accumulator, byte* source, nint length)
    {
        Update(key, accumulator, source, length, isPolyval: true);
        Secret.ForgetRegisters();
    }

    private static void Update(byte* key, byte* accumulator, byte* source, nint length, bool isPolyval)
    {
        while (length >= Block)
        {
            var count = (int)Math.Min(length / Block, GhashIntrinsics.Powers);
            GhashIntrinsics.Update<TProducts>(accumulator, key, source, count, isPolyval);
            source += count * Block;
            length -= count * Block;
        }

        if (length > 0)
        {
            Block128 padded = default;
            Buffer.MemoryCopy(source, &padded, Block, length);
            GhashIntrinsics.Update<TProducts>(accumulator, key, (byte*)&padded, 1, isPolyval);
        }
    }

    [MethodImpl(Jit.Optimize)]
    private static void Reverse(byte* block) => GhashIntrinsics.Reverse(Vector128.Load(block)).Store(block);
}

/// <summary>GHASH by PCLMULQDQ.</summary>
internal sealed class GhashX64Pclmul : GhashByProducts<GhashX64Lanes128>
{
    public override string Id => "ghash/x64-pclmul";

    public override CpuFeatures Requires => CpuFeatures.Pclmulqdq | CpuFeatures.Ssse3;
}

/// <summary>GHASH by PMULL of the cryptographic extension of Armv8.</summary>
internal sealed class GhashArm64Pmull : GhashByProducts<GhashArm64Lanes>
{
    public override string Id => "ghash/arm64-pmull";

    public override CpuFeatures Requires => CpuFeatures.ArmPmull;
}
