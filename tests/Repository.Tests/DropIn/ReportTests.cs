using System;
using System.Collections.Generic;
using System.IO;
using ManagedCrypto.Build;
using Microsoft.Build.Framework;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>What the build says of compiled assemblies; tests/packages/drop-in.sh has it said of a package.</summary>
public sealed class ReportTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("report-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Assemblies_are_named_with_what_they_call()
    {
        var first = Compiled("First", """
            using System.Security.Cryptography;
            public static class Program
            {
                public static object Twice() => new[] { Aes.Create(), Aes.Create() };
                public static object Gcm() => AesGcm.IsSupported ? new AesGcm(new byte[16], 16) : "none";
                public static object Hash() => CryptographicOperations.HashData(HashAlgorithmName.MD5, new byte[3]);
            }
            """);
        var second = Compiled("Second", "class C { object O = System.Security.Cryptography.SymmetricAlgorithm.Create(\"a\"); }");
        Assert.Equal(
            [
                "MCDI201: A 1.2.3 (Second.dll) calls .NET's own SymmetricAlgorithm.Create",
                "MCDI201: First.dll calls .NET's own Aes.Create, AesGcm.IsSupported, CryptographicOperations.HashData, "
                    + "new AesGcm",
            ],
            Said(new BuildItem(first), new BuildItem(second, ("NuGetPackageId", "A"), ("NuGetPackageVersion", "1.2.3")), new BuildItem(first)));
    }

    /// <summary>As in code: instance members, types that are asked for or derived from, asymmetric ones, random bytes.</summary>
    [Fact]
    public void Assemblies_that_create_nothing_are_not_named() => Assert.Empty(Said(new BuildItem(Compiled("None", """
        using System.Security.Cryptography;
        public abstract class Derived : SHA256
        {
            public static bool Uses(Aes aes, AesGcm gcm, byte[] data)
            {
                gcm.Encrypt(data, data, data, data);
                CryptographicOperations.ZeroMemory(data);
                using var rsa = RSA.Create();
                object made = aes.CreateEncryptor();
                return made is AesGcm || typeof(HMACSHA256) == made.GetType();
            }
        }
        """))));

    [Fact]
    public void File_that_is_no_assembly_is_named()
    {
        var path = Path.Combine(_folder, "Text.dll");
        File.WriteAllText(path, "none");
        Assert.Equal(["MCDI203: Text.dll cannot be read: Image is too small."], Said(new BuildItem(path)));
    }

    private string Compiled(string name, string text) => DropInProject.CompileLibrary(_folder, name, text);

    private static List<string> Said(params ITaskItem[] assemblies)
    {
        var engine = new BuildEngine();
        Assert.True(new ReportCallers { BuildEngine = engine, Assemblies = assemblies }.Execute());
        return engine.Said;
    }
}
