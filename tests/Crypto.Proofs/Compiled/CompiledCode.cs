using System;
using System.Collections.Generic;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>Code as it lies in this process.</summary>
internal static class CompiledCode
{
    /// <summary>Where the call returns to that a run is of: it ends there.</summary>
    public const ulong End = 1;

    /// <summary>The step at an address, which is read once; null at the end.</summary>
    /// <param name="steps">Those that were read before. They are linked as they run, so each thread has its own.</param>
    /// <param name="address">The address.</param>
    /// <param name="look">Throws what speaks against a step.</param>
    public static Step? Fetch(Dictionary<ulong, Step> steps, ulong address, Action<Step>? look = null)
    {
        if (address == End)
            return null;
        if (!steps.TryGetValue(address, out var step))
        {
            step = Routines.ReadStep(address);
            look?.Invoke(step);
            steps.Add(address, step);
        }

        return step;
    }
}
