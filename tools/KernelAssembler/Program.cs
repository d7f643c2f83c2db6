using System;
using System.IO;
using System.Runtime.CompilerServices;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.KernelAssembler.Kernels;

namespace ManagedCrypto.KernelAssembler;

/// <summary>Writes the generated files of kernels: machine code, and the C# that two kernels share. Running it twice writes the same bytes.</summary>
internal static class Program
{
    /// <summary>With <c>samples</c>, writes no file, but words of A64 and what they are called, for other assemblers to compare.</summary>
    public static int Main(string[] arguments)
    {
        if (arguments is ["samples"])
        {
            foreach (var word in A64Instructions.Samples())
                Console.WriteLine($"{word:x8} {A64Instructions.Of(word).Format(word)}");
            return 0;
        }

        var root = Root();
        foreach (var family in Families.All)
        {
            File.WriteAllText(Path.Combine(root, GeneratedSource.Folder, family.FileName), GeneratedSource.Write(family));
            Console.WriteLine($"{family.FileName}: {family.Kernels.Count} kernels");
        }

        foreach (var (path, text) in Sha2Source.Files)
        {
            File.WriteAllText(Path.Combine(root, path), text);
            Console.WriteLine(path);
        }

        return 0;
    }

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../.."));
}
