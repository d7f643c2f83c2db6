using System;

namespace ManagedCrypto.Mutants;

/// <summary>One change to a routine.</summary>
/// <param name="Routine">The code that is changed.</param>
/// <param name="Index">The instruction, or the first of two; none of a constant.</param>
/// <param name="Offset">Where the changed bytes begin, from the routine's beginning.</param>
/// <param name="Bytes">What is put there.</param>
/// <param name="What">What becomes of it, where that is no other instruction.</param>
internal sealed record Mutant(Routine Routine, int? Index, int Offset, byte[] Bytes, string? What = null) : IMutant
{
    public const string Nothing = "nothing", Swapped = "swapped", OtherWay = "the other way", OneMore = "one more",
        NextVector = "the next vector";

    /// <inheritdoc/>
    public bool IsInstruction => Index is not null;

    /// <summary>The instruction, or what else was there.</summary>
    public string Before => Index is not { } index ? "constant " + Convert.ToHexString(Original)
        : What == Swapped ? Routine.Text(index) + "; " + Routine.Text(index + 1)
        : Routine.Text(index);

    public string After => What ?? (Index is { } index && Routine.Kernel.Instructions[index].NearBranchTarget != 0
        ? OneMore
        : Routine.Text((ulong)Offset, Bytes) is var text && text != Before ? text : OneMore);

    /// <inheritdoc/>
    public Survivor Survive(string kernel) =>
        new(kernel, Routine.Name, Before, After, $"{Offset:x4} {Convert.ToHexString(Original)}", Equivalence.WhyOf(this));

    public ReadOnlySpan<byte> Original => Routine.Code.Bytes.AsSpan(Offset, Bytes.Length);
}
