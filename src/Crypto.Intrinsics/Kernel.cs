using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;

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
        // Asking the runtime what the CPU can do takes a millisecond: not for those that need nothing.
        if (Requires == CpuFeatures.None)
            return null;
        var isMachineCode = Tier == KernelTier.MachineCode;
        var missing = Requires & ~(isMachineCode ? Cpu.ForMachineCode : Cpu.Features);
        return missing == CpuFeatures.None ? null : (isMachineCode ? Cpu.WhyUnknown : null) ?? "needs " + missing;
    }

    /// <summary>
    /// Why a kernel further down the list is faster on this CPU (<see cref="Cpu.Core"/>), or null. That kernel requires no more
    /// than this one; docs/kernels.md has the figures.
    /// </summary>
    public virtual string? WhyNotPreferred() => null;
}

/// <summary>
/// The kernels of one algorithm, best first, but for those that a CPU does not prefer: at once the dispatch and the test matrix.
/// The last one runs anywhere and in constant time, so that there is always a choice.
/// </summary>
internal interface IKernelList<out T>
    where T : Kernel
{
    /// <summary>All of them, whether they run on this machine or not.</summary>
    IReadOnlyList<T> All { get; }

    /// <summary>Those that this machine can run, whether they may be taken or not.</summary>
    IEnumerable<T> Runnable { get; }

    /// <summary>The kernel that public types take unless told otherwise.</summary>
    T Best { get; }

    /// <summary>The kernels ahead of <see cref="Best"/>, each with the reason why it was not taken.</summary>
    IReadOnlyList<(string KernelId, string Reason)> BetterOnesPassedOver { get; }
}

/// <inheritdoc cref="IKernelList{T}"/>
internal sealed class KernelList<T> : IKernelList<T>
    where T : Kernel
{
    private readonly Func<T>[] _bestFirst;
    private readonly List<T> _made = [];
    private readonly List<string> _reasons = [];
    private IReadOnlyList<T>? _all;

    /// <summary>Makes kernels only down to the first that can be taken: first use does not wait for the rest.</summary>
    /// <param name="passesSelfTest">Whether a kernel gives known answers. Asked only of kernels that nothing else is against.</param>
    /// <param name="bestFirst">Make the kernels.</param>
    /// <exception cref="CryptographicException">No kernel is left.</exception>
    public KernelList(Func<T, bool> passesSelfTest, params Func<T>[] bestFirst)
    {
        _bestFirst = bestFirst;
        foreach (var make in bestFirst)
        {
            var kernel = make();
            _made.Add(kernel);
            var reason = WhyPassedOver(kernel) ?? (passesSelfTest(kernel) ? null : "gave a wrong answer in its self-test");
            if (reason is null)
            {
                Best = kernel;
                return;
            }

            _reasons.Add(reason);
        }

        var passedOver = _made.Zip(_reasons, (kernel, reason) => $"{kernel.Id} {reason}");
        throw new CryptographicException("None of the kernels can be used: " + string.Join("; ", passedOver) + ".");
    }

    /// <inheritdoc/>
    public IReadOnlyList<T> All => LazyInitializer.EnsureInitialized(
        ref _all, () => [.. _made, .. _bestFirst.Skip(_made.Count).Select(make => make())])!;

    /// <inheritdoc/>
    public IEnumerable<T> Runnable => All.Where(kernel => kernel.WhyUnavailable() is null);

    /// <inheritdoc/>
    public T Best { get; }

    /// <inheritdoc/>
    public IReadOnlyList<(string KernelId, string Reason)> BetterOnesPassedOver =>
        [.. _made.Zip(_reasons, (kernel, reason) => (kernel.Id, reason))];

    private static string? WhyPassedOver(T kernel) => kernel.WhyUnavailable()
        ?? (Switches.RequireConstantTime && !kernel.IsConstantTime ? "variable-time, and constant time is required" : null)
        ?? kernel.WhyNotPreferred();
}
