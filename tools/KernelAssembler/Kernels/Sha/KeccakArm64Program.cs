using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Keccak-f[1600] in general registers. An operand of EOR and BIC can be rotated on its way, so that no instruction of its own rotates: each
/// lane is kept with the rotation that it still lacks, which is known when the program is written, and the rounds stand one after the other.
/// 28 registers have 25 lanes and three other words, so a round stores two lanes and a parity, and loads them again. (The instructions
/// of SHA-3 have one unit on Neoverse V1 and V2, and would take longer there, also for two states at once.)
/// <para>Constant-time: branches depend on numbers of blocks and their size alone.</para>
/// </summary>
internal sealed class KeccakArm64Program() : A64Program("Keccak", CpuFeatures.ArmAdvSimd, Layouts.Sha)
{
    private const int Side = KeccakConstants.Side, Lanes = Side * Side, LaneBytes = 8, Bits = 64;

    private const int CallersRegisters = 17;

    private static readonly X[] s_registers = [.. x[1..18], .. x[19..29], x[30]];

    private readonly Stack<X> _free = new();
    private Word[] _lanes = [];

    protected override void Body()
    {
        var (next, loop, end) = (new A64Label(), new A64Label(), new A64Label());
        var (source, blocks, other) = (s_registers[^1], s_registers[^2], s_registers[^3]);
        Save(s_registers[CallersRegisters..]);
        var spills = Enumerable.Range(0, 3).Select(_ => Claim(LaneBytes)).ToArray();

        // What is left, since no register has room for it.
        var (sourceLeft, blocksLeft, tailLeft) = (Claim(LaneBytes), Claim(LaneBytes), Claim(LaneBytes));
        foreach (var (field, home) in new[] { ("Source", sourceLeft), ("SourceBlocks", blocksLeft), ("TailBlocks", tailLeft) })
        {
            Asm.Ldr(other, Argument(field));
            Asm.Str(other, home);
        }

        Asm.Bind(next);
        Asm.Ldr(source, sourceLeft);
        Asm.Ldr(blocks, blocksLeft);
        Asm.Cbnz(blocks, loop);
        Asm.Ldr(source, Argument("Tail"));
        Asm.Ldr(blocks, tailLeft);
        Asm.Str(xzr, tailLeft);
        Asm.Cbz(blocks, end);
        Asm.Bind(loop);
        Asm.Sub(blocks, blocks, 1);
        Asm.Str(blocks, blocksLeft);
        Begin(source, blockBytes: blocks, other);
        Asm.Str(source, sourceLeft);
        for (var round = 0; round < KeccakConstants.Rounds; round++)
            Round(round, spills);
        End();
        Asm.B(next);

        Asm.Bind(end);
        foreach (var spill in spills)
            Asm.Str(xzr, spill);
        foreach (var register in s_registers[..CallersRegisters])
            Asm.Mov(register, xzr);
        Return();
    }

    /// <summary>Loads the state, and adds as many lanes as a block has.</summary>
    private void Begin(X source, X blockBytes, X lane)
    {
        var absorbed = new A64Label();
        _lanes = [.. s_registers[..Lanes].Select(register => new Word(register, 0))];
        _free.Clear();
        foreach (var register in s_registers[Lanes..])
            _free.Push(register);
        var state = s_registers[Lanes - 1];
        Asm.Ldr(state, Argument("State"));
        for (var i = 0; i < Lanes - 1; i += 2)
            Asm.Ldp(_lanes[i].Register, _lanes[i + 1].Register, new(state, LaneBytes * i));
        Asm.Ldr(state, new A64Address(state, LaneBytes * (Lanes - 1)));
        Asm.Ldr(blockBytes, Argument("BlockBytes"));
        for (var i = 0; i < Lanes; i++)
        {
            Asm.Cmp(blockBytes, LaneBytes * i);
            Asm.B(A64Condition.Eq, absorbed);
            Asm.Ldr(lane, new A64Address(source, LaneBytes, IsPost: true));
            Asm.Eor(_lanes[i].Register, _lanes[i].Register, lane);
        }

        Asm.Bind(absorbed);
    }

    /// <summary>Stores the state.</summary>
    private void End()
    {
        var state = _free.Peek();
        Asm.Ldr(state, Argument("State"));
        foreach (var (register, rotation) in _lanes)
        {
            if (rotation != 0)
                Asm.Extr(register, register, register, Bits - rotation);
        }

        for (var i = 0; i < Lanes - 1; i += 2)
            Asm.Stp(_lanes[i].Register, _lanes[i + 1].Register, new(state, LaneBytes * i));
        Asm.Str(_lanes[Lanes - 1].Register, new A64Address(state, LaneBytes * (Lanes - 1)));
    }

    private void Round(int round, A64Address[] spills)
    {
        Theta(spills);
        var after = new Word[Lanes];
        for (var y = 0; y < Side; y++)
            RhoPiChi(y, after);
        _lanes = after;

        // Iota.
        var constant = new Word(_free.Peek(), 0);
        Asm.Ldr(constant.Register, Constant(System.BitConverter.GetBytes(KeccakConstants.OfRounds[round])));
        Add(_lanes[0], constant);
    }

    private void Theta(A64Address[] spills)
    {
        var parities = new Word[Side];
        for (var i = 0; i < Side; i++)
        {
            // The first lanes of two columns make room, once they are in their parities.
            if (i >= 3)
            {
                Asm.Str(_lanes[i - 3].Register, spills[i - 3]);
                _free.Push(_lanes[i - 3].Register);
            }

            parities[i] = Parity(i);
        }

        // What is added to a column goes where a parity was that is not needed any more; but one is, once, later.
        Asm.Str(parities[0].Register, spills[2]);
        var one = Difference(parities[0], parities[2]);
        var three = Difference(parities[2], parities[4]);
        var zero = Difference(parities[4], parities[1]);
        var two = Difference(parities[1], parities[3]);
        AddToColumn(2, two);
        AddToSpilled(1, one, spills[1]);
        AddToSpilled(0, zero, spills[0]);
        var parity = new Word(_free.Pop(), parities[0].Rotation);
        Asm.Ldr(parity.Register, spills[2]);
        var four = Difference(parities[3], parity);
        _free.Push(parity.Register);
        AddToColumn(3, three);
        AddToColumn(4, four);
    }

    /// <summary>The sum of a column, rotated as its first lane is.</summary>
    private Word Parity(int column)
    {
        var (first, second) = (_lanes[column], _lanes[column + Side]);
        var parity = first with { Register = _free.Pop() };
        Asm.EorRor(parity.Register, first.Register, second.Register, parity.From(second));
        for (var y = 2; y < Side; y++)
            Add(parity, _lanes[column + (Side * y)]);
        return parity;
    }

    /// <summary>A parity and another one that is rotated by one bit, in place of the first.</summary>
    private Word Difference(Word parity, Word other)
    {
        Asm.EorRor(parity.Register, parity.Register, other.Register, parity.From(other, further: 1));
        return parity;
    }

    private void AddToColumn(int column, Word difference)
    {
        for (var y = 0; y < Side; y++)
            Add(_lanes[column + (Side * y)], difference);
        _free.Push(difference.Register);
    }

    /// <summary>Where the first lane of a column is in memory, and goes to a register that is free.</summary>
    private void AddToSpilled(int column, Word difference, A64Address spill)
    {
        _lanes[column] = _lanes[column] with { Register = _free.Pop() };
        Asm.Ldr(_lanes[column].Register, spill);
        AddToColumn(column, difference);
    }

    private void Add(Word to, Word other) => Asm.EorRor(to.Register, to.Register, other.Register, to.From(other));

    /// <summary>A row after rho, pi and chi. Its first two words are needed to the end, so their results go elsewhere.</summary>
    private void RhoPiChi(int y, Word[] after)
    {
        var row = new Word[Side];
        for (var i = 0; i < Side; i++)
        {
            // Pi brings lane (i + 3y, i) here.
            var lane = ((i + (3 * y)) % Side) + (Side * i);
            row[i] = _lanes[lane] with { Rotation = (_lanes[lane].Rotation + KeccakConstants.Rotations[lane]) % Bits };
        }

        var products = _free.Pop();
        for (var i = 0; i < Side; i++)
        {
            var (next, beyond) = (row[(i + 1) % Side], row[(i + 2) % Side]);
            var product = beyond with { Register = products };
            var result = i < 2 ? row[i] with { Register = _free.Pop() } : row[i];
            Asm.BicRor(product.Register, beyond.Register, next.Register, beyond.From(next));
            Asm.EorRor(result.Register, row[i].Register, product.Register, row[i].From(product));
            after[(Side * y) + i] = result;
        }

        _free.Push(products);
        _free.Push(row[0].Register);
        _free.Push(row[1].Register);
    }

    /// <summary>A word that is in a register: rotated to the left by so many more bits, it is what it stands for.</summary>
    private readonly record struct Word(X Register, int Rotation)
    {
        /// <summary>By how many bits to the right another word is rotated to be added to this one.</summary>
        public int From(Word other, int further = 0) => (Rotation - other.Rotation - further + (2 * Bits)) % Bits;
    }
}
