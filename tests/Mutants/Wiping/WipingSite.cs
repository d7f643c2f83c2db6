using System;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>One call in the library that wipes.</summary>
/// <param name="Number">Of the fields that belong to it.</param>
/// <param name="File">The source, from the root.</param>
/// <param name="Line">Where the call, or what is wiped at its end, stands there.</param>
/// <param name="Method">The method that has the call.</param>
/// <param name="Text">The statement, in one line, and what becomes of it if it is not left out.</param>
internal sealed record WipingSite(int Number, string File, int Line, string Method, string Text)
{
    /// <summary>How the text ends where the call wipes the first 8 bytes alone.</summary>
    public const string Shortened = " // 8 bytes";

    public bool IsShortened => Text.EndsWith(Shortened, StringComparison.Ordinal);

    /// <summary>The same, as the site has it that leaves out the call.</summary>
    public WipingSite Whole => IsShortened ? this with { Text = Text[..^Shortened.Length] } : this;

    /// <summary>Whether it shortens what another leaves out.</summary>
    public bool Shortens(WipingSite other) => IsShortened && Whole == other with { Number = Number };

    public override string ToString() => $"{File}({Line}): {Method}: {Text}";
}
