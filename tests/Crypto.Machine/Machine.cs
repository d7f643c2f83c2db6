using System;
using System.Runtime.CompilerServices;
using Iced.Intel;

[module: SkipLocalsInit]

namespace ManagedCrypto.Machine;

/// <summary>An x64 CPU as far as kernels use one: general registers, 32 vectors of 512 bits, masks, flags and memory.</summary>
/// <typeparam name="T">A byte.</typeparam>
/// <typeparam name="TValues">What can be done with it.</typeparam>
/// <typeparam name="TMemory">Where it lies.</typeparam>
internal sealed class Machine<T, TValues, TMemory>(TValues values, TMemory memory)
    where T : unmanaged
    where TValues : IValues<T>
    where TMemory : IMemory<T>
{
    private const int GeneralRegisters = 16, VectorRegisters = 32, LaneBytes = 16, DoublewordBytes = 4;

    private readonly Semantics<T, TValues> _semantics = new(values);
    private readonly T[] _general = new T[GeneralRegisters * Operand.GeneralBytes];
    private readonly T[] _vectors = new T[VectorRegisters * Operand.VectorBytes];
    private readonly ulong?[] _masks = new ulong?[8];
    private StatusFlags? _flags;

    /// <summary>The carry, which may be known, as a term, where the flags are not. Null where it is undefined.</summary>
    private T? _carry;

    /// <summary>What CPUID answers to leaf and subleaf: EAX, EBX, ECX and EDX.</summary>
    public Func<uint, uint, (uint Eax, uint Ebx, uint Ecx, uint Edx)> Cpuid { get; set; } = (_, _) => default;

    /// <summary>The register that says which registers the system saves.</summary>
    public uint ExtendedControl { get; set; }

    public Span<T> General => _general;

    public Span<T> Vectors => _vectors;

    public Span<ulong?> Masks => _masks;

    /// <summary>Null where they are undefined, or depend on a secret.</summary>
    public StatusFlags? Flags
    {
        get => _flags;
        set => (_flags, _carry) = (value, value is { Carry: var carry } ? values.Of(carry ? (byte)1 : (byte)0) : null);
    }

    /// <summary>Puts a number into a general register.</summary>
    public void SetNumber(Register register, ulong number)
    {
        var operand = Operand.Of(register);
        var place = _general.AsSpan(operand.Place, Operand.GeneralBytes);
        Clear(place);
        _semantics.Write(number, place[..operand.Bytes]);
    }

    /// <summary>Runs from the given registers to the return.</summary>
    public void Run(Step entry)
    {
        for (var step = entry; step is not null;)
            step = Execute(step);
    }

    /// <summary>One step.</summary>
    /// <returns>The next one, or null after the return.</returns>
    public Step? Execute(Step step)
    {
        switch (step.Mnemonic)
        {
            case Mnemonic.Ret:
                return null;
            case var _ when step.IsBranch:
                return Holds(step.Instruction.ConditionCode) ? step.Target : step.Next;
            case Mnemonic.Nop or Mnemonic.Endbr64:
                break;
            case Mnemonic.Vzeroupper:
                for (var i = 0; i < VectorRegisters / 2; i++)
                    Clear(_vectors.AsSpan((i * Operand.VectorBytes) + LaneBytes, Operand.VectorBytes - LaneBytes));
                break;
            case Mnemonic.Cpuid:
                var leaf = (uint)ReadNumber(Register.EAX);
                var answer = Cpuid(leaf, (uint)ReadNumber(Register.ECX));
                SetNumber(Register.EAX, answer.Eax);
                SetNumber(Register.EBX, answer.Ebx);
                SetNumber(Register.ECX, answer.Ecx);
                SetNumber(Register.EDX, answer.Edx);
                break;
            case Mnemonic.Xgetbv:
                SetNumber(Register.EAX, ExtendedControl);
                SetNumber(Register.EDX, 0);
                break;
            case Mnemonic.Kmovq or Mnemonic.Kxorq or Mnemonic.Kxorw:
                ExecuteMask(step);
                break;
            default:
                if (Semantics<T, TValues>.CountOfSources(step.Mnemonic) is { } sources)
                    ExecuteVector(step, sources);
                else
                    ExecuteGeneral(step);
                break;
        }

        return step.Next;
    }

    private bool Holds(ConditionCode condition) =>
        condition == ConditionCode.None
        || (_flags ?? throw new InvalidOperationException("A condition depends on flags that are not defined, or on a secret.")).Hold(condition);

    private void ExecuteMask(Step step)
    {
        var target = step.Operands[0];
        if (step.Mnemonic == Mnemonic.Kmovq)
        {
            Span<T> word = stackalloc T[sizeof(ulong)];
            var source = step.Operands[1];
            ulong? value = source.Kind == OperandKind.Mask ? _masks[source.Place] : null;
            if (source.Kind != OperandKind.Mask)
            {
                Read(step, source, word);
                value = _semantics.TryNumber(word, out var number) ? number : null;
            }

            if (target.Kind == OperandKind.Mask)
            {
                _masks[target.Place] = value;
                return;
            }

            _semantics.Write(MaskNumber(value), word);
            Write(step, target, word);
            return;
        }

        var (one, other) = (step.Operands[1].Place, step.Operands[2].Place);
        var both = one == other ? 0 : _masks[one] ^ _masks[other];
        _masks[target.Place] = step.Mnemonic == Mnemonic.Kxorw ? both & ushort.MaxValue : both;
    }

    private void ExecuteGeneral(Step step)
    {
        var target = step.Operands[0];
        Span<T> first = stackalloc T[target.Bytes], second = stackalloc T[Operand.GeneralBytes], result = stackalloc T[target.Bytes];
        switch (step.Mnemonic)
        {
            case Mnemonic.Lea:
                _semantics.Write(Address(step), result);
                Write(step, target, result);
                return;
            case Mnemonic.Mov or Mnemonic.Movzx:
                _semantics.Zeros(second);
                Read(step, step.Operands[1], second[..step.Operands[1].Bytes]);
                Write(step, target, second[..target.Bytes]);
                return;
            case Mnemonic.Cmovb:
                Read(step, step.Operands[Holds(step.Instruction.ConditionCode) ? 1 : 0], result);
                Write(step, target, result);
                return;
            case Mnemonic.Xchg:
                Read(step, target, first);
                Read(step, step.Operands[1], result);
                Write(step, target, result);
                Write(step, step.Operands[1], first);
                return;
            case Mnemonic.Mulx:
                ExecuteProduct(step);
                return;
            case Mnemonic.Sbb when target == step.Operands[1]:
                ExecuteSpread(step);
                return;
        }

        // Of three operands the first is only written.
        var index = step.Operands.Length == 3 ? 1 : 0;
        Read(step, step.Operands[index], first);
        _semantics.Zeros(second);
        if (step.Operands.Length > index + 1)
        {
            var other = step.Operands[index + 1];
            Read(step, other, second[..other.Bytes]);
        }

        if (step.Mnemonic is Mnemonic.Xor or Mnemonic.Sub && step.Operands[0] == step.Operands[1])
        {
            // The same register: whatever it holds.
            _semantics.Zeros(first);
            _semantics.Zeros(second);
        }

        if (step.Mnemonic is Mnemonic.Add or Mnemonic.Adc)
        {
            _carry = step.Mnemonic == Mnemonic.Add ? values.Of(0) : _carry;
            _flags = _semantics.Add(first, second[..target.Bytes], ref _carry, result);
        }
        else
        {
            Flags = _semantics.ComputeGeneral(step.Mnemonic, first, second[..target.Bytes], _flags, result);
        }

        if (step.Mnemonic is not (Mnemonic.Cmp or Mnemonic.Test))
            Write(step, target, result);
    }

    /// <summary>The product of rdx, which has no operand of its own, in two registers: the upper half in the first, also where both are one.</summary>
    private void ExecuteProduct(Step step)
    {
        var bytes = step.Operands[0].Bytes;
        Span<T> factor = stackalloc T[bytes], other = stackalloc T[bytes], product = stackalloc T[2 * bytes];
        Read(step, Operand.Of(Register.RDX), factor);
        Read(step, step.Operands[2], other);
        _semantics.Multiply(factor, other, product);
        Write(step, step.Operands[1], product[..bytes]);
        Write(step, step.Operands[0], product[bytes..]);
    }

    /// <summary>A register less itself and the carry: each bit of it becomes the carry, which stays.</summary>
    private void ExecuteSpread(Step step)
    {
        Span<T> word = stackalloc T[step.Operands[0].Bytes];
        var last = (8 * word.Length) - 1;
        _semantics.Zeros(word)[0] = _carry ?? throw new InvalidOperationException("A carry that is not defined is spread.");
        values.ShiftLeft(word, last, word);
        values.ShiftRightSigned(word, last, word);
        Write(step, step.Operands[0], word);
        _flags = _flags is { Carry: var carry } ? new(carry, !carry, carry, false) : null;
    }

    private void ExecuteVector(Step step, int sources)
    {
        var target = step.Operands[0];
        Span<T> first = stackalloc T[Operand.VectorBytes], second = stackalloc T[Operand.VectorBytes], third = stackalloc T[Operand.VectorBytes];
        Span<T> room = stackalloc T[Operand.VectorBytes];
        var bytes = target.Kind switch
        {
            OperandKind.Mask => step.Operands[1].Bytes,
            OperandKind.General => Operand.VectorBytes,
            _ => target.Bytes,
        };
        var isWithoutName = step.Mnemonic == Mnemonic.Sha256rnds2;
        var index = isWithoutName ? 0 : step.SourceCount - sources;
        ReadSource(step, index, bytes, ref first);
        if (sources > 1)
            ReadSource(step, index + 1, bytes, ref second);
        if (isWithoutName)
            _vectors.AsSpan(0, LaneBytes).CopyTo(third);
        else if (sources > 2)
            ReadSource(step, index + 2, bytes, ref third);

        var result = room[..bytes];
        var count = _semantics.Compute(step.Mnemonic, step.Immediate, first, second, third, result);
        result = result[..count];

        if (target.Kind == OperandKind.Mask)
            _masks[target.Place] = MaskOf(result, step.Mnemonic == Mnemonic.Vpcmpgtq ? sizeof(ulong) : 1);
        else
            WriteVector(step, target, result);
    }

    private ulong? MaskOf(ReadOnlySpan<T> result, int bytes)
    {
        var mask = 0UL;
        for (var i = 0; i < result.Length; i += bytes)
        {
            if (!values.IsNumber(result[i], out var number))
                return null;
            mask |= (number & 1UL) << (i / bytes);
        }

        return mask;
    }

    /// <summary>Reads a source, and cuts the room for it down to what was read. An element in memory may be meant for all places.</summary>
    private void ReadSource(Step step, int index, int bytes, ref Span<T> room)
    {
        var source = step.Operands[index];
        if (source.Kind == OperandKind.Memory && step.Instruction.IsBroadcast)
        {
            room = room[..bytes];
            Span<T> element = stackalloc T[step.ElementBytes];
            memory.Load(Address(step), element);
            for (var i = 0; i < room.Length; i += element.Length)
                element.CopyTo(room[i..]);
            return;
        }

        room = room[..source.Bytes];
        if (source.Kind == OperandKind.Memory && step.Mask is not null)
            LoadChosen(step, room);
        else
            Read(step, source, room);
    }

    /// <summary>What a mask leaves out is not read, and may lie where nothing can be.</summary>
    private void LoadChosen(Step step, Span<T> room)
    {
        var (address, mask) = (Address(step), MaskNumber(_masks[step.Mask!.Value]));
        _semantics.Zeros(room);
        for (var i = 0; i < room.Length; i += step.ElementBytes)
        {
            if ((mask >> (i / step.ElementBytes) & 1) != 0)
                memory.Load(address + (ulong)i, room.Slice(i, step.ElementBytes));
        }
    }

    private void WriteVector(Step step, Operand target, ReadOnlySpan<T> result)
    {
        if (step.Mask is not { } register)
        {
            Write(step, target, result);
            return;
        }

        var mask = MaskNumber(_masks[register]);
        var address = target.Kind == OperandKind.Memory ? Address(step) : 0;
        Span<T> merged = stackalloc T[result.Length];
        if (target.Kind == OperandKind.Vector && !step.Instruction.ZeroingMasking)
            _vectors.AsSpan(target.Place, result.Length).CopyTo(merged);
        else
            _semantics.Zeros(merged);
        for (var i = 0; i < result.Length; i += step.ElementBytes)
        {
            if ((mask >> (i / step.ElementBytes) & 1) == 0)
                continue;
            var element = result.Slice(i, step.ElementBytes);
            if (target.Kind == OperandKind.Memory)
                memory.Store(address + (ulong)i, element);
            else
                element.CopyTo(merged[i..]);
        }

        if (target.Kind == OperandKind.Vector)
            Write(step, target, merged);
    }

    private void Read(Step step, Operand operand, Span<T> to)
    {
        switch (operand.Kind)
        {
            case OperandKind.General:
                _general.AsSpan(operand.Place, to.Length).CopyTo(to);
                break;
            case OperandKind.Vector:
                _vectors.AsSpan(operand.Place, to.Length).CopyTo(to);
                break;
            case OperandKind.Memory:
                memory.Load(Address(step), to);
                break;
            case OperandKind.Number:
                _semantics.Write(operand.Number, to);
                break;
            default:
                throw new NotSupportedException($"The machine does not read {operand.Kind} in {step}.");
        }
    }

    /// <summary>
    /// Writes a result. Bytes of the register above it are cleared, but for those that the instruction leaves alone: of a general register
    /// where bytes or words are moved, and of a vector where the instruction is an old one.
    /// </summary>
    private void Write(Step step, Operand operand, ReadOnlySpan<T> from)
    {
        switch (operand.Kind)
        {
            case OperandKind.General:
                var register = _general.AsSpan(operand.Place, Operand.GeneralBytes);
                if (operand.Bytes >= DoublewordBytes)
                    Clear(register);
                from[..Math.Min(from.Length, operand.Bytes)].CopyTo(register);
                break;
            case OperandKind.Vector:
                var vector = _vectors.AsSpan(operand.Place, Operand.VectorBytes);
                Clear(step.KeepsUpperBytes ? vector[..LaneBytes] : vector);
                from.CopyTo(vector);
                break;
            case OperandKind.Memory:
                memory.Store(Address(step), from);
                break;
            default:
                throw new NotSupportedException($"The machine does not write {operand.Kind} in {step}.");
        }
    }

    private void Clear(Span<T> bytes) => _semantics.Zeros(bytes);

    private ulong Address(Step step)
    {
        ref readonly var instruction = ref step.Instruction;
        if (instruction.IsIPRelativeMemoryOperand)
            return instruction.IPRelativeMemoryAddress;
        var address = instruction.MemoryDisplacement64;
        if (instruction.MemoryBase != Register.None)
            address += ReadNumber(instruction.MemoryBase);
        if (instruction.MemoryIndex != Register.None)
            address += ReadNumber(instruction.MemoryIndex) * (ulong)instruction.MemoryIndexScale;
        return address;
    }

    private ulong ReadNumber(Register register)
    {
        var operand = Operand.Of(register);
        return _semantics.Number(_general.AsSpan(operand.Place, operand.Bytes));
    }

    private static ulong MaskNumber(ulong? mask) => mask ?? throw new InvalidOperationException("A mask depends on a secret.");
}
