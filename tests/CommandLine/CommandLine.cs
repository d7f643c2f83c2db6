using System;
using System.CommandLine;

namespace ManagedCrypto.Tests;

/// <summary>How the programs beside the tests start, and end if they are called wrongly.</summary>
internal static class CommandLine
{
    /// <summary>Does what the arguments say.</summary>
    /// <returns>The exit code: 2, and a line on the standard error, if they are wrong.</returns>
    public static int Run(RootCommand command, string[] arguments)
    {
        try
        {
            var parsed = command.Parse(arguments);
            if (parsed.Errors.Count > 0)
                throw new UsageException(parsed.Errors[0].Message + " --help lists the options.");
            return parsed.Invoke(new InvocationConfiguration { EnableDefaultExceptionHandler = false });
        }
        catch (UsageException exception)
        {
            Console.Error.WriteLine(exception.Message);
            return 2;
        }
    }
}
