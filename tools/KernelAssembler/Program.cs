using System;
using System.IO;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.KernelAssembler;

/// <summary>Writes the generated files of the machine-code tier. Running it twice writes the same bytes.</summary>
internal static class Program
{
    public static int Main()
    {
        var folder = GeneratedFolder();
        foreach (var family in Families.All)
        {
            var path = Path.Combine(folder, family.FileName);
            File.WriteAllText(path, GeneratedSource.Write(family));
            Console.WriteLine($"{family.FileName}: {family.Kernels.Count} kernels");
        }

        return 0;
    }

    private static string GeneratedFolder([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../../src/Crypto.Intrinsics/MachineCode/Generated"));
}
