using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A mode of SP 800-38A whose blocks wait for each other, one block at a time: as fast as the latency of its rounds. All else is
/// kept off that chain. Any alignment; source and destination the same or apart. Nothing is read or written outside the buffers.
/// Constant-time: branches and addresses depend on length and number of rounds alone.
/// </summary>
internal abstract class AesSerialProgram(string name) : AesProgram(name, AesWidth.AesNiAvx.Requires)
{
    /// <summary>The vector registers: key 1 is the base's.</summary>
    protected const int State = 0;

    protected const int Text = 2;
    protected const int First = 3;

    protected sealed override void Body()
    {
        var block = new Vectors(Asm, 128);
        var (loop, done) = (Asm.CreateLabel(), Asm.CreateLabel());
        LoadArguments();
        Asm.mov(r11, Argument("IV"));
        Asm.test(Left, Left);
        Asm.jz(done);
        block.Load(First, RoundKey(0));
        block.Load(State, __[r11]);
        Begin(block);
        Align(64);
        Asm.Label(ref loop);
        Step(block);
        Asm.jnz(loop);
        End(block);
        Asm.Label(ref done);
        Return();
    }

    /// <summary>From the register, which is in the state.</summary>
    protected abstract void Begin(Vectors block);

    /// <summary>One block, or one byte; last of all it advances.</summary>
    protected abstract void Step(Vectors block);

    /// <summary>Updates the register.</summary>
    protected abstract void End(Vectors block);
}

/// <summary>
/// CBC encryption (section 6.2): <c>C_i = cipher(P_i + C_(i-1))</c>. What enters the rounds of a block is
/// <c>C_(i-1) + P_i + K_0</c>, and C_(i-1) leaves AESENCLAST, which adds a round key: that, P_i and K_0 are summed ahead of time.
/// </summary>
internal sealed class AesEncryptCbc() : AesSerialProgram("EncryptCbc")
{
    protected override void Begin(Vectors block)
    {
        block.Xor(Text, First, __[Source]);
        block.Xor(State, State, Text);
    }

    protected override void Step(Vectors block)
    {
        InnerRounds(block, [State]);

        // The sum with P_i + K_0 enters the next block; without it, it is the ciphertext. Behind the last block there is none.
        var last = Asm.CreateLabel();
        block.Xor(Text, Text, Text);
        Asm.cmp(Left, BlockBytes);
        Asm.je(last);
        block.Xor(Text, First, __[Source + BlockBytes]);
        Asm.Label(ref last);
        block.Xor(Key, Text, LastKey);
        LastRound(block, State, Key);
        block.Xor(Text, Text, State);
        block.Store(__[Destination], Text);
        Advance(BlockBytes);
    }

    protected override void End(Vectors block) => block.Store(__[r11], Text);
}

/// <summary>
/// CFB encryption in segments of a block (section 6.3): <c>C_i = P_i + cipher(C_(i-1))</c>. What enters the rounds is
/// <c>C_(i-1) + K_0</c>, so that P_i and K_0 join the last round key.
/// </summary>
internal sealed class AesEncryptCfb128() : AesSerialProgram("EncryptCfb128")
{
    protected override void Begin(Vectors block) => block.Xor(State, State, First);

    protected override void Step(Vectors block)
    {
        InnerRounds(block, [State]);
        block.Xor(Text, First, __[Source]);
        block.Xor(Key, Text, LastKey);
        LastRound(block, State, Key);
        block.Xor(Text, State, First);
        block.Store(__[Destination], Text);
        Advance(BlockBytes);
    }

    protected override void End(Vectors block) => block.Store(__[r11], Text);
}

/// <summary>
/// CFB in segments of a byte (section 6.3): each byte is added to the first one of the enciphered register, which moves up by the
/// ciphertext's byte. When deciphering that byte is known beforehand, and the CPU runs ahead into the bytes that follow.
/// </summary>
internal sealed class AesCfb8(bool decrypts) : AesSerialProgram(decrypts ? "DecryptCfb8" : "EncryptCfb8")
{
    private const int Register = 4;

    protected override void Begin(Vectors block) => block.Copy(Register, State);

    protected override void Step(Vectors block)
    {
        block.Xor(State, Register, First);
        InnerRounds(block, [State]);
        block.Load(Key, LastKey);
        LastRound(block, State, Key);
        Asm.movzx(ecx, __byte_ptr[Source]);
        Asm.vmovd(Vectors.X(Text), ecx);
        block.Xor(State, State, Text);
        Asm.vpextrb(__[Destination], Vectors.X(State), 0);
        Asm.vpalignr(Vectors.X(Register), Vectors.X(decrypts ? Text : State), Vectors.X(Register), 1);
        Advance(1);
    }

    protected override void End(Vectors block) => block.Store(__[r11], Register);
}
