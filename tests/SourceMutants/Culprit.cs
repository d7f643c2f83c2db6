namespace ManagedCrypto.SourceMutants;

/// <summary>The test that noticed a mutant, and what came of it.</summary>
internal sealed record Culprit(string Test, Outcome Outcome)
{
    /// <summary>The name; and what else than a failure it was: of a test that hung, a busy machine may be the cause.</summary>
    public override string ToString() => Outcome == Outcome.Failed ? Test : $"{Test} ({Outcome.ToString().ToLowerInvariant()})";
}
