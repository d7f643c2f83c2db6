using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;

namespace ManagedCrypto.KernelAssembler.Arm64;

/// <summary>An operand of an instruction: in which bits of the word it is, and how it is written.</summary>
/// <param name="Mask">Its bits.</param>
/// <param name="Encode">These bits for a value, or an exception if it cannot be encoded.</param>
/// <param name="Decode">The value that the bits of a word stand for.</param>
/// <param name="Format">As the assembler's language has it.</param>
internal sealed record A64Field(
    uint Mask, Func<long, uint> Encode, Func<uint, long> Decode, Func<long, string> Format)
{
    /// <summary>By the names that <see cref="A64Encoding"/> has for them.</summary>
    public static IReadOnlyDictionary<string, A64Field> ByName { get; } = All().ToDictionary(pair => pair.Name, pair => pair.Field);

    private static IEnumerable<(string Name, A64Field Field)> All()
    {
        foreach (var (suffix, shift) in new[] { ("d", 0), ("n", 5), ("m", 16), ("a", 10), ("t", 0), ("u", 10) })
        {
            foreach (var prefix in "XWVQDSB")
                yield return (prefix + suffix, Register(prefix, shift));
        }

        // The base of an address, and what a sum may go to: where 31 is the stack pointer.
        yield return ("Xs", Bits(5, 5) with { Format = RegisterOrStack });
        yield return ("Xe", Bits(0, 5) with { Format = RegisterOrStack });

        // Vectors that follow each other.
        yield return ("V4", Bits(0, 5) with { Format = first => string.Join(", ", Enumerable.Range(0, 4).Select(i => $"v{(first + i) % 32}.LANES")) });
        yield return ("imm12", Bits(10, 12));
        yield return ("imm16", Bits(5, 16));
        yield return ("hw", Scaled(Bits(21, 2), 16));
        yield return ("shift", Bits(10, 6));
        yield return ("ror", Bits(10, 6));
        yield return ("lsr", Bits(16, 6));
        yield return ("lsl", ShiftLeft(64));
        yield return ("lslw", ShiftLeft(32));
        yield return ("bitmask", Bitmask(64));
        yield return ("bitmaskw", Bitmask(32));
        yield return ("byte", new A64Field(
            0x000703E0, value => (Fits(value, 8) >> 5 << 16) | ((Fits(value, 8) & 31) << 5), word => ((word >> 16 & 7) << 5) | (word >> 5 & 31), Number));
        yield return ("ext", Bits(11, 4));
        foreach (var scale in new[] { 1, 4, 8, 16 })
        {
            yield return ("pimm" + scale, Scaled(Bits(10, 12), scale));
            yield return ("simm7x" + scale, Scaled(Signed(15, 7), scale));
        }

        yield return ("simm9", Signed(12, 9));
        foreach (var size in new[] { 8, 16, 32, 64 })
        {
            // Shifts of vectors have the size of lanes as their highest bit.
            yield return ("left" + size, Lanes(size, value => size + value, bits => bits - size));
            yield return ("right" + size, Lanes(size, value => (2 * size) - value, bits => (2 * size) - bits));
        }

        // Lanes.
        yield return ("d0", Bits(20, 1) with { Format = Index });
        yield return ("s0", Bits(19, 2) with { Format = Index });
        yield return ("d1", Bits(14, 1) with { Format = Index });
        yield return ("bit", new A64Field(
            0x80F80000, value => (Fits(value, 6) >> 5 << 31) | ((Fits(value, 6) & 31) << 19), word => (word >> 31 << 5) | (word >> 19 & 31), Number));
        yield return ("cond", Condition(12, invert: 0));
        yield return ("unless", Condition(12, invert: 1));
        yield return ("if", Condition(0, invert: 0));

        // Distances from the instruction, in bytes.
        yield return ("at26", Label(Signed(0, 26)));
        yield return ("at19", Label(Signed(5, 19)));
        yield return ("at14", Label(Signed(5, 14)));
        yield return ("at", new A64Field(
            0x60FFFFE0,
            value => (FitsSigned(value, 21) & 3) << 29 | (FitsSigned(value, 21) >> 2 << 5),
            word => ((int)(word << 8) >> 13 << 2) + (word >> 29 & 3),
            Distance));
    }

    private static A64Field Register(char prefix, int shift)
    {
        var letter = char.ToLowerInvariant(prefix);
        return Bits(shift, 5) with { Format = number => number == 31 && prefix is ('X' or 'W') ? letter + "zr" : $"{letter}{number}" };
    }

    private static string RegisterOrStack(long number) => number == 31 ? "sp" : "x" + number;

    private static A64Field Bits(int shift, int width) => new(
        ((1u << width) - 1) << shift,
        value => Fits(value, width) << shift,
        word => word >> shift & ((1u << width) - 1),
        Number);

    private static A64Field Signed(int shift, int width) => new(
        ((1u << width) - 1) << shift,
        value => FitsSigned(value, width) << shift,
        word => (int)(word << (32 - width - shift)) >> (32 - width),
        Number);

    private static A64Field Scaled(A64Field field, int scale) => field with
    {
        Encode = value => value % scale == 0 ? field.Encode(value / scale) : throw Impossible(value, $"no multiple of {scale}"),
        Decode = word => field.Decode(word) * scale,
    };

    private static A64Field Lanes(int size, Func<long, long> encode, Func<long, long> decode) => new(
        (uint)(size - 1) << 16,
        value => (uint)encode(value) is var bits && bits >= size && bits < 2 * size
            ? (bits & (uint)(size - 1)) << 16
            : throw Impossible(value, $"no shift of {size} bits"),
        word => decode(size + (word >> 16 & (uint)(size - 1))),
        Number);

    /// <summary>A shift to the left is a rotation to the right, of which the rest is cut off.</summary>
    private static A64Field ShiftLeft(int size) => new(
        (uint)(size - 1) << 16 | (uint)(size - 1) << 10,
        value => value >= 0 && value < size
            ? (uint)(-value & (size - 1)) << 16 | (uint)(size - 1 - value) << 10
            : throw Impossible(value, $"no shift of {size} bits"),
        word => size - 1 - (word >> 10 & (uint)(size - 1)),
        Number);

    /// <summary>A run of ones, turned, in each of several elements of equal size. (Arm's manual, DecodeBitMasks.)</summary>
    private static A64Field Bitmask(int size) => new(
        size == 64 ? 0x7FFC00u : 0x3FFC00,
        value => EncodeBitmask((ulong)value, size) << 10,
        word => (long)DecodeBitmask(word >> 10 & 0x1FFF, size),
        value => $"#0x{value:x}");

    private static uint EncodeBitmask(ulong value, int size)
    {
        for (uint bits = 0; bits < 0x2000; bits++)
        {
            var element = ElementBits(bits);
            if (element >= 2 && element <= size && (bits & 63 & (uint)(element - 1)) != (uint)(element - 1)
                && (bits >> 6 & 63) < element && DecodeBitmask(bits, size) == value)
            {
                return bits;
            }
        }

        throw Impossible((long)value, "no mask of equal elements with one run of ones each");
    }

    private static ulong DecodeBitmask(uint bits, int size)
    {
        var element = ElementBits(bits);
        var (ones, turn) = ((int)(bits & (uint)(element - 1)) + 1, (int)(bits >> 6 & (uint)(element - 1)));
        UInt128 run = (UInt128.One << ones) - 1;
        var turned = (run >> turn | run << (element - turn)) & ((UInt128.One << element) - 1);
        ulong value = 0;
        for (var at = 0; at < size; at += element)
            value |= (ulong)turned << at;
        return value;
    }

    /// <summary>The bits of an element: the highest of N and the complement of imms.</summary>
    private static int ElementBits(uint bits) => (int)BitOperations.RoundUpToPowerOf2(((bits >> 12 << 6 | (~bits & 63)) / 2) + 1);

    private static A64Field Condition(int shift, uint invert)
    {
        string[] names = ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"];
        return new A64Field(
            15u << shift, value => value < names.Length ? (Fits(value, 4) ^ invert) << shift : throw Impossible(value, "always"), word => (word >> shift & 15) ^ invert, value => names[value]);
    }

    private static A64Field Label(A64Field field) => Scaled(field, 4) with { Format = Distance };

    private static string Number(long value) => value.ToString("'#'0;'#'-0", CultureInfo.InvariantCulture);

    private static string Index(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Distance(long bytes) => bytes.ToString("'.+'0;'.-'0", CultureInfo.InvariantCulture);

    private static uint Fits(long value, int width) =>
        value >= 0 && value < 1L << width ? (uint)value : throw Impossible(value, $"not in {width} bits");

    private static uint FitsSigned(long value, int width) =>
        value >= -1L << (width - 1) && value < 1L << (width - 1)
            ? (uint)value & ((1u << width) - 1)
            : throw Impossible(value, $"not in {width} bits with a sign");

    private static ArgumentOutOfRangeException Impossible(long value, string why) => new(nameof(value), $"{value} cannot be encoded: {why}.");
}
