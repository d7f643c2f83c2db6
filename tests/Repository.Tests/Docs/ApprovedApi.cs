using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>The public types and their members, as tests/Crypto.Tests/Contracts/PublicApi.txt has them.</summary>
internal static partial class ApprovedApi
{
    /// <summary>By the name of a type, the lines of its members.</summary>
    public static IReadOnlyDictionary<string, string[]> Types { get; } =
        Type().Matches(RepositoryFiles.Text("tests/Crypto.Tests/Contracts/PublicApi.txt")).ToDictionary(
            match => match.Groups[1].Value,
            match => match.Groups[2].Value.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));

    public static string Name(string member) => MemberName().Match(member).Groups[1].Value;

    [GeneratedRegex(@"^ManagedCrypto\.(\w+) .*\n((?:  .*\n)*)", RegexOptions.Multiline)]
    private static partial Regex Type();

    [GeneratedRegex(@"(\w+)(?:<\w+>)?(?:\(|\[\w+ \w+\]| \{| = )")]
    private static partial Regex MemberName();
}
