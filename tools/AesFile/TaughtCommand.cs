using System;
using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Linq;

namespace ManagedCrypto.AesFile;

/// <summary>A command whose own help says more than its line in the list of commands.</summary>
internal sealed class TaughtCommand(string name, string description, string lesson) : Command(name, description)
{
    /// <summary>Has the help of each command in the root end with its lesson.</summary>
    public static void Teach(RootCommand root)
    {
        var option = root.Options.OfType<HelpOption>().Single();
        option.Action = new HelpAndLesson((HelpAction)option.Action!);
    }

    private sealed class HelpAndLesson(HelpAction help) : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            var exitCode = help.Invoke(parseResult);
            if (parseResult.CommandResult.Command is TaughtCommand taught)
                Console.WriteLine(taught.Lesson);
            return exitCode;
        }
    }

    private string Lesson => lesson;
}
