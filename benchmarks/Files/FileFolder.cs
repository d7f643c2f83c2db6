using System;
using System.IO;

namespace ManagedCrypto.Benchmarks;

/// <summary>A folder for the files of a run, which goes with them.</summary>
internal sealed class FileFolder : IDisposable
{
    private readonly string _path;

    public FileFolder(string path) => _path = Directory.CreateDirectory(path).FullName;

    public string Of(string file) => Path.Combine(_path, file);

    public void Dispose() => Directory.Delete(_path, recursive: true);
}
