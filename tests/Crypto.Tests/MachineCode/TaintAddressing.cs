using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Memory as the walk sees it: the argument struct byte by byte; the regions that its pointers lead to, each a secret as a whole;
/// the constants after the code. That an access stays within its region is for <see cref="AddressTests"/> to show, except in the
/// struct and the constants, where offsets are known.
/// </summary>
internal sealed class TaintAddressing(KernelCode code, Action<string> report)
{
    /// <summary>The region of the kernel's constants; the bits below are fields of the struct.</summary>
    private const int Constants = 1 << 30;

    private const int VectorBytes = 16;

    private readonly ArgumentLayout _layout = code.Program.Arguments;

    /// <summary>
    /// What an index in the struct is taken to stay inside: a claimed piece of scratch memory, or else a field.
    /// </summary>
    private readonly (int Offset, int Bytes)[] _places =
        [.. code.Claims, .. code.Program.Arguments.Fields.Select(field => (field.Offset, field.Bytes))];

    /// <summary>The argument itself.</summary>
    public TaintValue StructStart => StructPointer(0);

    /// <summary>The sum of two values, at most one of which is a pointer that stays one.</summary>
    public static TaintValue Sum(TaintValue a, TaintValue b)
    {
        var (pointer, number) = a.IsPointer ? (a, b) : (b, a);
        if (!pointer.IsPointer || number.Kind != TaintKind.Public)
            return TaintValue.Mix(a, b);
        return pointer.Kind == TaintKind.StructPointer ? pointer with { Offset = TaintValue.Anywhere } : pointer;
    }

    public TaintValue Sum(TaintValue value, long constant) => value switch
    {
        { Kind: TaintKind.StructPointer, Offset: not TaintValue.Anywhere } => StructPointer(value.Offset + constant),
        { IsPointer: true } => value,
        _ => value.AsNumber,
    };

    /// <summary>The address in an operand, without regard to whether it can be used.</summary>
    public TaintValue Address(MachineState state, Instruction instruction)
    {
        if (instruction.IsIPRelativeMemoryOperand)
            return new TaintValue(TaintKind.Pointer, Constants);
        var displacement = (long)instruction.MemoryDisplacement64;
        var @base = instruction.MemoryBase == Register.None ? TaintValue.Public : state[instruction.MemoryBase];
        if (instruction.MemoryIndex == Register.None)
            return Sum(@base, displacement);
        var index = instruction.MemoryIndexScale == 1 ? state[instruction.MemoryIndex] : state[instruction.MemoryIndex].AsNumber;
        return @base.IsPointer ? Sum(Sum(@base, displacement), index) : Sum(Sum(index, displacement), @base);
    }

    /// <summary>The same, with complaints about what cannot be used.</summary>
    public TaintValue CheckedAddress(MachineState state, Instruction instruction, int bytes)
    {
        var address = Address(state, instruction);
        if (instruction.SegmentPrefix is Register.FS or Register.GS)
            report("addresses memory of the thread");
        else if (!address.IsPublic)
            report($"its address depends on {Name(address)}");
        else if (!address.IsPointer)
            report("its address is not known to come from a pointer of the argument struct");
        else if (address.Kind == TaintKind.StructPointer && !InStruct(address, bytes))
            report("its address is outside the argument struct's fields");
        else if (instruction.IsIPRelativeMemoryOperand && !InConstants(instruction.MemoryDisplacement64, bytes))
            report("its address is outside the kernel's constants");
        return address;
    }

    public TaintValue Load(MachineState state, TaintValue address, int from, int bytes)
    {
        if (address.Kind == TaintKind.StructPointer && InStruct(address, from + bytes))
        {
            var (offset, span) = Span(address, from, bytes);
            var value = state.Memory.Load(offset, span);
            return span == bytes ? value : value.AsNumber;
        }

        return address is { Kind: TaintKind.Pointer, Detail: Constants } ? TaintValue.Public : TaintValue.Secret;
    }

    /// <summary>Stores a value; one that is partial (masked) leaves the rest as it was.</summary>
    public void Store(
        MachineState state, TaintValue address, int bytes, (TaintValue Low, TaintValue High) value, int writer, bool partial)
    {
        foreach (var readOnly in ReadOnlyTargets(state, address, bytes))
            report($"writes to {readOnly}, which is read only");
        if (address.Kind != TaintKind.StructPointer || !InStruct(address, bytes))
            return;

        StorePart(state, address, 0, Math.Min(bytes, VectorBytes), value.Low, writer, partial);
        if (bytes > VectorBytes)
            StorePart(state, address, VectorBytes, bytes - VectorBytes, value.High, writer, partial);
    }

    public static string Name(TaintValue value) =>
        value.Kind == TaintKind.Secret ? "a secret" : "what the caller left in a register, a flag or scratch memory";

    private void StorePart(
        MachineState state, TaintValue address, int from, int bytes, TaintValue value, int writer, bool partial)
    {
        var (offset, span) = Span(address, from, bytes);
        var fields = Enumerable.Range(offset, span).Select(state.Memory.FieldAt).OfType<ArgumentField>().Distinct();
        if (!value.IsPublic && fields.FirstOrDefault(field => field.Kind != FieldKind.Secret) is { } field)
            report($"stores {Name(value)} to {field.Name}, which is public");
        if (partial || span != bytes)
            state.Memory.PutPerhaps(offset, span, value, writer);
        else
            state.Memory.Put(offset, span, value, writer);
    }

    private IEnumerable<string> ReadOnlyTargets(MachineState state, TaintValue address, int bytes)
    {
        if (address.Kind == TaintKind.StructPointer && InStruct(address, bytes))
        {
            var (offset, span) = Span(address, 0, bytes);
            var fields = Enumerable.Range(offset, span).Select(state.Memory.FieldAt).OfType<ArgumentField>().Distinct();
            return fields.Where(field => !field.Writable).Select(field => field.Name);
        }

        if (address.Kind != TaintKind.Pointer)
            return [];
        var regions = _layout.Fields.Where((field, i) => (address.Detail & (1 << i)) != 0 && !field.Writable)
            .Select(field => field.Name);
        return (address.Detail & Constants) == 0 ? regions : regions.Append("its constants");
    }

    private TaintValue StructPointer(long offset)
    {
        var place = Array.FindIndex(_places, place => offset >= place.Offset && offset < place.Offset + place.Bytes);
        return new TaintValue(TaintKind.StructPointer, place, (int)offset);
    }

    /// <summary>Whether every byte lies in a place; if only the place is known, whether that is large enough.</summary>
    private bool InStruct(TaintValue address, int bytes)
    {
        if (address.Offset == TaintValue.Anywhere)
            return address.Detail >= 0 && _places[address.Detail].Bytes >= bytes;
        return Enumerable.Range(address.Offset, bytes).All(offset => StructPointer(offset).Detail >= 0);
    }

    /// <summary>The bytes that an access may touch: its own, or the whole place.</summary>
    private (int Offset, int Bytes) Span(TaintValue address, int from, int bytes)
    {
        return address.Offset == TaintValue.Anywhere ? _places[address.Detail] : (address.Offset + from, bytes);
    }

    private bool InConstants(ulong offset, int bytes) =>
        offset >= (ulong)code.InstructionBytes && offset + (ulong)bytes <= (ulong)code.Bytes.Length;
}
