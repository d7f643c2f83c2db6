using System;

namespace ManagedCrypto.AesFile;

/// <summary>What the user is told in one line, and how the program ends.</summary>
internal sealed class AesFileException(int exitCode, string message) : Exception(message)
{
    public int ExitCode => exitCode;

    public static AesFileException Failed(string message) => new(AesFile.ExitCode.Failed, message);

    public static AesFileException NotGenuine(string message) => new(AesFile.ExitCode.NotGenuine, message);

    public static AesFileException Exists(string message) => new(AesFile.ExitCode.Exists, message);
}
