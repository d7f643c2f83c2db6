using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using static ManagedCrypto.Intrinsics.Sha1Functions;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// SHA-1 by the SHA extension of Armv8: FIPS 180-4, section 6.1.2. SHA1C, SHA1P and SHA1M make four rounds with a to d in one
/// vector and e apart; the e of four rounds later is the a of now, rotated by 30, which SHA1H yields beside them (Arm
/// Architecture Reference Manual, chapter C7). SHA1SU0 and SHA1SU1 make the next four words of the schedule, off that chain.
/// <para>
/// Any alignment of the blocks. Constant-time: the instructions are, and branches and addresses depend on the number of blocks
/// alone. Nothing is spilled, so that there is nothing to wipe.
/// </para>
/// </summary>
internal sealed unsafe class Sha1Arm64Sha1 : HashKernel
{
    private const int Block = 64;

    public override string Id => "sha1/arm64-sha1";

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => CpuFeatures.ArmSha1;

    public override void Compress(HashArguments* arguments)
    {
        Compress((uint*)arguments->State, arguments->Source, arguments->SourceBlocks);
        Compress((uint*)arguments->State, arguments->Tail, arguments->TailBlocks);
        Secret.ForgetRegisters();
    }

    [MethodImpl(Jit.Optimize)]
    private static void Compress(uint* state, byte* block, nint blocks)
    {
        Vector128<uint> k0 = Vector128.Create(K0), k1 = Vector128.Create(K1);
        Vector128<uint> k2 = Vector128.Create(K2), k3 = Vector128.Create(K3);
        var abcd = Vector128.Load(state);
        var e = Vector64.CreateScalar(state[4]);
        for (; blocks > 0; blocks--, block += Block)
        {
            var (abcdBefore, eBefore) = (abcd, e);
            var w0 = LoadWords(block);
            var w1 = LoadWords(block + 16);
            var w2 = LoadWords(block + 32);
            var w3 = LoadWords(block + 48);

            ChooseRounds4(ref abcd, ref e, w0 + k0); w0 = Expand(w0, w1, w2, w3);
            ChooseRounds4(ref abcd, ref e, w1 + k0); w1 = Expand(w1, w2, w3, w0);
            ChooseRounds4(ref abcd, ref e, w2 + k0); w2 = Expand(w2, w3, w0, w1);
            ChooseRounds4(ref abcd, ref e, w3 + k0); w3 = Expand(w3, w0, w1, w2);
            ChooseRounds4(ref abcd, ref e, w0 + k0); w0 = Expand(w0, w1, w2, w3);

            ParityRounds4(ref abcd, ref e, w1 + k1); w1 = Expand(w1, w2, w3, w0);
            ParityRounds4(ref abcd, ref e, w2 + k1); w2 = Expand(w2, w3, w0, w1);
            ParityRounds4(ref abcd, ref e, w3 + k1); w3 = Expand(w3, w0, w1, w2);
            ParityRounds4(ref abcd, ref e, w0 + k1); w0 = Expand(w0, w1, w2, w3);
            ParityRounds4(ref abcd, ref e, w1 + k1); w1 = Expand(w1, w2, w3, w0);

            MajorityRounds4(ref abcd, ref e, w2 + k2); w2 = Expand(w2, w3, w0, w1);
            MajorityRounds4(ref abcd, ref e, w3 + k2); w3 = Expand(w3, w0, w1, w2);
            MajorityRounds4(ref abcd, ref e, w0 + k2); w0 = Expand(w0, w1, w2, w3);
            MajorityRounds4(ref abcd, ref e, w1 + k2); w1 = Expand(w1, w2, w3, w0);
            MajorityRounds4(ref abcd, ref e, w2 + k2); w2 = Expand(w2, w3, w0, w1);

            ParityRounds4(ref abcd, ref e, w3 + k3); w3 = Expand(w3, w0, w1, w2);
            ParityRounds4(ref abcd, ref e, w0 + k3);
            ParityRounds4(ref abcd, ref e, w1 + k3);
            ParityRounds4(ref abcd, ref e, w2 + k3);
            ParityRounds4(ref abcd, ref e, w3 + k3);

            abcd += abcdBefore;
            e += eBefore;
        }

        abcd.Store(state);
        state[4] = e.ToScalar();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> LoadWords(byte* words) => AdvSimd.ReverseElement8(Vector128.Load(words).AsUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ChooseRounds4(ref Vector128<uint> abcd, ref Vector64<uint> e, Vector128<uint> words)
    {
        var next = Sha1.FixedRotate(abcd.GetLower());
        abcd = Sha1.HashUpdateChoose(abcd, e, words);
        e = next;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void ParityRounds4(ref Vector128<uint> abcd, ref Vector64<uint> e, Vector128<uint> words)
    {
        var next = Sha1.FixedRotate(abcd.GetLower());
        abcd = Sha1.HashUpdateParity(abcd, e, words);
        e = next;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void MajorityRounds4(ref Vector128<uint> abcd, ref Vector64<uint> e, Vector128<uint> words)
    {
        var next = Sha1.FixedRotate(abcd.GetLower());
        abcd = Sha1.HashUpdateMajority(abcd, e, words);
        e = next;
    }

    /// <summary>The next four words of the schedule, from the sixteen before.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<uint> Expand(Vector128<uint> w0, Vector128<uint> w1, Vector128<uint> w2, Vector128<uint> w3) =>
        Sha1.ScheduleUpdate1(Sha1.ScheduleUpdate0(w0, w1, w2), w3);
}
