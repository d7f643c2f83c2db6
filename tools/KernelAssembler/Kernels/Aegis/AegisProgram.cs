using System.Linq;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Updates of lanes of AEGIS-128 (draft-irtf-cfrg-aegis-aead, section 4.4), a lane of the vectors for each: the eight blocks stay in
/// registers. A block's text is the key of a round of the block before it, and the block itself is XORed in after: the next update
/// waits for a round and seldom for an XOR besides. The next text is loaded before anything is stored: a load waits for a store before
/// it whose address has the same low bits.
/// Constant-time: branches and addresses depend on counts and offsets alone.
/// </summary>
internal abstract class AegisProgram(string operation, AesWidth width, int others)
    : X64Program(operation + width.Suffix, width.Requires, Layouts.Aegis)
{
    protected const int Blocks = 8;

    protected static readonly AssemblerRegister64 Destination = r9;

    private static readonly AssemblerRegister64 s_source = r8;
    private static readonly AssemblerRegister64 s_state = rax;
    private static readonly AssemblerRegister64 s_second = rdx;
    private static readonly AssemblerRegister64 s_left = r10;
    private static readonly AssemblerRegister64 s_stride = r11;

    /// <summary>The first vector register of those for states, text and others. With 512 bits there are some that nobody wants back.</summary>
    private readonly int _first = width.Bits == 512 ? 16 : 0;

    protected Vectors Lanes => new(Asm, width.Bits);

    /// <summary>The two vectors of text that an update takes.</summary>
    protected (int First, int Second) Text => (_first + Blocks, _first + Blocks + 1);

    /// <summary>Those of the update after it.</summary>
    private (int First, int Second) Next => (_first + Blocks + 2, _first + Blocks + 3);

    /// <summary>Those that a program has besides: none, two or three.</summary>
    protected (int First, int Second, int Third) Other => (_first + Blocks + 4, _first + Blocks + 5, _first + Blocks + 6);

    protected override void Body()
    {
        var (loop, last, done) = (Asm.CreateLabel(), Asm.CreateLabel(), Asm.CreateLabel());
        if (_first == 0)
            Save([.. Enumerable.Range(6, Blocks + 4 + others - 6).Select(Vectors.X)]);
        Asm.mov(s_state, Argument("State"));
        Asm.mov(s_source, Argument("Source"));
        Asm.mov(Destination, Argument("Destination"));
        Asm.mov(s_left, Argument("Count"));
        Asm.mov(s_stride, Argument("Stride"));
        Asm.mov(s_second, Argument("SecondOffset"));
        for (var i = 0; i < Blocks; i++)
            Lanes.Load(State(i), StateInMemory(i));
        Asm.test(s_left, s_left);
        Asm.jz(done);
        Load(Next);
        Asm.dec(s_left);
        Asm.jz(last);
        Align(32);
        Asm.Label(ref loop);
        Asm.add(s_source, s_stride);
        TakeNext();
        Load(Next);
        Step();
        Asm.add(Destination, s_stride);
        Asm.dec(s_left);
        Asm.jnz(loop);
        Asm.Label(ref last);
        TakeNext();
        Step();
        Asm.Label(ref done);
        for (var i = 0; i < Blocks; i++)
            Lanes.Store(StateInMemory(i), State(i));
        Return();
    }

    /// <summary>What is done with each text, and the update.</summary>
    protected abstract void Step();

    /// <summary>The register of a block of the states.</summary>
    protected int State(int block) => _first + (block % Blocks);

    /// <summary>The second vector of a text.</summary>
    protected static AssemblerMemoryOperand Second(AssemblerRegister64 text) => __[text + s_second];

    private void Load((int First, int Second) text)
    {
        Lanes.Load(text.First, __[s_source]);
        Lanes.Load(text.Second, Second(s_source));
    }

    private void TakeNext()
    {
        Lanes.Copy(Text.First, Next.First);
        Lanes.Copy(Text.Second, Next.Second);
    }

    /// <summary>What both vectors of a text are XORed with (section 4.5): each is a sum of three, with a block more for the second.</summary>
    protected void MakeKeystream(int first, int second)
    {
        Lanes.Copy(first, State(2));
        Lanes.Copy(second, State(6));
        Lanes.AndXor(first, State(3), State(1));
        Lanes.AndXor(second, State(7), State(5));
        Lanes.Xor(first, first, State(6));
        Lanes.Xor(second, second, State(2));
    }

    /// <summary>
    /// Each block becomes a round of the one before it, XORed with itself, and the first and the fifth with the text, which is overwritten.
    /// </summary>
    /// <param name="own">What the first is XORed with: itself, or with something more.</param>
    /// <param name="ownOfFifth">The same of the fifth.</param>
    protected void Update(int own, int ownOfFifth)
    {
        Lanes.AesRound(Text.First, State(7), Text.First);
        Lanes.AesRound(Text.Second, State(3), Text.Second);
        foreach (var block in new[] { 7, 6, 5 })
            Lanes.AesRound(State(block), State(block - 1), State(block));
        Lanes.Xor(State(4), ownOfFifth, Text.Second);
        foreach (var block in new[] { 3, 2, 1 })
            Lanes.AesRound(State(block), State(block - 1), State(block));
        Lanes.Xor(State(0), own, Text.First);
    }

    private AssemblerMemoryOperand StateInMemory(int block) => __[s_state + (block * Lanes.Bytes)];
}

/// <summary>Associated data, and what comes before and after all text. The lanes' numbers are XORed in before each update (section 6.3).</summary>
internal sealed class AegisAbsorbProgram(AesWidth width) : AegisProgram("Absorb", width, others: 0)
{
    protected override void Step()
    {
        Lanes.Xor(State(3), State(3), Argument("Numbers"));
        Lanes.Xor(State(7), State(7), Argument("Numbers"));
        Update(State(0), State(4));
    }
}

/// <summary>Text that becomes ciphertext.</summary>
internal sealed class AegisEncryptProgram(AesWidth width) : AegisProgram("Encrypt", width, others: 2)
{
    protected override void Step()
    {
        MakeKeystream(Other.First, Other.Second);
        Lanes.Xor(Other.First, Other.First, Text.First);
        Lanes.Xor(Other.Second, Other.Second, Text.Second);
        Lanes.Store(__[Destination], Other.First);
        Lanes.Store(Second(Destination), Other.Second);
        Update(State(0), State(4));
    }
}

/// <summary>
/// Ciphertext that becomes text. The rounds take the ciphertext, which is there early, and the states the keystream.
/// </summary>
internal sealed class AegisDecryptProgram(AesWidth width) : AegisProgram("Decrypt", width, others: 3)
{
    protected override void Step()
    {
        MakeKeystream(Other.First, Other.Second);
        Lanes.Xor(Other.Third, Other.First, Text.First);
        Lanes.Store(__[Destination], Other.Third);
        Lanes.Xor(Other.Third, Other.Second, Text.Second);
        Lanes.Store(Second(Destination), Other.Third);
        Lanes.Xor(Other.First, Other.First, State(0));
        Lanes.Xor(Other.Second, Other.Second, State(4));
        Update(Other.First, Other.Second);
    }
}
