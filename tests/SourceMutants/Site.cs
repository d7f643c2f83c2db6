namespace ManagedCrypto.SourceMutants;

/// <summary>One change to one place of the library's source.</summary>
/// <param name="Number">The number that switches it on.</param>
/// <param name="File">From the root.</param>
/// <param name="Line">Counted from one.</param>
/// <param name="Member">Type and member.</param>
/// <param name="Before">What stands there, in one line.</param>
/// <param name="After">What is put there.</param>
internal sealed record Site(int Number, string File, int Line, string Member, string Before, string After)
{
    /// <summary>Of a call or an assignment that is left out.</summary>
    public const string Nothing = "nothing";

    /// <summary>Of the condition of a loop.</summary>
    public const string Never = "never";

    /// <summary>Of a condition.</summary>
    public const string Negated = "negated";

    public override string ToString() => $"{File}:{Line} {Member}: `{Before}` -> `{After}`";
}
