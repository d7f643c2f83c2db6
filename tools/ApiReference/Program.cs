using System;
using System.IO;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.ApiReference;

/// <summary>Writes docs/reference from the library's assemblies and their XML documentation. Running it twice writes the same bytes.</summary>
internal static class Program
{
    public static int Main()
    {
        var root = Root();
        var folder = Path.Combine(root, ReferencePages.Folder);
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        Directory.CreateDirectory(folder);
        foreach (var (path, text) in ReferencePages.In(root))
        {
            File.WriteAllText(Path.Combine(root, path), text);
            Console.WriteLine(path);
        }

        return 0;
    }

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../.."));
}
