using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-256 by the SHA extension of Armv8: FIPS 180-4, section 6.2.2. SHA256H makes the new a to d of four rounds and SHA256H2 the
/// new e to h, both from the old eight words, so that neither waits for the other (Arm Architecture Reference Manual, chapter
/// C7). SHA256SU0 and SHA256SU1 make the next four words of the schedule, off that chain.
/// <para>
/// Any alignment of the blocks. Constant-time: the instructions are, and branches and addresses depend on the number of blocks
/// alone. Nothing is spilled, so that there is nothing to wipe.
/// </para>
/// </summary>
internal sealed unsafe class Sha256Arm64Sha256 : HashKernel
{
    private const int Block = 64;
    private const int Rounds = 64;

    public override string Id => "sha256/arm64-sha256";

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => CpuFeatures.ArmSha256;

    public override void Compress(HashArguments* arguments)
    {
        Compress((uint*)arguments->State, arguments->Source, arguments->SourceBlocks);
        Compress((uint*)arguments->State, arguments->Tail, arguments->TailBlocks);
        Secret.ForgetRegisters();
    }

    [MethodImpl(Jit.Optimize)]
    private static void Compress(uint* state, byte* block, nint blocks)
    {
        // Data of the assembly, which never moves.
        var constants = (uint*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(Sha256Functions.RoundConstants));
        var abcd = Vector128.Load(state);
        var efgh = Vector128.Load(state + 4);
        for (; blocks > 0; blocks--, block += Block)
        {
            var (abcdBefore, efghBefore) = (abcd, efgh);
            var w0 = LoadWords(block);
            var w1 = LoadWords(block + 16);
            var w2 = LoadWords(block + 32);
            var w3 = LoadWords(block + 48);
            var k = constants;
            for (; k < constants + Rounds - 16; k += 16)
            {
                ShaRounds4(ref abcd, ref efgh, w0 + Vector128.Load(k));
                w0 = Expand(w0, w1, w2, w3);
                ShaRounds4(ref abcd, ref efgh, w1 + Vector128.Load(k + 4));
                w1 = Expand(w1, w2, w3, w0);
                ShaRounds4(ref abcd, ref efgh, w2 + Vector128.Load(k + 8));
                w2 = Expand(w2, w3, w0, w1);
                ShaRounds4(ref abcd, ref efgh, w3 + Vector128.Load(k + 12));
                w3 = Expand(w3, w0, w1, w2);
            }

            ShaRounds4(ref abcd, ref efgh, w0 + Vector128.Load(k));
            ShaRounds4(ref abcd, ref efgh, w1 + Vector128.Load(k + 4));
            ShaRounds4(ref abcd, ref efgh, w2 + Vector128.Load(k + 8));
            ShaRounds4(ref abcd, ref efgh, w3 + Vector128.Load(k + 12));
            abcd += abcdBefore;
            efgh += efghBefore;
        }

        abcd.Store(state);
        efgh.Store(state + 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> LoadWords(byte* words) => AdvSimd.ReverseElement8(Vector128.Load(words).AsUInt32());

    /// <summary>Four rounds, by words of the schedule with their constants added.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ShaRounds4(ref Vector128<uint> abcd, ref Vector128<uint> efgh, Vector128<uint> words)
    {
        var old = abcd;
        abcd = Sha256.HashUpdate1(old, efgh, words);
        efgh = Sha256.HashUpdate2(efgh, old, words);
    }

    /// <summary>The next four words of the schedule, from the sixteen before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> Expand(Vector128<uint> w0, Vector128<uint> w1, Vector128<uint> w2, Vector128<uint> w3) =>
        Sha256.ScheduleUpdate1(Sha256.ScheduleUpdate0(w0, w1), w2, w3);
}
