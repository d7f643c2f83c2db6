using System;
using System.Collections.Generic;
using System.IO;
using ManagedCrypto.Tests;

namespace ManagedCrypto.Mutants.Wiping;

/// <summary>A copy of the built test program, with a library in it whose calls that wipe can be left out.</summary>
internal sealed class WipingFolder : IDisposable
{
    /// <summary>The library's assembly: that with IL alone, and nothing compiled ahead.</summary>
    public const string Library = "ManagedCrypto";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("wiping-");

    /// <param name="isCheck">Whether calls that wipe nothing may be left out, too.</param>
    public WipingFolder(bool isCheck)
    {
        var tests = BuiltFolder("tests/Crypto.Tests");
        foreach (var file in Directory.EnumerateFiles(tests, "*.dll"))
            File.Copy(file, System.IO.Path.Combine(_folder.FullName, System.IO.Path.GetFileName(file)));
        var sites = new List<WipingSite>();
        var rewriter = new WipingRewriter(sites, isCheck);
        rewriter.Rewrite(System.IO.Path.Combine(BuiltFolder("src/Crypto"), Library + ".dll"), System.IO.Path.Combine(_folder.FullName, Library + ".dll"));
        Sites = sites;
    }

    public string Path => _folder.FullName;

    /// <summary>By their numbers.</summary>
    public IReadOnlyList<WipingSite> Sites { get; }

    public void Dispose() => _folder.Delete(recursive: true);

    private static string BuiltFolder(string project)
    {
        var folder = System.IO.Path.Combine(Repository.Root, project, "bin/Release/net10.0");
        return Directory.Exists(folder) ? folder : throw new UsageException($"There is no {folder}: build this program for Release.");
    }
}
