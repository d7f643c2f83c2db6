using System;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Files;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>Seals files and folders.</summary>
internal sealed class SealCommand
{
    private readonly Argument<string[]> _files = SealedFiles.Files("Files and folders; - is standard input");

    private readonly Option<string> _output = SealedFiles.Output(
        $"The sealed file; - is standard output. FILE{SealedFiles.Extension} if it is not said, and for standard input, standard output");

    private readonly Option<bool> _force = SealedFiles.Force();
    private readonly Option<int> _threads = SealedFiles.Threads();
    private readonly Option<bool> _quiet = SealedFiles.Quiet();

    private readonly Option<string[]> _exclusions = new("--exclude", "-x")
    {
        Description = "Leave out of folders what has this name, or with a slash in it, this path in the folder; * is any characters, ? is one",
        HelpName = "PATTERN",
        DefaultValueFactory = _ => [],
    };

    private readonly KeyOptions _keys = KeyOptions.Create();

    public static Command Create()
    {
        var seal = new SealCommand();
        var command = new TaughtCommand("seal", "Encrypts files, so that nobody without the key can read them or change a byte unnoticed", """
            A folder is sealed as one file, with all that is in it but what --exclude names. What is sealed stays where it is.

            Examples:
              aesfile seal -k my.key report.pdf photos        makes report.pdf.aesfile and photos.aesfile
              aesfile seal -p report.pdf -o safe.aesfile      asks for a passphrase
              aesfile seal -k my.key work -x .git -x '*.o'    without these, however deep they lie
              pg_dump shop | aesfile seal -k my.key - -o shop.aesfile
            """)
        {
            seal._files,
            seal._output,
        };
        seal._keys.AddTo(command, seal._files);
        command.Options.Add(seal._exclusions);
        command.Options.Add(seal._force);
        command.Options.Add(seal._threads);
        command.Options.Add(seal._quiet);
        command.RequireOneFileFor(seal._output, seal._files);
        command.Validators.Add(result =>
        {
            if (result.GetValue(seal._exclusions)?.FirstOrDefault(FitsNothing) is string pattern)
                result.AddError($"--exclude {Shown.Name(pattern)}: it has a name, or a path that begins in the folder, such as work/old.");
        });
        command.SetAction(seal.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, CancellationToken cancellationToken)
    {
        using var keys = _keys.SourceOf(arguments, isNew: true)!;
        var files = arguments.GetValue(_files)!;
        var inUse = _keys.FilesInUse(arguments, files);
        return await SealedFiles.ForEachAsync(files, async file =>
        {
            var destination = Destination.Of(arguments.GetValue(_output) ?? DefaultOutput(file), arguments.GetValue(_force), inUse);
            if (destination.IsStandardOutput && !Console.IsOutputRedirected)
                throw AesFileException.Failed("A sealed file is not for a terminal: say --output.");
            await destination.WriteAsync(
                stream => Directory.Exists(file) ? SealFolderAsync(stream) : SealFileAsync(stream), SealedFiles.RightsOf(file), cancellationToken);

            async Task SealFileAsync(Stream stream)
            {
                await using var source = await SealedFiles.OpenInputAsync(file, cancellationToken);
                var total = SealedFiles.LengthOf(source);
                var left = total ?? 0;
                await SealAsync(ContentKind.File, stream, total, (message, count) =>
                    SealedFiles.CopyAsync(new CountingStream(source, bytes => count(Counted(bytes)), cancellationToken), message, cancellationToken));

                int Counted(int bytes)
                {
                    if (bytes == 0 && left > 0)
                        throw FixedLengthStream.IsShorter(file);
                    left -= bytes;
                    return bytes;
                }
            }

            Task SealFolderAsync(Stream stream)
            {
                var archive = new FolderArchive(file, arguments.GetValue(_exclusions)!, destination.Written(stream));
                return SealAsync(ContentKind.Folder, stream, archive.Length, (message, count) =>
                    archive.WriteAsync(message, count, cancellationToken));
            }

            async Task SealAsync(ContentKind content, Stream stream, long? total, Func<Stream, Action<int>, Task> write)
            {
                using var key = new SecretBytes(WrappedKey.FileKeyBytes).Use(..);
                RandomNumberGenerator.Fill(key.Span);
                var header = SealedFileHeader.Create(content, key, [await WrappedKey.WrapAsync(key, keys, cancellationToken)]);
                await stream.WriteAsync(header.Bytes, cancellationToken);
                await using var message = Cobblestone.CreateSealingStream(
                    stream, key.Span, header.Context, leaveOpen: true, SealedFiles.WithThreads(arguments.GetValue(_threads)));
                await Progress.RunAsync(!arguments.GetValue(_quiet), file, total, count => write(message, count));
                message.Complete();
                await stream.FlushAsync(cancellationToken);
            }
        });
    }

    /// <summary>Since no path in a folder is written so: what was to be left out would be sealed.</summary>
    private static bool FitsNothing(string pattern) =>
        Path.TrimEndingDirectorySeparator(pattern).Split('/').Any(name => name is "" or "." or "..");

    private static string DefaultOutput(string file) => StandardStreams.IsInput(file) ? StandardStreams.Name
        : Path.TrimEndingDirectorySeparator(Path.GetFullPath(file)) + SealedFiles.Extension;
}
