using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace ManagedCrypto.Analyzers;

/// <summary>What the analyzers say. docs/drop-in.md has each rule of the switch, docs/getting-started.md the other, and what to do.</summary>
internal static class Rules
{
    public const string NamesakeId = "MCDI101", OtherNameId = "MCDI102";

    /// <summary>The property of a diagnostic that has the name of ManagedCrypto's type, without its namespace.</summary>
    public const string Replacement = nameof(Replacement);

    public static readonly DiagnosticDescriptor
        Namesake = Rule(
            NamesakeId,
            "Use of .NET's type in place of ManagedCrypto's",
            "'{0}' is .NET's own: use 'ManagedCrypto.{1}'"),
        OtherName = Rule(
            OtherNameId,
            "Use of .NET's type by another name",
            "'{0}' is .NET's own, and another name of '{1}': use 'ManagedCrypto.{1}'"),
        ByName = Rule(
            "MCDI103",
            "Algorithm found by its name",
            "'{0}' finds .NET's own algorithm by its name: choose it by type, such as with '{1}'"),
        Lacking = Rule(
            "MCDI104",
            "Use of .NET's type that ManagedCrypto lacks",
            "'{0}' stays .NET's own, as a rule in native code: ManagedCrypto has no such type"),
        Displaced = Rule(
            "MCDI105",
            "Name of another type is taken by the drop-in switch",
            "'{0}' is 'ManagedCrypto.{1}' here, and not '{2}', whose namespace the file imports: write its full name, or leave the alias out"),
        Asked = Rule(
            "MCDI106",
            "Question for ManagedCrypto's type",
            "'{0}' is 'ManagedCrypto.{1}' here, which no object is that .NET made: ask for 'System.Security.Cryptography.{0}' where there may be one"),
        Quiet = Rule(
            "MCDI107",
            "Use of .NET's type where warnings are disabled",
            "{0} disables all warnings, and uses .NET's own {1}"),
        Discarded = Rule(
            "MCRY001",
            "Result of Seal or Open is discarded",
            "'{0}' returns {1}, which is discarded here: take it, or assign it to '_'");

    /// <summary>Those of what the drop-in switch does not reach.</summary>
    public static ImmutableArray<DiagnosticDescriptor> Missed { get; } = ImmutableArray.Create(Namesake, OtherName, ByName, Lacking, Quiet);

    /// <summary>Those of what its aliases mean.</summary>
    public static ImmutableArray<DiagnosticDescriptor> Aliases { get; } = ImmutableArray.Create(Displaced, Asked);

    private static DiagnosticDescriptor Rule(string id, string title, string message) =>
        new(
            id, title, message, "ManagedCrypto", DiagnosticSeverity.Warning, isEnabledByDefault: true,
            description: "docs/troubleshooting.md has each warning, and docs/drop-in.md those of the drop-in switch; both are in the package.",
            helpLinkUri: "https://www.nuget.org/packages/ManagedCrypto");
}
