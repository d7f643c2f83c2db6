using Iced.Intel;

namespace ManagedCrypto.Tests.MachineCode;

internal enum TaintKind
{
    /// <summary>A number that an observer may know.</summary>
    Public,

    /// <summary>An address, itself public, in one of the regions that pointers of the argument struct lead to.</summary>
    Pointer,

    /// <summary>An address in the argument struct: at an offset, or somewhere in a field or a piece of scratch memory.</summary>
    StructPointer,

    /// <summary>What a register that must be preserved held on entry, whole.</summary>
    Saved,

    /// <summary>Something of the caller's, none of the kernel's secrets: what was left in registers and scratch memory.</summary>
    Foreign,

    Secret,
}

/// <summary>
/// A point of the lattice: what is known of a register, a flag or some bytes of memory. Public is below all, secret above all;
/// pointers become public numbers where they meet numbers or other pointers.
/// </summary>
/// <param name="Kind">The point's kind.</param>
/// <param name="Detail">
/// The regions of a pointer, one bit for each; the place of a pointer into the struct; the register that a value was saved from.
/// </param>
/// <param name="Offset">The offset in the struct, or <see cref="Anywhere"/> in the place.</param>
internal readonly record struct TaintValue(TaintKind Kind, int Detail = 0, int Offset = 0)
{
    /// <summary>The offset of a pointer into the struct of which only the place is known.</summary>
    public const int Anywhere = -1;

    public static TaintValue Public => new(TaintKind.Public);

    public static TaintValue Foreign => new(TaintKind.Foreign);

    public static TaintValue Secret => new(TaintKind.Secret);

    /// <summary>Whether branches, addresses and times may depend on it.</summary>
    public bool IsPublic => Kind is TaintKind.Public or TaintKind.Pointer or TaintKind.StructPointer;

    public bool IsPointer => Kind is TaintKind.Pointer or TaintKind.StructPointer;

    /// <summary>What is left after arithmetic, or of a part of the value: no address, no saved register.</summary>
    public TaintValue AsNumber => Kind switch
    {
        TaintKind.Pointer or TaintKind.StructPointer => Public,
        TaintKind.Saved => Foreign,
        _ => this,
    };

    public static TaintValue SavedFrom(Register register) => new(TaintKind.Saved, (int)register);

    /// <summary>A value of which nothing is known but that it depends on both.</summary>
    public static TaintValue Mix(TaintValue a, TaintValue b)
    {
        var (x, y) = (a.AsNumber, b.AsNumber);
        return x.Kind > y.Kind ? x : y;
    }

    /// <summary>One value or the other: the least point above both.</summary>
    public static TaintValue Join(TaintValue a, TaintValue b)
    {
        if (a == b)
            return a;
        if (a.Kind != b.Kind)
            return Mix(a, b);
        return a.Kind switch
        {
            TaintKind.Pointer => new(TaintKind.Pointer, a.Detail | b.Detail),
            TaintKind.StructPointer when a.Detail == b.Detail => a with { Offset = Anywhere },
            _ => Mix(a, b),
        };
    }
}
