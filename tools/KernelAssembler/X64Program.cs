using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler;

/// <summary>
/// A kernel for x64. Both calling conventions share one body, which finds its argument struct in rcx: the System V entry is at offset 0 and
/// moves rdi there, the Windows entry is <see cref="WindowsEntry"/> bytes on. What reads no argument may do something else for System V first.
/// A body is leaf code: it leaves rsp alone and uses no memory below it, uses only registers that both conventions let it clobber (rax, rcx,
/// rdx, r8 to r11, xmm0 to xmm5, zmm16 to zmm31, k1 to k7) or that it saves in the argument struct's scratch memory, and ends through <see
/// cref="Return"/>. Vector instructions are VEX- or EVEX-encoded: a legacy encoding stalls while upper halves of vector registers are in use.
/// SHA-NI has no other, so its kernels begin with <c>vzeroupper</c>.
/// </summary>
internal abstract class X64Program(string name, CpuFeatures requires, ArgumentLayout arguments)
    : KernelProgram(name, requires, arguments)
{
    /// <summary>Bytes from the System V entry to the Windows entry.</summary>
    public const int WindowsEntry = 7;

    private const int MaxPasses = 20;

    private readonly List<(Label Label, int Alignment)> _alignments = [];
    private readonly List<(Label Label, byte[] Bytes, int Alignment)> _constants = [];
    private readonly List<int> _padding = [];
    private readonly List<(int Offset, int Bytes)> _claims = [];
    private readonly List<(AssemblerMemoryOperand Home, AssemblerRegisterXMM Register)> _savedVectors = [];
    private readonly List<(AssemblerMemoryOperand Home, AssemblerRegister64 Register)> _savedRegisters = [];
    private readonly List<Label> _returns = [];
    private readonly List<int[]> _leftAtReturns = [];
    private int _scratchUsed;

    /// <summary>Iced's assembler, anew in every pass. Steps that programs share emit through it.</summary>
    internal Assembler Asm { get; private set; } = new(64);

    /// <summary>
    /// Emits the kernel, in passes until all that asked for an alignment has it, and each return clears what the pass before left.
    /// </summary>
    public override KernelCode Assemble()
    {
        _padding.Clear();
        _leftAtReturns.Clear();
        for (var pass = 0; pass < MaxPasses; pass++)
        {
            if (TryAssemble() is { } code)
                return code;
        }

        throw new InvalidOperationException($"{Name}: it does not settle.");
    }

    /// <inheritdoc/>
    public override IEnumerable<(int Offset, int Bytes, string Text)> List(KernelCode code)
    {
        var formatter = new NasmFormatter();
        formatter.Options.FirstOperandCharIndex = 13;
        formatter.Options.ShowBranchSize = false;
        var output = new StringOutput();
        var reader = new ByteArrayCodeReader(code.Bytes, 0, code.InstructionBytes);
        var decoder = Iced.Intel.Decoder.Create(64, reader);
        while (reader.CanReadByte)
        {
            decoder.Decode(out var instruction);
            formatter.Format(instruction, output);
            yield return ((int)instruction.IP, instruction.Length, output.ToStringAndReset());
        }
    }

    /// <summary>Emits the instructions.</summary>
    protected abstract void Body();

    /// <summary>Emits what the System V entry does before it comes to the Windows entry: three bytes.</summary>
    protected virtual void EnterBySystemV() => Asm.mov(rcx, rdi);

    /// <summary>A field of the argument struct, or what lies <paramref name="offset"/> bytes after its beginning.</summary>
    protected AssemblerMemoryOperand Argument(string field, int offset = 0) => __[rcx + (Arguments[field].Offset + offset)];

    /// <summary>Claims scratch memory of the argument struct.</summary>
    protected AssemblerMemoryOperand Claim(int bytes)
    {
        var operand = Argument(Scratch, _scratchUsed);
        _claims.Add((Arguments[Scratch].Offset + _scratchUsed, bytes));
        _scratchUsed += bytes;
        return operand;
    }

    /// <summary>
    /// Saves vector registers that the Windows convention wants back (xmm6 to xmm15, their low 128 bits). No kernel without AVX
    /// has any to save.
    /// </summary>
    protected void Save(params AssemblerRegisterXMM[] registers)
    {
        foreach (var register in registers)
        {
            var home = Claim(16);
            _savedVectors.Add((home, register));
            Asm.vmovdqu(home, register);
        }
    }

    /// <summary>Saves general registers that either convention wants back (rbx, rbp, rsi, rdi, r12 to r15).</summary>
    protected void Save(params AssemblerRegister64[] registers)
    {
        foreach (var register in registers)
        {
            var home = Claim(8);
            _savedRegisters.Add((home, register));
            Asm.mov(home, register);
        }
    }

    /// <summary>Gives back all that was saved so far.</summary>
    protected void Restore()
    {
        foreach (var (home, register) in _savedVectors)
            Asm.vmovdqu(register, home);
        foreach (var (home, register) in _savedRegisters)
            Asm.mov(register, home);
    }

    /// <summary>
    /// Clears the vector registers that the kernel may have written on a way to here, but for those that hold nothing secret, gives back
    /// all that was saved, and returns. A kernel that leaves by several ways calls it on each. General registers and masks are the
    /// kernel's own to clear, where they held secrets.
    /// </summary>
    protected void Return(params int[] publicVectors)
    {
        var left = _returns.Count < _leftAtReturns.Count ? _leftAtReturns[_returns.Count] : [];
        var here = Asm.CreateLabel();
        Asm.zero_bytes();
        Asm.Label(ref here);
        Asm.zero_bytes();
        _returns.Add(here);
        var restored = _savedVectors.Select(saved => ((Register)saved.Register).GetNumber());
        Clear(left.Except(publicVectors).Except(restored));
        Restore();
        if ((Requires & (CpuFeatures.Avx | CpuFeatures.Avx2 | CpuFeatures.Avx512)) != 0)
            Asm.vzeroupper();
        Asm.ret();
    }

    /// <summary>Clears vector registers, all bits of the widest. The CPU does so without a unit when it renames registers.</summary>
    protected void Clear(IEnumerable<int> registers)
    {
        foreach (var register in registers.Select(Vectors.X))
        {
            if (((Register)register).GetNumber() < 16)
                Asm.vpxor(register, register, register);
            else
                Asm.vpxord(register, register, register);
        }
    }

    /// <summary>Pads with nops so that what follows, as a rule a loop, begins on a boundary.</summary>
    protected void Align(int bytes)
    {
        var label = Asm.CreateLabel();
        if (PaddingHere() is var padding and > 0)
            Asm.nop(padding);
        Asm.Label(ref label);
        _alignments.Add((label, bytes));

        // A label needs an instruction of its own: another may be bound to the one that follows.
        Asm.zero_bytes();
    }

    /// <summary>
    /// Loads what is stored by words of 8 bytes, as padding and digests are: a load of 16 would wait until both have left the store buffer. In
    /// legacy encodings, as SHA-NI is.
    /// </summary>
    internal void LoadHalves(AssemblerRegisterXMM register, AssemblerMemoryOperand line)
    {
        Asm.movq(register, line);
        Asm.pinsrq(register, line + 8, 1);
    }

    /// <summary>A constant after the code, addressed relative to rip; equal ones are one.</summary>
    internal AssemblerMemoryOperand Constant(byte[] bytes, int alignment = 64)
    {
        foreach (var known in _constants)
        {
            if (known.Bytes.AsSpan().SequenceEqual(bytes))
                return __[known.Label];
        }

        var label = Asm.CreateLabel();
        _constants.Add((label, bytes, alignment));
        return __[label];
    }

    private KernelCode? TryAssemble()
    {
        Asm = new Assembler(64);
        _alignments.Clear();
        _constants.Clear();
        _savedVectors.Clear();
        _savedRegisters.Clear();
        _returns.Clear();
        _claims.Clear();
        _scratchUsed = 0;

        Asm.endbr64();
        EnterBySystemV();
        Asm.endbr64();
        Body();
        var end = Asm.CreateLabel();
        Asm.Label(ref end);
        Asm.zero_bytes();
        EmitConstants();

        using var stream = new MemoryStream();
        var result = Asm.Assemble(new StreamCodeWriter(stream), 0, BlockEncoderOptions.ReturnNewInstructionOffsets);
        var settled = true;
        var moved = 0;
        for (var i = 0; i < _alignments.Count; i++)
        {
            var (label, alignment) = _alignments[i];
            var offset = (int)result.GetLabelRIP(label) + moved;
            var more = -offset & (alignment - 1);
            if (_padding.Count == i)
                _padding.Add(0);
            if (more == 0)
                continue;
            settled = false;
            var padding = (_padding[i] + more) & (alignment - 1);
            moved += padding - _padding[i];
            _padding[i] = padding;
        }

        var bytes = stream.ToArray();
        var instructionBytes = (int)result.GetLabelRIP(end);
        return ClearsAllLeft(bytes[..instructionBytes], _returns.ConvertAll(label => result.GetLabelRIP(label))) && settled
            ? new KernelCode(this, bytes, instructionBytes, [.. _claims])
            : null;
    }

    /// <summary>Whether the returns clear what is left in vector registers; if not, the next pass does.</summary>
    private bool ClearsAllLeft(byte[] code, List<ulong> returns)
    {
        var written = new WrittenVectors(code, _savedVectors.ConvertAll(saved => ((Register)saved.Register, saved.Home.Displacement)));
        var left = returns.ConvertAll(written.At);
        var known = left.Count == _leftAtReturns.Count
            && left.Zip(_leftAtReturns).All(both => both.First.SequenceEqual(both.Second));
        _leftAtReturns.Clear();
        _leftAtReturns.AddRange(left);
        return known;
    }

    private void EmitConstants()
    {
        foreach (var (label, bytes, alignment) in _constants)
        {
            var start = label;
            var boundary = Asm.CreateLabel();
            if (PaddingHere() is var padding and > 0)
                Asm.db(new byte[padding]);
            Asm.Label(ref boundary);
            _alignments.Add((boundary, alignment));
            Asm.zero_bytes();
            Asm.Label(ref start);
            Asm.db(bytes);
        }
    }

    private int PaddingHere() => _alignments.Count < _padding.Count ? _padding[_alignments.Count] : 0;
}
