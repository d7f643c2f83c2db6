using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Proofs;

/// <summary>The cases of a theorem, each run when it is first asked for: what instructions it comes to, and so which changes it can refute.</summary>
internal sealed class TriedCases
{
    /// <summary>What a changed kernel may take beyond twice the steps of the kernel as it is.</summary>
    private const int MoreSteps = 1000;

    private readonly Theorem _theorem;
    private readonly Routine _routine;
    private readonly Action[] _cases;
    private readonly List<(int Case, int Steps, HashSet<ulong> Instructions)> _tried = [];

    /// <summary>Which of them failed last with another constant: it comes to the others beside that, too, and is asked first.</summary>
    private int? _ofConstant;

    public TriedCases(Theorem theorem)
    {
        (_theorem, _routine) = (theorem, theorem.NewRoutine());
        _cases = [.. theorem.Cases(_routine)];
    }

    public int Count => _cases.Length;

    /// <summary>What speaks against the theorem, after all cases have been run. The shortest are asked first from then on.</summary>
    /// <param name="isWhole">Whether they must come to each instruction.</param>
    public string? WhyNotAll(bool isWhole)
    {
        while (_tried.Count < Count)
        {
            if (TryNext() is { } why)
                return why;
        }

        _tried.Sort((a, b) => a.Steps.CompareTo(b.Steps));
        return isWhole ? _routine.WhyNotWhole([.. _tried.SelectMany(one => one.Instructions)]) : null;
    }

    /// <summary>Whether a case fails that comes to an instruction, once there is another. The other cases run as they did.</summary>
    /// <param name="place">Where the instruction is, or null if what is changed is none.</param>
    /// <param name="changed">The theorem of the changed kernel.</param>
    public bool Refute(ulong? place, Theorem changed)
    {
        // Control may come to what is no instruction, or one that the machine has no operands for.
        Routine? routine = null;
        if (Program.WhyNot(() => routine = changed.NewRoutine()) is not null || routine is null)
            return true;
        Action[] cases = [.. changed.Cases(routine)];
        if (place is null && _ofConstant is { } last && Fails(last))
            return true;
        for (var i = 0; i < Count; i++)
        {
            if (i == _tried.Count && TryNext() is { } why)
                throw new InvalidOperationException($"{_theorem.Name} without a change: {why}");
            if (!Fails(i))
                continue;
            if (place is null)
                _ofConstant = i;
            return true;
        }

        return false;

        bool Fails(int i)
        {
            var (number, steps, instructions) = _tried[i];
            if (place is not null && !instructions.Contains(place.Value))
                return false;
            routine.MostSteps = (2 * steps) + MoreSteps;
            try
            {
                return Program.WhyNot(cases[number]) is not null;
            }
            catch (Exception failure)
            {
                throw new InvalidOperationException($"{_theorem.Name}: case {number} ends in no verdict after a change at {place:x}", failure);
            }
        }
    }

    private string? TryNext()
    {
        _routine.Forget();
        if (Program.WhyNot(_cases[_tried.Count]) is { } why)
            return why;
        _tried.Add((_tried.Count, _routine.Steps, [.. _routine.Reached]));
        return null;
    }
}
