using System.Linq;

namespace ManagedCrypto.KernelAssembler.Arm64;

/// <summary>A general register, all 64 bits of it. 31 is zero, or as the base of an address the stack pointer, which kernels leave alone.</summary>
internal readonly record struct X(int Number)
{
    public static implicit operator long(X register) => register.Number;
}

/// <summary>The lower 32 bits of a general register. Writing them clears the upper ones.</summary>
internal readonly record struct W(int Number)
{
    public static implicit operator long(W register) => register.Number;
}

/// <summary>A vector register of 128 bits. Instructions name the lanes.</summary>
internal readonly record struct V(int Number)
{
    public static implicit operator long(V register) => register.Number;
}

/// <summary>The registers, by their numbers: <c>x[3]</c>, <c>v[16]</c>.</summary>
internal static class A64Registers
{
#pragma warning disable SA1307, CA2211, IDE1006 // Named as the architecture names them.
    public static readonly X[] x = [.. Enumerable.Range(0, 32).Select(number => new X(number))];
    public static readonly W[] w = [.. Enumerable.Range(0, 32).Select(number => new W(number))];
    public static readonly V[] v = [.. Enumerable.Range(0, 32).Select(number => new V(number))];
    public static readonly X xzr = new(31);
#pragma warning restore SA1307, CA2211, IDE1006
}
