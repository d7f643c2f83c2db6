namespace ManagedCrypto.Mutants.Wiping;

/// <summary>One call in the library that wipes.</summary>
/// <param name="Number">Of the fields that belong to it.</param>
/// <param name="File">The source, from the root.</param>
/// <param name="Line">Where the call, or what is wiped at its end, stands there.</param>
/// <param name="Method">The method that has the call.</param>
/// <param name="Text">The statement, in one line.</param>
internal sealed record WipingSite(int Number, string File, int Line, string Method, string Text)
{
    public override string ToString() => $"{File}({Line}): {Method}: {Text}";
}
