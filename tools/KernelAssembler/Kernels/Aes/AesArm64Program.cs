using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What the programs of all modes share on Arm64: their arguments in registers, and the rounds of the cipher or of the equivalent inverse
/// cipher (FIPS 197, sections 5.1 and 5.3.5). AESE is the XOR with a key, SubBytes and ShiftRows, and AESMC MixColumns: cores run the two as
/// one if they stand side by side. So a block begins without an XOR, and the last key is left to its mode, which may add it to something
/// else.
/// <para>
/// Round keys are read from memory, two by a load for all blocks in flight. They are counted from the end, as if all keys were of 256 bits:
/// the last is key 14 for all sizes, and a shorter key leaves out the rounds that follow the first.
/// </para>
/// </summary>
internal abstract class AesArm64Program(string name, ArgumentLayout arguments, bool inverse = false)
    : A64Program(name, CpuFeatures.ArmAes, arguments)
{
    protected const int BlockBytes = 16;

    private const int MostRounds = 14;

    /// <summary>The first key, which no round overwrites.</summary>
    protected static readonly V FirstKey = v[27];

    /// <summary>The last key, after rounds.</summary>
    protected static readonly V LastKey = Key(MostRounds);

    /// <summary>The keys of the rounds, so that the one numbered as the last is key 14.</summary>
    protected static readonly X Keys = x[1];

    protected static readonly X Source = x[2];
    protected static readonly X Destination = x[3];
    protected static readonly X Left = x[4];
    protected static readonly X IV = x[5];

    private static readonly X s_rounds = x[6];

    protected bool IsInverse => inverse;

    protected void LoadArguments()
    {
        Asm.Ldr(w[s_rounds.Number], Argument("Rounds"));
        Asm.Ldr(Keys, Argument("Schedule"));
        if (inverse)
            Asm.Add(Keys, Keys, AesProgram.InverseOffset);
        FindKeys(Keys, FirstKey);
        Asm.Ldr(Source, Argument("Source"));
        Asm.Ldr(Destination, Argument("Destination"));
        Asm.Ldr(Left, Argument("Length"));
    }

    /// <summary>Loads the first of some round keys, and moves their register to where rounds expect it.</summary>
    protected void FindKeys(X keys, V first)
    {
        Asm.LdrQ(first, new(keys, 0));
        Asm.Add(keys, keys, s_rounds, 4);
        Asm.Sub(keys, keys, MostRounds * BlockBytes);
    }

    /// <summary>All rounds but for the XOR with the last key, which is left in its register. Each state may begin with a key of its own.</summary>
    protected void Rounds(V[] states, params V[] first) => Rounds(Keys, inverse, states, first);

    /// <summary>The same of the cipher, with other keys.</summary>
    protected void CipherRounds(X keys, V state, V first) => Rounds(keys, inverse: false, [state], first);

    /// <summary>Loads the last key, for use before the first rounds leave it there.</summary>
    protected void LoadLastKey() => Asm.LdrQ(LastKey, new(Keys, MostRounds * BlockBytes));

    /// <summary>Loads blocks that follow each other.</summary>
    protected void Load(V[] blocks, X from)
    {
        for (var i = 0; i < blocks.Length; i += 2)
        {
            if (i + 1 < blocks.Length)
                Asm.LdpQ(blocks[i], blocks[i + 1], new(from, i * BlockBytes));
            else
                Asm.LdrQ(blocks[i], new(from, i * BlockBytes));
        }
    }

    protected void Store(V[] blocks, X to)
    {
        for (var i = 0; i < blocks.Length; i += 2)
        {
            if (i + 1 < blocks.Length)
                Asm.StpQ(blocks[i], blocks[i + 1], new(to, i * BlockBytes));
            else
                Asm.StrQ(blocks[i], new(to, i * BlockBytes));
        }
    }

    /// <summary>Puts a block together of two general registers, its first bytes first.</summary>
    protected void Join(V block, X low, X high)
    {
        Asm.FmovToD(block, low);
        Asm.InsD(block, 1, high);
    }

    /// <summary>Steps over bytes that are done.</summary>
    protected void Advance(int bytes)
    {
        Asm.Add(Source, Source, bytes);
        Asm.Add(Destination, Destination, bytes);
        Asm.Sub(Left, Left, bytes);
    }

    protected void Clear(params X[] registers)
    {
        foreach (var register in registers)
            Asm.Mov(register, xzr);
    }

    private void Rounds(X keys, bool inverse, V[] states, params V[] first)
    {
        const int Least = 5;
        var (ten, twelve) = (new A64Label(), new A64Label());
        for (var i = 0; i < states.Length; i++)
            Round(inverse, states[i], first.Length == 1 ? first[0] : first[i]);
        Asm.Cmp(s_rounds, 12);
        Asm.B(A64Condition.Lo, ten);
        Asm.B(A64Condition.Eq, twelve);
        LoadPair(1);
        TwoRounds(1);
        Asm.Bind(twelve);
        LoadPair(3);
        TwoRounds(3);
        Asm.Bind(ten);
        LoadPair(Least);
        for (var key = Least; key < MostRounds - 1; key += 2)
        {
            // Ahead of time, for cores that do not look for it themselves.
            LoadPair(key + 2);
            TwoRounds(key);
        }

        foreach (var state in states)
            LastRound(inverse, state, Key(MostRounds - 1));

        void LoadPair(int number) => Asm.LdpQ(Key(number), Key(number + 1), new(keys, number * BlockBytes));

        void TwoRounds(int number)
        {
            for (var key = number; key < number + 2; key++)
                foreach (var state in states)
                    Round(inverse, state, Key(key));
        }
    }

    /// <summary>Two pairs of registers take turns.</summary>
    private static V Key(int number) => v[28 + ((number - 1) % 4)];

    private void Round(bool inverse, V state, V key)
    {
        LastRound(inverse, state, key);
        if (inverse)
            Asm.Aesimc(state, state);
        else
            Asm.Aesmc(state, state);
    }

    private void LastRound(bool inverse, V state, V key)
    {
        if (inverse)
            Asm.Aesd(state, key);
        else
            Asm.Aese(state, key);
    }
}
