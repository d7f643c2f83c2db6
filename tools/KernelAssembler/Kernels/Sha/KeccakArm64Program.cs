using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Keccak-f[1600] by the instructions of SHA-3: a lane in the lower half of each of 25 vectors. A round is 76 instructions: the parities of
/// columns by EOR3, their differences by RAX1, rotations with the sum before them by XAR, and chi by BCAX. Five vectors hold differences
/// and two are free, which is enough: a row is rotated where its lanes are, and two of its five results go to the free ones. So lanes
/// wander from round to round, and go back to their places once a block.
/// <para>Constant-time: branches depend on numbers of blocks and their size alone.</para>
/// </summary>
internal sealed class KeccakArm64Program() : ShaArm64Program("Keccak", CpuFeatures.ArmSha3)
{
    private const int Side = KeccakConstants.Side, Lanes = Side * Side, LaneBytes = 8;

    private static readonly X s_constants = x[6], s_next = x[7], s_blockBytes = x[8];

    /// <summary>Where each lane is, and what holds none.</summary>
    private readonly V[] _lanes = new V[Lanes];
    private readonly Stack<V> _free = new();

    protected override void Begin()
    {
        Save([.. Enumerable.Range(8, 8).Select(i => v[i])]);
        Asm.Adr(s_constants, Constant(MemoryMarshal.AsBytes(KeccakConstants.OfRounds).ToArray()));
        Asm.Ldr(s_blockBytes, Argument("BlockBytes"));
        for (var i = 0; i < Lanes - 1; i += 2)
            Asm.LdpD(v[i], v[i + 1], new(State, LaneBytes * i));
        Asm.LdrD(v[Lanes - 1], new(State, LaneBytes * (Lanes - 1)));
    }

    protected override void Block()
    {
        v[..Lanes].CopyTo(_lanes, 0);
        _free.Clear();
        for (var i = Lanes; i < 32; i++)
            _free.Push(v[i]);
        Absorb();
        Asm.Mov(s_next, s_constants);
        for (var round = 0; round < KeccakConstants.Rounds; round++)
            Round();
        ToTheirPlaces();
    }

    protected override void End()
    {
        for (var i = 0; i < Lanes - 1; i += 2)
            Asm.StpD(v[i], v[i + 1], new(State, LaneBytes * i));
        Asm.StrD(v[Lanes - 1], new(State, LaneBytes * (Lanes - 1)));
    }

    /// <summary>Adds as many lanes as a block has.</summary>
    private void Absorb()
    {
        var absorbed = new A64Label();
        for (var i = 0; i < Lanes; i++)
        {
            Asm.Cmp(s_blockBytes, LaneBytes * i);
            Asm.B(A64Condition.Eq, absorbed);
            Asm.LdrD(v[31], new(Source, LaneBytes, IsPost: true));
            Asm.Eor(v[i], v[i], v[31]);
        }

        Asm.Bind(absorbed);
    }

    private void Round()
    {
        var differences = Theta();
        var after = new V[Lanes];
        for (var y = 0; y < Side; y++)
            RhoPiChi(y, differences, after);
        after.CopyTo(_lanes, 0);
        foreach (var difference in differences)
            _free.Push(difference);

        // Iota.
        Asm.LdrD(_free.Peek(), new(s_next, LaneBytes, IsPost: true));
        Asm.Eor(_lanes[0], _lanes[0], _free.Peek());
    }

    /// <summary>What theta adds to each column: the parities of the columns beside it, one of them rotated.</summary>
    private V[] Theta()
    {
        var parities = new V[Side];
        for (var i = 0; i < Side; i++)
        {
            parities[i] = _free.Pop();
            Asm.Eor3(parities[i], _lanes[i], _lanes[i + Side], _lanes[i + (2 * Side)]);
            Asm.Eor3(parities[i], parities[i], _lanes[i + (3 * Side)], _lanes[i + (4 * Side)]);
        }

        // Each but the first two goes where a parity is that was needed for the last time.
        V[] differences = [_free.Pop(), _free.Pop(), parities[1], parities[2], parities[3]];
        for (var i = 0; i < Side; i++)
            Asm.Rax1(differences[i], parities[(i + Side - 1) % Side], parities[(i + 1) % Side]);
        _free.Push(parities[0]);
        _free.Push(parities[4]);
        return differences;
    }

    /// <summary>A row after rho, pi and chi.</summary>
    private void RhoPiChi(int y, V[] differences, V[] after)
    {
        var row = new V[Side];
        for (var i = 0; i < Side; i++)
        {
            // Pi brings lane (i + 3y, i) here.
            var column = (i + (3 * y)) % Side;
            var lane = column + (Side * i);
            row[i] = _lanes[lane];
            if (KeccakConstants.Rotations[lane] is var bits and > 0)
                Asm.Xar(row[i], row[i], differences[column], 64 - bits);
            else
                Asm.Eor(row[i], row[i], differences[column]);
        }

        for (var i = 0; i < Side; i++)
        {
            // The first two lanes are needed to the end.
            var result = i < 2 ? _free.Pop() : row[i];
            Asm.Bcax(result, row[i], row[(i + 2) % Side], row[(i + 1) % Side]);
            after[(Side * y) + i] = result;
        }

        _free.Push(row[0]);
        _free.Push(row[1]);
    }

    /// <summary>Moves each lane that is elsewhere to its place once that is free; while none is, one makes room.</summary>
    private void ToTheirPlaces()
    {
        var spare = _free.Peek();
        while (Enumerable.Range(0, Lanes).Where(i => _lanes[i] != v[i]).ToArray() is { Length: > 0 } misplaced)
        {
            var lane = misplaced.FirstOrDefault(i => !_lanes.Contains(v[i]), -1);
            if (lane >= 0)
                Move(lane, v[lane]);
            else
                Move(misplaced[0], spare);
        }

        void Move(int lane, V to)
        {
            Asm.Mov(to, _lanes[lane]);
            _lanes[lane] = to;
        }
    }
}
