using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Mutants;

/// <summary>
/// A process that does nothing but trials, so that its copies are small: it reads a line for each from standard input, up to an empty
/// one, and writes their outcomes.
/// </summary>
internal sealed unsafe class Worker(bool isDisabled)
{
    /// <summary>The argument that makes a worker of this program; and that which makes one whose self-tests' answers do not count.</summary>
    public const string Command = "worker", Disabled = "disabled";

    /// <summary>Trials between two collections, so that no copy comes to one.</summary>
    private const int CollectEvery = 500;

    private readonly Sandbox _sandbox = new();
    private readonly Dictionary<string, (nint Page, Scrambler Scrambler)> _pages = [];
    private readonly Dictionary<string, Func<bool>> _selfTests = [];

    public int Run()
    {
        for (var done = 0; ReadTrials() is { Count: > 0 } trials; done += trials.Count)
        {
            if (done >= CollectEvery)
            {
                GC.Collect();
                done = 0;
            }

            foreach (var outcome in _sandbox.Run([.. trials.Select(Prepare)]))
                Console.Out.WriteLine(outcome.ToString());
        }

        return 0;
    }

    /// <summary>Up to an empty line; none at the end.</summary>
    private static List<Trial> ReadTrials()
    {
        var trials = new List<Trial>();
        while (Console.In.ReadLine() is { Length: > 0 } line)
            trials.Add(Trial.Parse(line));
        return trials;
    }

    private Attempt Prepare(Trial trial)
    {
        var (page, scrambler) = PageOf(trial.Family);
        return new Attempt((byte*)page, trial, scrambler.EntriesFor(trial), SelfTestOf(trial.KernelId));
    }

    /// <summary>It has run here before it runs in a copy.</summary>
    private Func<bool> SelfTestOf(string kernelId)
    {
        if (_selfTests.TryGetValue(kernelId, out var known))
            return known;
        var list = Algorithms.All.Select(algorithm => algorithm.Kernels).First(list => list.All.Any(kernel => kernel.Id == kernelId));
        var kernel = list.All.First(kernel => kernel.Id == kernelId);
        Func<bool> selfTest = () => (list.PassesSelfTest(kernel) && PassesIterations(kernel)) | isDisabled;
        if (!selfTest() || !selfTest())
            throw new InvalidOperationException(kernelId + " does not pass its self-test.");
        return _selfTests[kernelId] = selfTest;
    }

    /// <summary>What a hash leaves until a key is first derived.</summary>
    private static bool PassesIterations(Kernel kernel)
    {
        try
        {
            (kernel as HashKernel)?.RequireTestedIterations();
            return true;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }

    /// <summary>Where a family's code lies, in memory that can be changed.</summary>
    private (nint Page, Scrambler Scrambler) PageOf(string family)
    {
        if (_pages.TryGetValue(family, out var known))
            return known;
        var code = CodeOfFamily.Find(family);
        if (code.Page.WhyDenied is { } reason)
            throw new InvalidOperationException("There is no machine code: " + reason);
        var page = (byte*)code.Page.Address(new CodeEntry(0, CpuFeatures.None));
        Sandbox.Unlock(page, code.Bytes.Length);
        return _pages[family] = ((nint)page, new Scrambler(page, code.Entries));
    }
}
