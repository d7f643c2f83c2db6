using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Files;
using ManagedCrypto.AesFile.Keys;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>
/// Changes which passphrases and keys open a sealed file. It is replaced by one with another header and the same ciphertext, which is
/// copied: if it were written where it is, whatever fails in the middle would leave a file that nobody opens.
/// </summary>
internal sealed class SlotsCommand
{
    private readonly Argument<string[]> _files = SealedFiles.Files("Sealed files, which are replaced");
    private readonly KeyOptions _keys = KeyOptions.Create();
    private readonly KeyOptions _newKeys = KeyOptions.CreateNew();
    private readonly Option<int> _slot = SealedFiles.Number(
        "--slot", usual: null, number => number is >= 1 and <= SealedFileHeader.MostSlots, $"Slots are 1 to {SealedFileHeader.MostSlots}.");

    private readonly Option<bool> _quiet = SealedFiles.Quiet();

    public static Command CreateAdd()
    {
        var add = new SlotsCommand();
        var command = add.Create("add-key", "Has a further passphrase or key open sealed files", """
            The files are not sealed anew, but they are copied: there must be room for each twice, for a while. All passphrases and keys of
            a file have equal rights: each opens it, adds others and removes them.

            Examples:
              aesfile add-key -k my.key --new-passphrase photos.aesfile
              aesfile add-key -p --new-key-file your.key photos.aesfile report.pdf.aesfile
            """);
        add._newKeys.AddTo(command, add._files, besides: add._keys);
        command.SetAction((arguments, cancellationToken) => add.RunAsync(arguments, add.AddAsync, cancellationToken));
        return command;
    }

    public static Command CreateChange()
    {
        var change = new SlotsCommand();
        var command = change.Create("change-key", "Has another passphrase or key open sealed files instead of the one that is given", """
            Copies of the file that were made before are still opened by the old one. Whoever has had it may also have kept the key of the
            file itself, which stays the same: to shut somebody out of what comes, seal it anew.

            Examples:
              aesfile change-key -p --new-passphrase safe.aesfile
              aesfile change-key -k old.key --new-key-file new.key *.aesfile
            """);
        change._newKeys.AddTo(command, change._files, besides: change._keys);
        command.SetAction((arguments, cancellationToken) => change.RunAsync(arguments, change.ChangeAsync, cancellationToken));
        return command;
    }

    public static Command CreateRemove()
    {
        var remove = new SlotsCommand();
        (remove._slot.Description, remove._slot.HelpName) = ("The slot, by its number in 'aesfile list'", $"1-{SealedFileHeader.MostSlots}");
        var command = remove.Create("remove-key", "Has a passphrase or key no longer open a sealed file, by the number of its slot", """
            Any passphrase or key of the file will do to remove any other, but not the last one. Copies that were made before, and a key
            that somebody has kept, stay as they are: see 'aesfile change-key --help'.

            Examples:
              aesfile list photos.aesfile
              aesfile remove-key -k my.key --slot 2 photos.aesfile
            """);
        command.Options.Add(remove._slot);
        command.RequireOneFileFor(remove._slot, remove._files);
        command.SetAction((arguments, cancellationToken) => remove.RunAsync(arguments, remove.RemoveAsync, cancellationToken));
        return command;
    }

    private TaughtCommand Create(string name, string description, string lesson)
    {
        var command = new TaughtCommand(name, description, lesson) { _files, _quiet };
        _keys.AddTo(command, _files);
        return command;
    }

    private async Task<int> RunAsync(ParseResult arguments, Change change, CancellationToken cancellationToken)
    {
        using var keys = _keys.SourceOf(arguments, isNew: false)!;
        using var newKeys = _newKeys.SourceOf(arguments, isNew: true);
        return await SealedFiles.ForEachAsync(arguments.GetValue(_files)!, async file =>
        {
            var replaced = RequireFile(file);
            await Destination.Of(file, isReplacing: true, inUse: null).WriteAsync(RewriteAsync, rights: null, cancellationToken, replaced);

            async Task RewriteAsync(Stream stream)
            {
                await using var source = (FileStream)await SealedFiles.OpenInputAsync(file, cancellationToken);
                var before = VersionOf(source);
                var header = await SealedFileHeader.ReadAsync(source, cancellationToken);
                if (header.Version == SealedFileHeader.Version1)
                    throw AesFileException.Failed("It has version 1 of the header, which is for one passphrase or key alone: open it, and seal it anew.");
                var (fileKey, slot) = await header.OpenAsync(keys, cancellationToken);
                using var wiped = fileKey;
                var slots = header.Slots.ToList();
                await change(new(arguments, header, fileKey, slot, newKeys), slots, cancellationToken);
                await stream.WriteAsync(SealedFileHeader.Create(header.Content, fileKey, slots).Bytes, cancellationToken);
                await Progress.RunAsync(!arguments.GetValue(_quiet), file, SealedFiles.LengthOf(source), count =>
                    SealedFiles.CopyAsync(new CountingStream(source, count, cancellationToken), stream, cancellationToken));
                if (VersionOf(source) != before)
                    throw AesFileException.Failed("It changed while it was read, and stays as it is.");
            }
        });
    }

    private async Task AddAsync(Opened opened, List<WrappedKey> slots, CancellationToken cancellationToken)
    {
        if (slots.Count == SealedFileHeader.MostSlots)
            throw AesFileException.Failed($"It has {SealedFileHeader.MostSlots} passphrases and keys already, and no more have room.");
        slots.Add(await NewSlotAsync(opened, cancellationToken));
    }

    private async Task ChangeAsync(Opened opened, List<WrappedKey> slots, CancellationToken cancellationToken) =>
        slots[opened.Slot] = await NewSlotAsync(opened, cancellationToken);

    private Task RemoveAsync(Opened opened, List<WrappedKey> slots, CancellationToken cancellationToken)
    {
        var slot = opened.Arguments.GetValue(_slot);
        if (slot > slots.Count)
            throw AesFileException.Failed($"There is no slot {slot}: 'aesfile list' shows those that there are.");
        if (slots.Count == 1)
            throw AesFileException.Failed("It is the only one: without it, nobody could open the file.");
        slots.RemoveAt(slot - 1);
        return Task.CompletedTask;
    }

    /// <summary>One that no slot has yet: of two slots, one would stay when the other is removed.</summary>
    private static async Task<WrappedKey> NewSlotAsync(Opened opened, CancellationToken cancellationToken)
    {
        if (await opened.Header.TryOpenAsync(opened.NewKeys!, cancellationToken) is not { FileKey: var again })
            return await WrappedKey.WrapAsync(opened.FileKey, opened.NewKeys!, cancellationToken);
        again.Dispose();
        throw AesFileException.Failed("The new passphrase or key opens it already.");
    }

    /// <summary>What another program writes into the file meanwhile would be lost with it.</summary>
    private static (long Length, DateTime Written) VersionOf(FileStream file) => (file.Length, File.GetLastWriteTimeUtc(file.SafeFileHandle));

    /// <summary>What is no file cannot be replaced.</summary>
    private static FileIdentity? RequireFile(string file)
    {
        if (StandardStreams.IsInput(file) || StandardStreams.IsOutput(file))
            throw AesFileException.Failed("Standard input and output are not replaced: give the name of a file.");
        var status = FileStatus.Of(file);
        if (status is { Kind: not FileKind.File and var kind })
            throw AesFileException.Failed($"It is {FileStatus.Words(kind)}, which is not replaced: give the name of a file.");
        return status?.Identity; // what is not there cannot be opened either
    }

    private delegate Task Change(Opened opened, List<WrappedKey> slots, CancellationToken cancellationToken);

    /// <summary>A header, and what opened it.</summary>
    private sealed record Opened(ParseResult Arguments, SealedFileHeader Header, SecretBytes FileKey, int Slot, KeySource? NewKeys);
}
