using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Mono.Cecil;

namespace ManagedCrypto.Build;

/// <summary>Which type stands for which of .NET: all of ours that have a name of .NET's, and the older classes of the same algorithms.</summary>
public sealed class Counterparts
{
    internal const string DotNet = "System.Security.Cryptography", Ours = "ManagedCrypto";

    /// <summary>What .NET appends to the name of an algorithm for the classes of its providers.</summary>
    private static readonly string[] s_providers = ["Managed", "CryptoServiceProvider", "Cng"];

    private readonly Dictionary<string, TypeDefinition> _types;

    /// <summary>Of the package's assembly.</summary>
    /// <param name="ours">That for the target.</param>
    public Counterparts(ModuleDefinition ours)
    {
        Module = ours;
        _types = ours.Types.Where(type => type.IsPublic && type.Namespace == Ours).ToDictionary(type => type.Name, StringComparer.Ordinal);
    }

    /// <summary>The package's assembly.</summary>
    public ModuleDefinition Module { get; }

    /// <summary>Ours in place of a type of .NET's, or null. One of that name that a package defines is the package's.</summary>
    public TypeDefinition? Find(TypeReference type)
    {
        if (type.Namespace != DotNet || type.DeclaringType is not null || !IsDotNets(type.Scope))
            return null;
        if (_types.TryGetValue(type.Name, out var ours))
            return ours;
        var provider = Array.Find(s_providers, suffix => type.Name.EndsWith(suffix, StringComparison.Ordinal));
        if (provider is null)
            return null;
        var name = type.Name.Substring(0, type.Name.Length - provider.Length);
        return _types.TryGetValue(name == "RNG" ? "RandomNumberGenerator" : name, out ours) ? ours : null;
    }

    /// <summary>Whether a file is an assembly of the package's, by its name.</summary>
    public static bool IsOurs(string path) => Path.GetFileNameWithoutExtension(path) is Ours or Ours + ".Intrinsics";

    /// <summary>Whether ours is one of .NET's: an object of it can stand wherever .NET's may, and no signature changes.</summary>
    public static bool IsDerived(TypeDefinition ours, TypeReference type) =>
        ours.BaseType is { } parent && parent.Namespace == DotNet && parent.Name == type.Name;

    /// <summary>
    /// The member of ours that has the name and the signature of one of .NET's, or null. It may be one that ours inherits.
    /// </summary>
    public MethodDefinition? Find(MethodReference method, TypeDefinition ours)
    {
        for (var type = ours; type is not null; type = method.Name == ".ctor" || !method.HasThis ? null : type.BaseType?.Resolve())
        {
            if (type.Methods.FirstOrDefault(candidate => IsVisible(candidate) && IsSame(method, candidate)) is { } found)
                return found;
        }

        return null;
    }

    private static bool IsDotNets(IMetadataScope scope) =>
        scope is ModuleDefinition || scope.Name is "mscorlib" or "netstandard" or "System" or "System.Core"
        || scope.Name.StartsWith(DotNet, StringComparison.Ordinal);

    /// <summary>Whether other assemblies can call it, or override it.</summary>
    internal static bool IsVisible(MethodDefinition method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private bool IsSame(MethodReference theirs, MethodDefinition ours) =>
        ours.Name == theirs.Name && ours.HasThis == theirs.HasThis && ours.GenericParameters.Count == theirs.GenericParameters.Count
        && theirs.Parameters.Count == ours.Parameters.Count
        && theirs.Parameters.Zip(ours.Parameters, (one, other) => IsSame(one.ParameterType, other.ParameterType)).All(isSame => isSame)
        && IsReturned(theirs.ReturnType, ours.ReturnType);

    private bool IsSame(TypeReference theirs, TypeReference ours) => NameOf(theirs) == NameOf(ours);

    /// <summary>Ours may return what is derived from what .NET's returns.</summary>
    private bool IsReturned(TypeReference theirs, TypeReference ours) =>
        IsSame(theirs, ours) || theirs.FullName == ours.FullName || (Find(theirs) is { } counterpart && counterpart.FullName == ours.FullName);

    /// <summary>The full name of a type after the change.</summary>
    internal string NameOf(TypeReference type) => type switch
    {
        ByReferenceType reference => NameOf(reference.ElementType) + "&",
        ArrayType array => NameOf(array.ElementType) + array.FullName.Substring(array.ElementType.FullName.Length),
        GenericInstanceType generic => $"{generic.ElementType.FullName}<{string.Join(",", generic.GenericArguments.Select(NameOf))}>",
        GenericParameter { Type: GenericParameterType.Method } parameter => "!!" + parameter.Position,
        RequiredModifierType modified => $"{NameOf(modified.ElementType)} modreq({modified.ModifierType})",
        OptionalModifierType modified => $"{NameOf(modified.ElementType)} modopt({modified.ModifierType})",
        _ when Find(type) is { } ours && !IsDerived(ours, type) => ours.FullName,
        _ => type.FullName,
    };
}
