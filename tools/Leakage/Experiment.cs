using System;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Leakage;

/// <summary>
/// The method of Reparaz, Balasch and Verbauwhede ("Dude, is my code constant time?", DATE 2017): the code runs on inputs of two
/// classes in random order, and Welch's test compares the classes' times, as they are and without the longest of them, since
/// interrupts only ever lengthen one. Inputs are made ahead, and copied to one place before each run; then the first-level
/// cache is filled with other data, so that a table is met cold, and a random time passes, so that runs do not keep step with the
/// clock, which may advance by many cycles at once.
/// </summary>
internal sealed unsafe class Experiment(int measurements)
{
    private const int Batch = 2000, Crops = 20, EvictedBytes = 64 * 1024, LineBytes = 64, Alignment = 64, MostDelay = 64;

    private readonly byte* _evictor = (byte*)NativeMemory.AllocZeroed(EvictedBytes);
    private readonly int[] _groups = new int[Batch];
    private readonly int[] _delays = new int[Batch];
    private readonly long[] _times = new long[Batch];

    /// <summary>Of all tests that were made, the one of the largest t, by its amount.</summary>
    public WelchTest Run(Target target)
    {
        var random = new Random(1);
        var place = (byte*)NativeMemory.AlignedAlloc((nuint)target.InputBytes, Alignment);
        var inputs = new byte[Batch * target.InputBytes];
        var fixedInput = new byte[target.InputBytes];
        random.NextBytes(fixedInput);
        var tests = new WelchTest[Crops + 1];
        for (var i = 0; i < tests.Length; i++)
            tests[i] = new WelchTest();
        long[] limits = [];
        for (var done = -2 * Batch; done < measurements; done += Batch)
        {
            Prepare(target, random, fixedInput, inputs);
            Measure(target, inputs, place);
            if (done < 0)
                limits = Limits();
            else
                Evaluate(tests, limits);
        }

        NativeMemory.AlignedFree(place);
        return tests.MaxBy(test => Math.Abs(test.T))!;
    }

    private void Prepare(Target target, Random random, byte[] fixedInput, byte[] inputs)
    {
        random.NextBytes(inputs);
        for (var i = 0; i < Batch; i++)
        {
            var input = inputs.AsSpan(i * target.InputBytes, target.InputBytes);
            _groups[i] = random.Next(2);
            _delays[i] = random.Next(MostDelay);
            if (target.Shape is { } shape)
                shape(_groups[i], input);
            else if (_groups[i] == 0)
                fixedInput.CopyTo(input);
        }
    }

    private void Measure(Target target, byte[] inputs, byte* place)
    {
        var run = target.Run;
        for (var i = 0; i < Batch; i++)
        {
            inputs.AsSpan(i * target.InputBytes, target.InputBytes).CopyTo(new Span<byte>(place, target.InputBytes));
            Evict(_delays[i]);
            var start = Clock.Now();
            run(place);
            _times[i] = Clock.Now() - start;
        }
    }

    /// <summary>Fills the first-level cache, and waits.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Evict(int delay)
    {
        for (var i = 0; i < EvictedBytes; i += LineBytes)
            _evictor[i]++;
        for (; delay > 0; delay--)
            _evictor[0]++;
    }

    /// <summary>Times above which measurements are dropped: the nearer to the shortest, the closer together.</summary>
    private long[] Limits()
    {
        var sorted = _times.Order().ToArray();
        return [.. Enumerable.Range(1, Crops).Select(i => sorted[(int)((Batch - 1) * (1 - Math.Pow(0.5, 10.0 * i / Crops)))])];
    }

    private void Evaluate(WelchTest[] tests, long[] limits)
    {
        for (var i = 0; i < Batch; i++)
        {
            tests[Crops].Add(_groups[i], _times[i]);
            for (var crop = 0; crop < Crops; crop++)
            {
                if (_times[i] < limits[crop])
                    tests[crop].Add(_groups[i], _times[i]);
            }
        }
    }
}
