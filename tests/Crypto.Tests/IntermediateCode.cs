using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;

namespace ManagedCrypto.Tests;

/// <summary>What a compiled method consists of, before any JIT: its instructions, one after the other.</summary>
internal static class IntermediateCode
{
    private static readonly Dictionary<short, OpCode> s_opCodes = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(opCode => opCode.Value);

    /// <summary>All instructions in their order, with operands of four bytes at most; none of a method without a body.</summary>
    public static IEnumerable<(OpCode OpCode, int Operand)> Of(MethodBase method)
    {
        var code = method.GetMethodBody()?.GetILAsByteArray() ?? [];
        for (var at = 0; at < code.Length;)
        {
            var (opCode, operand, next) = Decode(code, at);
            yield return (opCode, operand);
            at = next;
        }
    }

    /// <summary>The methods that a method calls, or takes the address of.</summary>
    public static IEnumerable<MethodBase> Mentioned(MethodBase method) => Of(method)
        .Where(instruction => instruction.OpCode.OperandType == OperandType.InlineMethod)
        .Select(instruction => Mentioned(method, instruction.Operand));

    /// <summary>The method that an operand of another one's code stands for.</summary>
    public static MethodBase Mentioned(MethodBase method, int operand) => method.Module.ResolveMethod(
        operand,
        method.DeclaringType!.GetGenericArguments(),
        method.IsGenericMethod ? method.GetGenericArguments() : null)!;

    /// <summary>The field that an operand of a method's code stands for.</summary>
    public static FieldInfo Field(MethodBase method, int operand) => method.Module.ResolveField(
        operand,
        method.DeclaringType!.GetGenericArguments(),
        method.IsGenericMethod ? method.GetGenericArguments() : null)!;

    /// <summary>The instruction at an offset, and the offset of the one after it.</summary>
    public static (OpCode OpCode, int Operand, int Next) Decode(byte[] code, int at)
    {
        var first = code[at++];
        var opCode = s_opCodes[first == 0xFE ? (short)((first << 8) | code[at++]) : first];
        return opCode.OperandType switch
        {
            OperandType.InlineNone => (opCode, 0, at),
            OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar =>
                (opCode, (sbyte)code[at], at + 1),
            OperandType.InlineVar => (opCode, BitConverter.ToInt16(code, at), at + 2),
            OperandType.InlineI8 or OperandType.InlineR => (opCode, 0, at + 8),
            OperandType.InlineSwitch => (opCode, 0, at + 4 + (4 * BitConverter.ToInt32(code, at))),
            _ => (opCode, BitConverter.ToInt32(code, at), at + 4),
        };
    }
}
