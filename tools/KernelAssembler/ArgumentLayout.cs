using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

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

/// <summary>An argument struct of the library as machine code sees it.</summary>
internal sealed class ArgumentLayout
{
    private ArgumentLayout(string structName, IReadOnlyList<ArgumentField> fields) => (StructName, Fields) = (structName, fields);

    public string StructName { get; }

    public IReadOnlyList<ArgumentField> Fields { get; }

    public int Bytes => Fields[^1].Offset + Fields[^1].Bytes;

    public ArgumentField this[string name] => Fields.Single(field => field.Name == name);

    /// <summary>
    /// The fields of a struct. Pointers point to secrets, and scratch memory is secret and a kernel's to write; every other field says
    /// whether it is public, and why, or secret, and each that a kernel may write says so.
    /// </summary>
    public static ArgumentLayout Of<T>()
        where T : unmanaged
    {
        var fields = typeof(T).GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
        return new ArgumentLayout(typeof(T).Name, [.. fields.Select(Field).OrderBy(field => field.Offset)]);

        ArgumentField Field(FieldInfo field) => new(
            field.Name,
            (int)Marshal.OffsetOf<T>(field.Name),
            SizeOf(field.FieldType),
            KindOf(field),
            field.IsDefined(typeof(WrittenAttribute)) || field.Name == KernelProgram.Scratch);

        FieldKind KindOf(FieldInfo field)
        {
            var isSecret = field.IsDefined(typeof(SecretAttribute));
            return field switch
            {
                { FieldType.IsPointer: true } => FieldKind.PointerToSecret,
                { Name: KernelProgram.Scratch } => FieldKind.Secret,
                _ when field.GetCustomAttribute<PublicAttribute>() is { Reason: not "" } && !isSecret => FieldKind.Public,
                _ when isSecret && !field.IsDefined(typeof(PublicAttribute)) => FieldKind.Secret,
                _ => throw new ArgumentException($"{typeof(T).Name}.{field.Name} is not either secret or public for a reason."),
            };
        }
    }

    private static int SizeOf(Type type) => type.IsPointer
        ? IntPtr.Size
        : (int)typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!.MakeGenericMethod(type).Invoke(null, null)!;
}
