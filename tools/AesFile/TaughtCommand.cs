using System;
using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Linq;

namespace ManagedCrypto.AesFile;

/// <summary>A command whose own help says more than its line in the list of commands.</summary>
internal sealed class TaughtCommand(string name, string description, string lesson) : Command(name, description)
{
    public string Lesson => lesson;

    /// <summary>Has the help of each command in the root end with its lesson.</summary>
    /// <param name="root">The root.</param>
    /// <param name="lesson">Its own.</param>
    public static void Teach(RootCommand root, string lesson)
    {
        var option = root.Options.OfType<HelpOption>().Single();
        option.Action = new HelpAndLesson((HelpAction)option.Action!, lesson);
    }

    private sealed class HelpAndLesson(HelpAction help, string ofRoot) : SynchronousCommandLineAction
    {
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            var exitCode = help.Invoke(parseResult);
            var lesson = parseResult.CommandResult.Command is TaughtCommand taught ? taught.Lesson : ofRoot;
            Console.WriteLine(WrappedText.Of(lesson, Console.IsOutputRedirected ? int.MaxValue : help.MaxWidth));
            return exitCode;
        }
    }
}
