using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Arm64;

/// <summary>
/// A kernel for Arm64. All calling conventions pass its argument struct in x0, so it has one entry, with a landing pad for indirect calls
/// (BTI). A body is leaf code: it leaves sp, x18 (which systems keep for themselves) and x29 alone, uses only registers that the
/// conventions let it clobber (x0 to x17, v0 to v7, v16 to v31) or that it saves in the argument struct's scratch memory (x19 to x28, x30,
/// v8 to v15), and ends through <see cref="Return"/>.
/// </summary>
internal abstract class A64Program(string name, CpuFeatures requires, ArgumentLayout arguments)
    : KernelProgram(name, requires, arguments)
{
    private readonly List<(A64Label Label, byte[] Bytes)> _constants = [];
    private readonly List<(int Offset, int Bytes)> _claims = [];
    private readonly List<(X Register, A64Address Home)> _saved = [];
    private readonly List<(V Register, A64Address Home)> _savedVectors = [];
    private int[] _written = [];
    private int _scratchUsed;

    /// <summary>The assembler, anew in every pass. Steps that programs share emit through it.</summary>
    internal A64Assembler Asm { get; private set; } = new();

    /// <summary>Emits the kernel, until each return clears all vector registers that the pass before wrote.</summary>
    public override KernelCode Assemble()
    {
        _written = [];
        while (true)
        {
            var code = Emit();
            var written = WrittenVectors(code);
            if (written.SequenceEqual(_written))
                return code;
            _written = written;
        }
    }

    /// <inheritdoc/>
    public override IEnumerable<(int Offset, int Bytes, string Text)> List(KernelCode code)
    {
        for (var offset = 0; offset < code.InstructionBytes; offset += sizeof(uint))
        {
            var word = BitConverter.ToUInt32(code.Bytes, offset);
            yield return (offset, sizeof(uint), A64Instructions.Of(word).Format(word));
        }
    }

    /// <summary>Emits the instructions.</summary>
    protected abstract void Body();

    /// <summary>A field of the argument struct, or what lies <paramref name="offset"/> bytes after its beginning.</summary>
    protected A64Address Argument(string field, int offset = 0) => new(x[0], Arguments[field].Offset + offset);

    /// <summary>Claims scratch memory of the argument struct.</summary>
    protected A64Address Claim(int bytes)
    {
        var address = Argument(Scratch, _scratchUsed);
        _claims.Add((address.Offset, bytes));
        _scratchUsed += bytes;
        return address;
    }

    /// <summary>Saves general registers that the callers want back.</summary>
    protected void Save(params X[] registers)
    {
        foreach (var register in registers)
        {
            var home = Claim(sizeof(ulong));
            _saved.Add((register, home));
            Asm.Str(register, home);
        }
    }

    /// <summary>Saves the lower halves of vector registers, which is what callers want back of them.</summary>
    protected void Save(params V[] registers)
    {
        foreach (var register in registers)
        {
            var home = Claim(sizeof(ulong));
            _savedVectors.Add((register, home));
            Asm.StrD(register, home);
        }
    }

    /// <summary>
    /// Clears the vector registers that the kernel writes, but for those that hold nothing secret, gives back what was saved, and returns.
    /// General registers are the kernel's own to clear, where they held secrets.
    /// </summary>
    protected void Return(params V[] publicVectors)
    {
        foreach (var register in _written.Select(number => v[number]).Except(publicVectors).Except(_savedVectors.Select(saved => saved.Register)))
            Asm.Clear(register);

        // A load clears the upper half.
        foreach (var (register, home) in _savedVectors)
            Asm.LdrD(register, home);
        foreach (var (register, home) in _saved)
            Asm.Ldr(register, home);
        Asm.Ret();
    }

    /// <summary>Pads with nops so that what follows, as a rule a loop, begins on a boundary.</summary>
    protected void Align(int bytes)
    {
        while (Asm.Offset % bytes != 0)
            Asm.Nop();
    }

    /// <summary>A constant after the code; equal ones are one.</summary>
    internal A64Label Constant(byte[] bytes)
    {
        if (_constants.Find(known => known.Bytes.AsSpan().SequenceEqual(bytes)) is { Label: { } label })
            return label;
        var constant = new A64Label();
        _constants.Add((constant, bytes));
        return constant;
    }

    private KernelCode Emit()
    {
        Asm = new A64Assembler();
        _constants.Clear();
        _claims.Clear();
        _saved.Clear();
        _savedVectors.Clear();
        _scratchUsed = 0;

        Asm.BtiC();
        Body();
        var instructionBytes = Asm.Offset;
        foreach (var (label, bytes) in _constants)
        {
            Asm.Data(new byte[-Asm.Offset & 15]);
            Asm.Bind(label);
            Asm.Data(bytes);
        }

        return new KernelCode(this, Asm.Assemble(), instructionBytes, [.. _claims]);
    }

    /// <summary>The vector registers that an instruction writes.</summary>
    private static int[] WrittenVectors(KernelCode code) =>
    [
        .. Enumerable.Range(0, code.InstructionBytes / sizeof(uint))
            .SelectMany(i => A64Instructions.WrittenVectors(BitConverter.ToUInt32(code.Bytes, sizeof(uint) * i)))
            .Distinct().Order(),
    ];
}
