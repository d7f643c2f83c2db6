using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>A block of code in a page, and what is wrong with it. docs/testing.md has the rules.</summary>
/// <param name="Place">Page and line.</param>
/// <param name="Language">What follows the fence; <c>sh</c> for an indented block.</param>
/// <param name="Text">The code.</param>
/// <param name="Notes">What a comment before the block says of it.</param>
internal sealed partial record CodeBlock(string Place, string Language, string Text, IReadOnlyList<string> Notes)
{
    private const string CompiledIn = "compiled in ", CopiedFrom = "copied from ", DropIn = "drop-in",
        DoesNotCompile = "does not compile: ";

    /// <summary>What is wrong, nothing if all is right.</summary>
    public IEnumerable<string> Faults()
    {
        var unknown = Notes.Where(note =>
            !note.StartsWith(CompiledIn, StringComparison.Ordinal)
            && !note.StartsWith(CopiedFrom, StringComparison.Ordinal)
            && (Language != "csharp" || (note != DropIn && !note.StartsWith(DoesNotCompile, StringComparison.Ordinal)))).ToList();
        if (unknown.Count > 0)
            return unknown.Select(note => $"a comment '{note}' means nothing before a block of '{Language}'");
        if (Value(CompiledIn) is string project)
            return RepositoryFiles.ProjectOf(project) is null ? [$"no project has '{project}'"] : FaultsOfCopy(project);
        return Value(CopiedFrom) is string file ? FaultsOfCopy(file) : Language switch
        {
            "csharp" when ZeroNonce().Match(Text) is { Success: true } nonce => [$"readers copy a nonce of zeros: '{nonce.Value}'"],
            "csharp" => new CSharpProgram(Text, Notes.Contains(DropIn)).Faults(Value(DoesNotCompile)),
            "xml" => FaultsOf<XmlException>(() => XElement.Parse($"<all>{Text}</all>")),
            "json" => FaultsOf<JsonException>(() => JsonDocument.Parse(Text).Dispose()),
            "sh" => ShellBlock.Faults(Text),
            "text" => [],
            "" => ["the fence names no language"],
            _ => [$"'{Language}' is none of the languages that are checked"],
        };
    }

    private string? Value(string start) =>
        Notes.FirstOrDefault(note => note.StartsWith(start, StringComparison.Ordinal))?[start.Length..];

    private static IEnumerable<string> FaultsOf<TException>(Action parse)
        where TException : Exception
    {
        try
        {
            parse();
            return [];
        }
        catch (TException exception)
        {
            return [exception.Message];
        }
    }

    /// <summary>The block's lines stand in one file of the folder, or in the file, indented as may be.</summary>
    private IEnumerable<string> FaultsOfCopy(string place)
    {
        var files = RepositoryFiles.In(place).ToList();
        if (files.Count == 0)
            return [$"there is no '{place}'"];
        var wanted = Flat(Text);
        return files.Any(file => Flat(RepositoryFiles.Text(file)).Contains(wanted, StringComparison.Ordinal))
            ? [] : [$"no file of {place} has these lines"];

        static string Flat(string text) => string.Concat(
            text.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(line => line + "\n"));
    }

    [GeneratedRegex(@"\b(nonce|iv|counter) = (new|stackalloc) byte\[[^\]]*\](?!\s*\{)")]
    private static partial Regex ZeroNonce();
}
