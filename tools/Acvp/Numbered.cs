using System.Collections.Generic;
using System.Text.Json;

namespace ManagedCrypto.Acvp;

/// <summary>A group of a vector set or of its results, or a case of a group.</summary>
/// <param name="Place">Where it stands.</param>
/// <param name="Id">Its number.</param>
/// <param name="Element">All of it.</param>
internal sealed record Numbered(string Place, long Id, JsonElement Element)
{
    /// <summary>The elements of a list, which may be null, as in some trimmed files.</summary>
    /// <param name="place">Where the list stands.</param>
    /// <param name="parent">What has the list.</param>
    /// <param name="list">Its name.</param>
    /// <param name="id">The property with an element's number.</param>
    public static IReadOnlyList<Numbered> Of(string place, JsonElement parent, string list, string id)
    {
        if (parent.TryGetProperty(list, out var elements) && elements.ValueKind == JsonValueKind.Null)
            return [];
        if (elements.ValueKind != JsonValueKind.Array)
            throw new AcvpException($"{place}: {list} is missing, or no list.");
        var all = new List<Numbered>();
        var known = new HashSet<long>();
        foreach (var element in elements.EnumerateArray())
        {
            if (element.ValueKind != JsonValueKind.Object || !element.TryGetProperty(id, out var value)
                || value.ValueKind != JsonValueKind.Number || !value.TryGetInt64(out var number))
            {
                throw new AcvpException($"{place}: element {all.Count + 1} of {list} has no number {id}.");
            }

            if (!known.Add(number))
                throw new AcvpException($"{place}: two elements of {list} have {id} {number}.");
            all.Add(new($"{place}, {id} {number}", number, element));
        }

        return all;
    }
}
