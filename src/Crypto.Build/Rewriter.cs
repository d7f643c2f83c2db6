using System;
using System.IO;
using System.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace ManagedCrypto.Build;

/// <summary>Writes a changed copy of an assembly, with its symbols, if there is something to change.</summary>
/// <param name="references">What the assembly may refer to.</param>
/// <param name="counterparts">Which of ours stand for which of .NET's.</param>
/// <param name="key">The pair of keys to sign with, or null: then a strong name is kept without a signature that is right.</param>
public sealed class Rewriter(References references, Counterparts counterparts, byte[]? key)
{
    /// <summary>What is written carries the same identity; ReadyToRun code is dropped, since it has the old calls.</summary>
    /// <param name="source">The assembly. It is only read, and so are the symbols beside it.</param>
    /// <param name="destination">Where the copy goes, if anything is changed.</param>
    /// <returns>What was changed and what was not; null if the file is no assembly, or has calls of neither kind.</returns>
    /// <exception cref="InvalidOperationException">It cannot be changed, for this reason. No copy is there.</exception>
    public Weaver? Rewrite(string source, string destination) => Readable(() =>
    {
        using var module = Read(source);
        if (module is null || !Concerns(module))
            return null;
        if (!IsOfIlAlone(module))
            throw new InvalidOperationException("it holds native code");
        var weaver = new Weaver(module, counterparts);
        if (!weaver.Weave())
            return weaver;
        Directory.CreateDirectory(Path.GetDirectoryName(destination)!);
        if ((module.Attributes & ModuleAttributes.ILOnly) == 0)
            (module.Attributes, module.Architecture) = (module.Attributes | ModuleAttributes.ILOnly, TargetArchitecture.I386);
        try
        {
            Write(module, destination);
            using var written = Read(destination)!;
            if (Verifier.Missing(written).FirstOrDefault() is { } missing)
                throw new InvalidOperationException($"{missing} is not there");
        }
        catch
        {
            File.Delete(destination);
            throw;
        }

        return weaver;
    });

    /// <summary>As <see cref="Rewrite"/>, but nothing is written.</summary>
    public Weaver? Look(string source) => Readable(() =>
    {
        using var module = Read(source);
        if (module is null || !Concerns(module))
            return null;
        var weaver = new Weaver(module, counterparts);
        weaver.Weave();
        return weaver;
    });

    /// <summary>Obfuscated assemblies may hold what .NET does not look at, and on which Cecil gives up in many ways.</summary>
    private static Weaver? Readable(Func<Weaver?> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (e is EndOfStreamException or not (IOException or UnauthorizedAccessException or InvalidOperationException))
        {
            throw new InvalidOperationException($"it cannot be read ({e.GetType().Name}: {e.Message})", e);
        }
    }

    /// <summary>Symbols of their own go by way of memory: those in a file would have its path in the assembly, which no two machines share.</summary>
    private void Write(ModuleDefinition module, string destination)
    {
        var settings = new WriterParameters { WriteSymbols = module.HasSymbols, DeterministicMvid = true, StrongNameKeyBlob = key };
        if (module.SymbolReader is not PortablePdbReader)
        {
            module.Write(destination, settings);
            return;
        }

        using var symbols = new MemoryStream();
        (settings.SymbolWriterProvider, settings.SymbolStream) = (new PortablePdbWriterProvider(), symbols);
        module.Write(destination, settings);
        File.WriteAllBytes(Path.ChangeExtension(destination, ".pdb"), symbols.ToArray());
    }

    private bool Concerns(ModuleDefinition module) => module.GetTypeReferences().Any(type => counterparts.Find(type) is not null);

    private ModuleDefinition? Read(string path)
    {
        // A package may come with the symbols of another build.
        var parameters = new ReaderParameters(ReadingMode.Deferred) { AssemblyResolver = references, InMemory = true, ThrowIfSymbolsAreNotMatching = false };
        if (CanReadSymbols(path))
            (parameters.ReadSymbols, parameters.SymbolReaderProvider) = (true, new DefaultSymbolReaderProvider(throwIfNoSymbol: false));
        try
        {
            return ModuleDefinition.ReadModule(path, parameters);
        }
        catch (BadImageFormatException)
        {
            // A native library.
            return null;
        }
    }

    /// <summary>Not if a file of Windows' own format is beside the assembly: that is left as it is.</summary>
    private static bool CanReadSymbols(string path)
    {
        var symbols = Path.ChangeExtension(path, ".pdb");
        if (!File.Exists(symbols))
            return true;
        using var file = File.OpenRead(symbols);
        return file.ReadByte() == 'B' && file.ReadByte() == 'S' && file.ReadByte() == 'J' && file.ReadByte() == 'B';
    }

    /// <summary>Code that was compiled ahead can be left out, and what C++ was compiled to cannot.</summary>
    private static bool IsOfIlAlone(ModuleDefinition module) =>
        (module.Attributes & ModuleAttributes.ILOnly) != 0 || !module.GetTypes().SelectMany(type => type.Methods).Any(method => method.IsUnmanaged || method.IsNative);
}
