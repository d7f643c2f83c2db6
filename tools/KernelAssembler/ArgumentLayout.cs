using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler;

/// <summary>What a field of an argument struct tells an observer, if anything depends on it.</summary>
internal enum FieldKind
{
    /// <summary>A length, a count, a flag: branches and addresses may depend on it.</summary>
    Public,

    /// <summary>The address, itself public, of memory that is secret.</summary>
    PointerToSecret,

    /// <summary>Bytes inside the struct that are secret, those of its scratch memory among them.</summary>
    Secret,
}

/// <summary>
/// One field: its name in the C# struct, where it lies, what it holds, and whether the contract lets a kernel write it (for a
/// pointer: the memory that it points to).
/// </summary>
internal sealed record ArgumentField(string Name, int Offset, int Bytes, FieldKind Kind, bool Writable);

/// <summary>
/// An argument struct as machine code sees it. A test compares every field with the C# struct of the same name.
/// </summary>
internal sealed class ArgumentLayout
{
    private const int PointerBytes = 8;

    private readonly List<ArgumentField> _fields = [];

    public ArgumentLayout(string structName) => StructName = structName;

    public string StructName { get; }

    public IReadOnlyList<ArgumentField> Fields => _fields;

    public int Bytes { get; private set; }

    public ArgumentField this[string name] => _fields.Single(field => field.Name == name);

    public ArgumentLayout Pointer(string name, bool writable = false) =>
        Add(name, PointerBytes, FieldKind.PointerToSecret, writable);

    public ArgumentLayout Public(string name, int bytes, bool writable = false) => Add(name, bytes, FieldKind.Public, writable);

    /// <summary>Scratch memory is always a kernel's to write.</summary>
    public ArgumentLayout Secret(string name, int bytes, bool writable = false) =>
        Add(name, bytes, FieldKind.Secret, writable || name == KernelProgram.Scratch);

    private ArgumentLayout Add(string name, int bytes, FieldKind kind, bool writable)
    {
        // Blocks are structs of 64-bit words and aligned as those.
        var alignment = Math.Min(bytes, PointerBytes);
        var offset = (Bytes + alignment - 1) & -alignment;
        _fields.Add(new ArgumentField(name, offset, bytes, kind, writable));
        Bytes = offset + bytes;
        return this;
    }
}
