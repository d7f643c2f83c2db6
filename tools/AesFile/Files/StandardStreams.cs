using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Win32.SafeHandles;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Standard input and output, which "-" stands for, and the names that the system has for them.</summary>
internal static partial class StandardStreams
{
    public const string Name = "-";
    public const string InputPath = "/dev/stdin";
    public const string OutputPath = "/dev/stdout";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    private static bool s_isInputClosed, s_isOutputClosed;

    public static bool IsInput(string name) => name == Name || Names(name).Any(path => path is InputPath or "/dev/fd/0" or "/proc/self/fd/0");

    /// <summary>Whether it leads there. Otherwise, the file would be taken that standard output is redirected to, and not its place in it.</summary>
    public static bool IsOutput(string name) => name == Name || Names(name).Any(path => path is OutputPath or "/dev/fd/1" or "/proc/self/fd/1");

    /// <summary>Whether the name is that of something that a process has opened.</summary>
    public static bool IsOpenFile(string name) => Names(name).Any(path =>
        path.StartsWith("/dev/fd/", StringComparison.Ordinal) || path.StartsWith("/proc/", StringComparison.Ordinal));

    /// <summary>
    /// Has nothing written to those that were closed when the process began, as by the shell's 2>&amp;-: whatever the runtime or this program
    /// opens gets their numbers. Called before anything else is opened.
    /// </summary>
    public static void LeaveClosed()
    {
        if (OperatingSystem.IsWindows())
            return;
        (s_isInputClosed, s_isOutputClosed) = (IsClosed(0), IsClosed(1));
        if (s_isOutputClosed)
            Console.SetOut(TextWriter.Null);
        if (IsClosed(2))
            Console.SetError(TextWriter.Null);

        // What was there at the beginning did not close when the program was loaded; the runtime's files do.
        static bool IsClosed(int number)
        {
            const int GetFlags = 1, CloseOnExec = 1;
            return (FControl(number, GetFlags) & CloseOnExec) != 0;
        }
    }

    public static Stream OpenInput() => s_isInputClosed ? throw AesFileException.Failed("Standard input is closed.") : Console.OpenStandardInput();

    /// <summary>
    /// Has something written to standard output or the like. To open or write a pipe that nobody reads cannot be cancelled: it is given
    /// up after a while, and ends with the process.
    /// </summary>
    public static async Task WriteAsync(Func<Stream> open, Func<Stream, Task> write, CancellationToken cancellationToken)
    {
        var written = Task.Run(() => WriteAndFlushAsync(open, write), CancellationToken.None);
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

    public static Stream OpenOutput()
    {
        if (s_isOutputClosed)
            throw AesFileException.Failed("Standard output is closed.");
        var console = Console.OpenStandardOutput();
        if (OperatingSystem.IsWindows())
            return console;

        // .NET's stream says nothing when nobody reads the pipe any more; a file's does. But that does not move the place in a file that
        // other programs share.
        var file = new FileStream(new SafeFileHandle(1, ownsHandle: false), FileAccess.Write, bufferSize: 0);
        return file.CanSeek ? console : file;
    }

    private static async Task WriteAndFlushAsync(Func<Stream> open, Func<Stream, Task> write)
    {
        await using var output = open();
        await write(output);
        await output.FlushAsync();
    }

    /// <summary>The path, and those that it leads to one after the other, if it is that of a link.</summary>
    private static IEnumerable<string> Names(string name)
    {
        const int MostLinks = 40;
        var path = name.Length == 0 ? null : Path.GetFullPath(name);
        for (var links = 0; path is not null && links <= MostLinks; links++)
        {
            yield return path;
            path = new FileInfo(path).LinkTarget is string target ? Path.GetFullPath(target, Path.GetDirectoryName(path)!) : null;
        }
    }

    /// <summary>The flags of a file by its number; -1, all bits set, if there is none.</summary>
    [LibraryImport("libc", EntryPoint = "fcntl")]
    private static partial int FControl(int number, int command);
}
