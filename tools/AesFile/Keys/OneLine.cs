using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile.Files;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>Files with a secret line and nothing else, of which standard input is one.</summary>
internal static class OneLine
{
    /// <summary>What editors of Windows begin a file of UTF-8 with, which nobody has typed.</summary>
    private static ReadOnlySpan<byte> ByteOrderMark => "\uFEFF"u8;

    /// <summary>A wait for somebody who writes to a pipe is given up if it is cancelled.</summary>
    /// <returns>The line without its end, for the caller to wipe.</returns>
    /// <exception cref="AesFileException">It is empty, too long, or not the only one.</exception>
    public static Task<SecretBytes> ReadAsync(string path, int mostBytes, CancellationToken cancellationToken) =>
        Task.Run(() => Read(path, mostBytes), cancellationToken).WaitAsync(cancellationToken);

    private static SecretBytes Read(string path, int mostBytes)
    {
        var line = new SecretBytes(mostBytes);
        try
        {
            using var file = Open(path);
            var bytes = file.ReadAtLeast(line.Room, mostBytes, throwOnEndOfStream: false);
            var text = line.Room.AsSpan(0, bytes);
            var start = text.StartsWith(ByteOrderMark) ? ByteOrderMark.Length : 0;
            text = text[start..];
            if (text.EndsWith("\n"u8))
                text = text[..^1];
            if (text.EndsWith("\r"u8))
                text = text[..^1];
            if (text.IsEmpty || text.Contains((byte)'\n') || bytes == mostBytes)
                throw AesFileException.Failed($"{Shown.Name(path)} must have one line of less than {mostBytes} bytes.");
            return line.Use(start..(start + text.Length));
        }
        catch (Exception)
        {
            line.Dispose();
            throw;
        }
    }

    private static Stream Open(string path)
    {
        if (StandardStreams.IsInput(path))
        {
            return Console.IsInputRedirected ? StandardStreams.OpenInput()
                : throw AesFileException.Failed("Standard input is a terminal, which would show what is typed: --passphrase hides it.");
        }

        if (!OperatingSystem.IsWindows() && Rights.Of(path) is { IsForOthers: true, Octal: var rights })
            ExitCode.Tell($"{Shown.Name(path)}: Others may read or write it, by its rights {rights}; chmod 600 ends that.");
        return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0);
    }
}
