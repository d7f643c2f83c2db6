using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// One implementation of one algorithm. Kernels validate nothing and know no BCL crypto type: a public type checks its
/// arguments, fills an argument struct, and makes one virtual call per message.
/// </summary>
internal abstract class Kernel
{
    /// <summary>Why a kernel is passed over whose self-test failed.</summary>
    public const string WrongAnswer = "gave a wrong answer in its self-test";

    private Func<int, bool>? _passesPart;
    private bool _isTesting;

    /// <summary>Parts of the self-test that wait until they are first used, a bit for each; all, once one has failed.</summary>
    private int _untested;

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

    /// <summary>
    /// Whether parts of the self-test wait until they are first used (<see cref="RequireTested"/>): the JIT compiles such a part only
    /// then, and would keep a program waiting for parts that it may never use.
    /// </summary>
    public virtual bool IsTestedInParts => false;

    /// <summary>What a part of the self-test found wrong after the kernel had been chosen, or null.</summary>
    public string? WhyFaulty { get; private set; }

    /// <summary>Leaves parts of the self-test until they are first used.</summary>
    /// <param name="parts">A bit for each.</param>
    /// <param name="passes">Whether a part, by the number of its bit, gives known answers.</param>
    public void TestWhenUsed(int parts, Func<int, bool> passes)
    {
        _passesPart = passes;
        _untested = parts;
    }

    /// <summary>Begins whatever runs a part: tests it, if it was left until now.</summary>
    /// <exception cref="CryptographicException">This part, or one before, gave a wrong answer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void RequireTested(int part)
    {
        if ((_untested & (1 << part)) != 0)
            Test(part);
    }

    /// <summary>A second thread waits for the first one's answer. The test itself runs the part, and is let through.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Test(int part)
    {
        lock (_passesPart!)
        {
            if (_isTesting)
                return;
            if (WhyFaulty is null && (_untested & (1 << part)) != 0)
                TestAlone(part);
        }

        if (WhyFaulty is not null)
            throw new CryptographicException($"{Id} {WhyFaulty}; objects that are made from now on do without it.");
    }

    private void TestAlone(int part)
    {
        _isTesting = true;
        try
        {
            if (_passesPart!(part))
            {
                _untested &= ~(1 << part);
            }
            else
            {
                _untested = -1;
                WhyFaulty = WrongAnswer;
            }
        }
        finally
        {
            _isTesting = false;
        }
    }
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
    private readonly Func<T, bool> _passesSelfTest;
    private readonly Func<T>[] _bestFirst;
    private readonly List<T> _made = [];
    private readonly List<string> _reasons = [];
    private IReadOnlyList<T>? _all;
    private T _best;

    /// <summary>Makes kernels only down to the first that can be taken: first use does not wait for the rest.</summary>
    /// <param name="passesSelfTest">
    /// Whether a kernel gives known answers, but for parts that it leaves until they are first used. Asked only of kernels that nothing
    /// else is against.
    /// </param>
    /// <param name="bestFirst">Make the kernels.</param>
    /// <exception cref="CryptographicException">No kernel is left.</exception>
    public KernelList(Func<T, bool> passesSelfTest, params Func<T>[] bestFirst)
    {
        _passesSelfTest = passesSelfTest;
        _bestFirst = bestFirst;
        _best = FindBest();
    }

    /// <inheritdoc/>
    public IReadOnlyList<T> All
    {
        get
        {
            lock (_made)
                return _all ??= [.. _made, .. _bestFirst.Skip(_made.Count).Select(make => make())];
        }
    }

    /// <inheritdoc/>
    public IEnumerable<T> Runnable => All.Where(kernel => kernel.WhyUnavailable() is null);

    /// <inheritdoc/>
    /// <exception cref="CryptographicException">No kernel is left.</exception>
    public T Best => _best.WhyFaulty is null ? _best : FindBestAgain();

    /// <inheritdoc/>
    public IReadOnlyList<(string KernelId, string Reason)> BetterOnesPassedOver
    {
        get
        {
            lock (_made)
                return [.. _made.Zip(_reasons, (kernel, reason) => (kernel.Id, reason))];
        }
    }

    private T FindBest()
    {
        while (_made.Count < _bestFirst.Length)
        {
            var kernel = _all is null ? _bestFirst[_made.Count]() : _all[_made.Count];
            _made.Add(kernel);
            var reason = WhyPassedOver(kernel) ?? (_passesSelfTest(kernel) ? null : Kernel.WrongAnswer);
            if (reason is null)
                return kernel;
            _reasons.Add(reason);
        }

        var passedOver = _made.Zip(_reasons, (kernel, reason) => $"{kernel.Id} {reason}");
        throw new CryptographicException("None of the kernels can be used: " + string.Join("; ", passedOver) + ".");
    }

    /// <summary>The best one was found faulty while it was used.</summary>
    private T FindBestAgain()
    {
        lock (_made)
        {
            if (_best.WhyFaulty is { } reason)
            {
                if (_reasons.Count < _made.Count)
                    _reasons.Add(reason);
                _best = FindBest();
            }

            return _best;
        }
    }

    private static string? WhyPassedOver(T kernel) => kernel.WhyUnavailable()
        ?? (Switches.OfProcess.RequireConstantTime && !kernel.IsConstantTime ? "variable-time, and constant time is required" : null)
        ?? kernel.WhyNotPreferred();
}
