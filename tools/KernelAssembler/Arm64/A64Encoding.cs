using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace ManagedCrypto.KernelAssembler.Arm64;

/// <summary>
/// A form of an instruction: its text, in which operands go by the names of <see cref="A64Field"/> in angle brackets, and the bits of its
/// word that are always the same. It serves the assembler and what reads code.
/// </summary>
internal sealed partial class A64Encoding
{
    private readonly string[] _text;
    private readonly A64Field[] _fields;

    public A64Encoding(uint bits, string text)
    {
        Bits = bits;
        Text = text;
        FieldNames = [.. FieldName().Matches(text).Select(match => match.Groups[1].Value)];
        _text = FieldName().Split(text).Where((_, i) => i % 2 == 0).ToArray();
        _fields = [.. FieldNames.Select(name => A64Field.ByName[name])];
        Mask = ~_fields.Aggregate(0u, (mask, field) => mask | field.Mask);
        if ((bits & ~Mask) != 0)
            throw new ArgumentException($"{text}: bits of 0x{bits:x8} are operands.");
    }

    public uint Bits { get; }

    public string Text { get; }

    /// <summary>The bits that tell it from others.</summary>
    public uint Mask { get; }

    public string Mnemonic => Text.Split(' ')[0];

    public IReadOnlyList<string> FieldNames { get; }

    public IReadOnlyList<A64Field> Fields => _fields;

    public bool IsMatch(uint word) => (word & Mask) == Bits;

    /// <summary>The word, for operands in the order of the text.</summary>
    public uint Encode(ReadOnlySpan<long> operands)
    {
        if (operands.Length != _fields.Length)
            throw new ArgumentException($"{Text} has {_fields.Length} operands, and {operands.Length} were given.");
        var word = Bits;
        for (var i = 0; i < operands.Length; i++)
            word |= _fields[i].Encode(operands[i]);
        return word;
    }

    public long[] Decode(uint word) => [.. _fields.Select(field => field.Decode(word))];

    /// <summary>As assemblers read it.</summary>
    public string Format(uint word)
    {
        var text = _text[0];
        for (var i = 0; i < _fields.Length; i++)
        {
            var operand = _fields[i].Format(_fields[i].Decode(word));
            var next = _text[i + 1];

            // Of a list, each register names its lanes.
            if (operand.Contains("LANES", StringComparison.Ordinal))
            {
                var lanes = next.IndexOf('}');
                (operand, next) = (operand.Replace("LANES", next[1..lanes], StringComparison.Ordinal), next[lanes..]);
            }

            text += operand + next;
        }

        return text;
    }

    [GeneratedRegex("<([A-Za-z0-9]+)>")]
    private static partial Regex FieldName();
}
