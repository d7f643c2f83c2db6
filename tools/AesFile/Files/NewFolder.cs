using System;
using System.IO;

namespace ManagedCrypto.AesFile.Files;

/// <summary>A folder that is there whole or not at all, as a <see cref="NewFile"/>.</summary>
internal sealed class NewFolder : IDisposable
{
    private readonly string _path;
    private bool _isComplete;

    /// <exception cref="AesFileException">Something has that name.</exception>
    public NewFolder(string path)
    {
        _path = Path.TrimEndingDirectorySeparator(path);
        Destination.RequireFree(_path, isReplacing: false);
        Temporary = TemporaryName.Beside(_path);
        Directory.CreateDirectory(Temporary);
    }

    /// <summary>Where it is until it is complete.</summary>
    public string Temporary { get; }

    /// <summary>Gives the folder its name.</summary>
    public void Complete()
    {
        Destination.RequireFree(_path, isReplacing: false);
        Directory.Move(Temporary, _path);
        _isComplete = true;
    }

    public void Dispose()
    {
        if (!_isComplete)
            Directory.Delete(Temporary, recursive: true);
    }
}
