using System.Collections.Generic;

namespace ManagedCrypto.AesFile.Files;

/// <summary>What a command reads: keys, passphrases and inputs. None of it is a destination, under whatever name.</summary>
internal sealed class FilesInUse
{
    private readonly Dictionary<FileIdentity, string> _files = [];

    /// <param name="keyFile">Where the key or passphrase is; null if it is typed.</param>
    /// <param name="inputs">What is sealed or opened.</param>
    public FilesInUse(string? keyFile, IEnumerable<string> inputs)
    {
        foreach (var input in inputs)
            Add(input, "an input");
        if (keyFile is not null)
            Add(keyFile, "the file of the key or passphrase");
    }

    /// <summary>What a file is used as; null if it is not.</summary>
    public string? UseOf(FileStatus file) => _files.GetValueOrDefault(file.Identity);

    /// <summary>What is no file, such as a terminal, may be both read and written.</summary>
    private void Add(string path, string use)
    {
        if (FileStatus.Of(StandardStreams.IsInput(path) ? StandardStreams.InputPath : path) is { Kind: FileKind.File } file)
            _files[file.Identity] = use;
    }
}
