using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.Mutants;

/// <summary>
/// The changes to a routine, always the same and in the same order: each instruction that may be reached is replaced by nothing, has
/// another register or operation, changes its place with the next one where that matters, goes the other way if it is a branch, has each
/// number in it made larger by one, and takes the next vector. Each word of a constant is made larger by one, too.
/// </summary>
internal static class Mutations
{
    private const byte Nop = 0x90;

    private const int VectorBytes = 16;

    private static readonly (string Operation, string Other)[] s_operations =
    [
        ("Add_", "Sub_"), ("Sub_", "Add_"), ("Xor_", "Or_"), ("Or_", "Xor_"), ("And_", "Or_"), ("Shl_", "Shr_"), ("Shr_", "Shl_"),
        ("Vpaddb_", "Vpsubb_"), ("Vpaddd_", "Vpsubd_"), ("Vpaddq_", "Vpsubq_"), ("Vpsubb_", "Vpaddb_"),
        ("Vpxor_", "Vpor_"), ("Vpxord_", "Vpord_"), ("Vpxorq_", "Vporq_"), ("Vpor_", "Vpxor_"), ("Vpand_", "Vpor_"), ("Vpandq_", "Vporq_"),
    ];

    public static IEnumerable<Mutant> Of(Routine routine)
    {
        foreach (var index in routine.Kernel.Reachable().Order())
        {
            foreach (var mutant in OfInstruction(routine, index))
                yield return mutant;
        }

        foreach (var (offset, bytes) in routine.Constants())
        {
            for (var i = offset; i < offset + bytes; i += sizeof(uint))
            {
                var word = routine.Code.Bytes[i..Math.Min(i + sizeof(uint), offset + bytes)];
                yield return new Mutant(routine, null, i, Add(word, 0, word.Length), Mutant.OneMore);
            }
        }
    }

    private static IEnumerable<Mutant> OfInstruction(Routine routine, int index)
    {
        var instruction = routine.Kernel.Instructions[index];
        var bytes = routine.BytesOf(index);
        var nothing = new byte[bytes.Length];
        Array.Fill(nothing, Nop);
        yield return Change(nothing, Mutant.Nothing);
        if (WithOtherRegister(instruction, bytes) is { } other)
            yield return Change(other);
        if (WithOtherOperation(instruction, bytes) is { } operation)
            yield return Change(operation);
        if (instruction.FlowControl == FlowControl.ConditionalBranch)
            yield return Change(OtherWay(bytes), Mutant.OtherWay);
        if (Swapped(routine, index) is { } swapped)
            yield return Change(swapped, Mutant.Swapped);

        var numbers = routine.Numbers(index);
        if (numbers.HasDisplacement)
            yield return Change(Add(bytes, numbers.DisplacementOffset, numbers.DisplacementSize));
        if (instruction.MemorySize.GetSize() >= VectorBytes && numbers.DisplacementSize == sizeof(int))
            yield return Change(AddVector(bytes, numbers.DisplacementOffset, instruction.MemorySize.GetSize()), Mutant.NextVector);
        if (numbers.HasImmediate)
            yield return Change(Add(bytes, numbers.ImmediateOffset, numbers.ImmediateSize));

        Mutant Change(byte[] changed, string? what = null) => new(routine, index, (int)instruction.IP, changed, what);
    }

    /// <summary>A displacement of four bytes, so many bytes more: that of the next vector.</summary>
    private static byte[] AddVector(byte[] bytes, int offset, int more)
    {
        byte[] changed = [.. bytes];
        BinaryPrimitives.WriteInt32LittleEndian(changed.AsSpan(offset), BinaryPrimitives.ReadInt32LittleEndian(bytes.AsSpan(offset)) + more);
        return changed;
    }

    private static byte[] Add(byte[] bytes, int offset, int size)
    {
        byte[] changed = [.. bytes];
        for (var i = offset; i < offset + size && ++changed[i] == 0; i++)
        {
        }

        return changed;
    }

    /// <summary>A condition and its opposite differ in the lowest bit of the opcode, which has two bytes if the distance has four.</summary>
    private static byte[] OtherWay(byte[] bytes)
    {
        byte[] changed = [.. bytes];
        changed[bytes[0] == 0x0F ? 1 : 0] ^= 1;
        return changed;
    }

    /// <summary>The other operation on the same operands, by the names of the encodings.</summary>
    private static byte[]? WithOtherOperation(Instruction instruction, byte[] bytes)
    {
        var code = instruction.Code.ToString();
        foreach (var (operation, other) in s_operations)
        {
            var begin = code.IndexOf(operation, StringComparison.Ordinal);
            if (begin < 0 || (begin > 0 && code[begin - 1] != '_') || !Enum.TryParse<Code>(code.Replace(operation, other, StringComparison.Ordinal), out var changed))
                continue;
            instruction.Code = changed;
            return Encode(instruction, instruction.IP) is { } encoded && encoded.Length == bytes.Length ? encoded : null;
        }

        return null;
    }

    /// <summary>The last register that is named and can be another without the instruction having another length: the next one.</summary>
    private static byte[]? WithOtherRegister(Instruction instruction, byte[] bytes)
    {
        for (var operand = instruction.OpCount - 1; operand >= 0; operand--)
        {
            if (instruction.GetOpKind(operand) != OpKind.Register)
                continue;
            var changed = instruction;
            changed.SetOpRegister(operand, Next(instruction.GetOpRegister(operand)));
            if (instruction.Mnemonic == Mnemonic.Test && instruction.Op0Register == instruction.Op1Register)
                changed.Op0Register = changed.Op1Register;
            if (Encode(changed, instruction.IP) is { } encoded && encoded.Length == bytes.Length && !encoded.AsSpan().SequenceEqual(bytes))
                return encoded;
        }

        return null;
    }

    /// <summary>Among those of eight that have an encoding of the same length; the stack pointer is left alone.</summary>
    private static Register Next(Register register)
    {
        var number = register.GetNumber();
        var next = (number & ~7) | ((number + 1) & 7);
        if (register.IsGPR() && next == Register.RSP.GetNumber())
            next++;
        return register + (next - number);
    }

    /// <summary>An instruction and the next one in the other order, if something comes of that.</summary>
    private static byte[]? Swapped(Routine routine, int index)
    {
        var code = routine.Kernel.Instructions;
        if (index + 1 == code.Length || routine.IsTarget(index + 1)
            || code[index].FlowControl != FlowControl.Next || code[index + 1].FlowControl != FlowControl.Next)
            return null;
        var first = routine.Liveness.EffectsOf(code[index]);
        if (!first.DependsOn(routine.Liveness.EffectsOf(code[index + 1]), routine.Liveness.After(index + 1)))
            return null;
        byte[] bytes = [.. routine.BytesOf(index), .. routine.BytesOf(index + 1)];
        if (Encode(code[index + 1], code[index].IP) is not { } second)
            return null;
        byte[] swapped = [.. second, .. Encode(code[index], code[index].IP + (ulong)second.Length) ?? []];
        return swapped.Length == bytes.Length && !swapped.AsSpan().SequenceEqual(bytes) ? swapped : null;
    }

    private static byte[]? Encode(Instruction instruction, ulong address)
    {
        var bytes = new List<byte>();
        var encoder = Encoder.Create(64, new Writer(bytes));
        return encoder.TryEncode(instruction, address, out _, out _) ? [.. bytes] : null;
    }

    private sealed class Writer(List<byte> bytes) : CodeWriter
    {
        public override void WriteByte(byte value) => bytes.Add(value);
    }
}
