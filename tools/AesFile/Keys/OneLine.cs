using System;
using System.IO;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>Files with a secret line and nothing else.</summary>
internal static class OneLine
{
    /// <returns>The line without its end, for the caller to wipe.</returns>
    /// <exception cref="AesFileException">It is empty, too long, or not the only one.</exception>
    public static SecretBytes Read(string path, int mostBytes)
    {
        var line = new SecretBytes(mostBytes);
        try
        {
            using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
            var bytes = file.ReadAtLeast(line.Room, mostBytes, throwOnEndOfStream: false);
            var text = line.Room.AsSpan(0, bytes);
            if (text.EndsWith("\n"u8))
                text = text[..^1];
            if (text.EndsWith("\r"u8))
                text = text[..^1];
            if (text.IsEmpty || text.Contains((byte)'\n') || bytes == mostBytes)
                throw AesFileException.Failed($"{Shown.Name(path)} must have one line of less than {mostBytes} bytes.");
            return line.Use(..text.Length);
        }
        catch (Exception)
        {
            line.Dispose();
            throw;
        }
    }
}
