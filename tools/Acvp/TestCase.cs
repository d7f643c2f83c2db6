using System;
using System.Text;
using System.Text.Json;

namespace ManagedCrypto.Acvp;

/// <summary>A case of a group, whose properties it has, too. Each that is missing, or is none, is said with the place of the case.</summary>
/// <param name="place">File, vector set, group and case.</param>
/// <param name="test">The case.</param>
/// <param name="group">Its group.</param>
/// <param name="expected">The result to compare with, if there is one: it says what the tested side chose.</param>
internal sealed class TestCase(string place, JsonElement test, JsonElement group, JsonElement? expected)
{
    public string Type => Text("testType");

    public bool Encrypts => Text("direction") switch
    {
        "encrypt" => true,
        "decrypt" => false,
        var other => throw Wrong($"direction is '{other}', not encrypt or decrypt"),
    };

    public bool Has(string name) => Find(name) is not null;

    public string Text(string name) => Required(name) is { ValueKind: JsonValueKind.String } value
        ? value.GetString()!
        : throw Wrong($"{name} is not a string");

    public bool Flag(string name) => Find(name)?.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False or null => false,
        _ => throw Wrong($"{name} is not true or false"),
    };

    public long Number(string name) =>
        Required(name) is { ValueKind: JsonValueKind.Number } value && value.TryGetInt64(out var number) && number >= 0
            ? number
            : throw Wrong($"{name} is not a whole number");

    public int Count(string name) => Number(name) is <= int.MaxValue and var count ? (int)count : throw Wrong($"{name} is too large");

    /// <summary>A length that the case gives in bits.</summary>
    public int ByteLength(string name) => Count(name) is var bits && bits % 8 == 0
        ? bits / 8
        : throw NotAnswered($"{name} is {bits}, which is not a multiple of 8: whole bytes are processed");

    /// <summary>A text of ACVP's, which has ASCII's letters.</summary>
    public byte[] Ascii(string name) => Text(name) is var text && System.Text.Ascii.IsValid(text)
        ? Encoding.ASCII.GetBytes(text)
        : throw Wrong($"{name} has letters that are not ASCII's");

    /// <summary>A property in hexadecimal digits.</summary>
    /// <param name="name">The property.</param>
    /// <param name="lengthName">The property with its length in bits, if the case has it.</param>
    public byte[] Bytes(string name, string lengthName) => Has(lengthName) ? Bytes(name, ByteLength(lengthName)) : Bytes(name);

    /// <summary>A property in hexadecimal digits.</summary>
    /// <param name="name">The property.</param>
    /// <param name="length">How many bytes it must have.</param>
    public byte[] Bytes(string name, int length)
    {
        var bytes = Bytes(name);
        return bytes.Length == length ? bytes : throw Wrong($"{name} has {8L * bytes.Length} bits, not {8L * length}");
    }

    public byte[] Bytes(string name) => Hex(name, Text(name));

    /// <summary>A property that the tested side chooses: the one of the expected result, if there is one, or else a new one.</summary>
    public byte[] Chosen(string name, Func<byte[]> choose) =>
        expected is { } result && result.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String
            ? Hex(name, value.GetString()!)
            : choose();

    /// <summary>An object that is a property of the case, as one whose properties can be asked for.</summary>
    public TestCase Inner(string name) => Required(name) is { ValueKind: JsonValueKind.Object } value
        ? new TestCase($"{place}, {name}", value, default, null)
        : throw Wrong($"{name} is not an object");

    public AcvpException Wrong(string what) => new($"{place}: {what}.");

    public NotAnsweredException NotAnswered(string what) => new($"{place}: {what}.");

    private byte[] Hex(string name, string digits)
    {
        try
        {
            return Convert.FromHexString(digits);
        }
        catch (FormatException)
        {
            throw Wrong($"{name} is not made of pairs of hexadecimal digits");
        }
    }

    private JsonElement Required(string name) => Find(name) ?? throw Wrong($"{name} is missing");

    private JsonElement? Find(string name) =>
        test.TryGetProperty(name, out var value) || (group.ValueKind == JsonValueKind.Object && group.TryGetProperty(name, out value))
            ? value
            : null;
}
