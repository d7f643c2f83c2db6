using System;
using System.Diagnostics.CodeAnalysis;

namespace ManagedCrypto;

/// <summary>A public type, and the names by which .NET knows what it does.</summary>
internal sealed class PublicType
{
    /// <summary>The namespace of .NET's own classes.</summary>
    public const string Bcl = "System.Security.Cryptography.";

    public PublicType(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type,
        string[] names,
        string[] registeredNames,
        string[] dropInNames)
    {
        Type = type;
        Names = names;
        RegisteredNames = registeredNames;
        DropInNames = dropInNames;
    }

    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
    public Type Type { get; }

    /// <summary>Names that its <c>Create(name)</c> takes; capitals do not matter.</summary>
    public string[] Names { get; }

    /// <summary>Names that <see cref="CryptoProvider.Register"/> maps to it.</summary>
    public string[] RegisteredNames { get; }

    /// <summary>.NET's classes whose place the drop-in switch gives it: its namesake, and older ones that do the same.</summary>
    public string[] DropInNames { get; }

    /// <summary>Whether <c>Create(name)</c> takes a name.</summary>
    /// <exception cref="ArgumentNullException">The name is null.</exception>
    public bool GoesBy(string name)
    {
        Arguments.Required(name, nameof(name));
        return Array.Exists(Names, known => known.Equals(name, StringComparison.OrdinalIgnoreCase));
    }
}
