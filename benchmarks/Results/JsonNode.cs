using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Xml;

namespace ManagedCrypto.Benchmarks.Results;

/// <summary>A value of a JSON file that anyone may have written, with its place: whatever is read from it is checked.</summary>
/// <exception cref="InvalidDataException">Every reading throws it, with the place, what is wrong and what is allowed.</exception>
internal readonly record struct JsonNode(JsonElement Element, string Place)
{
    private const int LongestText = 1000;

    /// <summary>A text that comes from elsewhere, such as the name of a file, made to fit.</summary>
    public static string Printable(string text)
    {
        var line = string.Concat(text.Select(character => IsPrintable(character) ? character : '?'));
        return line.Length <= LongestText ? line : line[..(LongestText - 3)] + "...";
    }

    public bool Has(string name) =>
        Element.ValueKind == JsonValueKind.Object && Element.TryGetProperty(name, out var value) && value.ValueKind != JsonValueKind.Null;

    public string Text(string name) => this[name].Text();

    public string? OptionalText(string name) => Has(name) ? Text(name) : null;

    public double Number(string name, double least, double most) => this[name].Number(least, most);

    public double? OptionalNumber(string name, double least, double most) => Has(name) ? Number(name, least, most) : null;

    public long Whole(string name, long least, long most) => this[name].Element is { ValueKind: JsonValueKind.Number } element
        && element.TryGetInt64(out var number) && number >= least && number <= most
        ? number
        : throw this[name].Wrong($"a whole number from {Invariant(least)} to {Invariant(most)}");

    public long? OptionalWhole(string name, long least, long most) => Has(name) ? Whole(name, least, most) : null;

    public bool Flag(string name) => !Has(name) ? false : this[name].Element.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw this[name].Wrong("true or false"),
    };

    public T Choice<T>(string name, IEnumerable<(T Value, string Name)> choices)
    {
        var given = Text(name);
        foreach (var choice in choices)
            if (choice.Name == given)
                return choice.Value;
        throw this[name].Wrong(string.Join(" or ", choices.Select(choice => $"\"{choice.Name}\"")));
    }

    /// <summary>The items of a list; none if it is missing.</summary>
    public IEnumerable<JsonNode> Items(string name)
    {
        if (!Has(name))
            return [];
        var (list, place) = (this[name].Element, this[name].Place);
        return list.ValueKind == JsonValueKind.Array
            ? list.EnumerateArray().Select((item, i) => new JsonNode(item, $"{place}[{Invariant(i)}]"))
            : throw this[name].Wrong("a list");
    }

    /// <summary>The names and values of an object; none if it is missing.</summary>
    public IEnumerable<(string Name, JsonNode Value)> Properties(string name)
    {
        if (!Has(name))
            yield break;
        if (this[name].Element.ValueKind != JsonValueKind.Object)
            throw this[name].Wrong("an object");
        foreach (var property in this[name].Element.EnumerateObject())
            yield return (Checked(property.Name), new(property.Value, $"{this[name].Place}.{property.Name}"));
    }

    public string Text() => Element.ValueKind == JsonValueKind.String ? Checked(Element.GetString()!) : throw Wrong("a text");

    public double Number(double least, double most) =>
        Element.ValueKind == JsonValueKind.Number && Element.TryGetDouble(out var number) && number >= least && number <= most
            ? number
            : throw Wrong($"a number from {Invariant(least)} to {Invariant(most)}");

    public InvalidDataException Wrong(string allowed)
    {
        var given = Element.ValueKind switch
        {
            JsonValueKind.Object => "an object",
            JsonValueKind.Array => "a list",
            _ => Element.GetRawText(),
        };
        return new($"{Place} is {(given.Length <= 40 ? given : given[..40] + "...")}, and must be {allowed}");
    }

    public JsonNode this[string name] =>
        Element.ValueKind != JsonValueKind.Object ? throw Wrong("an object")
        : Element.TryGetProperty(name, out var value) ? new(value, $"{Place}.{name}")
        : throw new InvalidDataException($"{Place} has no \"{name}\"");

    private static string Invariant(double number) => number.ToString(CultureInfo.InvariantCulture);

    private string Checked(string text) => text.Length > LongestText ? throw Wrong($"of at most {LongestText} characters")
        : text.All(IsPrintable) ? text
        : throw Wrong("a line of text");

    // What XML cannot hold is not to be shown either.
    private static bool IsPrintable(char character) =>
        !char.IsControl(character) && (XmlConvert.IsXmlChar(character) || char.IsSurrogate(character));
}
