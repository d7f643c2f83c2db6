using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Kernels;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What is committed and compiled into the library is what the assembler programs make now.</summary>
public class GeneratedCodeTests
{
    private delegate ReadOnlySpan<byte> BytesGetter();

    public static TheoryData<string> FamilyNames => new(Families.All.Select(family => family.Name));

    private static string GeneratedFolder => Path.Combine(Repository.Root, GeneratedSource.Folder);

    [Theory]
    [MemberData(nameof(FamilyNames))]
    public void Generated_file_is_what_the_assembler_writes(string name)
    {
        var family = Find(name);
        var text = GeneratedSource.Write(family);
        Assert.Equal(text, GeneratedSource.Write(Find(name)));
        Assert.Equal(text, File.ReadAllText(Path.Combine(GeneratedFolder, family.FileName)));
    }

    [Fact]
    public void Folder_of_generated_files_has_no_others()
    {
        var expected = Families.All.Select(family => family.FileName).Order(StringComparer.Ordinal);
        Assert.Equal(expected, Directory.GetFiles(GeneratedFolder).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Source_of_sha2_is_what_the_assembler_writes() =>
        Assert.All(Sha2Source.Files, file => Assert.Equal(file.Text, File.ReadAllText(Path.Combine(Repository.Root, file.Path))));

    /// <summary>The other tests of this folder look at the assembler's bytes; these are the bytes that run.</summary>
    [Theory]
    [MemberData(nameof(FamilyNames))]
    public void Library_has_the_bytes_entries_and_requirements_of_each_kernel(string name)
    {
        var family = Find(name);
        var type = InLibrary(family.ClassName);
        var bytes = type.GetProperty("Bytes")!.GetMethod!.CreateDelegate<BytesGetter>()();
        var entries = type.GetProperties().Where(property => property.PropertyType == typeof(CodeEntry));
        Assert.Equal(family.Kernels.Select(kernel => kernel.Code.Program.Name), entries.Select(property => property.Name));
        Assert.Equal(family.Kernels[^1].Offset + family.Kernels[^1].Code.Bytes.Length, bytes.Length);
        foreach (var (offset, code) in family.Kernels)
        {
            var entry = (CodeEntry)type.GetProperty(code.Program.Name)!.GetValue(null)!;
            Assert.Equal(offset, entry.Offset);
            Assert.Equal(code.Program.Requires, entry.Requires);
            Assert.Equal(code.Bytes, bytes.Slice(offset, code.Bytes.Length).ToArray());
        }
    }

    [Fact]
    public void Field_that_is_neither_public_nor_secret_is_refused() =>
        Assert.Contains("UnmarkedArguments.Count", Assert.Throws<ArgumentException>(ArgumentLayout.Of<UnmarkedArguments>).Message);

    [Fact]
    public void Field_that_is_public_without_a_reason_is_refused() =>
        Assert.Contains("UnreasonedArguments.Count", Assert.Throws<ArgumentException>(ArgumentLayout.Of<UnreasonedArguments>).Message);

    [Fact]
    public void Windows_entry_is_the_same_for_loader_and_assembler()
    {
        const BindingFlags PrivateConstant = BindingFlags.Static | BindingFlags.NonPublic;
        var constant = typeof(CodePage).GetField(nameof(X64Program.WindowsEntry), PrivateConstant);
        Assert.Equal(X64Program.WindowsEntry, constant?.GetRawConstantValue());
    }

    private static KernelFamily Find(string name) => Families.All.Single(family => family.Name == name);

    private static Type InLibrary(string name) =>
        typeof(CodePage).Assembly.GetType("ManagedCrypto.Intrinsics." + name, throwOnError: true)!;

    [StructLayout(LayoutKind.Sequential)]
    private struct UnmarkedArguments
    {
        [Written]
        public int Count;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct UnreasonedArguments
    {
        [Public("")]
        public int Count;
    }
}
