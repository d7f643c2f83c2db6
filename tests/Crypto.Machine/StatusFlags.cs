using System;
using Iced.Intel;

namespace ManagedCrypto.Machine;

/// <summary>The flags that kernels branch on.</summary>
internal readonly record struct StatusFlags(bool Carry, bool Zero, bool Sign, bool Overflow)
{
    /// <summary>Of a sum, or of a difference.</summary>
    public static StatusFlags Of(ulong first, ulong second, ulong result, int bytes, bool isDifference)
    {
        var overflow = isDifference ? (first ^ second) & (first ^ result) : (first ^ result) & (second ^ result);
        return new(isDifference ? first < second : result < first, result == 0, IsNegative(result, bytes), IsNegative(overflow, bytes));
    }

    /// <summary>Of AND, OR, XOR and TEST.</summary>
    public static StatusFlags OfLogic(ulong result, int bytes) => new(false, result == 0, IsNegative(result, bytes), false);

    public bool Hold(ConditionCode condition) => condition switch
    {
        ConditionCode.b => Carry,
        ConditionCode.ae => !Carry,
        ConditionCode.e => Zero,
        ConditionCode.ne => !Zero,
        ConditionCode.be => Carry || Zero,
        ConditionCode.a => !Carry && !Zero,
        ConditionCode.s => Sign,
        ConditionCode.ns => !Sign,
        ConditionCode.l => Sign != Overflow,
        ConditionCode.ge => Sign == Overflow,
        ConditionCode.le => Zero || Sign != Overflow,
        ConditionCode.g => !Zero && Sign == Overflow,
        _ => throw new NotSupportedException($"The machine has no condition {condition}."),
    };

    private static bool IsNegative(ulong value, int bytes) => ((value >> ((8 * bytes) - 1)) & 1) != 0;
}
