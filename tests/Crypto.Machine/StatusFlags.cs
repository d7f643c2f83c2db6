using System;
using Iced.Intel;

namespace ManagedCrypto.Machine;

/// <summary>The flags that kernels branch on. Of the carry and the overflow nothing may be known: INC and DEC leave
/// the one alone, and shifts leave the other undefined.</summary>
internal readonly record struct StatusFlags(bool? Carry, bool Zero, bool Sign, bool? Overflow)
{
    /// <summary>Of a sum, or of a difference.</summary>
    public static StatusFlags Of(ulong first, ulong second, ulong result, int bytes, bool isDifference)
    {
        var overflow = isDifference ? (first ^ second) & (first ^ result) : (first ^ result) & (second ^ result);
        return new(isDifference ? first < second : result < first, result == 0, IsNegative(result, bytes), IsNegative(overflow, bytes));
    }

    /// <summary>Of AND, OR, XOR and TEST.</summary>
    public static StatusFlags OfLogic(ulong result, int bytes) => new(false, result == 0, IsNegative(result, bytes), false);

    /// <summary>Of a shift by a bit or more.</summary>
    public static StatusFlags OfShift(ulong result, int bytes) => new(null, result == 0, IsNegative(result, bytes), null);

    public bool Hold(ConditionCode condition) => condition switch
    {
        ConditionCode.b => Borrows(),
        ConditionCode.ae => !Borrows(),
        ConditionCode.e => Zero,
        ConditionCode.ne => !Zero,
        ConditionCode.be => Borrows() || Zero,
        ConditionCode.a => !Borrows() && !Zero,
        ConditionCode.s => Sign,
        ConditionCode.ns => !Sign,
        ConditionCode.l => Sign != Overflows(),
        ConditionCode.ge => Sign == Overflows(),
        ConditionCode.le => Zero || Sign != Overflows(),
        ConditionCode.g => !Zero && Sign == Overflows(),
        _ => throw new NotSupportedException($"The machine has no condition {condition}."),
    };

    private bool Borrows() => Carry ?? throw new InvalidOperationException("A condition depends on a carry that is not defined, or on a secret.");

    private bool Overflows() => Overflow ?? throw new InvalidOperationException("A condition depends on an overflow that is not defined.");

    private static bool IsNegative(ulong value, int bytes) => ((value >> ((8 * bytes) - 1)) & 1) != 0;
}
