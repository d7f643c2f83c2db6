using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.PortableExecutable;
using System.Runtime.Loader;
using System.Security.Cryptography;
using ManagedCrypto.Build;
using Mono.Cecil;
using MethodAttributes = Mono.Cecil.MethodAttributes;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>What becomes of an assembly that was compiled against .NET's types alone.</summary>
public sealed class WeaverTests : IDisposable
{
    private const string Mac = "class MacAttribute : System.Attribute { public MacAttribute(System.Type type) { } } ";

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
    [InlineData("new HMACSHA1[,] { { new HMACSHA1(Abc) } }[0, 0].HashSize", "160", "new HMACSHA1()", "^HMACSHA1")]
    [InlineData("typeof(HMACSHA256).IsAssignableFrom(typeof(HMACSHA384))", "False", "(object)new HMACSHA384() as HMACSHA384", "^HMACSHA384")]
    [InlineData("AesGcm.NonceByteSizes.MinSize", "12", "new AesGcm(new byte[16], 16)", "^AesGcm")]
    [InlineData("Incremental()", "BA7816BF", "IncrementalHash.CreateHash(HashAlgorithmName.SHA256)", "^IncrementalHash")]
    [InlineData("Hex(Rfc2898DeriveBytes.Pbkdf2(\"p\", new byte[8], 2, HashAlgorithmName.SHA1, 4))", "9A03F895", "new RNGCryptoServiceProvider()", "^RandomNumberGenerator")]
    [InlineData("CryptographicOperations.FixedTimeEquals(Abc, Abc)", "True", "new AesManaged()", "^Aes")]
    [InlineData("RandomNumberGenerator.GetItems<byte>(Abc, 3).Length", "3", "RandomNumberGenerator.Create()", "^RandomNumberGenerator")]
    [InlineData("new Mock().GetHashCode() != 0", "True", "new Mock()", "Program+Mock")]
    public void Program_uses_ours_and_means_the_same(string expression, string said, string made, string name)
    {
        var path = Compiled("Program", Program(expression, made));
        Assert.Equal(said, Run(path)[0]);
        var weaver = Weave(path)!;
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
        Assert.Null(Weave(path));
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    [Theory]
    [InlineData("class My : HMACSHA256 { } class P { HMACSHA256 H = new HMACSHA256(); }", "HMACSHA256: My derives from it")]
    [InlineData("public class P { public HMACSHA1 H() => new HMACSHA1(); }", "HMACSHA1: P.H takes or returns it")]
    [InlineData("public class P { public AesGcm G; }", "AesGcm: P.G takes or returns it")]
    [InlineData("public interface I<T> { } public class P : I<AesCcm> { }", "AesCcm: P takes or returns it")]
    [InlineData("class P { internal AesGcm G; }", "AesGcm: P.G takes or returns it", "[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(\"Friend\")]")]
    [InlineData("public class P<T> where T : HMACSHA1 { object O = new HMACSHA1(); }", "HMACSHA1: P`1 takes or returns it")]
    [InlineData("public class P { public void M<T>() where T : HMACSHA1 => new HMACSHA1(); }", "HMACSHA1: P.M takes or returns it")]
    [InlineData(Mac + "class P { object O = new HMACSHA1(); }", "HMACSHA1: MacAttribute names it", "[assembly: Mac(typeof(HMACSHA1))]")]
    [InlineData(Mac + "class P { [Mac(typeof(Lazy<HMACSHA1>))] object O = new HMACSHA1(); }", "HMACSHA1: MacAttribute names it", "using System;")]
    [InlineData(Mac + "class P { void M<[Mac(typeof(HMACSHA1[]))] T>() => new HMACSHA1(); }", "HMACSHA1: MacAttribute names it")]
    [InlineData("class P { object O() => new AesCng(\"a name\"); }", "AesCng: ours has no new AesCng")]
    [InlineData("class P { bool B(object o) => o is SHA1Managed; }", "SHA1Managed: P.B asks for the type, and ManagedCrypto.SHA1 stands for others, too")]
    [InlineData("class P { System.Type T() => typeof(AesManaged); }", "AesManaged: P.T asks for the type, and ManagedCrypto.Aes stands for others, too")]
    [InlineData("class P { object O() => HMAC.Create(\"a\") as HMACMD5; }", "HMACMD5: P.O asks for the type, and HMAC.Create makes .NET's objects")]
    [InlineData("class P { P(SHA1Managed a) { } P(SHA1CryptoServiceProvider b) { } }", "SHA1CryptoServiceProvider: P..ctor would be there twice|SHA1Managed: P..ctor would be there twice")]
    public void What_stays_is_told_with_its_reason(string text, string lines, string attribute = "")
    {
        var weaver = Weave(Compiled("Library", $"using System.Security.Cryptography;\n{attribute}\n{text}"))!;
        Assert.Equal(lines.Split('|'), weaver.Left);
        Assert.Empty(weaver.Changed);
    }

    /// <summary>Another assembly has the type in an interface that one of this assembly implements, out of sight of the rest.</summary>
    [Fact]
    public void Type_in_the_signature_of_a_neighbour_stays()
    {
        var library = Compiled("Neighbour", "public interface IUser { void Use(System.Security.Cryptography.AesGcm gcm); }");
        var path = DropInProject.CompileLibrary(_folder, "Library", "class P : IUser { public void Use(System.Security.Cryptography.AesGcm gcm) { } }", library);
        var weaver = Weave(path, library)!;
        Assert.Equal(["AesGcm: IUser.Use takes or returns it"], weaver.Left);
        Assert.Equal([library], weaver.Neighbours.Where(file => Path.GetDirectoryName(file) == _folder));
    }

    /// <summary>Nothing but the base of a base, in an assembly that this one does not refer to, tells what a method overrides.</summary>
    [Fact]
    public void Type_in_the_signature_of_a_far_base_stays()
    {
        var far = Compiled("Far", "public class Base { protected virtual void Use(System.Security.Cryptography.AesGcm gcm) { } }");
        var middle = DropInProject.CompileLibrary(_folder, "Middle", "public class Middle : Base { }", far);
        var path = DropInProject.CompileLibrary(
            _folder, "Library", "class P : Middle { protected override void Use(System.Security.Cryptography.AesGcm gcm) => gcm.Dispose(); }", middle, far);
        var weaver = Weave(path, middle, far)!;
        Assert.Equal(["AesGcm: Base.Use takes or returns it"], weaver.Left);
        Assert.Equal([far, middle], weaver.Neighbours.Where(file => Path.GetDirectoryName(file) == _folder));
    }

    /// <summary>A package may define a type by a name of .NET's in its namespace.</summary>
    [Fact]
    public void Type_that_a_package_defines_stays()
    {
        var library = Compiled("Neighbour", "namespace System.Security.Cryptography { public class Kmac128 { public Kmac128(byte[] key) { } } }");
        var path = DropInProject.CompileLibrary(_folder, "Library", "extern alias Neighbour; class P { object O = new Neighbour::System.Security.Cryptography.Kmac128(null!); }", library);
        Assert.Null(Weave(path, library));
    }

    /// <summary>The names of other types may begin or end with that of one that is changed.</summary>
    [Fact]
    public void Attribute_that_names_another_type_is_no_obstacle()
    {
        var weaver = Weave(Compiled("Library", $$"""
            [assembly: Mac(typeof(System.Security.Cryptography.HMACSHA1Options)), Mac(typeof(Shop.System.Security.Cryptography.HMACSHA1))]
            [System.AttributeUsage(System.AttributeTargets.All, AllowMultiple = true)] {{Mac}}
            namespace System.Security.Cryptography { class HMACSHA1Options { } }
            namespace Shop.System.Security.Cryptography { class HMACSHA1 { } }
            class P { object O = new System.Security.Cryptography.HMACSHA1(); }
            """))!;
        Assert.Empty(weaver.Left);
        Assert.Equal(["new HMACSHA1"], weaver.Changed);
    }

    [Fact]
    public void Second_time_nothing_is_left_to_do()
    {
        var path = Compiled("Program", Program("1", "Aes.Create()"));
        Assert.NotEmpty(Weave(path)!.Changed);
        var before = File.ReadAllBytes(path);
        Assert.Empty(Weave(path)?.Changed ?? []);
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    /// <summary>Two changes of the same assembly are the same bytes, wherever it lies.</summary>
    [Fact]
    public void Change_is_deterministic()
    {
        var path = Compiled("Program", Program("1", "Aes.Create()"));
        string[] names = ["Program.dll", "Program.pdb"];
        var elsewhere = Directory.CreateDirectory(Path.Combine(_folder, "elsewhere")).FullName;
        foreach (var name in names)
            File.Copy(Path.Combine(_folder, name), Path.Combine(elsewhere, name));
        Assert.NotEmpty(Weave(path)!.Changed);
        Assert.NotEmpty(Weave(Path.Combine(elsewhere, "Program.dll"))!.Changed);
        Assert.All(names, name => Assert.Equal(File.ReadAllBytes(Path.Combine(_folder, name)), File.ReadAllBytes(Path.Combine(elsewhere, name))));
    }

    [Fact]
    public void Lines_of_the_source_are_in_the_stack_trace()
    {
        var path = Compiled("Program", Program("Lines()", "Aes.Create()"));
        Assert.NotEmpty(Weave(path)!.Changed);
        Assert.Equal("Program.cs:line 5", Run(path)[0]);
    }

    /// <summary>A change to what ours does not have is found before it replaces anything. Here a wrong assembly tells what to change.</summary>
    [Fact]
    public void Wrong_change_is_found()
    {
        var path = Compiled("Program", Program("1", "Aes.Create()"));
        using var references = new References(DropInProject.DotNetAnd(path));
        using var wrong = ModuleDefinition.ReadModule(typeof(ManagedCrypto.AesGcm).Assembly.Location, new() { AssemblyResolver = references });
        wrong.GetType("ManagedCrypto.Aes").Methods.Add(new MethodDefinition("Create", MethodAttributes.Public | MethodAttributes.Static, wrong.GetType("ManagedCrypto.AesGcm")));
        wrong.GetType("ManagedCrypto.Aes").Methods.Remove(wrong.GetType("ManagedCrypto.Aes").Methods.First(method => method is { Name: "Create", Parameters.Count: 0 }));
        wrong.GetType("ManagedCrypto.Aes").Methods.Single(method => method is { Name: "Create", Parameters.Count: 0 }).ReturnType = wrong.GetType("ManagedCrypto.Aes").BaseType;
        var thrown = Assert.Throws<InvalidOperationException>(() => new Rewriter(references, new(wrong), null).Rewrite(path, path + ".changed"));
        Assert.Equal("System.Security.Cryptography.Aes ManagedCrypto.Aes::Create() is not there", thrown.Message);
        Assert.False(File.Exists(path + ".changed"));
    }

    /// <summary>The name stays; with the keys it is signed again, and without them it only says so, as public signing does.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Strong_name_stays(bool hasKeys)
    {
        using var rsa = new RSACryptoServiceProvider(2048);
        var keys = rsa.ExportCspBlob(includePrivateParameters: true);
        var path = Compiled("Program", Program("1", "Aes.Create()"));
        using (var references = new References(DropInProject.DotNetAnd(path)))
        using (var module = ModuleDefinition.ReadModule(path, new() { AssemblyResolver = references, InMemory = true }))
            module.Write(path, new() { StrongNameKeyBlob = keys });
        var name = AssemblyName.GetAssemblyName(path).FullName;
        Assert.NotEmpty(Weave(path, key: hasKeys ? keys : null)!.Changed);
        Assert.Equal(name, AssemblyName.GetAssemblyName(path).FullName);
        using var image = new PEReader(File.OpenRead(path));
        Assert.True(image.PEHeaders.CorHeader!.Flags.HasFlag(CorFlags.StrongNameSigned));
        var signature = image.GetSectionData(image.PEHeaders.CorHeader.StrongNameSignatureDirectory.RelativeVirtualAddress).GetContent(0, 256);
        Assert.Equal(hasKeys, signature.Any(value => value != 0));
    }

    [Fact]
    public void Native_library_is_no_matter_of_the_change()
    {
        var path = Path.Combine(_folder, "native.dll");
        File.WriteAllBytes(path, [.. "MZ"u8, .. new byte[600]]);
        Assert.Null(Weave(path));
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
            private sealed class Mock : RandomNumberGenerator { public Mock() => Shuffle<byte>(Abc.AsSpan(0, 1)); public override void GetBytes(byte[] data) { } }
            public static string[] Run() => new[] { ({{expression}}).ToString(), ({{made}}).GetType().FullName };
        }
        """;

    private string Compiled(string name, string text) => DropInProject.CompileLibrary(_folder, name, text);

    private static Weaver? Weave(string path, params string[] neighbours) => Weave(path, key: null, neighbours);

    private static Weaver? Weave(string path, byte[]? key, params string[] neighbours)
    {
        using var references = new References(DropInProject.DotNetAnd([path, .. neighbours]));
        var weaver = new Rewriter(references, new(references.Ours), key).Rewrite(path, path + ".changed");
        if (weaver is { Changed.Count: > 0 })
        {
            File.Move(path + ".changed", path, overwrite: true);
            if (File.Exists(Path.ChangeExtension(path + ".changed", ".pdb")))
                File.Move(Path.ChangeExtension(path + ".changed", ".pdb"), Path.ChangeExtension(path, ".pdb"), overwrite: true);
        }

        return weaver;
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
