using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>A routine that the self-test of a kernel runs.</summary>
/// <param name="KernelId">The first kernel of its list that has the routine.</param>
/// <param name="Routine">Its code.</param>
/// <param name="Address">Where that lies.</param>
/// <param name="Passes">The self-test, as it stands before the kernel is chosen.</param>
/// <param name="IsHome">Whether the kernel's algorithm is the first that has the routine, and so must test all of it.</param>
internal sealed record Subject(string KernelId, Routine Routine, nint Address, Func<bool> Passes, bool IsHome)
{
    private const byte Trap = 0xCC;

    /// <summary>
    /// Of another algorithm than the first one, what its self-test does not reach is left out: it may never call that.
    /// </summary>
    public IEnumerable<Mutant> Mutants(Sandbox sandbox)
    {
        var reached = IsHome
            ? null
            : Routine.Kernel.Reachable().Where(index => IsReached(sandbox, (int)Routine.Kernel.Instructions[index].IP)).ToHashSet();
        return Mutations.Of(Routine).Where(mutant => reached is null || (mutant.Index is { } index && reached.Contains(index)));
    }

    public unsafe bool IsReached(Sandbox sandbox, int offset = 0) => sandbox.Run((byte*)Address + offset, [Trap], Passes) != Outcome.Passed;

    public unsafe Outcome Run(Sandbox sandbox, Mutant mutant) => sandbox.Run((byte*)Address + mutant.Offset, mutant.Bytes, Passes);

    /// <summary>Without a change.</summary>
    public unsafe Outcome RunUnchanged(Sandbox sandbox) => sandbox.Run((byte*)Address, [], Passes);
}
