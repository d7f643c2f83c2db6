using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Mono.Cecil;

namespace ManagedCrypto.Build;

/// <summary>The assemblies that a build refers to, by name. They are read when they are asked for.</summary>
/// <param name="files">Their files. Of two by one name the first counts.</param>
public sealed class References(IEnumerable<string> files) : IAssemblyResolver
{
    private readonly Dictionary<string, string> _files = files.GroupBy(Path.GetFileNameWithoutExtension, StringComparer.OrdinalIgnoreCase)
        .ToDictionary(group => group.Key, group => group.First(), StringComparer.OrdinalIgnoreCase);

    private readonly Dictionary<string, AssemblyDefinition> _read = new(StringComparer.Ordinal);

    /// <summary>The package's own assembly.</summary>
    /// <exception cref="InvalidOperationException">It is not among the files.</exception>
    public ModuleDefinition Ours => Resolve(new(Counterparts.Ours, new()))?.MainModule
        ?? throw new InvalidOperationException($"the project does not refer to {Counterparts.Ours}.dll");

    /// <inheritdoc />
    public AssemblyDefinition? Resolve(AssemblyNameReference name) => Resolve(name, new(ReadingMode.Deferred));

    /// <inheritdoc />
    public AssemblyDefinition? Resolve(AssemblyNameReference name, ReaderParameters parameters)
    {
        if (!_read.TryGetValue(name.Name, out var assembly) && _files.TryGetValue(name.Name, out var file))
            _read.Add(name.Name, assembly = AssemblyDefinition.ReadAssembly(file, new(ReadingMode.Deferred) { AssemblyResolver = this, InMemory = true }));
        return assembly;
    }

    /// <inheritdoc />
    public void Dispose()
    {
        foreach (var assembly in _read.Values)
            assembly.Dispose();
    }
}
