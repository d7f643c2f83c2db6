namespace ManagedCrypto.Mutants;

/// <summary>One change to a kernel's bytes.</summary>
internal interface IMutant
{
    /// <summary>Where the changed bytes begin.</summary>
    int Offset { get; }

    /// <summary>What is put there.</summary>
    byte[] Bytes { get; }

    /// <summary>Whether instructions are changed, or a constant.</summary>
    bool IsInstruction { get; }

    /// <summary>As one that passes.</summary>
    /// <param name="kernel">Whose code it is.</param>
    Survivor Survive(string kernel);
}
