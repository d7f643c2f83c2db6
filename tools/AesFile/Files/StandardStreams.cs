using System;
using System.IO;
using Microsoft.Win32.SafeHandles;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Standard input and output, which "-" stands for.</summary>
internal static class StandardStreams
{
    public const string Name = "-";

    public static Stream OpenInput() => Console.OpenStandardInput();

    public static Stream OpenOutput()
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
