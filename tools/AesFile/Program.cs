using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Invocation;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Commands;
using ManagedCrypto.AesFile.Files;

namespace ManagedCrypto.AesFile;

/// <summary>The command line. <see cref="ExitCode"/> tells how it ends.</summary>
internal static class Program
{
    /// <summary>The signal for a file that is longer than the system lets it be.</summary>
    private const PosixSignal FileSizeLimit = (PosixSignal)25;

    /// <summary>The signals that ask a program to end.</summary>
    private static readonly PosixSignal[] s_endings = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT];

    public const string Lesson = """
        Examples:
          aesfile keygen my.key                          a random key; keep a copy in a safe place
          aesfile seal -k my.key report.pdf photos       makes report.pdf.aesfile and photos.aesfile
          aesfile verify -k my.key photos.aesfile        reads all of it, writes nothing
          aesfile open -k my.key photos.aesfile          makes the folder photos again
          aesfile seal -p report.pdf                     asks for a passphrase instead
          aesfile add-key -k my.key --new-passphrase photos.aesfile
                                                         a passphrase opens it, too
          tar -c work | aesfile seal -k my.key - -o work.aesfile

        Exit codes: 0 fine, 1 wrong use or a fault of a file or disk, 2 not genuine or the wrong key, 3 there is such a file already,
        130 cancelled. With several FILEs, all are tried, and the first that fails counts.
        """;

    /// <summary>What is not complete is deleted within this time of a signal, also on a slow disk; then the process ends in any case.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Signals are ours: System.CommandLine would end the process at once, with what is not complete left there, if one came before the
    /// work had first waited for something. Exceptions come to <see cref="Main"/>, since nobody understands a stack trace.
    /// </summary>
    public static InvocationConfiguration Invocation { get; } = new() { ProcessTerminationTimeout = null, EnableDefaultExceptionHandler = false };

    public static async Task<int> Main(string[] arguments)
    {
        StandardStreams.LeaveClosed();
        var exitCode = ExitCode.Fine;
        var failure = await ExitCode.OfAsync("error", async () => exitCode = await RunAsync(arguments));
        return failure == ExitCode.Fine ? exitCode : failure;
    }

    private static async Task<int> RunAsync(string[] arguments)
    {
        // It would end the process. Without it the write fails, as on a full disk.
        using var limit = OperatingSystem.IsWindows() ? null
            : PosixSignalRegistration.Create(FileSizeLimit, context => context.Cancel = true);
        var ended = new CancellationTokenSource(); // never disposed: a signal may come at the very end
        var signals = Array.ConvertAll(s_endings, signal => CancelBy(signal, ended));
        var parsed = Commands().Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null }); // @ may begin a file's name
        var errors = Errors(parsed);
        if (errors.Count > 0 && (parsed.Action is ParseErrorAction || parsed.Action == parsed.CommandResult.Command.Action))
            return arguments.Length == 0 ? await HelpAsync() : Refuse(errors);
        var exitCode = await parsed.InvokeAsync(Invocation, ended.Token);
        GC.KeepAlive(signals);
        return exitCode;
    }

    /// <summary>Has Ctrl-C, Ctrl-\, a terminal that goes away and SIGTERM cancel.</summary>
    private static PosixSignalRegistration CancelBy(PosixSignal signal, CancellationTokenSource ended) =>
        PosixSignalRegistration.Create(signal, context =>
        {
            context.Cancel = true;
            _ = Task.Delay(Patience).ContinueWith(_ => Environment.Exit(ExitCode.Cancelled), TaskScheduler.Default);
            ended.Cancel();
        });

    /// <summary>Without the help, which is longer than a screen: the errors would scroll away.</summary>
    private static int Refuse(List<string> errors)
    {
        foreach (var error in errors)
            ExitCode.Tell(error);
        return ExitCode.Failed;
    }

    /// <summary>Whoever says nothing does not know yet what there is to say.</summary>
    private static async Task<int> HelpAsync()
    {
        await Commands().Parse("--help").InvokeAsync(Invocation);
        return ExitCode.Failed;
    }

    /// <summary>What is wrong with a command line, in words. That of a question for help does not matter.</summary>
    public static List<string> Errors(ParseResult parsed) =>
    [
        .. parsed.Errors.Select(error => error.Message.Replace(Environment.NewLine + '\t', " ", StringComparison.Ordinal)),
        .. SealedFiles.MisspeltOptions(parsed),
        .. parsed.Errors.Count == 0 && parsed.Tokens.Any(token => token.Value.Length == 0)
            ? ["A name is empty, as from a variable of the shell that is not set."] : Array.Empty<string>(),
    ];

    public static RootCommand Commands()
    {
        var root = Root();
        TaughtCommand.Teach(root, Lesson);
        return root;
    }

    private static RootCommand Root() => new(
        "Seals files and folders with AES-GCM under a key or a passphrase, on all cores. What was sealed is opened whole and genuine or "
        + "not at all: a file is written under another name first, and is there only once it is complete.")
    {
        SealCommand.Create(),
        OpenCommand.Create(),
        OpenCommand.CreateVerify(),
        ListCommand.Create(),
        SlotsCommand.CreateAdd(),
        SlotsCommand.CreateChange(),
        SlotsCommand.CreateRemove(),
        KeygenCommand.Create(),
        BenchCommand.Create(),
        CompletionCommand.Create(),
        ManCommand.Create(),
    };
}
