using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Confined;

/// <summary>One instruction of the classic BPF machine (<c>struct sock_filter</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct Instruction(ushort Code, byte SkipIfTrue, byte SkipIfFalse, uint Operand);

/// <summary>
/// A system call, and one bit of one argument for each of the pairs; all must be set for the call to be refused.
/// </summary>
internal sealed record Refusal(uint Call, params (uint Argument, uint Bit)[] Bits);

/// <summary>
/// A seccomp filter for x64: what it refuses fails with EACCES, and all else passes. It is a program that reads
/// <c>struct seccomp_data</c> (seccomp(2)).
/// </summary>
internal static class Filter
{
    private const uint X64 = 0xC000003E;
    private const uint Pass = 0x7FFF0000;
    private const uint FailWithAccessDenied = 0x0005000D;

    // Offsets in struct seccomp_data. Arguments are of 64 bits, and their low halves come first.
    private const uint Call = 0;
    private const uint Machine = 4;
    private const uint FirstArgument = 16;
    private const uint ArgumentBytes = 8;

    public static Instruction[] Build(IEnumerable<Refusal> refusals) =>
    [
        Load(Machine),
        UnlessEqual(X64, skip: 1),
        Load(Call),
        .. refusals.SelectMany(Refuse),
        Return(Pass),
    ];

    private static IEnumerable<Instruction> Refuse(Refusal refusal)
    {
        var left = refusal.Bits.Length;
        yield return UnlessEqual(refusal.Call, skip: (2 * left) + 2);
        foreach (var (argument, bit) in refusal.Bits)
        {
            left--;
            yield return Load(FirstArgument + (ArgumentBytes * argument));
            yield return UnlessSet(bit, skip: (2 * left) + 1);
        }

        yield return Return(FailWithAccessDenied);
        yield return Return(Pass);
    }

    private static Instruction Load(uint offset) => new(0x20, 0, 0, offset);

    private static Instruction UnlessEqual(uint value, int skip) => new(0x15, 0, (byte)skip, value);

    private static Instruction UnlessSet(uint bit, int skip) => new(0x45, 0, (byte)skip, bit);

    private static Instruction Return(uint verdict) => new(0x06, 0, 0, verdict);
}
