using System.CommandLine;
using System.Linq;
using ManagedCrypto.AesFile.Files;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>The options that say where the key comes from, of which a command takes one.</summary>
internal sealed class KeyOptions
{
    private readonly Option<string> _keyFile = new("--key-file", "-k")
    {
        Description = "A file that 'aesfile keygen' wrote; - is standard input",
        HelpName = "FILE",
    };

    private readonly Option<bool> _passphrase = new("--passphrase", "-p")
    {
        Description = "Ask for a passphrase on the terminal",
    };

    private readonly Option<string> _passphraseFile = new("--passphrase-file")
    {
        Description = "A file with a passphrase in its only line, in UTF-8; - is standard input",
        HelpName = "FILE",
    };

    public void AddTo(Command command, Argument<string[]> files)
    {
        Option[] options = [_keyFile, _passphrase, _passphraseFile];
        foreach (var option in options)
            command.Options.Add(option);
        command.Validators.Add(result =>
        {
            if (options.Count(option => result.GetResult(option) is { Implicit: false }) != 1)
                result.AddError("Say where the key comes from: one of --key-file, --passphrase and --passphrase-file.");
            else if ((result.GetValue(_keyFile) ?? result.GetValue(_passphraseFile)) is string path && StandardStreams.IsInput(path)
                && result.GetValue(files) is { } inputs && inputs.Any(StandardStreams.IsInput))
                result.AddError("Standard input cannot be both the key and a FILE.");
        });
    }

    /// <summary>What a command reads with these options, besides its inputs.</summary>
    public FilesInUse FilesInUse(ParseResult arguments, string[] inputs) =>
        new(arguments.GetValue(_keyFile) ?? arguments.GetValue(_passphraseFile), inputs);

    /// <param name="arguments">The command line.</param>
    /// <param name="isNew">Whether a passphrase is for new files, so that it is asked for twice.</param>
    public KeySource SourceOf(ParseResult arguments, bool isNew) => arguments.GetValue(_keyFile) is string file
        ? new KeyFile(file)
        : new Passphrase(arguments.GetValue(_passphraseFile), isNew);
}
