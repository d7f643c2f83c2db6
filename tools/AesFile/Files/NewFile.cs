using System;
using System.IO;

namespace ManagedCrypto.AesFile.Files;

/// <summary>
/// A file that is there whole or not at all: it is written under another name in the same folder, and gets its own name once it is
/// complete and on the disk.
/// </summary>
internal sealed class NewFile : IDisposable
{
    private readonly string _path;
    private readonly string _temporary;
    private readonly bool _isReplacing;
    private bool _isComplete;

    /// <exception cref="AesFileException">Something has that name and may not be replaced.</exception>
    public NewFile(string path, bool isReplacing, UnixFileMode? mode = null)
    {
        (_path, _isReplacing) = (path, isReplacing);
        _temporary = TemporaryName.Beside(path);
        TemporaryName.RequireFree(path, isReplacing);
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
        if (mode is not null && !OperatingSystem.IsWindows())
            options.UnixCreateMode = mode;
        Stream = new FileStream(_temporary, options);
    }

    public FileStream Stream { get; }

    /// <summary>Gives the file its name.</summary>
    public void Complete()
    {
        Stream.Flush(flushToDisk: true);
        Stream.Dispose();
        try
        {
            File.Move(_temporary, _path, _isReplacing);
        }
        catch (IOException)
        {
            TemporaryName.RequireFree(_path, _isReplacing);
            throw;
        }

        _isComplete = true;
    }

    public void Dispose()
    {
        Stream.Dispose();
        if (!_isComplete)
            File.Delete(_temporary);
    }
}
