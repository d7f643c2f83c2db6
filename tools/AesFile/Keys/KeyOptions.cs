using System.CommandLine;
using System.CommandLine.Parsing;
using System.Linq;
using ManagedCrypto.AesFile.Files;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>The options that say where a key comes from, of which a command takes one.</summary>
internal sealed class KeyOptions
{
    private readonly Option<string> _keyFile;
    private readonly Option<bool> _passphrase;
    private readonly Option<string> _passphraseFile;
    private readonly string _question;

    private KeyOptions(string keyFile, string passphrase, string passphraseFile, string which, string question)
    {
        _keyFile = new(keyFile) { Description = $"{which}A file that 'aesfile keygen' wrote; - is standard input", HelpName = "FILE" };
        _passphrase = new(passphrase) { Description = $"{which}Ask for a passphrase on the terminal" };
        _passphraseFile = new(passphraseFile)
        {
            Description = $"{which}A file with a passphrase in its only line, in UTF-8; - is standard input",
            HelpName = "FILE",
        };
        _question = question;
    }

    /// <summary>What files are sealed with, and opened.</summary>
    public static KeyOptions Create()
    {
        var options = new KeyOptions("--key-file", "--passphrase", "--passphrase-file", "", "Passphrase");
        options._keyFile.Aliases.Add("-k");
        options._passphrase.Aliases.Add("-p");
        return options;
    }

    /// <summary>What a file is to be opened with besides, or from now on.</summary>
    public static KeyOptions CreateNew() =>
        new("--new-key-file", "--new-passphrase", "--new-passphrase-file", "The new key: ", "New passphrase");

    /// <param name="command">Who gets the options.</param>
    /// <param name="files">The files that it reads.</param>
    /// <param name="isOptional">Whether it can do without.</param>
    /// <param name="besides">Other keys that it takes, too: standard input is the one or the other.</param>
    public void AddTo(Command command, Argument<string[]> files, bool isOptional = false, KeyOptions? besides = null)
    {
        Option[] options = [_keyFile, _passphrase, _passphraseFile];
        foreach (var option in options)
            command.Options.Add(option);
        command.Validators.Add(result =>
        {
            var given = options.Count(option => result.GetResult(option) is { Implicit: false });
            if (given > 1 || (given == 0 && !isOptional))
                result.AddError($"Say where the key comes from: one of {_keyFile.Name}, {_passphrase.Name} and {_passphraseFile.Name}.");
            else if (ReadsInput(result) && result.GetValue(files) is { } inputs && inputs.Any(StandardStreams.IsInput))
                result.AddError("Standard input cannot be both the key and a FILE.");
            else if (ReadsInput(result) && besides?.ReadsInput(result) == true)
                result.AddError("Standard input cannot be both keys.");
        });
    }

    /// <summary>What a command reads with these options, besides its inputs.</summary>
    public FilesInUse FilesInUse(ParseResult arguments, string[] inputs) =>
        new(arguments.GetValue(_keyFile) ?? arguments.GetValue(_passphraseFile), inputs);

    /// <param name="arguments">The command line.</param>
    /// <param name="isNew">Whether a passphrase is for new files, so that it is asked for twice.</param>
    /// <returns>Where the key comes from; null if the command line does not say.</returns>
    public KeySource? SourceOf(ParseResult arguments, bool isNew)
    {
        if (arguments.GetValue(_keyFile) is string keyFile)
            return new KeyFile(keyFile);
        var file = arguments.GetValue(_passphraseFile);
        return file is not null || arguments.GetResult(_passphrase) is { Implicit: false } ? new Passphrase(file, _question, isNew) : null;
    }

    private bool ReadsInput(CommandResult result) =>
        (result.GetValue(_keyFile) ?? result.GetValue(_passphraseFile)) is string path && StandardStreams.IsInput(path);
}
