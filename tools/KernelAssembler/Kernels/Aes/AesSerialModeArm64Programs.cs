using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A mode of SP 800-38A whose blocks wait for each other, on Arm64: as fast as the latency of its rounds. As AESE begins with the XOR of a
/// key, all that a block adds to the one before goes into that key ahead of time, and nothing else is on that chain. Any alignment; source
/// and destination the same or apart. Nothing is read or written outside the buffers. Constant-time: branches and addresses depend on length
/// and number of rounds alone.
/// </summary>
internal abstract class AesSerialArm64Program(string name) : AesArm64Program(name, Layouts.Aes)
{
    protected static readonly V State = v[0];

    /// <summary>What is written.</summary>
    protected static readonly V Result = v[1];

    /// <summary>The key that the state's first round begins with.</summary>
    protected static readonly V Begun = v[2];

    protected static readonly V Text = v[3];

    /// <summary>The XOR of the last key and the first one.</summary>
    protected static readonly V Between = v[4];

    protected sealed override void Body()
    {
        var (loop, done) = (new A64Label(), new A64Label());
        LoadArguments();
        Asm.Cbz(Left, done);
        Asm.Ldr(IV, Argument("IV"));
        Asm.LdrQ(State, new(IV, 0));
        Begin();
        Align(16);
        Asm.Bind(loop);
        Step();
        Asm.Cbnz(Left, loop);
        End();
        Asm.Bind(done);
        Return();
    }

    /// <summary>Takes the IV from the state.</summary>
    protected abstract void Begin();

    /// <summary>One block, or one byte; last of all it advances.</summary>
    protected abstract void Step();

    protected void LoadBetween()
    {
        LoadLastKey();
        Asm.Eor(Between, LastKey, FirstKey);
    }

    /// <summary>Stores the next IV.</summary>
    protected virtual void End() => Asm.StrQ(Result, new(IV, 0));
}

/// <summary>
/// CBC encryption (section 6.2) on Arm64: <c>C_i = cipher(P_i xor C_(i-1))</c>. C_(i-1) but for the XOR with the last key enters the rounds,
/// whose first key is P_i xor that key xor K_0.
/// </summary>
internal sealed class AesEncryptCbcArm64Program() : AesSerialArm64Program("EncryptCbc")
{
    /// <summary>As if the IV came out of the rounds.</summary>
    protected override void Begin()
    {
        LoadBetween();
        Asm.Eor(State, State, LastKey);
    }

    protected override void Step()
    {
        Asm.LdrQ(Text, new(Source, 0));
        Asm.Eor(Begun, Between, Text);
        Rounds([State], Begun);
        Asm.Eor(Result, State, LastKey);
        Asm.StrQ(Result, new(Destination, 0));
        Advance(BlockBytes);
    }
}

/// <summary>
/// CFB encryption in segments of a block (section 6.3) on Arm64: <c>C_i = P_i xor cipher(C_(i-1))</c>. The rounds take the result of those
/// before as it is, and begin with P_(i-1) xor the last key xor K_0.
/// </summary>
internal sealed class AesEncryptCfb128Arm64Program() : AesSerialArm64Program("EncryptCfb128")
{
    protected override void Begin()
    {
        LoadBetween();
        Asm.Mov(Begun, FirstKey);
    }

    protected override void Step()
    {
        Rounds([State], Begun);
        Asm.LdrQ(Text, new(Source, 0));
        Asm.Eor(Begun, Between, Text);
        Asm.Eor(Result, Text, LastKey);
        Asm.Eor(Result, Result, State);
        Asm.StrQ(Result, new(Destination, 0));
        Advance(BlockBytes);
    }
}

/// <summary>
/// CFB in segments of a byte (section 6.3) on Arm64: each byte is XORed with the first byte of the encrypted input block, which then moves up
/// by a byte and takes in that of ciphertext. When decrypting, that byte is known ahead, and the CPU runs ahead into the bytes that follow.
/// </summary>
internal sealed class AesCfb8Arm64Program(bool decrypts) : AesSerialArm64Program(decrypts ? "DecryptCfb8" : "EncryptCfb8")
{
    private static readonly V s_input = v[5];

    private static readonly X s_byte = x[7];

    protected override void Begin() => Asm.Mov(s_input, State);

    protected override void Step()
    {
        Asm.Mov(State, s_input);
        Rounds([State], FirstKey);
        Asm.Ldrb(w[s_byte.Number], new(Source, 0));
        Asm.FmovToD(Text, s_byte);
        Asm.Eor(Result, Text, LastKey);
        Asm.Eor(Result, Result, State);
        Asm.UmovS(w[s_byte.Number], Result, 0);
        Asm.Strb(w[s_byte.Number], new(Destination, 0));
        Asm.Ext(s_input, s_input, decrypts ? Text : Result, 1);
        Advance(1);
    }

    protected override void End()
    {
        Asm.StrQ(s_input, new(IV, 0));
        Clear(s_byte);
    }
}
