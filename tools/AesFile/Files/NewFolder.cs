using System;
using System.IO;
using System.Runtime.Versioning;

namespace ManagedCrypto.AesFile.Files;

/// <summary>A folder that is there whole or not at all, as a <see cref="NewFile"/>.</summary>
internal sealed class NewFolder : IDisposable
{
    private readonly string _path;
    private bool _isComplete;

    /// <param name="path">The name that it gets, which <see cref="Destination.Of"/> has found fit.</param>
    public NewFolder(string path)
    {
        _path = Path.TrimEndingDirectorySeparator(path);
        Temporary = TemporaryName.Beside(_path);
        if (OperatingSystem.IsWindows())
            Directory.CreateDirectory(Temporary);
        else
            Directory.CreateDirectory(Temporary, Rights.Owner);
    }

    /// <summary>Where it is until it is complete, which only its owner can look into.</summary>
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
        if (_isComplete)
            return;
        if (!OperatingSystem.IsWindows())
            AllowDeleting(Temporary);
        Directory.Delete(Temporary, recursive: true);
    }

    /// <summary>Folders may have got rights by which nothing can be deleted in them.</summary>
    [UnsupportedOSPlatform("windows")]
    private static void AllowDeleting(string folder)
    {
        _ = Rights.Set(folder, Rights.Owner); // if they do matter, deleting says so
        foreach (var inner in new DirectoryInfo(folder).EnumerateDirectories())
        {
            if (inner.LinkTarget is null)
                AllowDeleting(inner.FullName);
        }
    }
}
