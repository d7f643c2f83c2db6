using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A mode of SP 800-38A whose blocks wait for each other, one block at a time: as fast as the latency of its rounds. All other
/// work is kept off that chain. Any alignment; source and destination the same or apart. Nothing is read or written outside the
/// buffers. Constant-time: branches and addresses depend on length and number of rounds alone.
/// </summary>
internal abstract class AesSerialProgram(string name) : AesProgram(name, AesWidth.AesNiAvx.Requires, Layouts.Aes)
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
        block.Load(First, Rounds.Key(0));
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

    /// <summary>Takes the IV from the state.</summary>
    protected abstract void Begin(Vectors block);

    /// <summary>One block, or one byte; last of all it advances.</summary>
    protected abstract void Step(Vectors block);

    /// <summary>Stores the next IV.</summary>
    protected abstract void End(Vectors block);
}

/// <summary>
/// CBC encryption (section 6.2): <c>C_i = cipher(P_i xor C_(i-1))</c>. The rounds of a block begin with
/// <c>C_(i-1) xor P_i xor K_0</c>, and C_(i-1) comes from AESENCLAST, whose last step is the XOR with a round key: the XOR of
/// that key, P_i and K_0 is made ahead of time, and takes its place.
/// </summary>
internal sealed class AesEncryptCbcProgram() : AesSerialProgram("EncryptCbc")
{
    protected override void Begin(Vectors block)
    {
        block.Xor(Text, First, __[Source]);
        block.Xor(State, State, Text);
    }

    protected override void Step(Vectors block)
    {
        InnerRounds(block, [State]);

        // XOR P_i and K_0, it begins the next block; without these it is the ciphertext. After the last block there is no next
        // one.
        var last = Asm.CreateLabel();
        block.Xor(Text, Text, Text);
        Asm.cmp(Left, BlockBytes);
        Asm.je(last);
        block.Xor(Text, First, __[Source + BlockBytes]);
        Asm.Label(ref last);
        block.Xor(Key, Text, LastKey);
        Rounds.Last(block, State, Key);
        block.Xor(Text, Text, State);
        block.Store(__[Destination], Text);
        Advance(BlockBytes);
    }

    protected override void End(Vectors block) => block.Store(__[r11], Text);
}

/// <summary>
/// CFB encryption in segments of a block (section 6.3): <c>C_i = P_i xor cipher(C_(i-1))</c>. The rounds begin with
/// <c>C_(i-1) xor K_0</c>, so that the last round takes the XOR of P_i, K_0 and the last round key.
/// </summary>
internal sealed class AesEncryptCfb128Program() : AesSerialProgram("EncryptCfb128")
{
    protected override void Begin(Vectors block) => block.Xor(State, State, First);

    protected override void Step(Vectors block)
    {
        InnerRounds(block, [State]);
        block.Xor(Text, First, __[Source]);
        block.Xor(Key, Text, LastKey);
        Rounds.Last(block, State, Key);
        block.Xor(Text, State, First);
        block.Store(__[Destination], Text);
        Advance(BlockBytes);
    }

    protected override void End(Vectors block) => block.Store(__[r11], Text);
}

/// <summary>
/// CFB in segments of a byte (section 6.3): each byte is XORed with the first byte of the encrypted input block, which
/// then moves up by a byte and takes in that of ciphertext. When decrypting, that byte is known ahead, and the CPU runs ahead
/// into the bytes that follow.
/// </summary>
internal sealed class AesCfb8Program(bool decrypts) : AesSerialProgram(decrypts ? "DecryptCfb8" : "EncryptCfb8")
{
    private const int Input = 4;

    protected override void Begin(Vectors block) => block.Copy(Input, State);

    protected override void Step(Vectors block)
    {
        block.Xor(State, Input, First);
        InnerRounds(block, [State]);
        block.Load(Key, LastKey);
        Rounds.Last(block, State, Key);
        Asm.movzx(ecx, __byte_ptr[Source]);
        Asm.vmovd(Vectors.X(Text), ecx);
        block.Xor(State, State, Text);
        Asm.vpextrb(__[Destination], Vectors.X(State), 0);
        Asm.vpalignr(Vectors.X(Input), Vectors.X(decrypts ? Text : State), Vectors.X(Input), 1);
        Advance(1);
    }

    protected override void End(Vectors block)
    {
        block.Store(__[r11], Input);
        Asm.xor(ecx, ecx);
    }
}
