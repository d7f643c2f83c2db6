using System;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Keccak-f[1600] (FIPS 202, section 3.3) with one lane in each of 25 vector registers, of which it takes 64 bits. The state never
/// leaves the registers, no lane is shuffled, and AVX-512 has each part as one instruction: a rotation, the XOR of three lanes,
/// and chi.
/// <para>
/// A round has as many outputs as inputs and seven registers more, so that each row of five new lanes takes the place of the five
/// that it is made of: lane (x, y) goes where (x, x + 2y) was. After four rounds all are back, since 2^4 = 1 modulo 5 (G. Bertoni,
/// J. Daemen, M. Peeters, G. Van Assche, R. Van Keer, "Keccak implementation overview", 2012, section 2.5).
/// </para>
/// </summary>
internal sealed class KeccakAvx512Program() : KeccakProgram("KeccakAvx512", CpuFeatures.Avx512)
{
    private const int RoundsOfPass = 4;

    /// <summary>The XOR of three, and the first XOR (not the second AND the third), for <c>vpternlog</c>.</summary>
    private const byte Parity = 0x96, Chi = 0xD2;

    private static readonly AssemblerRegister64 s_constants = rdx;
    private static readonly AssemblerRegister32 s_passes = r10d;

    /// <summary>Where lane x + 5y is, from round to round.</summary>
    private int[] _registers = [.. Enumerable.Range(0, Lanes)];

    protected override void SaveRegisters() =>
        Save(xmm6, xmm7, xmm8, xmm9, xmm10, xmm11, xmm12, xmm13, xmm14, xmm15);

    protected override void LoadState()
    {
        for (var lane = 0; lane < Lanes; lane++)
            Asm.evex.vmovq(Vectors.X(lane), State(LaneBytes * lane));
    }

    protected override void Compress()
    {
        Absorb();
        Asm.lea(s_constants, RoundConstants);
        Asm.mov(s_passes, KeccakConstants.Rounds / RoundsOfPass);
        var pass = Asm.CreateLabel();
        Align(64);
        Asm.Label(ref pass);
        for (var round = 0; round < RoundsOfPass; round++)
            Round(round);
        if (!_registers.SequenceEqual(Enumerable.Range(0, Lanes)))
            throw new InvalidOperationException("The lanes are not back where they were.");
        Asm.add(s_constants, RoundsOfPass * LaneBytes);
        Asm.dec(s_passes);
        Asm.jnz(pass);
        Step();
    }

    protected override void StoreState()
    {
        for (var lane = 0; lane < Lanes; lane++)
            Asm.evex.vmovq(State(LaneBytes * lane), Vectors.X(lane));
    }

    /// <summary>A register that holds no lane.</summary>
    private static AssemblerRegisterXMM Temporary(int i) => Vectors.X(Lanes + i);

    private void Absorb()
    {
        var end = Asm.CreateLabel();
        Asm.mov(s_constants, Argument("BlockBytes"));
        for (var lane = 0; lane < Lanes; lane++)
        {
            Asm.cmp(s_constants, LaneBytes * lane);
            Asm.jle(end);
            Asm.vpxorq(Vectors.X(lane), Vectors.X(lane), __qword_bcst[NextBlock + (LaneBytes * lane)]);
        }

        Asm.Label(ref end);
    }

    private void Round(int round)
    {
        var columns = Theta();
        var next = new int[Lanes];
        for (var y = 0; y < Side; y++)
        {
            Row(y, columns, next);
            if (y == 0)
                Asm.vpxorq(Vectors.X(next[0]), Vectors.X(next[0]), __qword_bcst[s_constants + (LaneBytes * round)]);
        }

        _registers = next;
    }

    /// <summary>What theta adds to the lanes of each column, in five temporaries; <see cref="Row"/> may use the other two.</summary>
    private AssemblerRegisterXMM[] Theta()
    {
        var parities = Enumerable.Range(0, Side).Select(Temporary).ToArray();
        for (var x = 0; x < Side; x++)
        {
            Asm.vmovdqa64(parities[x], Lane(x, 0));
            Asm.vpternlogq(parities[x], Lane(x, 1), Lane(x, 2), Parity);
            Asm.vpternlogq(parities[x], Lane(x, 3), Lane(x, 4), Parity);
        }

        // That of column x is the parity of column x - 1 and, rotated, that of x + 1: in such an order that each takes the place of the
        // former when no other needs it any more.
        var rotated = Temporary(Side + 1);
        var sums = new AssemblerRegisterXMM[Side];
        foreach (var x in (int[])[0, 2, 4, 1, 3])
        {
            sums[x] = x == 0 ? Temporary(Side) : parities[Modulo(x - 1)];
            Asm.vprolq(rotated, parities[Modulo(x + 1)], 1);
            Asm.vpxorq(sums[x], rotated, parities[Modulo(x - 1)]);
        }

        return sums;
    }

    /// <summary>The rest of a round for a row of new lanes.</summary>
    private void Row(int y, AssemblerRegisterXMM[] columns, int[] next)
    {
        // The lane that comes to place i of the row goes to the register of the one whose x is i.
        var from = Enumerable.Range(0, Side).Select(i => Vectors.X(_registers[LaneBefore(i, y)])).ToArray();
        var to = Enumerable.Range(0, Side).Select(i => from[Modulo(i - (3 * y))]).ToArray();
        var (first, second) = (Temporary(Side + 1), Temporary(Side - 1));
        for (var n = 0; n < Side; n++)
        {
            // Each goes where the one before it came from; the first waits until the last has gone.
            var i = y == 0 ? n : Modulo(3 * y * n);
            Asm.vpxorq(n == 0 ? first : to[i], from[i], columns[ColumnBefore(i, y)]);
            if (n > 0)
                Rotate(to[i], to[i], i, y);
        }

        Rotate(to[0], first, 0, y);
        Asm.vmovdqa64(first, to[0]);
        Asm.vmovdqa64(second, to[1]);
        Asm.vpternlogq(to[0], to[1], to[2], Chi);
        Asm.vpternlogq(to[1], to[2], to[3], Chi);
        Asm.vpternlogq(to[2], to[3], to[4], Chi);
        Asm.vpternlogq(to[3], to[4], first, Chi);
        Asm.vpternlogq(to[4], first, second, Chi);
        for (var x = 0; x < Side; x++)
            next[x + (Side * y)] = ((Register)to[x]).GetNumber();
    }

    /// <summary>Rho, of the lane that comes to place i of row y. Lane 0 stays as it is.</summary>
    private void Rotate(AssemblerRegisterXMM to, AssemblerRegisterXMM from, int i, int y)
    {
        var bits = KeccakConstants.Rotations[LaneBefore(i, y)];
        if (bits != 0)
            Asm.vprolq(to, from, bits);
        else
            Asm.vmovdqa64(to, from);
    }

    private AssemblerRegisterXMM Lane(int x, int y) => Vectors.X(_registers[x + (Side * y)]);
}
