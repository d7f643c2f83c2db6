using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Keccak-f[1600] (FIPS 202, section 3.3) in general registers: <c>ANDN</c> is a part of chi. The state lies in scratch memory twice, and each
/// round makes one of the other.
/// <para>
/// A round waits for the parities of all columns. Those of four rows are loaded and summed up while the last row is made, whose lanes stay
/// in registers: so the next round begins without a wait for a store.
/// </para>
/// </summary>
internal sealed class KeccakBmi2Program() : KeccakProgram("KeccakBmi2", CpuFeatures.Bmi2)
{
    private const int RoundsOfPass = 2;

    private static readonly AssemblerRegister64 s_constants = r15;

    /// <summary>The parities of the columns, and one more: most sums of two take the place of a parity.</summary>
    private static readonly AssemblerRegister64[] s_parities = [rax, rbx, rdx, rsi, rdi];
    private static readonly AssemblerRegister64 s_firstSum = rbp;

    /// <summary>A row before chi.</summary>
    private static readonly AssemblerRegister64[] s_row = [r8, r9, r10, r11, r12];

    /// <summary>For chi; the last row's first two lanes stay there.</summary>
    private static readonly AssemblerRegister64[] s_terms = [r13, r14];

    /// <summary>Where the last row is, from round to round.</summary>
    private static readonly AssemblerRegister64[] s_lastRow = [s_terms[0], s_terms[1], s_row[2], s_row[3], s_row[4]];

    private readonly AssemblerMemoryOperand[] _states = new AssemblerMemoryOperand[2];
    private AssemblerMemoryOperand _endOfConstants;

    protected override void SaveRegisters()
    {
        Save(Sha512Rounds.Saved);
        for (var i = 0; i < _states.Length; i++)
            _states[i] = Claim(Lanes * LaneBytes);
        _endOfConstants = Claim(sizeof(ulong));
        ClaimWalk();
    }

    protected override void LoadState()
    {
        for (var lane = 0; lane < Lanes; lane++)
        {
            Asm.mov(rdx, State(LaneBytes * lane));
            Asm.mov(Lane(0, lane), rdx);
        }
    }

    protected override void Compress()
    {
        Absorb();
        Step();
        SpillWalk();
        Asm.lea(s_constants, RoundConstants);
        Asm.lea(rax, __[s_constants + (KeccakConstants.Rounds * LaneBytes)]);
        Asm.mov(_endOfConstants, rax);
        for (var x = 0; x < Side; x++)
            Asm.mov(s_lastRow[x], Lane(0, x + (Side * (Side - 1))));
        var pass = Asm.CreateLabel();
        Align(64);
        Asm.Label(ref pass);
        for (var round = 0; round < RoundsOfPass; round++)
            Round(round);
        Asm.add(s_constants, RoundsOfPass * LaneBytes);
        Asm.cmp(s_constants, _endOfConstants);
        Asm.jne(pass);
        RestoreWalk();
    }

    /// <summary>Both states in memory are wiped, and the registers that nobody wants back.</summary>
    protected override void StoreState()
    {
        Asm.mov(rax, Argument("State"));
        for (var lane = 0; lane < Lanes; lane++)
        {
            Asm.mov(rdx, Lane(0, lane));
            Asm.mov(State(LaneBytes * lane), rdx);
        }

        Asm.xor(edx, edx);
        for (var lane = 0; lane < 2 * Lanes; lane++)
            Asm.mov(Lane(lane / Lanes, lane % Lanes), rdx);
        Asm.xor(r10d, r10d);
    }

    private AssemblerMemoryOperand Lane(int state, int lane) => _states[state] + (LaneBytes * lane);

    /// <summary>From the last lane of the block to the first.</summary>
    private void Absorb()
    {
        var (loop, end) = (Asm.CreateLabel(), Asm.CreateLabel());
        Asm.mov(rax, Argument("BlockBytes"));
        Asm.test(rax, rax);
        Asm.jz(end);
        Asm.Label(ref loop);
        Asm.sub(rax, LaneBytes);
        Asm.mov(rdx, __[NextBlock + rax]);
        Asm.xor(__[rcx + rax + Lane(0, 0).Displacement], rdx);
        Asm.test(rax, rax);
        Asm.jnz(loop);
        Asm.Label(ref end);
        Asm.zero_bytes();
    }

    private void Round(int round)
    {
        var (from, to) = (round, 1 - round);
        var sums = Theta(from);
        for (var y = 0; y < Side; y++)
        {
            // Theta, rho and pi.
            for (var i = 0; i < Side; i++)
            {
                // The first row takes the last lane of all, which is still in that register.
                if (y > 0 || i < Side - 1)
                    Asm.mov(s_row[i], Lane(from, LaneBefore(i, y)));
                Asm.xor(s_row[i], sums[ColumnBefore(i, y)]);
                if (KeccakConstants.Rotations[LaneBefore(i, y)] is var bits and not 0)
                    Asm.rol(s_row[i], bits);
            }

            if (y == Side - 1)
                LastRow();
            for (var x = 0; x < Side; x++)
                StoreLane(round, x, y, to);
        }
    }

    /// <summary>What theta adds to the lanes of each column: the parity of the one before and, rotated, that of the one after.</summary>
    private AssemblerRegister64[] Theta(int state)
    {
        for (var x = 0; x < Side; x++)
        {
            Asm.mov(s_parities[x], Lane(state, x));
            for (var y = 1; y < Side - 1; y++)
                Asm.xor(s_parities[x], Lane(state, x + (Side * y)));
            Asm.xor(s_parities[x], s_lastRow[x]);
        }

        // In such an order that each takes the place of a parity when no other needs it any more.
        var sums = new AssemblerRegister64[Side];
        foreach (var x in (int[])[0, 2, 4, 1, 3])
        {
            var (before, rotated) = (s_parities[Modulo(x - 1)], s_row[0]);
            sums[x] = x == 0 ? s_firstSum : before;
            Asm.rorx(x == 0 ? s_firstSum : rotated, s_parities[Modulo(x + 1)], 63);
            Asm.xor(sums[x], x == 0 ? before : rotated);
        }

        return sums;
    }

    /// <summary>Chi of lane x, and iota of the first of all.</summary>
    private void StoreLane(int round, int x, int y, int to)
    {
        var lane = s_lastRow[x];
        if (y < Side - 1)
        {
            lane = s_terms[x % 2];
            Asm.andn(lane, s_row[Modulo(x + 1)], s_row[Modulo(x + 2)]);
            Asm.xor(lane, s_row[x]);
            if (x == 0 && y == 0)
                Asm.xor(lane, __[s_constants + (LaneBytes * round)]);
        }

        Asm.mov(Lane(to, x + (Side * y)), lane);
    }

    /// <summary>Chi of the last row, whose lanes stay in registers: three of them where they were, when no other needs these any more.</summary>
    private void LastRow()
    {
        for (var x = 0; x < Side; x++)
        {
            var term = x < 2 ? s_lastRow[x] : s_parities[^1];
            Asm.andn(term, s_row[Modulo(x + 1)], s_row[Modulo(x + 2)]);
            Asm.xor(s_lastRow[x], x < 2 ? s_row[x] : term);
        }
    }
}
