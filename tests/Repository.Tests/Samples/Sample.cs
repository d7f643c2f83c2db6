using System;
using System.IO;
using ManagedCrypto.Tests;

namespace ManagedCrypto.RepositoryTests.Samples;

/// <summary>Programs of samples, which are built before these tests, in the same configuration.</summary>
internal static class Sample
{
    public static string PathOf(string name)
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        return Path.Combine(Repository.Root, "samples", name, "bin", configuration, "net10.0", name + ".dll");
    }
}
