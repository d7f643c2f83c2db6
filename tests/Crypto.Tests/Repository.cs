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
}
