using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>A test of wiping with its arguments, and the sites that it reaches.</summary>
/// <param name="Number">As the workers know it.</param>
/// <param name="Method">Of the class of tests.</param>
/// <param name="Arguments">As text.</param>
internal sealed record WipingTrialCase(int Number, string Method, string Arguments)
{
    /// <summary>The test with the cases that tell what they reach without a search.</summary>
    public const string Main = "Secrets_are_in_memory_only_while_their_object_lives";

    /// <summary>Every test of this process's own memory: the first ones find most, and the others are for what these do not find.</summary>
    public static string[] Methods { get; } =
    [
        Main, "Random_key_is_in_memory_only_while_its_object_lives", "Object_that_nobody_holds_is_wiped",
        "Secrets_that_a_collection_found_in_registers_are_gone_with_their_object",
    ];

    public HashSet<int> Reached { get; } = [];

    /// <summary>What a case does, on whatever kernel.</summary>
    private string Sort => $"{Method} {Arguments[(Arguments.IndexOf(": ", StringComparison.Ordinal) + 1)..]}";

    /// <summary>Cases of all sorts in turns: those first that reach little else.</summary>
    public static IEnumerable<WipingTrialCase> InTurns(IEnumerable<WipingTrialCase> cases) => cases
        .GroupBy(one => (Array.IndexOf(Methods, one.Method), one.Sort))
        .SelectMany(ofSort => ofSort.OrderBy(one => one.Reached.Count).Select((one, turn) => (one, turn)))
        .OrderBy(row => (Array.IndexOf(Methods, row.one.Method), row.turn, row.one.Reached.Count, row.one.Number))
        .Select(row => row.one);
}
