using System;
using System.Globalization;
using System.Linq;

namespace ManagedCrypto.Mutants;

/// <summary>
/// A process that runs its share of the mutants: every second one, if there are two. Workers go through the same list, and write a
/// line for each of theirs.
/// </summary>
internal static class Worker
{
    public const string Skipped = "skipped", Untested = "untested", Ran = "ran", Survived = "survived", Done = "done";

    /// <summary>How many mutants between two runs of the unchanged code.</summary>
    private const int ControlEvery = 500;

    public static int Run(string[] arguments)
    {
        var number = int.Parse(arguments[0], CultureInfo.InvariantCulture);
        var workers = int.Parse(arguments[1], CultureInfo.InvariantCulture);
        var selection = Selection.Parse(arguments[2..]);
        var sandbox = new Sandbox();
        var subjects = new Subjects(sandbox, selection.Families.Split(','), selection.Kernel, selection.IsDisabled);
        if (number == 0)
        {
            foreach (var (id, reason) in subjects.Skipped)
                Write(Skipped, id, reason);
            foreach (var name in subjects.Untested)
                Write(Untested, name);
        }

        var mutants = subjects.All.SelectMany(subject => subject.Mutants(sandbox), (subject, mutant) => (Subject: subject, Mutant: mutant)).ToArray();
        var isWanted = selection.Choose(mutants.Length);
        GC.Collect();
        Subject? last = null;
        for (var i = number; i < mutants.Length; i += workers)
        {
            if (!isWanted(i))
                continue;
            var (subject, mutant) = mutants[i];
            if (subject != last || i % (ControlEvery * workers) == number)
                Control(subject, sandbox);
            last = subject;
            var outcome = subject.Run(sandbox, mutant);
            Write(Ran, i.ToString(CultureInfo.InvariantCulture), subject.KernelId, outcome.ToString());
            if (outcome == Outcome.Passed)
                Write(Survived, i.ToString(CultureInfo.InvariantCulture), new Survivor(subject, mutant).Line);
        }

        Write(Done);
        return 0;
    }

    private static void Control(Subject subject, Sandbox sandbox)
    {
        if (subject.RunUnchanged(sandbox) != Outcome.Passed)
            throw new InvalidOperationException($"{subject.KernelId} without a change does not pass its self-test in a process of its own.");
    }

    private static void Write(params string[] columns) => Console.Out.WriteLine(string.Join('\t', columns));
}
