using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using ManagedCrypto.Build;
using Mono.Cecil;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>What becomes of an assembly that was compiled against .NET's types alone.</summary>
public sealed class WeaverTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("weaver-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Each says what is the same without the change, and then the name of a type, of which "^" are ours.</summary>
    [Theory]
    [InlineData("Aes.Create() is Aes", "True", "Aes.Create()", "^Aes")]
    [InlineData("typeof(Aes).FullName", "System.Security.Cryptography.Aes", "RandomNumberGenerator.Create()", "^RandomNumberGenerator")]
    [InlineData("Hex(new SHA256Managed().ComputeHash(Abc))", "BA7816BF", "new SHA256Managed()", "^SHA256")]
    [InlineData("Hex(SHA256.HashData(Abc))", "BA7816BF", "SHA512.Create()", "^SHA512")]
    [InlineData("Hex(((Func<byte[], byte[]>)SHA1.HashData)(Abc))", "A9993E36", "((Func<SHA1>)SHA1.Create)()", "^SHA1")]
    [InlineData("Hex(Make<SHA1Managed>().ComputeHash(Abc))", "A9993E36", "new Lazy<SHA1Managed>().Value", "^SHA1")]
    [InlineData("Kind(new HMACSHA256(Abc))", "HMACSHA256 of 32", "new HMACSHA256()", "^HMACSHA256")]
    [InlineData("Kind(new HMACSHA1(Abc))", "HMACSHA1", "new List<HMACSHA1> { new HMACSHA1() }[0]", "^HMACSHA1")]
    [InlineData("typeof(HMACSHA256).IsAssignableFrom(typeof(HMACSHA384))", "False", "(object)new HMACSHA384() as HMACSHA384", "^HMACSHA384")]
    [InlineData("AesGcm.NonceByteSizes.MinSize", "12", "new AesGcm(new byte[16], 16)", "^AesGcm")]
    [InlineData("Incremental()", "BA7816BF", "IncrementalHash.CreateHash(HashAlgorithmName.SHA256)", "^IncrementalHash")]
    [InlineData("Hex(Rfc2898DeriveBytes.Pbkdf2(\"p\", new byte[8], 2, HashAlgorithmName.SHA1, 4))", "9A03F895", "new RNGCryptoServiceProvider()", "^RandomNumberGenerator")]
    [InlineData("CryptographicOperations.FixedTimeEquals(Abc, Abc)", "True", "new AesManaged()", "^Aes")]
    public void Program_uses_ours_and_means_the_same(string expression, string said, string made, string name)
    {
        var path = Compiled("Program", Program(expression, made));
        Assert.Equal(said, Run(path)[0]);
        var weaver = Weave(path);
        Assert.Empty(weaver.Left);
        Assert.NotEmpty(weaver.Changed);
        Assert.Equal([said, name.Replace("^", "ManagedCrypto.")], Run(path));
    }

    /// <summary>A program's own types, and asymmetric ones, are no matter of the change.</summary>
    [Fact]
    public void Own_types_of_the_same_names_stay()
    {
        var path = Compiled("Program", """
            namespace Shop.Hashing { public static class SHA256 { public static string HashData(byte[] data) => "of the shop"; } }
            namespace Shop
            {
                using Shop.Hashing;
                public static class Program
                {
                    public static void Main()
                    {
                        System.Console.WriteLine(SHA256.HashData(new byte[1]));
                        System.Console.WriteLine(System.Security.Cryptography.RSA.Create().GetType().Namespace);
                    }
                }
            }
            """);
        var before = File.ReadAllBytes(path);
        var weaver = Weave(path);
        Assert.Empty(weaver.Changed);
        Assert.Empty(weaver.Left);
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    [Theory]
    [InlineData("class My : HMACSHA256 { } class P { HMACSHA256 H = new HMACSHA256(); }", "HMACSHA256: My derives from it")]
    [InlineData("public class P { public HMACSHA1 H() => new HMACSHA1(); }", "HMACSHA1: P.H takes or returns it")]
    [InlineData("public class P { public AesGcm G; }", "AesGcm: P.G takes or returns it")]
    [InlineData("public interface I<T> { } public class P : I<AesCcm> { }", "AesCcm: P takes or returns it")]
    [InlineData("class P { object O() => new AesCng(\"a name\"); }", "AesCng: ours has no AesCng..ctor")]
    public void What_stays_is_told_with_its_reason(string text, string line)
    {
        var weaver = Weave(Compiled("Library", "using System.Security.Cryptography;\n" + text));
        Assert.Equal([line], weaver.Left);
        Assert.Empty(weaver.Changed);
    }

    [Fact]
    public void Second_time_nothing_is_left_to_do()
    {
        var path = Compiled("Program", Program("1", "Aes.Create()"));
        Assert.NotEmpty(Weave(path).Changed);
        Assert.Empty(Weave(path).Changed);
    }

    /// <summary>Two changes of the same assembly are the same bytes.</summary>
    [Fact]
    public void Change_is_deterministic()
    {
        var path = Compiled("Program", Program("1", "Aes.Create()"));
        string[] files = [path, Path.ChangeExtension(path, ".pdb")];
        var before = Array.ConvertAll(files, File.ReadAllBytes);
        Weave(path);
        var first = Array.ConvertAll(files, File.ReadAllBytes);
        foreach (var (file, bytes) in files.Zip(before))
            File.WriteAllBytes(file, bytes);
        Weave(path);
        Assert.Equal(first, Array.ConvertAll(files, File.ReadAllBytes));
    }

    [Fact]
    public void Lines_of_the_source_are_in_the_stack_trace()
    {
        var path = Compiled("Program", Program("Lines()", "Aes.Create()"));
        Assert.NotEmpty(Weave(path).Changed);
        Assert.Equal("Program.cs:line 5", Run(path)[0]);
    }

    /// <summary>A change that refers to what ours does not have is found before it replaces anything.</summary>
    [Fact]
    public void Wrong_change_is_found()
    {
        var path = Compiled("Program", Program("1", "Aes.Create()"));
        Weave(path);
        using var resolver = Resolver();
        using var module = ModuleDefinition.ReadModule(path, new() { AssemblyResolver = resolver, InMemory = true });
        var create = module.GetMemberReferences().Single(member => member.FullName == "ManagedCrypto.Aes ManagedCrypto.Aes::Create()");
        create.Name = "Make";
        Assert.Equal(["ManagedCrypto.Aes ManagedCrypto.Aes::Make()"], Verifier.Missing(module));
    }

    private static string Program(string expression, string made) => $$"""
        using System; using System.Collections.Generic; using System.Diagnostics; using System.IO; using System.Security.Cryptography;
        public static class Program
        {
            private static readonly byte[] Abc = { 97, 98, 99 };
            private static string Lines() { var frame = new StackFrame(true); return Path.GetFileName(frame.GetFileName()) + ":line " + frame.GetFileLineNumber(); }
            private static T Make<T>() where T : new() => new T();
            private static string Hex(byte[] bytes) => Convert.ToHexString(bytes)[..8];
            private static string Kind(HashAlgorithm hash) => hash switch { HMACSHA1 => "HMACSHA1", HMACSHA256 h => "HMACSHA256 of " + h.HashSize / 8, _ => "none" };
            private static string Incremental()
            {
                using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
                hash.AppendData(Abc);
                return Hex(hash.GetHashAndReset());
            }
            public static string[] Run() => new[] { ({{expression}}).ToString(), ({{made}}).GetType().FullName };
        }
        """;

    private string Compiled(string name, string text) => DropInProject.CompileLibrary(_folder, name, text);

    private static Weaver Weave(string path)
    {
        using var resolver = Resolver();
        using var ours = ModuleDefinition.ReadModule(typeof(ManagedCrypto.AesGcm).Assembly.Location, new() { AssemblyResolver = resolver });
        using var module = ModuleDefinition.ReadModule(path, new() { AssemblyResolver = resolver, InMemory = true, ReadSymbols = true });
        var weaver = new Weaver(module, new(ours));
        if (weaver.Weave())
            module.Write(path, new() { WriteSymbols = true, DeterministicMvid = true });
        using var woven = ModuleDefinition.ReadModule(path, new() { AssemblyResolver = resolver, InMemory = true });
        Assert.Empty(Verifier.Missing(woven));
        return weaver;
    }

    private static DefaultAssemblyResolver Resolver()
    {
        var resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(RuntimeEnvironment.GetRuntimeDirectory());
        resolver.AddSearchDirectory(AppContext.BaseDirectory);
        return resolver;
    }

    /// <summary>What it returns, loaded beside ours.</summary>
    private static string[] Run(string program)
    {
        var context = new AssemblyLoadContext(program, isCollectible: true);
        using var assembly = new MemoryStream(File.ReadAllBytes(program));
        using var symbols = new MemoryStream(File.ReadAllBytes(Path.ChangeExtension(program, ".pdb")));
        var run = context.LoadFromStream(assembly, symbols).GetType("Program")!.GetMethod("Run")!;
        var lines = (string[])run.Invoke(null, null)!;
        context.Unload();
        return lines;
    }
}
