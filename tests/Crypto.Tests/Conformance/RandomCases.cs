using System;
using FsCheck;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// What FsCheck tries: cases by a seed that is the commit's in CI, so that a change never fails for what another one's draw would have shown,
/// and the nightly run's own at night. The same everywhere otherwise.
/// </summary>
internal static class RandomCases
{
    private const string Variable = "CRYPTO_TESTS_SEED";

    // Odd, as FsCheck's generator wants it; any such number will do.
    private const ulong Gamma = 0x9E3779B97F4A7C15;

    /// <summary>The variable's, of 16 hexadecimal digits at most; or 1.</summary>
    public static ulong Seed { get; } =
        Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } digits ? Convert.ToUInt64(digits, 16) : 1;

    /// <summary>So many cases, of which only a failing one is shown.</summary>
    public static Config Quietly(int cases) =>
        Config.QuickThrowOnFailure.WithMaxTest(cases).WithQuietOnSuccess(true).WithReplay(Seed, Gamma);
}
