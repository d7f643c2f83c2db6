using System.Reflection;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What <see cref="MethodFlow"/> knows of a value on the operand stack or in a local.</summary>
/// <param name="IsRead">Whether it follows from memory that a pointer, a span or an array leads to.</param>
/// <param name="From">A bit for each parameter that it follows from.</param>
/// <param name="Field">Of an address, the field that it leads to.</param>
/// <param name="Local">Of an address, the local variable that it leads to; arguments are below zero.</param>
internal readonly record struct FlowValue(bool IsRead, ulong From = 0, FieldInfo? Field = null, int? Local = null)
{
    /// <summary>Where it was read, for whoever must find the way from there. It is no part of what is compared.</summary>
    public string? Source { get; init; }

    /// <summary>The number alone, and not where it leads as an address.</summary>
    public FlowValue AsNumber() => new(IsRead, From) { Source = Source };

    public static FlowValue Read(string source) => new(true) { Source = source };

    public FlowValue Or(FlowValue other) =>
        new(IsRead || other.IsRead, From | other.From, Field ?? other.Field, Local ?? other.Local) { Source = Source ?? other.Source };

    public bool Equals(FlowValue other) =>
        (IsRead, From, Field, Local) == (other.IsRead, other.From, other.Field, other.Local);

    public override int GetHashCode() => (IsRead, From, Field, Local).GetHashCode();
}
