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
    private readonly Rights? _rights;
    private bool _isComplete;

    /// <param name="path">The name that it gets, which <see cref="Destination.Of"/> has found fit.</param>
    /// <param name="isReplacing">Whether a file of that name is replaced, whose rights and owner it then has.</param>
    /// <param name="rights">Those that it has otherwise; null for those of new files. Until it is complete, it is for its owner alone.</param>
    public NewFile(string path, bool isReplacing, Rights? rights = null)
    {
        (_path, _isReplacing) = (path, isReplacing);
        _temporary = TemporaryName.Beside(_path);
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
        {
            _rights = Rights.Of(_path) ?? rights ?? Rights.OfNewFiles();
            options.UnixCreateMode = Rights.Secret.Mode;
        }

        Stream = new FileStream(_temporary, options);
    }

    public FileStream Stream { get; }

    /// <summary>Gives the file its name.</summary>
    /// <param name="replaced">The one that it replaces; null for any.</param>
    /// <exception cref="AesFileException">Another has that name by now.</exception>
    public void Complete(FileIdentity? replaced = null)
    {
        if (!OperatingSystem.IsWindows())
            _rights!.Give(Stream.SafeFileHandle, _path);
        Stream.Flush(flushToDisk: true);
        Stream.Dispose();
        if (replaced is not null && FileStatus.Of(_path)?.Identity != replaced)
            throw AesFileException.Failed("Another file has its name by now, which stays as it is.");
        try
        {
            if (_isReplacing)
                File.Move(_temporary, _path, overwrite: true);
            else
                Destination.Take(_temporary, _path);
        }
        catch (IOException)
        {
            Destination.RequireFree(_path, _isReplacing);
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
