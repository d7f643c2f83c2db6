using System;
using System.CommandLine;
using System.IO;
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
    private readonly KeyOptions _keys = new();

    public static Command Create()
    {
        var seal = new SealCommand();
        var command = new TaughtCommand("seal", "Encrypts files, so that nobody without the key can read them or change a byte unnoticed", """
            A folder is sealed as one file, with all that is in it. What is sealed stays where it is.

            Examples:
              aesfile seal -k my.key report.pdf photos        makes report.pdf.aesfile and photos.aesfile
              aesfile seal -p report.pdf -o safe.aesfile      asks for a passphrase
              pg_dump shop | aesfile seal -k my.key - -o shop.aesfile
            """)
        {
            seal._files,
            seal._output,
        };
        seal._keys.AddTo(command, seal._files);
        command.Options.Add(seal._force);
        command.Options.Add(seal._threads);
        command.RequireOneFileFor(seal._output, seal._files);
        command.SetAction(seal.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, CancellationToken cancellationToken)
    {
        using var keys = _keys.SourceOf(arguments, isNew: true);
        var files = arguments.GetValue(_files)!;
        var inUse = _keys.FilesInUse(arguments, files);
        return await SealedFiles.ForEachAsync(files, async file =>
        {
            var destination = Destination.Of(arguments.GetValue(_output) ?? DefaultOutput(file), arguments.GetValue(_force), inUse);
            if (destination.IsStandardOutput && !Console.IsOutputRedirected)
                throw AesFileException.Failed("A sealed file is not for a terminal: say --output.");
            await destination.WriteAsync(
                stream => Directory.Exists(file)
                    ? SealFolderAsync(new FolderArchive(file, destination.Written(stream)), file, stream, keys, arguments.GetValue(_threads), cancellationToken)
                    : SealFileAsync(file, stream, keys, arguments.GetValue(_threads), cancellationToken),
                SealedFiles.RightsOf(file),
                cancellationToken);
        });
    }

    private static string DefaultOutput(string file) => StandardStreams.IsInput(file) ? StandardStreams.Name
        : Path.TrimEndingDirectorySeparator(Path.GetFullPath(file)) + SealedFiles.Extension;

    private static async Task SealFileAsync(
        string file, Stream destination, KeySource keys, int threads, CancellationToken cancellationToken)
    {
        await using var source = await SealedFiles.OpenInputAsync(file, cancellationToken);
        await SealAsync(ContentKind.File, destination, keys, threads, Copy, cancellationToken);

        Task Copy(Stream stream) => Progress.RunAsync(hasBar: true, file, SealedFiles.LengthOf(source), count =>
            SealedFiles.CopyAsync(new CountingStream(source, count, cancellationToken), stream, cancellationToken));
    }

    private static Task SealFolderAsync(
        FolderArchive archive, string folder, Stream destination, KeySource keys, int threads, CancellationToken cancellationToken)
    {
        return SealAsync(ContentKind.Folder, destination, keys, threads, Write, cancellationToken);

        Task Write(Stream stream) => Progress.RunAsync(hasBar: true, folder, archive.Length, count =>
            archive.WriteAsync(stream, count, cancellationToken));
    }

    private static async Task SealAsync(
        ContentKind content,
        Stream destination,
        KeySource keys,
        int threads,
        Func<Stream, Task> write,
        CancellationToken cancellationToken)
    {
        var header = keys.NewHeader(content);
        using var key = await keys.KeyAsync(header, cancellationToken);
        await destination.WriteAsync(header.Bytes, cancellationToken);
        await using var stream = Cobblestone.CreateSealingStream(
            destination, key.Span, header.Bytes.Span, leaveOpen: true, SealedFiles.WithThreads(threads));
        await write(stream);
        stream.Complete();
        await destination.FlushAsync(cancellationToken);
    }
}
