using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Win32.SafeHandles;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Standard input and output, which "-" stands for.</summary>
internal static class StandardStreams
{
    public const string Name = "-";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    public static Stream OpenInput() => Console.OpenStandardInput();

    /// <summary>
    /// Has something written to standard output. A write to a pipe that nobody reads cannot be cancelled: it is given up after a while,
    /// and ends with the process.
    /// </summary>
    public static async Task WriteAsync(Func<Stream, Task> write, CancellationToken cancellationToken)
    {
        var written = Task.Run(() => WriteAndFlushAsync(write), CancellationToken.None);
        try
        {
            await written.WaitAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (!written.IsCompleted)
        {
            await Task.WhenAny(written, Task.Delay(s_patience, CancellationToken.None));
            throw;
        }
    }

    private static async Task WriteAndFlushAsync(Func<Stream, Task> write)
    {
        await using var output = OpenOutput();
        await write(output);
        await output.FlushAsync();
    }

    private static Stream OpenOutput()
    {
        var console = Console.OpenStandardOutput();
        if (OperatingSystem.IsWindows())
            return console;

        // .NET's stream says nothing when nobody reads the pipe any more; a file's does. But that does not move the place in a file that
        // other programs share.
        var file = new FileStream(new SafeFileHandle(1, ownsHandle: false), FileAccess.Write, bufferSize: 0);
        return file.CanSeek ? console : file;
    }
}
