using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>A test of wiping with its arguments.</summary>
/// <param name="Number">As the workers know it.</param>
/// <param name="Method">Of the class of tests.</param>
/// <param name="Argument">As text.</param>
internal sealed record WipingTrialCase(int Number, string Method, string Argument)
{
    /// <summary>The test whose cases can tell what they reach without a search.</summary>
    public const string Main = "Secrets_are_in_memory_only_while_their_object_lives";

    /// <summary>The test that looks into registers, in processes under the variables that are its argument.</summary>
    public const string Registers = "Public_calls_leave_no_secret_in_registers";

    /// <summary>The number of that test in whatever process, which knows other cases under other variables.</summary>
    public const int RegistersNumber = -1;

    /// <summary>
    /// The tests of the process's own memory, in the order in which they are tried. None whose outcome is a matter of chance: what it finds
    /// would be no answer.
    /// </summary>
    public static string[] MemoryTests { get; } =
    [
        Main, "Random_key_is_in_memory_only_while_its_object_lives", "Object_that_nobody_holds_is_wiped",
        "Stack_is_wiped_by_the_first_disposal_after_a_collection",
    ];

    /// <summary>The sites that it reaches, if it is of the main test and has told; collections and finalizers may add some by chance.</summary>
    public HashSet<int>? Reached { get; set; }

    public string Name => Method == Main ? Argument : $"{Method}({Argument})";

    /// <summary>What a case does, on whatever kernel.</summary>
    private string Sort => Argument[(Argument.IndexOf(": ", StringComparison.Ordinal) + 1)..];

    private int Test => Array.IndexOf(MemoryTests, Method);

    /// <summary>Cases of all sorts in turns: those first that reach little else.</summary>
    public static IEnumerable<WipingTrialCase> InTurns(IEnumerable<WipingTrialCase> cases) => cases
        .GroupBy(one => (one.Test, one.Sort))
        .SelectMany(ofSort => ofSort.OrderBy(one => one.Reached?.Count).Select((one, turn) => (One: one, Turn: turn)))
        .OrderBy(row => (row.One.Test, row.Turn, row.One.Reached?.Count, row.One.Number))
        .Select(row => row.One);
}
