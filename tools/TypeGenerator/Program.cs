using System;
using System.IO;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.TypeGenerator;

/// <summary>Writes the files that follow from the catalogue of algorithms. Running it twice writes the same bytes.</summary>
internal static class Program
{
    public static int Main()
    {
        var root = Root();
        foreach (var (path, text) in GeneratedFiles.In(root))
        {
            File.WriteAllText(Path.Combine(root, path), text);
            Console.WriteLine(path);
        }

        return 0;
    }

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../.."));
}
