using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace ManagedCrypto.ApiReference;

/// <summary>The pages of docs/reference: one for each public type, or for each family of types with nearly the same members.</summary>
public static class ReferencePages
{
    public const string Folder = "docs/reference";

    /// <summary>By page, the names of its types. All others have pages of their own.</summary>
    private static readonly (string Page, string Names)[] s_families =
    [
        ("AEADs", "Aegis.*|AesCcm|AesGcmSiv|AesSiv|X?ChaCha20Poly1305"),
        ("Checksums", "Adler32|Crc32C?"),
        ("Hashes", "MD5|SHA.*|Keccak256"),
        ("HMAC", "HMAC.*"),
        ("KMAC", "Kmac.*"),
        ("SHAKE", "Shake.*"),
    ];

    /// <summary>By path from the root, the text of each page.</summary>
    public static SortedDictionary<string, string> In(string root)
    {
        var library = new Library(root, "net10.0");
        Library[] others = [new(root, "net8.0"), new(root, "netstandard2.0")];
        var names = new Names(library.Types.ToDictionary(type => type.Name, type => PageOf(type.Name)));
        var pages = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var family in library.Types.GroupBy(type => PageOf(type.Name)))
        {
            var types = family.Select(type => new TypeText(type, library, others, names)).ToList();
            pages.Add($"{Folder}/{family.Key}.md", new Page(family.Key, types, names).Text());
        }

        return pages;
    }

    /// <summary>Public members with their summaries, but for overrides of .NET's members that have none of their own.</summary>
    public static IEnumerable<(string Member, string? Summary)> Summaries(string root)
    {
        var library = new Library(root, "net10.0");
        var names = new Names(library.Types.ToDictionary(type => type.Name, type => PageOf(type.Name)));
        return library.Types.SelectMany(type => MemberText.Of(type, library, [], names))
            .Where(member => member.Summary is not null || MemberText.Overridden(member.Symbol) is null)
            .Select(member => ($"{member.Symbol.ContainingType.Name}: {member.Signature}", member.Summary));
    }

    /// <summary>The name of the page, without its folder and extension, that has the type.</summary>
    public static string PageOf(string type) =>
        Array.Find(s_families, family => Regex.IsMatch(type, $"^({family.Names})$")).Page ?? type;
}
