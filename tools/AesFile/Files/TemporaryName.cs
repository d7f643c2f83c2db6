using System.IO;

namespace ManagedCrypto.AesFile.Files;

/// <summary>Names of what is not complete.</summary>
internal static class TemporaryName
{
    /// <summary>A name in the same folder, so that giving it the other name is one step.</summary>
    public static string Beside(string path) => Path.Combine(
        Path.GetDirectoryName(Path.GetFullPath(path)) ?? throw AesFileException.Failed("It has no name."),
        $".aesfile-{RandomNumberGenerator.GetHexString(16, lowercase: true)}.part");
}
