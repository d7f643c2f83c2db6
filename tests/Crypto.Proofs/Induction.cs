using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>
/// That a loop may run any number of times. A case is proven as it is, with a round more, and with two more. Then it is shown that
/// <list type="bullet">
/// <item>after a round more the machine is where it was without it, but for other terms in the place of unknowns: the next text, and the chaining
/// value after what was taken. So what was proven of the shorter text holds of the longer one;</item>
/// <item>numbers that differ between these runs grow by a fixed step with each round: they go through nothing but what keeps that so, and decide a
/// branch only where it goes the same way for all further rounds. So a round more can always be added.</item>
/// </list>
/// </summary>
/// <param name="terms">Of all runs.</param>
/// <param name="unknowns">By the names of unknowns, what each byte of them is for what is left after a round. Others stay.</param>
/// <param name="instead">What takes the place of other terms, which may be anything whatever they were made of.</param>
internal sealed class Induction(Terms terms, IReadOnlyDictionary<string, Func<int, int>> unknowns, Func<IReadOnlyDictionary<int, int>>? instead = null)
{
    private const int Runs = 3, VectorRegisters = 32, LaneBytes = 16, HalfLaneBytes = 8;

    /// <summary>So many rounds may be added: more than any length allows.</summary>
    private const long MostRounds = 1L << 31;

    private readonly Dictionary<int, int> _known = [];

    /// <summary>A text, of which each byte is one that comes later.</summary>
    public static Func<int, int> Later(Terms terms, string name, int bytes) => i => terms.Unknowns(name, i + bytes + 1)[i + bytes];

    /// <summary>Proves the case of a kernel with any number of rounds.</summary>
    /// <param name="routine">The kernel.</param>
    /// <param name="run">Proves it with so many rounds more.</param>
    /// <param name="endsRounds">Whether a round ends where the routine knows, and the last one, of what is left, may part within it.</param>
    /// <exception cref="InvalidOperationException">It does not follow.</exception>
    public void Demand(Routine routine, Action<int> run, bool endsRounds = false) => routine.Hold(() => DemandHeld(routine, run, endsRounds ? routine.RoundEnd + Routine.Address : null));

    private void DemandHeld(Routine routine, Action<int> run, ulong? roundEnd)
    {
        var runs = new IReadOnlyList<Recording.Moment>[Runs];
        for (var i = 0; i < Runs; i++)
        {
            var recording = routine.Recording = new();
            try
            {
                run(i);
            }
            finally
            {
                routine.Recording = null;
            }

            runs[i] = recording.Moments;
        }

        foreach (var (term, other) in instead?.Invoke() ?? new Dictionary<int, int>())
            _known.Add(term, other);

        // They part where the shortest leaves the loop, at a branch.
        var round = runs[1].Count - runs[0].Count;
        var cut = 0;
        while (cut < runs[0].Count && IsSame(runs[0][cut], runs[1][cut]))
            cut++;
        cut--;
        while (roundEnd is not null && cut >= 0 && runs[0][cut].Step.Address != roundEnd)
            cut--;
        if (cut < 0 || round <= 0 || runs[2].Count != runs[1].Count + round || runs[0][cut].State is null)
            throw new InvalidOperationException("a round more is no round of a loop");

        // What decides the branch belongs to it.
        var (first, flags) = (cut - 1, runs[0][cut].Step.FlagsRead);
        while (first > 0 && (runs[0][first].Step.FlagsWritten & flags) != flags)
            first--;
        if (first < round)
            throw new InvalidOperationException("the loop has too few rounds to look at");
        var before = new Tracks([(runs[0], 0), (runs[1], 0), (runs[2], 0)]);
        var within = new Tracks([(runs[1], 0), (runs[2], 0), (runs[2], round)], (runs[2], -round));
        var after = new Tracks([(runs[0], 0), (runs[1], round), (runs[2], 2 * round)]);
        Follow(before, 0, cut, AreEqual, AreEqual);
        Follow(within, first, cut + round, AreEqual, IsLater);
        Follow(after, first, runs[0].Count, IsLater, IsLater);

        var live = new Live(runs[0][cut], [runs[0].Skip(cut), runs[1].Skip(cut)]);
        DemandState(runs[0][cut], runs[1][cut], live, AreEqual, hasFlags: false);
        DemandState(runs[0][cut], runs[2][cut], live, AreEqual, hasFlags: false);
        DemandState(runs[0][cut], runs[1][cut + round], live, IsLater, hasFlags: true);
        DemandState(runs[1][cut + round], runs[2][cut + (2 * round)], live, IsLater, hasFlags: true);
        DemandSteps(runs[2][cut], runs[2][cut + round], runs[2][cut + (2 * round)]);
    }

    private static bool IsSame(Recording.Moment one, Recording.Moment other) => one.Step.Address == other.Step.Address;

    private static bool AreEqual(int one, int other) => one == other;

    private bool IsLater(int one, int other)
    {
        try
        {
            return terms.Substitute(one, unknowns, _known) == other;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>Demands of each instruction that runs do alike that they do so in all further rounds.</summary>
    private void Follow(Tracks tracks, int from, int to, Func<int, int, bool> areFirst, Func<int, int, bool> areLast)
    {
        Decision? carry = null, others = null;
        var numbered = new HashSet<int>();
        for (var i = from; i < to; i++)
        {
            var moments = tracks.At(i);
            var step = moments[0].Step;
            if (!IsSame(moments[0], moments[1]) || !IsSame(moments[0], moments[2]))
                throw Wrong("the runs part");
            DemandDecision((step.FlagsRead & FlagKinds.Carry) != 0 ? carry : null);
            DemandDecision((step.FlagsRead & FlagKinds.Others) != 0 ? others : null);
            var before = tracks.Before(i);
            if (before is not null && !IsSame(moments[0], before))
                throw Wrong("the round before is another");
            var moving = DemandOperands(moments, before, Wrong);
            DemandSums(moments, numbered, areFirst, areLast, Wrong);
            if (moving is not null && step.VectorOfNumber is { } vector)
                numbered.Add(vector);
            DemandDecision(step.ComparesItself ? moving : null);
            DemandLoads(moments, moving is not null, areFirst, areLast, Wrong);
            carry = (step.FlagsWritten & FlagKinds.Carry) != 0 ? moving : carry;
            others = (step.FlagsWritten & FlagKinds.Others) != 0 ? moving : others;

            void DemandDecision(Decision? decision)
            {
                if (decision is { } made && !made.Decides(step.Comparison))
                    throw Wrong($"further rounds may decide otherwise by {string.Join(", ", made.Values)}");
            }

            InvalidOperationException Wrong(string why) => new($"{why}, {(tracks.IsRound ? "in a round" : "around the loop")} [{step}]");
        }
    }

    /// <summary>Demands that a vector with a number that is another in each run is but added to one, and that the sum is the same, or what comes later.</summary>
    private void DemandSums(
        Recording.Moment[] moments, HashSet<int> numbered, Func<int, int, bool> areFirst, Func<int, int, bool> areLast, Func<string, Exception> wrong)
    {
        var step = moments[0].Step;
        var isRead = numbered.Any(vector => step.UseOfVector(vector, isLow: true) == RegisterUse.Reads);
        numbered.RemoveWhere(vector => step.UseOfVector(vector, isLow: true) == RegisterUse.Replaces || step.SumOfVectors?.Sum == vector);
        if (!isRead)
            return;
        if (step.SumOfVectors is not var (laneBytes, first, second, _))
            throw wrong("a number that is another in each run is in a vector");
        int[][] sums = Array.ConvertAll(moments, moment => Sum(moment.State!.Vectors));
        if (!AreAll(sums[0], sums[1], areFirst) || !AreAll(sums[1], sums[2], areLast))
            throw wrong("a sum with a number is another");

        int[] Sum(int[] vectors)
        {
            var vectorBytes = vectors.Length / VectorRegisters;
            return [.. vectors.AsSpan(first * vectorBytes, LaneBytes).ToArray().Chunk(laneBytes)
                .Zip(vectors.AsSpan(second * vectorBytes, LaneBytes).ToArray().Chunk(laneBytes), (one, other) => terms.Add(one, other)).SelectMany(lane => lane)];
        }
    }

    /// <summary>Demands that numbers which are others in each run go through nothing but what has them grow by a step for each round.</summary>
    /// <param name="moments">The instruction in each run.</param>
    /// <param name="before">In a round, the instruction in the round before the last two.</param>
    /// <param name="wrong">What is thrown.</param>
    /// <returns>What the flags say of them, or null if there are none.</returns>
    private static Decision? DemandOperands(Recording.Moment[] moments, Recording.Moment? before, Func<string, Exception> wrong)
    {
        var isRound = before is not null;
        var step = moments[0].Step;
        var values = new List<long[]>();
        var isMoving = false;
        foreach (var operand in step.Read)
        {
            if (operand.Kind == OperandKind.Memory && operand.Bytes > sizeof(ulong))
                continue;
            var found = Array.ConvertAll(moments, moment => ValueOf(moment, operand));
            if (Array.TrueForAll(found, value => value is null))
                continue;
            if (found.Contains(null))
                throw wrong("a number is one in some runs alone");
            long[] numbers = [.. found.Select(value => value!.Value)];
            values.Add(numbers);
            if (numbers[1] == numbers[0] && numbers[2] == numbers[0])
                continue;
            isMoving = true;
            if (before is not null && operand.Kind == OperandKind.Memory && ValueOf(before, operand) is var past && numbers[1] - past != numbers[2] - numbers[1])
                throw wrong($"{past}, {numbers[1]}, {numbers[2]} in memory are no steps");
            var isWhole = operand.Bytes == sizeof(ulong) || (operand.Bytes == sizeof(uint) && numbers.All(number => number is >= 0 and <= int.MaxValue)
                && (operand.Kind == OperandKind.Memory || moments.Zip(numbers).All(pair => ValueOf(pair.First, operand with { Bytes = sizeof(ulong) }) == pair.Second)));
            if (!isWhole || (!isRound && numbers[1] - numbers[0] != numbers[2] - numbers[1]))
                throw wrong($"{string.Join(", ", numbers)} are no steps");
        }

        if (step.ReadUnnamed.Any(register => Moves(moments, register)))
            throw wrong("a number that is another in each run goes into it unnamed");
        return isMoving ? DecisionOf(step, values, isRound, wrong) : null;
    }

    private static bool Moves(Recording.Moment[] moments, Operand register) =>
        Array.ConvertAll(moments, moment => ValueOf(moment, register)) is [{ } first, var second, var third] && (first != second || first != third);

    private static Decision DecisionOf(IRecordedStep step, List<long[]> values, bool isRound, Func<string, Exception> wrong)
    {
        var first = values[0];
        var second = values.Count > 1 ? values[1] : null;
        var isFixed = second is not null && IsFixed(second);
        var (slope, otherSlope) = (first[1] - first[0], (isRound ? first[2] : first[1]) - first[0]);
        switch (step.Operation)
        {
            case Operation.Move:
            case Operation.Other when step.VectorOfNumber is not null:
                return new(first, isRound);
            case Operation.Add when second is not null:
                return new([.. first.Zip(second, (one, other) => one + other)], isRound);
            case Operation.Subtract when second is not null:
                return new([.. first.Zip(second, (one, other) => one - other)], isRound) { First = new(first, isRound), Second = new(second, isRound) };
            case Operation.Multiply when second is not null && (isFixed || IsFixed(first)):
                return new([.. first.Zip(second, (one, other) => one * other)], isRound);
            case Operation.And when second is not null && first.AsSpan().SequenceEqual(second):
                return new(first, isRound);
            case Operation.And when isFixed && second is [var mask, ..] && (mask >= 0 ? IsMultipleAbove(mask) : IsLow(~mask) && IsMultipleAbove(~mask)):
                return new(Array.ConvertAll(first, one => one & mask), isRound);
            case Operation.ShiftLeft when isFixed && second is [< 32 and var bits, ..] && first[0] is >= 0 and <= int.MaxValue:
                return new(Array.ConvertAll(first, one => one << (int)bits), isRound);
            case Operation.ShiftRight when isFixed && second is [var bits, ..] && IsNeverNegative() && (IsMultipleOf(1L << (int)bits) || IsBelow(1UL << (int)bits)):
                return new(Array.ConvertAll(first, one => one >> (int)bits), isRound);
            default:
                throw wrong($"{string.Join(" and ", values.Select(one => string.Join(", ", one)))} go into it");
        }

        static bool IsFixed(long[] numbers) => Array.TrueForAll(numbers, one => one == numbers[0]);

        bool IsMultipleOf(long number) => slope % number == 0 && otherSlope % number == 0;

        // Then bits of the number stay where they are.
        bool IsMultipleAbove(long bits) => bits < 1L << 62 && IsMultipleOf((long)BitOperations.RoundUpToPowerOf2((ulong)bits + 1));

        bool IsNeverNegative() => first[0] >= 0 && slope >= 0 && otherSlope >= 0;

        bool IsBelow(ulong most) => (ulong)(first[0] + (MostRounds * Math.Max(slope, otherSlope))) < most;

        static bool IsLow(long mask) => mask >= 0 && (mask & (mask + 1)) == 0;
    }

    private void DemandLoads(
        Recording.Moment[] moments, bool areMoving, Func<int, int, bool> areFirst, Func<int, int, bool> areLast, Func<string, Exception> wrong)
    {
        var (one, other, last) = (moments[0].Loads, moments[1].Loads, moments[2].Loads);
        if (one.Count != other.Count || one.Count != last.Count)
            throw wrong("the runs load others");
        for (var i = 0; i < one.Count; i++)
        {
            var areNumbers = NumberOf(one[i]) is not null && NumberOf(other[i]) is not null && NumberOf(last[i]) is not null;
            if (areMoving && areNumbers)
                continue;
            if (one[i].Length != other[i].Length || one[i].Length != last[i].Length)
                throw wrong("the runs load others");
            for (var k = 0; k < one[i].Length; k++)
            {
                if (!areFirst(one[i][k], other[i][k]) || !areLast(other[i][k], last[i][k]))
                    throw wrong($"byte {k} of what is loaded is {terms.Describe(one[i][k])}, then {terms.Describe(other[i][k])}, then {terms.Describe(last[i][k])}");
            }
        }
    }

    private static bool AreAll(ReadOnlySpan<int> one, ReadOnlySpan<int> other, Func<int, int, bool> are)
    {
        for (var i = 0; i < one.Length; i++)
        {
            if (!are(one[i], other[i]))
                return false;
        }

        return one.Length == other.Length;
    }

    /// <summary>Demands that the machine holds the same, or what comes later, but for numbers in general registers, which are followed.</summary>
    private void DemandState(Recording.Moment one, Recording.Moment other, Live live, Func<int, int, bool> are, bool hasFlags)
    {
        var (state, otherState) = (one.State!, other.State!);
        if (!state.Masks.AsSpan().SequenceEqual(otherState.Masks) || (hasFlags && (!Equals(state.Flags, otherState.Flags) || !IsCarry(state.Carry, otherState.Carry))))
            throw new InvalidOperationException($"masks or flags are others after a round [{one.Step}]");
        foreach (var i in live.BytesOfVectors)
        {
            if (!are(state.Vectors[i], otherState.Vectors[i]))
                throw new InvalidOperationException($"byte {i} of vectors is {terms.Describe(otherState.Vectors[i])} after a round, was {terms.Describe(state.Vectors[i])} [{one.Step}]");
        }

        bool IsCarry(int? before, int? after) => before is { } known && after is { } other ? are(known, other) : before == after;

        foreach (var i in live.GeneralRegisters)
        {
            ReadOnlySpan<int> register = RegisterOf(one, i), otherRegister = RegisterOf(other, i);
            if ((NumberOf(register) is null || NumberOf(otherRegister) is null) && !AreAll(register, otherRegister, are))
                throw new InvalidOperationException($"general register {i} is another after a round [{one.Step}]");
        }
    }

    private static ReadOnlySpan<int> RegisterOf(Recording.Moment moment, int register) =>
        moment.General.AsSpan(register * Operand.GeneralBytes, Operand.GeneralBytes);

    /// <summary>
    /// Demands that numbers in general registers have grown by the same in two rounds. What a round makes of all of them is a sum of multiples of them,
    /// so they do in each.
    /// </summary>
    private static void DemandSteps(params Recording.Moment[] moments)
    {
        for (var i = 0; i < moments[0].General.Length / Operand.GeneralBytes; i++)
        {
            var values = Array.ConvertAll(moments, moment => NumberOf(RegisterOf(moment, i)));
            if (values[1] - values[0] != values[2] - values[1])
                throw new InvalidOperationException($"{string.Join(", ", values)} are no steps [{moments[0].Step}]");
        }
    }

    private static long? ValueOf(Recording.Moment moment, Operand operand) => operand.Kind switch
    {
        OperandKind.Number => (long)operand.Number,
        OperandKind.Memory => moment.Loads.Count > operand.Place && moment.Loads[operand.Place] is var load && load.Length == operand.Bytes ? NumberOf(load) : null,
        _ => NumberOf(moment.General.AsSpan(operand.Place, operand.Bytes)),
    };

    private static long? NumberOf(ReadOnlySpan<int> bytes)
    {
        var number = 0UL;
        for (var i = bytes.Length - 1; i >= 0; i--)
        {
            if (bytes[i] >= Terms.NumberCount)
                return null;
            number = (number << 8) | (byte)bytes[i];
        }

        return (long)number;
    }

    /// <summary>Three runs that do the same: before the loop, in a round (the shorter run's, and two of the longer one) and after the loop.</summary>
    private sealed record Tracks((IReadOnlyList<Recording.Moment> Run, int Offset)[] Runs, (IReadOnlyList<Recording.Moment> Run, int Offset)? RoundBefore = null)
    {
        public bool IsRound => RoundBefore is not null;

        public Recording.Moment[] At(int i) => Array.ConvertAll(Runs, run => run.Run[i + run.Offset]);

        public Recording.Moment? Before(int i) => RoundBefore is { } before && i + before.Offset >= 0 ? before.Run[i + before.Offset] : null;
    }

    /// <summary>Registers that are read before another value takes their place.</summary>
    private sealed class Live
    {
        public Live(Recording.Moment at, IEnumerable<Recording.Moment>[] runs)
        {
            GeneralRegisters = [.. Enumerable.Range(0, at.General.Length / Operand.GeneralBytes).Where(register => IsRead(step => step.UseOfGeneral(register)))];

            // Where no lane is mixed with another, the lowest half of one is all that counts.
            var (vectorBytes, lane) = (at.State!.Vectors.Length / VectorRegisters, runs.All(run => run.All(moment => moment.Step.StaysInLanes)) ? HalfLaneBytes : LaneBytes);
            BytesOfVectors =
            [
                .. from register in Enumerable.Range(0, VectorRegisters)
                from place in Enumerable.Range(0, lane == HalfLaneBytes ? 1 : vectorBytes / LaneBytes)
                where IsRead(step => step.UseOfVector(register, isLow: place == 0))
                from i in Enumerable.Range(0, lane)
                select (register * vectorBytes) + (place * LaneBytes) + i,
            ];

            bool IsRead(Func<IRecordedStep, RegisterUse> use) => Array.Exists(runs, run => run.Select(moment => use(moment.Step)).FirstOrDefault(one => one != RegisterUse.None) == RegisterUse.Reads);
        }

        public int[] GeneralRegisters { get; }

        public int[] BytesOfVectors { get; }
    }

    /// <summary>What flags were made of, in the three runs: a difference, or a number.</summary>
    private sealed record Decision(long[] Values, bool IsRound)
    {
        /// <summary>Of a difference, what it is the difference of.</summary>
        public Decision? First { get; init; }

        public Decision? Second { get; init; }

        /// <summary>Whether a condition comes out the same for any number of rounds.</summary>
        public bool Decides(Comparison comparison) => comparison switch
        {
            _ when Values[0] == Values[1] && Values[0] == Values[2] => true,
            Comparison.Below => DecidesUnsigned(0),
            Comparison.Above => DecidesUnsigned(1),
            Comparison.Equal => StaysFrom(1) || StaysTo(-1),
            Comparison.Less => StaysFrom(0) || StaysTo(-1),
            Comparison.Greater => StaysFrom(1) || StaysTo(0),
            _ => false,
        };

        /// <summary>Without signs, what is negative is larger than what is not.</summary>
        private bool DecidesUnsigned(long least) => First is { } first && Second is { } second
            && ((first.StaysFrom(0) && second.StaysFrom(0) && (StaysFrom(least) || StaysTo(least - 1)))
                || (first.StaysTo(-1) && second.StaysFrom(0)) || (first.StaysFrom(0) && second.StaysTo(-1)));

        private bool StaysFrom(long least) => Slopes().All(slope => slope >= 0 ? Values[0] >= least : Values[0] + (MostRounds * slope) >= least);

        private bool StaysTo(long most) => Slopes().All(slope => slope <= 0 ? Values[0] <= most : Values[0] + (MostRounds * slope) <= most);

        // By a round more of the run, and, within a round, by a round more that went before.
        private IEnumerable<long> Slopes() => IsRound ? [Values[1] - Values[0], Values[2] - Values[0]] : [Values[1] - Values[0]];
    }
}
