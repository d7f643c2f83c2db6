using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The keys of a message of AES-GCM-SIV (RFC 8452, section 4) on Arm64: of six encrypted blocks, each of a number and the nonce, the first
/// halves. Two make the subkey of POLYVAL, and the others an AES key; with a key of 16 bytes the last two are not used. Constant-time: the
/// only branches are on the number of rounds.
/// </summary>
internal abstract class GcmSivArm64Program(string name, ArgumentLayout arguments)
    : GhashKeyArm64Program(name, CpuFeatures.ArmAes, arguments, isPolyval: true)
{
    /// <summary>From the round keys of a message to where a key of AES-GCM would begin that had the same powers.</summary>
    protected const int BeforePowers = GcmSivKernels.AfterSchedule - GcmArm64Layout.PowersOffset;

    protected static readonly X Schedule = x[3], Rounds = x[4];

    private static readonly X s_next = x[2], s_left = x[5];

    private static readonly V s_roundKey = v[6], s_lastKey = v[7];

    /// <summary>From the round keys at <see cref="GhashArm64Program.Key"/>, those of the message, and the powers of its subkey.</summary>
    protected void DeriveKeys()
    {
        V[] numbered = v[..6];
        Load(numbered[0], "Nonce");
        Asm.Clear(U);
        Asm.Ext(numbered[0], U, numbered[0], 12);
        for (var i = 1; i < numbered.Length; i++)
        {
            Asm.Movz(T0, i);
            Asm.FmovToD(T, T0);
            Asm.Eor(numbered[i], numbered[0], T);
        }

        Encrypt(Key, numbered);
        Asm.Zip1D2(Power(1), numbered[0], numbered[1]);
        Asm.Zip1D2(T, numbered[2], numbered[3]);
        Asm.Zip1D2(U, numbered[4], numbered[5]);
        Asm.StpQ(T, U, new(Schedule, 0));
        Asm.Mov(s_left, Schedule);
        Asm.Mov(s_next, Schedule);
        new AesArm64KeyExpansion(this).Expand(s_left, s_next, Rounds, has192: false);
        Asm.Add(Key, Schedule, BeforePowers);
        ExpandPowers(Key);
    }

    protected void Encrypt(X schedule, params V[] states)
    {
        var round = new A64Label();
        Asm.Mov(s_next, schedule);
        Asm.Sub(s_left, Rounds, 1);
        Asm.Bind(round);
        Asm.LdrQ(s_roundKey, new(s_next, Block, IsPost: true));
        foreach (var state in states)
        {
            Asm.Aese(state, s_roundKey);
            Asm.Aesmc(state, state);
        }

        Asm.Subs(s_left, s_left, 1);
        Asm.B(A64Condition.Ne, round);
        Asm.LdpQ(s_roundKey, s_lastKey, new(s_next, 0));
        foreach (var state in states)
        {
            Asm.Aese(state, s_roundKey);
            Asm.Eor(state, state, s_lastKey);
        }
    }
}

/// <summary>The keys of a message of AES-GCM-SIV, where the caller has room for them.</summary>
internal sealed class GcmSivKeysArm64Program() : GcmSivArm64Program("DeriveGcmSivKeys", Layouts.GcmSivKeys)
{
    protected override void Body()
    {
        Asm.Ldp(Key, Schedule, Argument("Key"));
        Asm.Ldr(Rounds, Argument("Rounds"));
        DeriveKeys();
        Return();
    }
}

/// <summary>
/// A whole message of AES-GCM-SIV (RFC 8452, sections 4 and 5) of which POLYVAL hashes eight blocks at most, as <see cref="GcmSivShortProgram"/>
/// has it: the blocks end where the memory for them ends, keys and powers lie in scratch memory and are wiped. Constant-time: branches and
/// addresses depend on lengths and the number of rounds alone.
/// </summary>
internal sealed class GcmSivShortArm64Program(bool opening)
    : GcmSivArm64Program((opening ? "Open" : "Seal") + "ShortGcmSiv", Layouts.GcmSivShort)
{
    private const int KeysBytes = BeforePowers + GcmArm64Layout.SumsEnd;

    private static readonly X s_block = x[6], s_bytes = x[7];

    private static readonly V s_counter = v[0], s_state = v[1], s_one = v[2], s_highestBit = v[3];

    protected override void Body()
    {
        var keys = Claim(KeysBytes);
        Asm.Ldp(Key, Rounds, Argument("Key"));
        Asm.Add(Schedule, keys.Base, keys.Offset);
        DeriveKeys();
        Asm.Movz(T0, 1);
        Asm.FmovToD(s_one, T0);
        Asm.Clear(s_highestBit);
        Asm.Movz(T0, 0x8000, 48);
        Asm.InsD(s_highestBit, 1, T0);
        if (opening)
        {
            Load(s_counter, "Given");
            TransformText();
            CutText();
        }

        HashBlocks();
        MakeTag();
        if (!opening)
            TransformText();
        Asm.Clear(T);
        for (var place = 0; place < KeysBytes; place += 2 * Block)
            Asm.StpQ(T, T, new(Schedule, place));
        Return();
    }

    /// <summary>The block so many bytes before the end of those that are gathered.</summary>
    private A64Address BeforeEnd(int bytes) => Argument("Gathered", Arguments["Gathered"].Bytes - bytes);

    /// <summary>Every block of text, from the counter after a tag.</summary>
    private void TransformText()
    {
        var (loop, done) = (new A64Label(), new A64Label());
        Asm.Ldr(s_bytes, Argument("TextBytes"));
        Asm.Cbz(s_bytes, done);
        Asm.Orr(s_counter, s_counter, s_highestBit);
        Asm.Add(s_block, x[0], BeforeEnd(Block).Offset);
        Asm.Sub(s_block, s_block, s_bytes);
        Asm.Bind(loop);
        Asm.Mov(s_state, s_counter);
        Asm.AddS4(s_counter, s_counter, s_one);
        Encrypt(Schedule, s_state);
        Asm.LdrQ(T, new(s_block, 0));
        Asm.Eor(T, T, s_state);
        Asm.StrQ(T, new(s_block, Block, IsPost: true));
        Asm.Subs(s_bytes, s_bytes, Block);
        Asm.B(A64Condition.Ne, loop);
        Asm.Bind(done);
    }

    /// <summary>Zeros after the text, in its last block.</summary>
    private void CutText()
    {
        Load(U, "LastBytes");
        Asm.LdrQ(T, BeforeEnd(2 * Block));
        Asm.And(T, T, U);
        Asm.StrQ(T, BeforeEnd(2 * Block));
    }

    /// <summary>POLYVAL of all blocks.</summary>
    private void HashBlocks()
    {
        var loop = new A64Label();
        Asm.Ldr(s_bytes, Argument("HashedBytes"));
        Asm.Add(s_block, x[0], BeforeEnd(0).Offset);
        Asm.Sub(s_block, s_block, s_bytes);
        Asm.Clear(Hash);
        CountBlocks(T0, s_bytes);
        BeginSum(T0);
        Asm.Bind(loop);
        Asm.LdrQ(A, new(s_block, Block, IsPost: true));
        HashBlock();
        Asm.Subs(s_bytes, s_bytes, Block);
        Asm.B(A64Condition.Ne, loop);
        Reduce(Hash);
    }

    /// <summary>The hash XOR the nonce, but for its highest bit, encrypted.</summary>
    private void MakeTag()
    {
        Load(s_counter, "Nonce");
        Asm.Eor(s_counter, s_counter, Hash);
        Asm.Orr(s_counter, s_counter, s_highestBit);
        Asm.Eor(s_counter, s_counter, s_highestBit);
        Encrypt(Schedule, s_counter);
        Asm.StrQ(s_counter, Argument("Tag"));
    }
}
