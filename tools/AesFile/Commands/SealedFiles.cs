using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Files;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>What the commands that seal, open and verify have in common.</summary>
internal static class SealedFiles
{
    /// <summary>What names of sealed files end with.</summary>
    public const string Extension = ".aesfile";

    private const int PieceBytes = 1 << 20;

    /// <summary>A misspelt option is not taken for a file; one of such a name may be given as ./--name.</summary>
    public static Argument<string[]> Files(string description)
    {
        var files = new Argument<string[]>("FILE") { Description = description, Arity = ArgumentArity.OneOrMore };
        files.Validators.Add(result =>
        {
            foreach (var token in result.Tokens)
            {
                if (token.Value.StartsWith('-') && token.Value != StandardStreams.Name)
                    result.AddError($"There is no option '{token.Value}'.");
            }
        });
        return files;
    }

    public static Option<string> Output(string description) => new("--output", "-o") { Description = description, HelpName = "OUT" };

    public static Option<bool> Force() => new("--force", "-f") { Description = "Replace a file that is there already" };

    public static Option<int> Threads()
    {
        var threads = new Option<int>("--threads", "-t") { Description = "How many threads work; 0 for as many as processors" };
        threads.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int>() is < 0 or > 1024)
                result.AddError("There are 1 to 1024 threads, or 0 for as many as processors.");
        });
        return threads;
    }

    public static CobblestoneOptions WithThreads(int threads) => new() { Parallelism = threads };

    /// <summary>One name for the output is not enough for several files.</summary>
    public static void RequireOneFileFor(this Command command, Option<string> output, Argument<string[]> files) =>
        command.Validators.Add(result =>
        {
            if (result.GetValue(output) is not null && result.GetValue(files) is { Length: > 1 })
                result.AddError("--output is for one FILE.");
        });

    /// <summary>Does something with each file; what fails with one keeps none after it from being done.</summary>
    /// <returns>How the first that failed ended.</returns>
    public static async Task<int> ForEachAsync(IEnumerable<string> files, Func<string, Task> work)
    {
        var first = ExitCode.Fine;
        foreach (var file in files)
        {
            var code = await ExitCode.OfAsync(file, () => work(file));
            if (code == ExitCode.Cancelled)
                return code;
            if (first == ExitCode.Fine)
                first = code;
        }

        return first;
    }

    /// <summary>A FIFO is there to be read once somebody writes to it; the wait for that is given up if it is cancelled.</summary>
    public static Task<Stream> OpenInputAsync(string file, CancellationToken cancellationToken) => Task.Run(
        () => StandardStreams.IsInput(file) ? StandardStreams.OpenInput()
            : new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0),
        cancellationToken).WaitAsync(cancellationToken);

    /// <summary>Bytes that are left to be read; null if nobody knows.</summary>
    public static long? LengthOf(Stream source) => source.CanSeek ? source.Length - source.Position : null;

    public static async Task CopyAsync(Stream source, Stream destination, CancellationToken cancellationToken)
    {
        using var buffer = new SecretBytes(PieceBytes);
        for (int bytes; (bytes = await source.ReadAsync(buffer.Room, cancellationToken)) > 0;)
            await destination.WriteAsync(buffer.Room.AsMemory(0, bytes), cancellationToken);
    }
}
