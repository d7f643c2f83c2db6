using System;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Text;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// A file that names the case under way, for those that end the process, as an access to an unreadable page does: it is mapped,
/// so that what was written last stays, and can be replayed.
/// </summary>
internal sealed class CurrentCase : IDisposable
{
    private const int FileBytes = 256;

    private readonly string _path;
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte[] _text = new byte[FileBytes];

    private CurrentCase(string path)
    {
        _path = path;
        _file = MemoryMappedFile.CreateFromFile(path, FileMode.Create, null, FileBytes);
        _view = _file.CreateViewAccessor();
    }

    /// <summary>In a folder, or nowhere.</summary>
    public static CurrentCase? In(string? folder) => folder is null ? null : new(Path.Combine(folder, "current.json"));

    public void Write(Target target, ulong seed, ulong index)
    {
        _text.AsSpan().Fill((byte)' ');
        Encoding.UTF8.GetBytes(new Finding(target.Name, seed, index).ToJson(), _text);
        _view.WriteArray(0, _text, 0, FileBytes);
    }

    public void Dispose()
    {
        _view.Dispose();
        _file.Dispose();
        File.Delete(_path);
    }
}
