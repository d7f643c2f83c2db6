using System;
using System.IO;
using ManagedCrypto;

/// <summary>
/// A file of pages, encrypted: what a small database keeps its tables in. The key, 64 bytes, is this file's alone. Nothing is
/// authenticated: pages that somebody changed are read as noise, and older ones as what they were.
/// </summary>
internal sealed class PageFile : IDisposable
{
    public const int PageSize = 4096;

    private readonly FileStream _file;
    private readonly AesXtsStream _pages;

    public PageFile(string path, byte[] key)
    {
        // Without a buffer of its own: pages come whole, and the text of none lies in two places.
        _file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 0);
        _pages = new AesXtsStream(_file, key, PageSize);
    }

    /// <summary>How many pages there are; set it to cut some off, or add pages of zeros.</summary>
    public long Count
    {
        get => _pages.Length / PageSize;
        set => _pages.SetLength(value * PageSize);
    }

    /// <exception cref="EndOfStreamException">There is no such page, or the machine failed while the file grew by it.</exception>
    public void Read(long page, Span<byte> text)
    {
        _pages.Position = page * PageSize;
        _pages.ReadExactly(text[..PageSize]);
    }

    public void Write(long page, ReadOnlySpan<byte> text)
    {
        _pages.Position = page * PageSize;
        _pages.Write(text[..PageSize]);
    }

    /// <summary>What was written before is on the disk when this returns.</summary>
    public void Commit()
    {
        _pages.Flush();
        _file.Flush(flushToDisk: true);
    }

    public void Dispose() => _pages.Dispose();
}
