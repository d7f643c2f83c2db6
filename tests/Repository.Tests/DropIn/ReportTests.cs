using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
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
            Said(new Item(first), new Item(second, ("NuGetPackageId", "A"), ("NuGetPackageVersion", "1.2.3")), new Item(first)));
    }

    /// <summary>As in code: instance members, types that are asked for or derived from, asymmetric ones, random bytes.</summary>
    [Fact]
    public void Assemblies_that_create_nothing_are_not_named() => Assert.Empty(Said(new Item(Compiled("None", """
        using System.Security.Cryptography;
        public abstract class Derived : SHA256
        {
            public static bool Uses(Aes aes, AesGcm gcm, byte[] data)
            {
                RandomNumberGenerator.Fill(data);
                gcm.Encrypt(data, data, data, data);
                CryptographicOperations.ZeroMemory(data);
                using var rsa = RSA.Create();
                object made = aes.CreateEncryptor();
                return made is AesGcm || typeof(HMACSHA256) == made.GetType();
            }
        }
        """))));

    private string Compiled(string name, string text) => DropInProject.CompileLibrary(_folder, name, text);

    private static List<string> Said(params ITaskItem[] assemblies)
    {
        var engine = new Engine();
        Assert.True(new ReportCallers { BuildEngine = engine, Assemblies = assemblies }.Execute());
        return engine.Said;
    }

    private sealed class Engine : IBuildEngine
    {
        public List<string> Said { get; } = [];

        public bool ContinueOnError => false;

        public int LineNumberOfTaskNode => 0;

        public int ColumnNumberOfTaskNode => 0;

        public string ProjectFileOfTaskNode => "";

        /// <summary>Less important ones are not seen.</summary>
        public void LogMessageEvent(BuildMessageEventArgs e)
        {
            Assert.Equal(MessageImportance.High, e.Importance);
            Said.Add(e.Message!);
        }

        public void LogErrorEvent(BuildErrorEventArgs e) => throw new NotSupportedException();

        public void LogWarningEvent(BuildWarningEventArgs e) => throw new NotSupportedException();

        public void LogCustomEvent(CustomBuildEventArgs e) => throw new NotSupportedException();

        public bool BuildProjectFile(
            string projectFileName, string[] targetNames, IDictionary globalProperties, IDictionary targetOutputs) =>
            throw new NotSupportedException();
    }

    private sealed class Item(string path, params (string Name, string Value)[] metadata) : ITaskItem
    {
        public string ItemSpec { get; set; } = path;

        public ICollection MetadataNames => throw new NotSupportedException();

        public int MetadataCount => metadata.Length;

        public string GetMetadata(string metadataName) => metadata.FirstOrDefault(pair => pair.Name == metadataName).Value ?? "";

        public void SetMetadata(string metadataName, string metadataValue) => throw new NotSupportedException();

        public void RemoveMetadata(string metadataName) => throw new NotSupportedException();

        public void CopyMetadataTo(ITaskItem destinationItem) => throw new NotSupportedException();

        public IDictionary CloneCustomMetadata() => throw new NotSupportedException();
    }
}
