using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Arm64;

namespace ManagedCrypto.Mutants.Arm64;

/// <summary>
/// The changes to a kernel for Arm64, always the same and in the same order: each instruction is replaced by nothing, has another last
/// register, its sources exchanged where that matters, the operation of another form with the same operands, the opposite condition, or a
/// number that is the next one. Each word of a constant is made larger by one, too.
/// </summary>
internal static class A64Mutations
{
    private const int ConstantAlignment = 16, StackPointer = 31, Registers = 32;

    /// <summary>What has the same result with its sources exchanged, if neither is shifted.</summary>
    private static readonly string[] s_commute = ["add", "adds", "adc", "adcs", "and", "eor", "eor3", "orr", "mul", "umulh", "pmull", "pmull2"];

    /// <summary>Forms by their operands, but for what would only set flags besides.</summary>
    private static readonly ILookup<string, A64Encoding> s_forms = A64Instructions.All.Where(form => form != A64Instructions.Adds && form != A64Instructions.Adcs)
        .ToLookup(form => string.Join(' ', form.FieldNames));

    public static IEnumerable<A64Mutant> Of(KernelCode kernel)
    {
        for (var place = 0; place < kernel.InstructionBytes; place += sizeof(uint))
        {
            var word = BitConverter.ToUInt32(kernel.Bytes, place);
            foreach (var changed in OfInstruction(word).Where(changed => changed != word).Distinct())
                yield return new(kernel, place, changed);
        }

        for (var place = (kernel.InstructionBytes + ConstantAlignment - 1) & -ConstantAlignment; place < kernel.Bytes.Length; place += sizeof(uint))
            yield return new(kernel, place, BitConverter.ToUInt32(kernel.Bytes, place) + 1);
    }

    private static IEnumerable<uint> OfInstruction(uint word)
    {
        // A landing pad and padding do nothing.
        var form = A64Instructions.Of(word);
        if (form == A64Instructions.BtiC || form == A64Instructions.Nop)
            return [];
        var (names, operands) = (form.FieldNames.ToList(), form.Decode(word));
        uint?[] changed =
        [
            A64Instructions.Nop.Bits,
            WithOtherRegister(form, names, operands),
            Exchanged(form, names, operands),
            WithOtherOperation(form, operands),
            .. names.Select((_, i) => IsRegister(names[i]) ? null : WithNext(form, operands, i)),
        ];
        return changed.OfType<uint>();
    }

    private static bool IsRegister(string name) => "XWVQDS".Contains(name[0], StringComparison.Ordinal);

    /// <summary>The last register is the next one; the stack pointer is left alone.</summary>
    private static uint? WithOtherRegister(A64Encoding form, List<string> names, long[] operands)
    {
        var last = names.FindLastIndex(IsRegister);
        if (last < 0)
            return null;
        var next = (operands[last] + 1) % Registers;
        return With(form, operands, last, next == StackPointer && names[last][0] is 'X' or 'W' ? 0 : next);
    }

    /// <summary>The sources exchanged: of an instruction that combines two, and of one that loads or stores two.</summary>
    private static uint? Exchanged(A64Encoding form, List<string> names, long[] operands)
    {
        var (first, second) = (Index('n', 't'), Index('m', 'u'));
        if (first < 0 || second < 0 || (s_commute.Contains(form.Mnemonic) && (names[^1] != "shift" || operands[^1] == 0)))
            return null;
        long[] exchanged = [.. operands];
        (exchanged[first], exchanged[second]) = (operands[second], operands[first]);
        return Encoded(form, exchanged);

        int Index(char source, char transferred) => names.FindIndex(name => IsRegister(name) && (name[1] == source || name[1] == transferred));
    }

    /// <summary>The next form that has the same operands.</summary>
    private static uint? WithOtherOperation(A64Encoding form, long[] operands)
    {
        var forms = s_forms[string.Join(' ', form.FieldNames)].ToArray();
        return operands.Length == 0 ? null : Encoded(forms[(Array.IndexOf(forms, form) + 1) % forms.Length], operands);
    }

    /// <summary>A number that is the next one that can be, or the one before; of a condition its opposite.</summary>
    private static uint? WithNext(A64Encoding form, long[] operands, int place)
    {
        if (form.FieldNames[place] is "if" or "cond" or "unless")
            return With(form, operands, place, operands[place] ^ 1);
        const int MostScale = 16;
        long[] steps = [1, sizeof(uint), sizeof(ulong), MostScale, -1, -sizeof(uint), -sizeof(ulong), -MostScale];
        return steps.Select(step => With(form, operands, place, operands[place] + step)).FirstOrDefault(word => word is not null);
    }

    private static uint? With(A64Encoding form, long[] operands, int place, long value)
    {
        long[] changed = [.. operands];
        changed[place] = value;
        return Encoded(form, changed);
    }

    /// <summary>The word, or null if there is none.</summary>
    private static uint? Encoded(A64Encoding form, long[] operands)
    {
        try
        {
            return form.Encode(operands) is var word && A64Instructions.IsAllocated(form, word) ? word : null;
        }
        catch (ArgumentOutOfRangeException)
        {
            return null;
        }
    }
}
