using System;
using System.CommandLine;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Files;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>Opens sealed files, or only verifies them.</summary>
internal sealed class OpenCommand(bool isVerifying)
{
    private readonly Argument<string[]> _files = SealedFiles.Files("Sealed files; - is standard input");

    private readonly Option<string> _output = SealedFiles.Output(
        $"The file or folder; - is standard output, where a folder is a tar archive. FILE without {SealedFiles.Extension} if it is not "
        + "said, and for standard input, standard output");

    private readonly Option<bool> _force = SealedFiles.Force();
    private readonly Option<int> _threads = SealedFiles.Threads();
    private readonly Option<bool> _quiet = SealedFiles.Quiet();
    private readonly KeyOptions _keys = KeyOptions.Create();

    public static Command Create()
    {
        var open = new OpenCommand(isVerifying: false);
        var command = new TaughtCommand("open", "Decrypts what 'aesfile seal' made, and refuses whatever is not genuine", """
            A file or folder appears once all of it has been verified. Standard output gets each chunk of 16 KiB when that has been
            verified; if a later one is not genuine, or the end is missing, the exit code is 2: do not use what came before then.

            Examples:
              aesfile open -k my.key report.pdf.aesfile photos.aesfile     makes report.pdf, and the folder photos
              aesfile open -p safe.aesfile -o report.pdf                   asks for the passphrase
              aesfile open -k my.key photos.aesfile -o - | tar -t
            """)
        {
            open._files,
            open._output,
        };
        open._keys.AddTo(command, open._files);
        command.Options.Add(open._force);
        command.Options.Add(open._threads);
        command.Options.Add(open._quiet);
        command.RequireOneFileFor(open._output, open._files);
        command.SetAction(open.RunAsync);
        return command;
    }

    public static Command CreateVerify()
    {
        var verify = new OpenCommand(isVerifying: true);
        var command = new TaughtCommand("verify", "Reads and verifies sealed files to their end, and writes nothing but a line for each that is genuine", """
            Example:
              aesfile verify -k my.key *.aesfile
            """)
        {
            verify._files,
        };
        verify._keys.AddTo(command, verify._files);
        command.Options.Add(verify._threads);
        command.Options.Add(verify._quiet);
        command.SetAction(verify.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, CancellationToken cancellationToken)
    {
        using var keys = _keys.SourceOf(arguments, isNew: false)!;
        var files = arguments.GetValue(_files)!;
        var (inUse, isQuiet) = (_keys.FilesInUse(arguments, files), arguments.GetValue(_quiet));
        return await SealedFiles.ForEachAsync(files, async file =>
        {
            await using var source = await SealedFiles.OpenInputAsync(file, cancellationToken);
            var ciphertext = SealedFiles.Cancellable(source, cancellationToken);
            var header = await SealedFileHeader.ReadAsync(ciphertext, cancellationToken);
            var destination = isVerifying ? null : DestinationOf(arguments, file, header, inUse);
            var total = MessageLengthOf(source);
            await using var message = await SealedFiles.OpenMessageAsync(ciphertext, header, keys, arguments.GetValue(_threads), cancellationToken);
            if (destination is null)
                await ReadAsync(hasBar: true, text => SealedFiles.CopyAsync(text, Stream.Null, cancellationToken));
            else if (header.Content == ContentKind.File || destination.IsStream)
                await destination.WriteAsync(WriteAsync, SealedFiles.RightsOf(file), cancellationToken);
            else
                await ExtractAsync(destination.Path, read => ReadAsync(hasBar: true, read), cancellationToken);
            if (isVerifying && !isQuiet)
                TellGenuine(file, header);

            // A bar must not be drawn among the content.
            Task WriteAsync(Stream stream) => ReadAsync(
                hasBar: !destination.IsStandardOutput || Console.IsOutputRedirected,
                text => SealedFiles.CopyAsync(text, stream, cancellationToken));

            Task ReadAsync(bool hasBar, Func<Stream, Task> read) => Progress.RunAsync(hasBar && !isQuiet, file, total, count =>
                read(new CountingStream(message, count, cancellationToken)));
        });
    }

    /// <summary>Bytes of the message in the rest of a file, for the bar; null if nobody knows.</summary>
    private static long? MessageLengthOf(Stream source)
    {
        var bytes = SealedFiles.LengthOf(source);
        try
        {
            return bytes is null ? null : Cobblestone.GetMessageLength(bytes.Value);
        }
        catch (ArgumentOutOfRangeException)
        {
            return bytes; // it will be found truncated
        }
    }

    /// <summary>It is asked for before the passphrase is, so that nobody types that in vain.</summary>
    private Destination DestinationOf(ParseResult arguments, string file, SealedFileHeader header, FilesInUse inUse) => Destination.Of(
        arguments.GetValue(_output) ?? DefaultOutput(file), arguments.GetValue(_force) && header.Content == ContentKind.File, inUse);

    private static async Task ExtractAsync(string path, Func<Func<Stream, Task>, Task> follow, CancellationToken cancellationToken)
    {
        using var folder = new NewFolder(path);
        var extraction = new FolderExtraction(folder.Temporary);
        await follow(async source =>
        {
            await extraction.ReadAsync(source, cancellationToken);
            await SealedFiles.CopyAsync(source, Stream.Null, cancellationToken); // the archive ends before the message does
        });
        extraction.Finish();
        folder.Complete();
        if (extraction.WithoutRights is [var first, ..] all)
            ExitCode.Tell($"{Shown.Name(path)}: The file system refuses the rights of {all.Count} in it; the first is {Shown.Name(first)}.");
    }

    private static void TellGenuine(string file, SealedFileHeader header) =>
        Console.WriteLine($"{Shown.Name(file)}: genuine, a {(header.Content == ContentKind.Folder ? "folder" : "file")}");

    private static string DefaultOutput(string file)
    {
        if (StandardStreams.IsInput(file))
            return StandardStreams.Name;
        if (!file.EndsWith(SealedFiles.Extension, StringComparison.Ordinal) || Path.GetFileName(file) == SealedFiles.Extension)
            throw AesFileException.Failed($"The name does not end with {SealedFiles.Extension}: say --output.");
        var name = file[..^SealedFiles.Extension.Length];
        return name == StandardStreams.Name ? Path.GetFullPath(name) : name; // here, it is what the file is called
    }
}
