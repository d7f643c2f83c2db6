using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Threading;

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

    /// <summary>
    /// Whether timing and addresses are independent of keys, text and state. Where that is required, other kernels are passed over, but
    /// for checksums: they have no secret.
    /// </summary>
    public abstract bool IsConstantTime { get; }

    /// <summary>The CPU features that the kernel executes.</summary>
    public virtual CpuFeatures Requires => CpuFeatures.None;

    /// <summary>Whether it is for x64 and this is Arm64, or the other way round.</summary>
    public bool IsOfOtherArchitecture
    {
        get
        {
            const CpuFeatures OfX64 = (CpuFeatures)0xFFFF, OfArm64 = (CpuFeatures)0xFF0000;
            return (Requires & (Processor.IsX64 ? OfArm64 : Processor.IsArm64 ? OfX64 : CpuFeatures.None)) != 0;
        }
    }

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
    /// than this one, or is known to run; docs/measurements.md has the figures.
    /// </summary>
    public virtual string? WhyNotPreferred() => null;

    /// <summary>
    /// Whether parts of the self-test wait until they are first used (<see cref="RequireTested"/>): the JIT compiles such a part only
    /// then, and would keep a program waiting for parts that it may never use.
    /// </summary>
    public virtual bool IsTestedInParts => false;

    /// <summary>What a part of the self-test found wrong after the kernel had been chosen, or null.</summary>
    public string? WhyFaulty { get; private set; }

    /// <summary>Begins a self-test: leaves parts of it until they are first used.</summary>
    /// <param name="parts">A bit for each.</param>
    /// <param name="passes">Whether a part, by the number of its bit, gives known answers.</param>
    public void TestWhenUsed(int parts, Func<int, bool> passes)
    {
        _passesPart = passes;
        _untested = parts;
        WhyFaulty = null;
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
internal interface IKernels<out T>
    where T : Kernel
{
    /// <summary>All of them, whether they run on this machine or not.</summary>
    IReadOnlyList<T> All { get; }

    /// <summary>Those that this machine can run, whether they may be taken or not.</summary>
    IEnumerable<T> Runnable { get; }

    /// <summary>The kernel that public types take unless told otherwise.</summary>
    T Best { get; }
}

/// <summary>Kernels with a self-test of their own, which the one that is taken has passed.</summary>
internal interface IKernelList<out T> : IKernels<T>
    where T : Kernel
{
    /// <summary>The kernels ahead of <see cref="IKernels{T}.Best"/>, each with the reason why it was not taken.</summary>
    IReadOnlyList<(string KernelId, string Reason)> BetterOnesPassedOver { get; }

    /// <summary>Whether one of <see cref="IKernels{T}.All"/> gives known answers, as it must before it is taken.</summary>
    bool PassesSelfTest(Kernel kernel);
}

/// <inheritdoc cref="IKernelList{T}"/>
internal sealed class KernelList<T> : IKernelList<T>
    where T : Kernel
{
    private readonly Func<T, bool> _passesSelfTest;
    private readonly Func<T[]>[] _bestFirst;
    private Choice _choice;

    /// <summary>Makes kernels only down to the first that can be taken: first use does not wait for the rest.</summary>
    /// <param name="passesSelfTest">
    /// Whether a kernel gives known answers, but for parts that it leaves until they are first used. Asked only of kernels that nothing
    /// else is against.
    /// </param>
    /// <param name="bestFirst">
    /// Each makes some of the kernels. What takes time to make, or has many classes, stands behind the others: the next is called only if
    /// none before it can be taken.
    /// </param>
    /// <exception cref="CryptographicException">No kernel is left.</exception>
    public KernelList(Func<T, bool> passesSelfTest, params Func<T[]>[] bestFirst)
    {
        _passesSelfTest = passesSelfTest;
        _bestFirst = bestFirst;
        lock (CodePage.Gate)
            _choice = Choose(before: null);
    }

    /// <inheritdoc/>
    public IReadOnlyList<T> All
    {
        get
        {
            lock (CodePage.Gate)
                return _choice.All(_bestFirst);
        }
    }

    /// <inheritdoc/>
    public IEnumerable<T> Runnable
    {
        get
        {
            foreach (var kernel in All)
                if (kernel.WhyUnavailable() is null)
                    yield return kernel;
        }
    }

    /// <inheritdoc/>
    /// <exception cref="CryptographicException">No kernel is left.</exception>
    public T Best => ChooseBest(out _);

    /// <inheritdoc/>
    public IReadOnlyList<(string KernelId, string Reason)> BetterOnesPassedOver => Volatile.Read(ref _choice).PassedOver();

    /// <inheritdoc/>
    public bool PassesSelfTest(Kernel kernel) => _passesSelfTest((T)kernel);

    /// <summary><see cref="Best"/>, and whether it stays so: not where the system refused a better one for the moment.</summary>
    /// <exception cref="CryptographicException">No kernel is left.</exception>
    public T ChooseBest(out bool isSettled)
    {
        var choice = Volatile.Read(ref _choice);
        if (!choice.IsSettled || choice.Best.WhyFaulty is not null)
            choice = ChooseAgain();
        isSettled = choice.IsSettled;
        return choice.Best;
    }

    /// <summary>The best one was found faulty while it was used, or a better one may be granted by now.</summary>
    private Choice ChooseAgain()
    {
        lock (CodePage.Gate)
        {
            if (!_choice.IsSettled || _choice.Best.WhyFaulty is not null)
                Volatile.Write(ref _choice, Choose(_choice));
            return _choice;
        }
    }

    /// <summary>From the first kernel on: one that was tested before is the same one, and keeps its verdict.</summary>
    private Choice Choose(Choice? before)
    {
        CodePage.AskAgain();
        var refusals = CodePage.Refusals;
        Verdict[]? looked = null;
        var count = 0;
        foreach (var make in _bestFirst)
        {
            var kernels = make();
            looked = WithRoom(looked, count, kernels.Length);
            foreach (var fresh in kernels)
            {
                var verdict = before?.FindTested(fresh.Id)
                    ?? new Verdict(fresh, WhyPassedOver(fresh) ?? (_passesSelfTest(fresh) ? null : Kernel.WrongAnswer));
                looked[count++] = verdict;
                if (verdict.WhyNot is null)
                    return new Choice(looked, count, isSettled: CodePage.Refusals == refusals);
            }
        }

        throw new CryptographicException("None of the kernels can be used: " + Describe(looked!, count) + ".");
    }

    /// <summary>
    /// So many verdicts, and room for more. Array's own methods for it, and its empty array, would be compiled for this type as a process first
    /// needs them.
    /// </summary>
    private static Verdict[] WithRoom(Verdict[]? verdicts, int count, int more)
    {
        var all = new Verdict[count + more];
        for (var i = 0; i < count; i++)
            all[i] = verdicts![i];
        return all;
    }

    private static string? WhyPassedOver(T kernel) => kernel.WhyUnavailable()
        ?? (Switches.OfProcess.RequireConstantTime && !kernel.IsConstantTime && kernel is not ChecksumKernel ? "variable-time, and constant time is required" : null)
        ?? kernel.WhyNotPreferred();

    private static string Describe(Verdict[] verdicts, int count)
    {
        var sentences = new string[count];
        for (var i = 0; i < count; i++)
            sentences[i] = $"{verdicts[i].Kernel.Id} {verdicts[i].WhyNot}";
        return string.Join("; ", sentences);
    }

    /// <summary>A kernel, and why it cannot be taken, or null if it can.</summary>
    private readonly struct Verdict(T kernel, string? whyNot)
    {
        public T Kernel => kernel;

        public string? WhyNot => kernel.WhyFaulty ?? whyNot;
    }

    /// <summary>What was found when kernels were last looked at: verdicts down to that on the best.</summary>
    private sealed class Choice(Verdict[] verdicts, int count, bool isSettled)
    {
        private IReadOnlyList<T>? _all;

        public T Best { get; } = verdicts[count - 1].Kernel;

        /// <summary>Whether no kernel was passed over because something is refused for the moment.</summary>
        public bool IsSettled => isSettled;

        /// <summary>Those before the best, but for those of another architecture than this one.</summary>
        public (string KernelId, string Reason)[] PassedOver()
        {
            var passedOver = new (string KernelId, string Reason)[count - 1];
            var kept = 0;
            for (var i = 0; i < count - 1; i++)
            {
                if (!verdicts[i].Kernel.IsOfOtherArchitecture)
                    passedOver[kept++] = (verdicts[i].Kernel.Id, verdicts[i].WhyNot!);
            }

            Array.Resize(ref passedOver, kept);
            return passedOver;
        }

        /// <summary>Those that were looked at, and the rest.</summary>
        public IReadOnlyList<T> All(Func<T[]>[] bestFirst)
        {
            if (_all is not null)
                return _all;
            var all = new List<T>();
            foreach (var make in bestFirst)
                foreach (var kernel in make())
                    all.Add(all.Count < count ? verdicts[all.Count].Kernel : kernel);
            return _all = all;
        }

        /// <summary>The verdict on a kernel whose self-test has run, or null.</summary>
        public Verdict? FindTested(string id)
        {
            for (var i = 0; i < count; i++)
            {
                if (verdicts[i].Kernel.Id == id && (verdicts[i].WhyNot is null or Kernel.WrongAnswer))
                    return verdicts[i];
            }

            return null;
        }
    }
}
