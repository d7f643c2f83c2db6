using System.Collections.Generic;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One implementation of one algorithm. Kernels validate nothing and know no BCL crypto type: a public type checks its
/// arguments, fills an argument struct, and makes one virtual call per message.
/// </summary>
internal abstract class Kernel
{
    /// <summary>Algorithm, architecture and extension, such as <c>sha256/x64-shani</c>.</summary>
    public abstract string Id { get; }

    public abstract KernelTier Tier { get; }

    /// <summary>Whether timing and addresses are independent of keys, text and state.</summary>
    public abstract bool IsConstantTime { get; }

    /// <summary>The CPU features that the kernel executes.</summary>
    public virtual CpuFeatures Requires => CpuFeatures.None;

    /// <summary>Why this kernel cannot run in this process, or null when it can.</summary>
    public virtual string? WhyUnavailable()
    {
        var (features, whyUnknown) = Tier == KernelTier.MachineCode ? Cpu.ForMachineCode : (Cpu.Features, null);
        var missing = Requires & ~features;
        return missing == CpuFeatures.None ? null : whyUnknown ?? "needs " + missing;
    }
}

/// <summary>
/// The kernels of one algorithm, best first: at once the dispatch and the test matrix. The last one runs anywhere and in
/// constant time, so that there is always a choice.
/// </summary>
internal sealed class KernelList<T>
    where T : Kernel
{
    public KernelList(params T[] bestFirst)
    {
        All = bestFirst;
        var passedOver = new List<(string KernelId, string Reason)>();
        foreach (var kernel in bestFirst)
        {
            var reason = kernel.WhyUnavailable()
                ?? (Switches.RequireConstantTime && !kernel.IsConstantTime ? "variable-time, and constant time is required" : null);
            if (reason is null)
            {
                Best = kernel;
                break;
            }

            passedOver.Add((kernel.Id, reason));
        }

        Best ??= bestFirst[bestFirst.Length - 1];
        BetterOnesPassedOver = passedOver;
    }

    public IReadOnlyList<T> All { get; }

    /// <summary>The kernel that public types take unless told otherwise.</summary>
    public T Best { get; }

    /// <summary>The kernels ahead of <see cref="Best"/>, each with the reason why it was not taken.</summary>
    public IReadOnlyList<(string KernelId, string Reason)> BetterOnesPassedOver { get; }
}
