using System;
using System.Collections.Generic;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
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

    public static Argument<string[]> Files(string description) => new("FILE") { Description = description, Arity = ArgumentArity.OneOrMore };

    /// <summary>A misspelt option is not taken for a file. One of such a name comes after --, or is given as ./--name.</summary>
    /// <returns>What is said of each.</returns>
    public static IEnumerable<string> MisspeltOptions(ParseResult parsed)
    {
        var before = parsed.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash).ToHashSet<Token>(ReferenceEqualityComparer.Instance);
        return parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens)
            .Where(token => token.Value.StartsWith('-') && token.Value != StandardStreams.Name && before.Contains(token))
            .Select(token => $"There is no option {Shown.Name(token.Value)}.");
    }

    public static Option<string> Output(string description) => new("--output", "-o") { Description = description, HelpName = "OUT" };

    public static Option<bool> Force() => new("--force", "-f") { Description = "Replace a file that is there already" };

    public static Option<bool> Quiet() => new("--quiet", "-q") { Description = "Show no bar and no results; errors and warnings are said" };

    public static Option<int> Threads()
    {
        var threads = Number("--threads", 0, number => number is >= 0 and <= 1024, "There are 1 to 1024 threads, or 0 for as many as processors.");
        threads.Description = "How many threads work; 0 for as many as processors";
        threads.Aliases.Add("-t");
        return threads;
    }

    /// <summary>An option that is a whole number in decimal digits.</summary>
    /// <param name="name">What it is called.</param>
    /// <param name="usual">The number if it is not said; null if it has to be.</param>
    /// <param name="isAllowed">Whether it may be that number.</param>
    /// <param name="error">What is said of one that it may not be, and of what is no number.</param>
    public static Option<int> Number(string name, int? usual, Predicate<int> isAllowed, string error) => new(name)
    {
        Required = usual is null,
        DefaultValueFactory = usual is null ? null! : _ => usual.Value,
        CustomParser = result =>
        {
            if (!int.TryParse(result.Tokens[0].Value, NumberStyles.None, CultureInfo.InvariantCulture, out var number) || !isAllowed(number))
                result.AddError($"{name} {Shown.Name(result.Tokens[0].Value)}: {error}");
            return number;
        },
    };

    public static CobblestoneOptions WithThreads(int threads) => new() { Parallelism = threads };

    /// <summary>One name for the output, or one number of a slot, is not for several files.</summary>
    public static void RequireOneFileFor(this Command command, Option option, Argument<string[]> files) =>
        command.Validators.Add(result =>
        {
            if (result.GetResult(option) is { Implicit: false } && result.GetValue(files) is { Length: > 1 })
                result.AddError($"{option.Name} is for one FILE.");
        });

    /// <summary>Does something with each file; what fails with one keeps none after it from being done.</summary>
    /// <returns>How the first that failed ended.</returns>
    public static async Task<int> ForEachAsync(IEnumerable<string> files, Func<string, Task> work)
    {
        var first = ExitCode.Fine;
        foreach (var file in files)
        {
            var code = await ExitCode.OfAsync(file, () =>
            {
                RawNames.RequireArgument(file);
                return work(file);
            });
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

    /// <summary>
    /// A stream that a wait for ends when it is cancelled. A file is one already, and is given as it is: Cobblestone reads ahead in files
    /// alone.
    /// </summary>
    public static Stream Cancellable(Stream input, CancellationToken cancellationToken) =>
        input is FileStream { CanSeek: true } ? input : new CountingStream(input, _ => { }, cancellationToken);

    /// <summary>The message behind a header. The wrong key is known before any of it is read.</summary>
    public static async Task<CobblestoneOpeningStream> OpenMessageAsync(
        Stream ciphertext, SealedFileHeader header, KeySource keys, int threads, CancellationToken cancellationToken)
    {
        var (key, _) = await header.OpenAsync(keys, cancellationToken);
        using var wiped = key;
        var message = Cobblestone.CreateOpeningStream(ciphertext, key.Span, header.Context, leaveOpen: true, WithThreads(threads));
        try
        {
            _ = await message.ReadAsync(Memory<byte>.Empty, cancellationToken);
            return message;
        }
        catch (Exception exception)
        {
            // It is the library's reader who would have to understand "key and context"; here, the context is the beginning of the file.
            await message.DisposeAsync();
            if (exception is AuthenticationTagMismatchException && !exception.Message.Contains("truncated", StringComparison.Ordinal))
                throw header.Version == SealedFileHeader.Version1 ? SealedFileHeader.WrongKey(keys.Kind) : SealedFileHeader.NotOfThisFile();
            throw;
        }
    }

    /// <summary>What is made of a file is for those that the file is for; null if it is none, so that the user's mask decides.</summary>
    public static Rights? RightsOf(string file) => OperatingSystem.IsWindows() || StandardStreams.IsInput(file) ? null : Rights.Of(file);

    /// <summary>Bytes that are left to be read; null if nobody knows.</summary>
    public static long? LengthOf(Stream source) => source.CanSeek ? source.Length - source.Position : null;

    public static async Task CopyAsync(Stream source, Stream destination, CancellationToken cancellationToken)
    {
        using var buffer = new SecretBytes(PieceBytes);
        for (int bytes; (bytes = await source.ReadAsync(buffer.Room, cancellationToken)) > 0;)
            await destination.WriteAsync(buffer.Room.AsMemory(0, bytes), cancellationToken);
    }
}
