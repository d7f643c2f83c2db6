using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>What a program of AEGIS does with text.</summary>
internal enum AegisOperation
{
    Absorb,
    Encrypt,
    Decrypt,
}

/// <summary>
/// Updates of a state of AEGIS-128L, or of a lane of X2 and X4, or of AEGIS-256 (draft-irtf-cfrg-aegis-aead, sections 4.4 and 5.4) on Arm64. A
/// block is the XOR of two registers: of what a round made of the block before, and of what the block was. AESE makes that sum itself, and
/// overwrites one of the two, so nothing is copied; the sum proper, which the keystream and the next update take, is made beside it. So registers
/// change places with each update, and are back after as many as there are blocks: the loop has so many, and each has an end of its own.
/// Constant-time: branches and addresses depend on counts and offsets alone.
/// </summary>
internal sealed class AegisArm64Program(AegisOperation operation, int blocks)
    : A64Program($"{operation}{(blocks == 8 ? "128" : "256")}", CpuFeatures.ArmAes, Layouts.Aegis)
{
    private const int BlockBytes = 16;

    private static readonly X s_state = x[1], s_source = x[2], s_destination = x[3], s_left = x[4], s_stride = x[5], s_second = x[6],
        s_secondSource = x[7], s_secondDestination = x[9];

    private static readonly V[] s_text = [v[25], v[26]], s_keystream = [v[27], v[28]], s_other = [v[29], v[30]];

    private static readonly V s_numbers = v[31];

    /// <summary>Of each block, what a round made, and what is XORed in; and a register that holds nothing.</summary>
    private V[] _rounds = [], _sums = [];
    private V _free;

    private bool TakesTwo => blocks == 8;

    private int Texts => TakesTwo ? 2 : 1;

    protected override void Body()
    {
        var (loop, done) = (new A64Label(), new A64Label());
        var ends = Enumerable.Range(0, blocks).Select(_ => new A64Label()).ToArray();
        (_rounds, _sums, _free) = (v[..blocks], v[16..(16 + blocks)], v[24]);
        Asm.Ldp(s_state, s_source, Argument("State"));
        Asm.Ldp(s_destination, s_left, Argument("Destination"));
        Asm.Ldp(s_stride, s_second, Argument("Stride"));
        if (operation == AegisOperation.Absorb && TakesTwo)
            Asm.LdrQ(s_numbers, Argument("Numbers"));
        for (var i = 0; i < blocks; i += 2)
            Asm.LdpQ(_sums[i], _sums[i + 1], new(s_state, BlockBytes * i));
        foreach (var register in _rounds)
            Asm.Clear(register);
        Asm.Add(s_secondSource, s_source, s_second);
        Asm.Add(s_secondDestination, s_destination, s_second);
        Asm.Cbz(s_left, ends[0]);
        Align(32);
        Asm.Bind(loop);
        for (var i = 1; i <= blocks; i++)
        {
            Update();
            Asm.Subs(s_left, s_left, 1);
            if (i < blocks)
                Asm.B(A64Condition.Eq, ends[i]);
            else
                Asm.B(A64Condition.Ne, loop);
        }

        // The last of the loop leaves the registers where they were.
        foreach (var end in ends)
        {
            Asm.Bind(end);
            Store();
            Rotate();
            if (end != ends[^1])
                Asm.B(done);
        }

        Asm.Bind(done);
        Return();
    }

    /// <summary>Takes a text, or two, and leaves all registers one place further on.</summary>
    private void Update()
    {
        LoadText();
        var sums = new V[blocks];
        var free = _free;
        for (var i = blocks - 1; i >= 0; i--)
        {
            if (operation == AegisOperation.Absorb && TakesTwo && i % 4 == 3)
                Asm.Eor(_sums[i], _sums[i], s_numbers);
            Asm.Eor(free, _rounds[i], _sums[i]);
            Asm.Aese(_rounds[i], _sums[i]);
            Asm.Aesmc(_rounds[i], _rounds[i]);
            (sums[i], free) = (free, _sums[i]);
        }

        TransformText(sums);
        for (var i = 0; i < Texts; i++)
            Asm.Eor(sums[4 * i], sums[4 * i], s_text[i]);
        Asm.Mov(free, sums[^1]);
        Rotate();
    }

    /// <summary>Where everything is after an update.</summary>
    private void Rotate()
    {
        _rounds = [_rounds[^1], .. _rounds[..^1]];
        _sums = [.. _sums[1..], _sums[0]];
    }

    private void LoadText()
    {
        Load(s_text[0], s_source);
        if (TakesTwo)
            Load(s_text[1], s_secondSource);

        void Load(V text, X from)
        {
            Asm.LdrQ(text, new(from, 0));
            Asm.Add(from, from, s_stride);
        }
    }

    /// <summary>Writes what a text becomes. What is absorbed is in its register afterwards.</summary>
    private void TransformText(V[] sums)
    {
        if (operation == AegisOperation.Absorb)
            return;
        for (var i = 0; i < Texts; i++)
        {
            int[] added = !TakesTwo ? [1, 4, 5] : i == 0 ? [6, 1] : [2, 5];
            Asm.And(s_keystream[i], sums[(4 * i) + 2], sums[(4 * i) + 3]);
            Asm.Eor(s_other[i], sums[added[0]], sums[added[1]]);
            if (!TakesTwo)
                Asm.Eor(s_keystream[i], s_keystream[i], sums[added[2]]);
            var result = operation == AegisOperation.Encrypt ? s_keystream[i] : s_text[i];
            Asm.Eor(s_keystream[i], s_keystream[i], s_other[i]);
            Asm.Eor(result, s_keystream[i], s_text[i]);
            var to = i == 0 ? s_destination : s_secondDestination;
            Asm.StrQ(result, new(to, 0));
            Asm.Add(to, to, s_stride);
        }
    }

    private void Store()
    {
        for (var i = 0; i < blocks; i++)
            Asm.Eor(_sums[i], _sums[i], _rounds[i]);
        for (var i = 0; i < blocks; i += 2)
            Asm.StpQ(_sums[i], _sums[i + 1], new(s_state, BlockBytes * i));
    }
}
