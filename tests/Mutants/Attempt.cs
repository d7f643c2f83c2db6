using System;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>A trial, with all that a copy needs: it allocates nothing to run it.</summary>
internal sealed unsafe class Attempt
{
    /// <param name="page">Where the family's code lies, unchanged.</param>
    /// <param name="trial">What is put there.</param>
    /// <param name="entries">What is put elsewhere meanwhile, one after the other.</param>
    /// <param name="passes">The self-test.</param>
    public Attempt(byte* page, Trial trial, (int Offset, byte[] Bytes)[] entries, Func<bool> passes)
    {
        byte[] At(int offset, byte[] bytes) => new ReadOnlySpan<byte>(page + offset, bytes.Length).ToArray();
        Page = (nint)page;
        Passes = passes;
        (Offset, Bytes, Entries) = (trial.Offset, trial.Bytes, entries);
        Unchanged = At(Offset, Bytes);
        UnchangedEntries = [.. entries.Select(entry => At(entry.Offset, entry.Bytes))];
    }

    public nint Page { get; }

    public Func<bool> Passes { get; }

    public int Offset { get; }

    public byte[] Bytes { get; }

    public byte[] Unchanged { get; }

    public (int Offset, byte[] Bytes)[] Entries { get; }

    public byte[][] UnchangedEntries { get; }
}
