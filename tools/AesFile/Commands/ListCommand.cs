using System;
using System.CommandLine;
using System.Formats.Tar;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>Shows what a header says, and with the key, what is in the file.</summary>
internal sealed class ListCommand
{
    private readonly Argument<string[]> _files = SealedFiles.Files("Sealed files; - is standard input");
    private readonly Option<int> _threads = SealedFiles.Threads();
    private readonly KeyOptions _keys = KeyOptions.Create();

    public static Command Create()
    {
        var list = new ListCommand();
        var command = new TaughtCommand("list", "Shows what opens sealed files, and with the key, what is in them", """
            Without the key, it is what the header says, which anybody can have changed. With it, the header has been verified, and a folder's
            files are listed, with rights, bytes, time (UTC) and name; the name of a link is followed by what it leads to. Of a file, only
            what has to be read for that is read: 'aesfile verify' reads all of it.

            Examples:
              aesfile list *.aesfile
              aesfile list -k my.key photos.aesfile
            """)
        {
            list._files,
        };
        list._keys.AddTo(command, list._files, isOptional: true);
        command.Options.Add(list._threads);
        command.SetAction(list.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, CancellationToken cancellationToken)
    {
        using var keys = _keys.SourceOf(arguments, isNew: false);
        return await SealedFiles.ForEachAsync(arguments.GetValue(_files)!, async file =>
        {
            await using var source = await SealedFiles.OpenInputAsync(file, cancellationToken);
            var ciphertext = SealedFiles.Cancellable(source, cancellationToken);
            var header = await SealedFileHeader.ReadAsync(ciphertext, cancellationToken);
            if (keys is null)
            {
                TellHeader(file, header);
                return;
            }

            await using var message = await SealedFiles.OpenMessageAsync(ciphertext, header, keys, arguments.GetValue(_threads), cancellationToken);
            TellHeader(file, header);
            if (header.Content == ContentKind.Folder)
                await TellEntriesAsync(message, cancellationToken);
            if (!message.CanSeek)
                await SealedFiles.CopyAsync(message, Stream.Null, cancellationToken); // whoever writes to a pipe is not to see it break
            else if (header.Content == ContentKind.File)
                Console.WriteLine($"  {message.Length} bytes");
        });
    }

    private static void TellHeader(string file, SealedFileHeader header)
    {
        Console.WriteLine($"{Shown.Name(file)}: a {(header.Content == ContentKind.Folder ? "folder" : "file")}, version {header.Version}");
        for (var slot = 0; slot < header.Recipes.Count; slot++)
            Console.WriteLine($"  slot {slot + 1}: {SealedFileHeader.Name(header.Recipes[slot].Kind)}");
    }

    private static async Task TellEntriesAsync(Stream message, CancellationToken cancellationToken)
    {
        await using var reader = new TarReader(message, leaveOpen: true);
        while (await reader.GetNextEntryAsync(copyData: false, cancellationToken) is TarEntry entry)
        {
            var target = entry.EntryType == TarEntryType.SymbolicLink ? $" -> {Shown.Name(entry.LinkName)}" : "";
            Console.WriteLine($"{Rights(entry)} {entry.Length,12} {entry.ModificationTime.UtcDateTime:yyyy-MM-dd HH:mm:ss} {Shown.Name(entry.Name)}{target}");
        }
    }

    /// <summary>As ls(1) has them.</summary>
    private static string Rights(TarEntry entry)
    {
        var kind = entry.EntryType switch
        {
            TarEntryType.RegularFile or TarEntryType.V7RegularFile => '-',
            TarEntryType.Directory => 'd',
            TarEntryType.SymbolicLink => 'l',
            TarEntryType.Fifo => 'p',
            _ => '?',
        };
        return kind + string.Concat("rwxrwxrwx".Select((letter, place) => (((int)entry.Mode >> (8 - place)) & 1) != 0 ? letter : '-'));
    }
}
