using System;
using System.IO;
using System.Linq;
using System.Reflection.PortableExecutable;
using ManagedCrypto.Build;
using Mono.Cecil;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>The build's tasks: what is changed in its place, what is copied, and what is not done twice.</summary>
public sealed class WeaveAssembliesTests : IDisposable
{
    private const string Text = "class P { object O = System.Security.Cryptography.Aes.Create(); }";

    private readonly string _folder = Directory.CreateTempSubdirectory("weave-").FullName;

    private readonly BuildEngine _engine = new();

    private string Copies => Path.Combine(_folder, "copies");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Own_assembly_is_changed_in_its_place_with_its_symbols()
    {
        var path = Compiled("Own", Text);
        Assert.True(Task(path).Execute());
        Assert.Empty(_engine.Said);
        Assert.True(IsChanged(path));
        using var module = ModuleDefinition.ReadModule(path, new() { ReadSymbols = true });
        Assert.True(module.HasSymbols);
        Assert.Empty(Directory.GetFiles(Path.Combine(_folder, "ManagedCrypto")));
    }

    [Fact]
    public void What_stays_in_the_own_assembly_is_a_warning()
    {
        var path = Compiled("Own", "public class P { public System.Security.Cryptography.AesGcm G; }");
        var before = File.ReadAllBytes(path);
        Assert.True(Task(path).Execute());
        Assert.Equal(["Own.dll: MCDI203: keeps .NET's AesGcm: P.G takes or returns it"], _engine.Said);
        Assert.Equal(before, File.ReadAllBytes(path));
    }

    /// <summary>An assembly that could not be changed must be made again by the next build, or it would pass for one that was.</summary>
    [Fact]
    public void Failure_ends_the_build_and_leaves_no_assembly()
    {
        var path = Compiled("Own", Text);
        Assert.False(new WeaveAssemblies { BuildEngine = _engine, Assemblies = [new BuildItem(path)], References = [] }.Execute());
        Assert.Equal(["error MCDI005: ManagedCryptoDropIn: the project does not refer to ManagedCrypto.dll"], _engine.Said);
        Assert.False(File.Exists(path));
    }

    [Fact]
    public void Copies_are_made_of_what_changes_and_once()
    {
        string with = Compiled("With", Text), without = Compiled("Without", "class P { }"), kept = Compiled("Kept", Text);
        File.WriteAllText(Path.Combine(_folder, "native.dll"), "none");
        var first = Task(Copies, with, without, kept, Path.Combine(_folder, "native.dll"));
        first.Keep = ["another", "kept"];
        Assert.True(first.Execute());
        var copy = Path.Combine(Copies, "With.dll");
        Assert.Equal([copy], first.Copies.Select(item => item.ItemSpec));
        Assert.Equal(with, first.Copies[0].GetMetadata("ManagedCryptoOriginal"));
        Assert.True(IsChanged(copy));
        Assert.False(IsChanged(with));

        File.WriteAllText(copy, "a mark");
        var second = Task(Copies, with, without);
        Assert.True(second.Execute());
        Assert.Equal([copy], second.Copies.Select(item => item.ItemSpec));
        Assert.Equal("a mark", File.ReadAllText(copy));
        Assert.Empty(_engine.Said);

        // It is as it was, but for its time; and then the copy is gone.
        File.SetLastWriteTimeUtc(with, new(2030, 1, 1));
        Assert.True(Task(Copies, with).Execute());
        Assert.True(IsChanged(copy));
        File.Delete(copy);
        Assert.True(Task(Copies, with).Execute());
        Assert.True(IsChanged(copy));
    }

    /// <summary>One that had no type of .NET's in its signatures when the copy was made.</summary>
    [Fact]
    public void Copy_is_made_again_when_a_neighbour_changes()
    {
        const string Use = "class P : N { object O = new System.Security.Cryptography.HMACSHA1(); }";
        var neighbour = Compiled("Neighbour", "public class N { }");
        var path = DropInProject.CompileLibrary(_folder, "Library", Use, neighbour);
        var first = Task(Copies, path, neighbour);
        Assert.True(first.Execute());
        Assert.Single(first.Copies);
        Compiled("Neighbour", "public class N { public void Use(System.Security.Cryptography.HMACSHA1 hmac) { } }");
        var second = Task(Copies, path, neighbour);
        Assert.True(second.Execute());
        Assert.Empty(second.Copies);
        Assert.False(File.Exists(Path.Combine(Copies, "Library.dll")));
    }

    [Fact]
    public void Assembly_that_cannot_be_changed_is_left_with_its_reason()
    {
        var path = Compiled("Mixed", Text);
        using (var module = ModuleDefinition.ReadModule(path, new() { InMemory = true }))
        {
            module.GetType("P").Methods.Add(new("Native", MethodAttributes.Private | MethodAttributes.Static, module.TypeSystem.Void) { IsNative = true, IsUnmanaged = true });
            module.Write(path);
        }

        var bytes = File.ReadAllBytes(path);
        using (var image = new PEReader(new MemoryStream(bytes)))
            bytes[image.PEHeaders.CorHeaderStartOffset + 16] &= unchecked((byte)~CorFlags.ILOnly);
        File.WriteAllBytes(path, bytes);
        var task = Task(Copies, path);
        Assert.True(task.Execute());
        Assert.Empty(task.Copies);
        Assert.Equal(["Mixed.dll: MCDI204: is left as it is: it holds native code"], _engine.Said);
    }

    /// <summary>As obfuscators leave them: here, what is called is in no table.</summary>
    [Fact]
    public void Assembly_that_cannot_be_read_is_left_with_its_reason()
    {
        var path = Compiled("Obfuscated", Text.Replace("}", "object Called = new(); }", StringComparison.Ordinal));
        var bytes = File.ReadAllBytes(path);
        bytes[bytes.AsSpan().LastIndexOf<byte>([0x0a, 0x7d])] = 0x0f;
        File.WriteAllBytes(path, bytes);
        var task = Task(Copies, path);
        Assert.True(task.Execute());
        Assert.Empty(task.Copies);
        Assert.StartsWith("Obfuscated.dll: MCDI204: is left as it is: it cannot be read (", Assert.Single(_engine.Said));
        Assert.False(File.Exists(Path.Combine(Copies, "Obfuscated.dll")));
    }

    [Fact]
    public void Items_name_the_copies_and_keep_what_they_say()
    {
        var path = Compiled("With", Text);
        var task = Task(Copies, path);
        Assert.True(task.Execute());
        var taking = new TakeCopies
        {
            BuildEngine = _engine,
            Items = [new BuildItem(path, ("Of", "package")), new BuildItem(Path.ChangeExtension(path, ".pdb")), new BuildItem("another.dll")],
            Copies = task.Copies,
        };
        Assert.True(taking.Execute());
        Assert.Equal([path, Path.ChangeExtension(path, ".pdb")], taking.Replaced);
        Assert.Equal([Path.Combine(Copies, "With.dll"), Path.Combine(Copies, "With.pdb")], taking.Taken.Select(item => item.ItemSpec));
        Assert.Equal("package", taking.Taken[0].GetMetadata("Of"));
    }

    private static bool IsChanged(string path)
    {
        using var module = ModuleDefinition.ReadModule(path);
        return module.AssemblyReferences.Any(reference => reference.Name == "ManagedCrypto")
            && module.Assembly.CustomAttributes.Any(mark => mark.ConstructorArguments.FirstOrDefault().Value is "ManagedCryptoDropIn");
    }

    private string Compiled(string name, string text) => DropInProject.CompileLibrary(_folder, name, text);

    private WeaveAssemblies Task(string path) => Task("", path);

    private WeaveAssemblies Task(string folder, params string[] paths) => new()
    {
        BuildEngine = _engine,
        Folder = folder,
        Assemblies = [.. paths.Select(path => new BuildItem(path))],
        References = [.. DropInProject.DotNetAnd(paths).Select(path => new BuildItem(path))],
    };
}
