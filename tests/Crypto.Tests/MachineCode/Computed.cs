using System.Buffers.Binary;
using System.Collections.Generic;
using Iced.Intel;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What an instruction on general registers or masks makes of its operands, null where that is unknown.</summary>
internal readonly record struct Computed(ulong? Value, StatusFlags? Flags)
{
    /// <summary>The instructions that are known; of all others the result is not.</summary>
    public static readonly HashSet<Mnemonic> Known =
    [
        Mnemonic.Mov, Mnemonic.Movzx, Mnemonic.Kmovq, Mnemonic.Add, Mnemonic.Sub, Mnemonic.Cmp, Mnemonic.And, Mnemonic.Test,
        Mnemonic.Or, Mnemonic.Xor, Mnemonic.Kxorq, Mnemonic.Kxorw, Mnemonic.Neg, Mnemonic.Inc, Mnemonic.Dec, Mnemonic.Shl, Mnemonic.Shr,
        Mnemonic.Bzhi, Mnemonic.Bswap,
    ];

    public static Computed Of(Mnemonic mnemonic, int bytes, ulong? first, ulong? other, ulong? third, StatusFlags? flags)
    {
        var overwrites = mnemonic is Mnemonic.Mov or Mnemonic.Movzx or Mnemonic.Kmovq or Mnemonic.Bzhi;
        if ((overwrites ? 0 : first) is not { } a || other is not { } uncut)
            return default;
        var second = Cut(uncut, bytes);
        return mnemonic switch
        {
            Mnemonic.Mov or Mnemonic.Movzx or Mnemonic.Kmovq => new(second, null),
            Mnemonic.Add => Sum(a, second, bytes),
            Mnemonic.Inc => KeepCarry(Sum(a, 1, bytes), flags),
            Mnemonic.Sub or Mnemonic.Cmp => Difference(a, second, bytes),
            Mnemonic.Dec => KeepCarry(Difference(a, 1, bytes), flags),
            Mnemonic.Neg => Difference(0, a, bytes),
            Mnemonic.And or Mnemonic.Test => Logic(a & second, bytes),
            Mnemonic.Or => Logic(a | second, bytes),
            Mnemonic.Xor => Logic(a ^ second, bytes),
            Mnemonic.Shl => new(a << (int)(second & 63), null),
            Mnemonic.Shr => new(a >> (int)(second & 63), null),
            Mnemonic.Bzhi => third is not { } count ? default
                : (count & 255) >= 64 ? new(second, null)
                : new(second & ((1UL << (int)count) - 1), null),
            Mnemonic.Bswap => new(BinaryPrimitives.ReverseEndianness(a) >> (64 - (8 * bytes)), null),
            _ => default,
        };
    }

    private static Computed Sum(ulong a, ulong b, int bytes)
    {
        var sum = Cut(a + b, bytes);
        return new(sum, new(sum < a, sum == 0, Sign(sum, bytes), Sign((a ^ sum) & (b ^ sum), bytes)));
    }

    private static Computed Difference(ulong a, ulong b, int bytes)
    {
        var difference = Cut(a - b, bytes);
        return new(difference, new(a < b, difference == 0, Sign(difference, bytes), Sign((a ^ b) & (a ^ difference), bytes)));
    }

    private static Computed Logic(ulong result, int bytes) => new(result, new(false, result == 0, Sign(result, bytes), false));

    private static Computed KeepCarry(Computed computed, StatusFlags? before) =>
        computed with { Flags = computed.Flags is { } flags && before is { } known ? flags with { Carry = known.Carry } : null };

    private static ulong Cut(ulong value, int bytes) => value & (ulong.MaxValue >> (64 - (8 * bytes)));

    private static bool Sign(ulong value, int bytes) => ((value >> ((8 * bytes) - 1)) & 1) != 0;
}
