using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Machine;
using NumbersMachine = ManagedCrypto.Machine.Machine<byte, ManagedCrypto.Machine.Numbers, ManagedCrypto.Machine.ProcessMemory>;

namespace ManagedCrypto.Tests.Machine;

/// <summary>Instructions in the machine and on the CPU, on many registers and on memory.</summary>
internal sealed unsafe class InstructionTrials : IDisposable
{
    private const int Trials = 40, BufferBytes = 256;

    private const int Carry = 0x1, Zero = 0x40, Sign = 0x80, Overflow = 0x800, Flags = Carry | Zero | Sign | Overflow;

    private const ulong AlwaysSet = 0x202;

    private readonly byte* _buffer = (byte*)NativeMemory.AlignedAlloc(BufferBytes, 64);
    private readonly Random _random = new(1);
    private readonly Instruction[] _forms;

    /// <param name="forms">Forms that <see cref="MissingFor"/> finds nothing missing for.</param>
    public InstructionTrials(IEnumerable<Instruction> forms) => _forms = [.. forms.Select(AtBuffer)];

    /// <summary>One instruction for each encoding with each number, mask and kind of operands.</summary>
    public static IEnumerable<Instruction> Forms(IEnumerable<Instruction> instructions) => instructions.DistinctBy(Form);

    /// <summary>What this CPU lacks for an instruction.</summary>
    public static CpuFeatures MissingFor(Instruction instruction) => (CpuFeatures.Avx | FeaturesOf(instruction)) & ~Cpu.ForMachineCode;

    public void Dispose() => NativeMemory.AlignedFree(_buffer);

    /// <summary>What differs between the machine and the CPU first, or null.</summary>
    public string? Difference()
    {
        using var cpu = new CpuSteps(_forms);
        var machine = new NumbersMachine(default, default);
        for (var i = 0; i < _forms.Length; i++)
        {
            var step = new Step(_forms[i]);
            for (var trial = 0; trial < Trials; trial++)
            {
                if (Difference(cpu, machine, step, i) is { } part)
                    return $"{step}: {part}";
            }
        }

        return null;
    }

    private string? Difference(CpuSteps cpu, NumbersMachine machine, Step step, int index)
    {
        CpuRegisters before;
        var buffer = new Span<byte>(_buffer, BufferBytes);
        Fill(new Span<byte>(&before, sizeof(CpuRegisters)));
        Fill(buffer);
        var memory = buffer.ToArray();
        before.Flags = AlwaysSet | ((uint)_random.Next() & Flags);
        ((ulong*)before.General)[Register.RSI.GetNumber()] = (ulong)_buffer;
        if (!CpuSteps.HasAvx512)
            RemoveWhatIsMissing(ref before);

        Load(machine, before);
        machine.Execute(step);
        var written = buffer.ToArray();
        memory.CopyTo(buffer);

        var after = cpu.Run(index, before);
        Store(machine, before, out var expected);
        if (!buffer.SequenceEqual(written))
            return "memory";
        if (!General(after).SequenceEqual(General(expected)))
            return "general registers";
        if (!Vectors(after).SequenceEqual(Vectors(expected)))
            return "vectors";
        for (var i = 0; i < machine.Masks.Length; i++)
        {
            if (CpuSteps.HasAvx512 && after.Masks[i] != expected.Masks[i])
                return $"k{i}";
        }

        return machine.Flags is { } flags && !AreRight(flags, (int)after.Flags) ? $"{after.Flags:x} {flags}" : null;
    }

    /// <summary>Random numbers, and among them those that are about as large as counts of bits or bytes, or are the same as the one before.</summary>
    private void Fill(Span<byte> bytes)
    {
        _random.NextBytes(bytes);
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        for (var i = 1; i < words.Length; i++)
        {
            words[i] = _random.Next(8) switch
            {
                0 => 0,
                1 => ulong.MaxValue,
                2 or 3 => (ulong)_random.Next(80),
                4 => words[i - 1],
                _ => words[i],
            };
        }
    }

    /// <summary>Without AVX-512 there are 16 vectors of 256 bits and no masks.</summary>
    private static void RemoveWhatIsMissing(ref CpuRegisters registers)
    {
        fixed (CpuRegisters* place = &registers)
        {
            for (var i = 0; i < CpuRegisters.VectorBytes; i += 64)
                new Span<byte>(place->Vectors + i, 64)[(i < CpuRegisters.VectorBytes / 2 ? 32 : 0)..].Clear();
            new Span<byte>(place->Masks, CpuRegisters.MaskBytes).Clear();
        }
    }

    private static void Load(NumbersMachine machine, in CpuRegisters registers)
    {
        General(registers).CopyTo(machine.General);
        Vectors(registers).CopyTo(machine.Vectors);
        for (var i = 0; i < machine.Masks.Length; i++)
            machine.Masks[i] = registers.Masks[i];
        var flags = (int)registers.Flags;
        machine.Flags = new((flags & Carry) != 0, (flags & Zero) != 0, (flags & Sign) != 0, (flags & Overflow) != 0);
    }

    private static void Store(NumbersMachine machine, in CpuRegisters before, out CpuRegisters registers)
    {
        registers = before;
        fixed (CpuRegisters* place = &registers)
        {
            machine.General.CopyTo(new Span<byte>(place->General, CpuRegisters.GeneralBytes));
            machine.Vectors.CopyTo(new Span<byte>(place->Vectors, CpuRegisters.VectorBytes));
            for (var i = 0; i < machine.Masks.Length; i++)
                place->Masks[i] = machine.Masks[i] ?? throw new InvalidOperationException("A mask is unknown.");
        }
    }

    /// <summary>Without the stack pointer, which is the frame's.</summary>
    private static ReadOnlySpan<byte> General(in CpuRegisters registers)
    {
        fixed (CpuRegisters* place = &registers)
        {
            var copy = new ReadOnlySpan<byte>(place->General, CpuRegisters.GeneralBytes).ToArray();
            copy.AsSpan(Register.RSP.GetNumber() * sizeof(ulong), sizeof(ulong)).Clear();
            return copy;
        }
    }

    private static ReadOnlySpan<byte> Vectors(in CpuRegisters registers)
    {
        fixed (CpuRegisters* place = &registers)
            return new ReadOnlySpan<byte>(place->Vectors, CpuRegisters.VectorBytes).ToArray();
    }

    /// <summary>But for a carry and an overflow of which the machine knows nothing.</summary>
    private static bool AreRight(StatusFlags flags, int actual)
    {
        var mask = Zero | Sign | (flags.Carry is null ? 0 : Carry) | (flags.Overflow is null ? 0 : Overflow);
        var expected = (flags.Carry == true ? Carry : 0) | (flags.Zero ? Zero : 0) | (flags.Sign ? Sign : 0) | (flags.Overflow == true ? Overflow : 0);
        return (actual & mask) == expected;
    }

    private static (Code, ulong, Register, bool, bool, string) Form(Instruction instruction)
    {
        var kinds = string.Join(' ', Enumerable.Range(0, instruction.OpCount).Select(i => instruction.GetOpKind(i) == OpKind.Register
            ? Enumerable.Range(0, i).Any(k => instruction.GetOpKind(k) == OpKind.Register && instruction.GetOpRegister(k) == instruction.GetOpRegister(i)).ToString()
            : instruction.GetOpKind(i).ToString()));
        var number = Enumerable.Range(0, instruction.OpCount).Where(i => Operand.Of(instruction, i).Kind == OperandKind.Number)
            .Select(instruction.GetImmediate).LastOrDefault();
        return (instruction.Code, number, instruction.OpMask, instruction.ZeroingMasking, instruction.IsBroadcast, kinds);
    }

    /// <summary>Memory is that at rsi.</summary>
    private static Instruction AtBuffer(Instruction instruction)
    {
        for (var i = 0; i < instruction.OpCount; i++)
        {
            if (instruction.GetOpKind(i) != OpKind.Memory || instruction.Mnemonic == Mnemonic.Lea)
                continue;
            (instruction.MemoryBase, instruction.MemoryIndex, instruction.MemoryIndexScale) = (Register.RSI, Register.None, 1);
            (instruction.MemoryDisplacement64, instruction.MemoryDisplSize) = (0, 0);
        }

        return instruction;
    }

    /// <summary>What an instruction needs, beside the AVX that all trials need.</summary>
    public static CpuFeatures FeaturesOf(Instruction instruction) => instruction.CpuidFeatures.Aggregate(CpuFeatures.None, (all, feature) => all | feature switch
    {
        CpuidFeature.SHA => CpuFeatures.ShaNi,
        CpuidFeature.VAES => CpuFeatures.Vaes,
        CpuidFeature.VPCLMULQDQ => CpuFeatures.Vpclmulqdq,
        CpuidFeature.AVX2 => CpuFeatures.Avx2,
        CpuidFeature.BMI2 => CpuFeatures.Bmi2,
        CpuidFeature.AVX512F or CpuidFeature.AVX512BW or CpuidFeature.AVX512DQ or CpuidFeature.AVX512VL => CpuFeatures.Avx512,
        _ => CpuFeatures.None,
    });
}
