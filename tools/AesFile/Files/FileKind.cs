using System.Formats.Tar;
using System.IO;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Whether a file is one, or a device, or a FIFO, which to open could take for ever.</summary>
internal static class FileKind
{
    /// <summary>.NET tells it to archives alone, which read the file. What has bytes is a file, and is spared that.</summary>
    /// <param name="file">No link and no folder.</param>
    /// <exception cref="IOException">It is a socket or another kind that archives do not know.</exception>
    public static TarEntryType Of(FileInfo file)
    {
        if (file.Length > 0)
            return TarEntryType.RegularFile;
        using var archive = new MemoryStream();
        using (var writer = new TarWriter(archive, leaveOpen: true))
            writer.WriteEntry(file.FullName, "file");
        archive.Position = 0;
        using var reader = new TarReader(archive);
        return reader.GetNextEntry()!.EntryType;
    }
}
