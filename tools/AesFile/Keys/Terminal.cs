using System;
using System.IO;
using System.Runtime.Versioning;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.AesFile.Keys;

/// <summary>Asks on the terminal, wherever standard input and output lead.</summary>
internal static class Terminal
{
    /// <summary>Asks for a line, which the terminal does not show.</summary>
    /// <returns>The line in UTF-8, for the caller to wipe.</returns>
    /// <exception cref="AesFileException">There is no terminal, or the line is too long.</exception>
    public static Task<SecretBytes> AskAsync(string prompt, int mostBytes, CancellationToken cancellationToken) =>
        OperatingSystem.IsWindows() ? Task.FromResult(AskWindows(prompt, mostBytes)) : AskUnixAsync(prompt, mostBytes, cancellationToken);

    [UnsupportedOSPlatform("windows")]
    private static async Task<SecretBytes> AskUnixAsync(string prompt, int mostBytes, CancellationToken cancellationToken)
    {
        using var terminal = Open();
        using var echo = new HiddenEcho(terminal.SafeFileHandle, () => terminal.Write(Encoding.UTF8.GetBytes(prompt)));
        await terminal.WriteAsync(Encoding.UTF8.GetBytes(prompt), cancellationToken);
        var line = new SecretBytes(mostBytes);
        try
        {
            // A read of a terminal cannot be cancelled: it is given up, and ends with the process.
            var bytes = await Task.Run(() => ReadLine(terminal, line.Room), cancellationToken).WaitAsync(cancellationToken);
            return line.Use(..bytes);
        }
        catch (Exception)
        {
            line.Dispose();
            throw;
        }
        finally
        {
            terminal.Write("\n"u8);
        }
    }

    private static FileStream Open()
    {
        try
        {
            return new FileStream("/dev/tty", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw AesFileException.Failed("There is no terminal to ask for the passphrase: use --passphrase-file or --key-file.");
        }
    }

    private static int ReadLine(FileStream terminal, byte[] line)
    {
        for (var bytes = 0; bytes < line.Length;)
        {
            var read = terminal.Read(line, bytes, line.Length - bytes);
            bytes += read;
            if (read == 0 || line[bytes - 1] == '\n')
                return read == 0 ? bytes : bytes - 1;
        }

        throw TooLong(line.Length);
    }

    private static SecretBytes AskWindows(string prompt, int mostBytes)
    {
        if (Console.IsInputRedirected)
            throw AesFileException.Failed("Standard input is no terminal to ask on: use --passphrase-file or --key-file.");
        Console.Error.Write(prompt);
        var text = GC.AllocateArray<char>(mostBytes, pinned: true);
        try
        {
            var length = 0;
            for (ConsoleKeyInfo key; (key = Console.ReadKey(intercept: true)).Key != ConsoleKey.Enter;)
            {
                if (key.Key == ConsoleKey.Backspace)
                    length = Math.Max(0, length - 1);
                else if (key.KeyChar != '\0')
                    text[length++] = length < text.Length - 1 ? key.KeyChar : throw TooLong(mostBytes);
            }

            var line = new SecretBytes(Encoding.UTF8.GetMaxByteCount(mostBytes));
            return line.Use(..Encoding.UTF8.GetBytes(text.AsSpan(0, length), line.Room));
        }
        finally
        {
            Array.Clear(text);
            Console.Error.WriteLine();
        }
    }

    private static AesFileException TooLong(int mostBytes) =>
        AesFileException.Failed($"A passphrase has less than {mostBytes} bytes.");
}
