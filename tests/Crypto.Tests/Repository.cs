using System;
using System.IO;

namespace ManagedCrypto.Tests;

/// <summary>The working tree that the tests were built in.</summary>
internal static class Repository
{
    /// <summary>The folder of Crypto.sln, above the test assembly.</summary>
    public static string Root
    {
        get
        {
            for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            {
                if (File.Exists(Path.Combine(folder.FullName, "Crypto.sln")))
                    return folder.FullName;
            }

            throw new DirectoryNotFoundException("No Crypto.sln above " + AppContext.BaseDirectory);
        }
    }

    /// <summary>Writes what a file of the tree ought to have to one beside the tests.</summary>
    /// <param name="path">The file, from the root.</param>
    /// <param name="text">What it ought to have.</param>
    /// <returns>The command that puts the one in place of the other.</returns>
    public static string Approval(string path, string text)
    {
        var actual = Path.Combine(AppContext.BaseDirectory, Path.GetFileName(path));
        File.WriteAllText(actual, text);
        return $"cp \"{actual}\" \"{Path.Combine(Root, path)}\"";
    }
}
