using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Arm64;

/// <content>What instructions on vectors compute.</content>
internal sealed partial class A64Machine<T, TValues, TMemory>
{
    /// <summary>What came out of AESE and AESD, as terms, and of what: a round of AES is two instructions here, and one term.</summary>
    private readonly List<(AesStep Step, T[] State, T[] Result)> _lastRounds = [];

    private void ExecuteVector(A64Encoding encoding, long[] operands)
    {
        var names = encoding.FieldNames;
        var bytes = LaneBytes(encoding);
        T[] Operand(int i) => V(operands[i]);
        var last = (int)operands[^1];
        var target = operands[0];
        switch (encoding.Mnemonic)
        {
            case "umov":
                SetX((int)target, Padded(Lane(Operand(1), last, names[0][0] == 'X' ? 8 : 4), WordBytes));
                return;
            case "ins":
                var inserted = Operand(0);
                X(operands[2])[..bytes].CopyTo(inserted, (int)operands[1] * bytes);
                SetV(target, inserted);
                return;
        }

        SetV(target, encoding.Mnemonic switch
        {
            "fmov" => Padded(X(operands[1]), VectorBytes),
            "movi" => values.Zeros(VectorBytes),
            "dup" => Repeated(names[1][0] == 'V' ? Lane(Operand(1), last, bytes) : X(operands[1])[..bytes]),
            "eor" => values.Xor(Operand(1), Operand(2)),
            "and" => values.And(Operand(1), Operand(2)),
            "orr" => operands[1] == operands[2] ? Operand(1) : Or(Operand(1), Operand(2)),
            "eor3" => values.Xor(values.Xor(Operand(1), Operand(2)), Operand(3)),
            "add" => Lanes(bytes, (one, other) => values.Add(one, other), Operand(1), Operand(2)),
            "shl" => Lanes(bytes, one => Shifted(one, last, values.ShiftLeft), Operand(1)),
            "ushr" => Lanes(bytes, one => ShiftedOut(one, last, values.ShiftRight, isSigned: false), Operand(1)),
            "sri" => Lanes(bytes, (kept, one) => Inserted(kept, one, last), Operand(0), Operand(1)),
            "sshr" => Lanes(bytes, one => ShiftedOut(one, last, values.ShiftRightSigned, isSigned: true), Operand(1)),
            "rev64" => Lanes(8, one => [.. one.Reverse()], Operand(1)),
            "rev32" => Lanes(4, one => [.. one.Chunk(bytes).Reverse().SelectMany(lane => lane)], Operand(1)),
            "ext" => [.. Operand(1)[last..], .. Operand(2)[..last]],
            "tbl" => LookedUp(Operand(1), Operand(2), values.Zeros(VectorBytes)),
            "tbx" => LookedUp(Operand(1), Operand(2), Operand(0)),
            "zip1" => Interleaved(Operand(1)[..8], Operand(2)[..8], bytes),
            "zip2" => Interleaved(Operand(1)[8..], Operand(2)[8..], bytes),
            "pmull" => Product(Operand(1)[..8], Operand(2)[..8]),
            "pmull2" => Product(Operand(1)[8..], Operand(2)[8..]),
            "aese" => LastRound(AesStep.LastRound, values.Xor(Operand(0), Operand(1))),
            "aesd" => LastRound(AesStep.LastInverseRound, values.Xor(Operand(0), Operand(1))),
            "aesmc" => WholeRound(AesStep.Round, Operand(1)) ?? MixColumns(Operand(1)),
            "aesimc" => WholeRound(AesStep.InverseRound, Operand(1)) ?? Aes(AesStep.InverseMixColumns, Operand(1)),
            "sha1c" => Sha1(Choose, Operand(0), Operand(1), Operand(2)),
            "sha1p" => Sha1((x, y, z) => values.Xor(values.Xor(x, y), z), Operand(0), Operand(1), Operand(2)),
            "sha1m" => Sha1(Majority, Operand(0), Operand(1), Operand(2)),
            "sha1h" => Padded(values.RotateLeft(Operand(1)[..4], 30), VectorBytes),
            "sha1su0" => values.Xor(values.Xor([.. Operand(0)[8..], .. Operand(1)[..8]], Operand(0)), Operand(2)),
            "sha1su1" => Sha1Su1(Operand(0), Operand(1)),
            "sha256h" => Sha256(Operand(0), Operand(1), Operand(2)).Abcd,
            "sha256h2" => Sha256(Operand(1), Operand(0), Operand(2)).Efgh,
            "sha256su0" => Lanes(4, (word, next) => Sum(word, Sigma(next, 7, 18, 3)), Operand(0), [.. Operand(0)[4..], .. Operand(1)[..4]]),
            "sha256su1" => Sha256Su1(Operand(0), Operand(1), Operand(2)),
            "sha512h" => Sha512H(Operand(0), Operand(1), Operand(2)),
            "sha512h2" => Sha512H2(Operand(0), Operand(1), Operand(2)),
            "sha512su0" => Sha512Su0(Operand(0), Operand(1)),
            "sha512su1" => Sha512Su1(Operand(0), Operand(1), Operand(2)),
            _ => throw new NotSupportedException($"The machine does not know {encoding.Text}."),
        });
    }

    private T[] LookedUp(T[] table, T[] indices, T[] beyond) =>
    [
        .. indices.Zip(beyond, (index, other) => values.IsNumber(index, out var i) ? i < VectorBytes ? table[i] : other
            : throw new InvalidOperationException("A table is looked up by a secret.")),
    ];

    private T[] Sha512H(T[] sums, T[] x, T[] y)
    {
        var (f, g, d, e) = (x[..8], x[8..], y[..8], y[8..]);
        var one = Sum(Choose(e, f, g), Rotations(e, 14, 18, 41), sums[8..]);
        var next = Sum(one, d);
        return [.. Sum(Choose(next, e, f), Rotations(next, 14, 18, 41), sums[..8]), .. one];
    }

    private T[] Sha512H2(T[] sums, T[] x, T[] y)
    {
        var (c, a, b) = (x[..8], y[..8], y[8..]);
        var one = Sum(Majority(c, b, a), Rotations(a, 28, 34, 39), sums[8..]);
        return [.. Sum(Majority(one, a, b), Rotations(one, 28, 34, 39), sums[..8]), .. one];
    }

    private T[] Sha512Su0(T[] words, T[] next) =>
        [.. Sum(words[..8], Sigma(words[8..], 1, 8, 7)), .. Sum(words[8..], Sigma(next[..8], 1, 8, 7))];

    private T[] Sha512Su1(T[] words, T[] last, T[] others) =>
        Lanes(8, (word, sigma, other) => Sum(word, sigma, other), words, Lanes(8, one => Sigma(one, 19, 61, 6), last), others);

    /// <summary>Four rounds on a to d, and e, which is by itself.</summary>
    private T[] Sha1(Func<T[], T[], T[], T[]> function, T[] abcd, T[] lowest, T[] words)
    {
        var (x, e) = (abcd.Chunk(4).ToArray(), lowest[..4]);
        foreach (var word in words.Chunk(4))
        {
            var next = Sum(e, values.RotateLeft(x[0], 5), function(x[1], x[2], x[3]), word);
            (x, e) = ([next, x[0], values.RotateLeft(x[1], 30), x[2]], x[3]);
        }

        return [.. x.SelectMany(word => word)];
    }

    private T[] Sha1Su1(T[] words, T[] others)
    {
        var sums = values.Xor(words, [.. others[4..], .. values.Zeros(4)]);
        var result = Lanes(4, word => values.RotateLeft(word, 1), sums);
        return [.. result[..12], .. values.Xor(result[12..], values.RotateLeft(sums[..4], 2))];
    }

    /// <summary>Four rounds.</summary>
    private (T[] Abcd, T[] Efgh) Sha256(T[] abcd, T[] efgh, T[] words)
    {
        var (x, y) = (abcd.Chunk(4).ToArray(), efgh.Chunk(4).ToArray());
        foreach (var word in words.Chunk(4))
        {
            var sum = Sum(y[3], Rotations(y[0], 6, 11, 25), Choose(y[0], y[1], y[2]), word);
            var next = Sum(sum, Rotations(x[0], 2, 13, 22), Majority(x[0], x[1], x[2]));
            (x, y) = ([next, x[0], x[1], x[2]], [Sum(sum, x[3]), y[0], y[1], y[2]]);
        }

        return ([.. x.SelectMany(word => word)], [.. y.SelectMany(word => word)]);
    }

    private T[] Sha256Su1(T[] words, T[] middle, T[] last)
    {
        T[] others = [.. middle[4..], .. last[..4]];
        var low = Half(words[..8], last[8..], others[..8]);
        return [.. low, .. Half(words[8..], low, others[8..])];

        T[] Half(T[] sums, T[] before, T[] added) => Lanes(4, (sum, word, other) => Sum(sum, Sigma(word, 17, 19, 10), other), sums, before, added);
    }

    /// <summary>A round without MixColumns, and a note of what it is of.</summary>
    private T[] LastRound(AesStep step, T[] state)
    {
        var result = Aes(step, state);
        _lastRounds.RemoveAll(round => round.Result.AsSpan().SequenceEqual(result));
        _lastRounds.Add((step, state, result));
        if (_lastRounds.Count > Registers)
            _lastRounds.RemoveAt(0);
        return result;
    }

    /// <summary>A round with MixColumns of the same state, if that is what it is.</summary>
    private T[]? WholeRound(AesStep step, T[] state) =>
        _lastRounds.Find(round => (round.Step == AesStep.LastRound) == (step == AesStep.Round) && round.Result.AsSpan().SequenceEqual(state)) is { State: { } before }
            ? Aes(step, before) : null;

    /// <summary>Its fourth power is nothing, so it is the third of its inverse.</summary>
    private T[] MixColumns(T[] state) => Aes(AesStep.InverseMixColumns, Aes(AesStep.InverseMixColumns, Aes(AesStep.InverseMixColumns, state)));

    private T[] Sum(params T[][] words) => ArrayValues.Add(values, words);

    private T[] Choose(T[] x, T[] y, T[] z) => values.Xor(values.And(x, y), values.And(Not(x), z));

    private T[] Majority(T[] x, T[] y, T[] z) => values.Xor(values.Xor(values.And(x, y), values.And(x, z)), values.And(y, z));

    private T[] Rotations(T[] word, params int[] bits) => bits.Select(count => RotateRight(word, count)).Aggregate(values.Xor);

    private T[] Sigma(T[] word, int one, int other, int shift) =>
        values.Xor(values.Xor(RotateRight(word, one), RotateRight(word, other)), Shifted(word, shift, values.ShiftRight));

    private T[] Aes(AesStep step, T[] state)
    {
        var result = new T[VectorBytes];
        values.Aes(step, state, result);
        return result;
    }

    private T[] Product(T[] one, T[] other)
    {
        var result = new T[VectorBytes];
        values.MultiplyPolynomials(one, other, result);
        return result;
    }

    private T[] RotateRight(T[] word, int bits) => bits == 0 ? word : values.RotateLeft(word, (8 * word.Length) - bits);

    /// <summary>A shift to the right, also by all bits of the word.</summary>
    private T[] ShiftedOut(T[] word, int bits, Shift shift, bool isSigned)
    {
        var all = 8 * word.Length;
        return bits < all ? Shifted(word, bits, shift) : isSigned ? Shifted(word, all - 1, shift) : values.Zeros(word.Length);
    }

    /// <summary>A word shifted to the right, and in the place of zeros what another has there.</summary>
    private T[] Inserted(T[] kept, T[] word, int bits)
    {
        var rest = bits < 8 * word.Length ? ulong.MaxValue >> ((8 * (WordBytes - word.Length)) + bits) : 0;
        return values.Xor(values.And(kept, values.Word(~rest, word.Length)), ShiftedOut(word, bits, values.ShiftRight, isSigned: false));
    }

    private static T[] Lane(T[] vector, int lane, int bytes) => vector[(lane * bytes)..((lane + 1) * bytes)];

    private static T[] Lanes(int bytes, Func<T[], T[]> function, T[] vector) => [.. vector.Chunk(bytes).SelectMany(function)];

    private static T[] Lanes(int bytes, Func<T[], T[], T[]> function, T[] one, T[] other) =>
        [.. one.Chunk(bytes).Zip(other.Chunk(bytes), function).SelectMany(lane => lane)];

    private static T[] Lanes(int bytes, Func<T[], T[], T[], T[]> function, T[] one, T[] other, T[] third) =>
        [.. one.Chunk(bytes).Zip(other.Chunk(bytes), third.Chunk(bytes)).SelectMany(lanes => function(lanes.First, lanes.Second, lanes.Third))];

    private static T[] Interleaved(T[] one, T[] other, int bytes) => Lanes(bytes, (first, second) => [.. first, .. second], one, other);

    private static T[] Repeated(T[] lane) => [.. Enumerable.Repeat(lane, VectorBytes / lane.Length).SelectMany(bytes => bytes)];

    private T[] Padded(T[] low, int bytes) => [.. low, .. values.Zeros(bytes - low.Length)];

    /// <summary>The size of lanes, as the text of the form has it: .4s are of 4 bytes.</summary>
    private static int LaneBytes(A64Encoding encoding) => LaneSize().Match(encoding.Text) is { Success: true } match
        ? match.Groups[1].Value[0] switch
        {
            'b' => 1,
            'h' => 2,
            's' => 4,
            _ => 8,
        }
        : VectorBytes;

    [GeneratedRegex(@">\.\d*([bhsd])")]
    private static partial Regex LaneSize();
}
