using System;
using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;

namespace ManagedCrypto.Build;

/// <summary>
/// Changes an assembly that was compiled against .NET's symmetric cryptography into one that uses ours. Of types that ours derive from,
/// what makes objects and what is static is changed, and signatures stay. Of others, every reference is changed, or none.
/// </summary>
/// <param name="module">The assembly.</param>
/// <param name="counterparts">Which of ours stand for which of .NET's.</param>
public sealed class Weaver(ModuleDefinition module, Counterparts counterparts)
{
    private readonly SortedSet<string> _changed = new(StringComparer.Ordinal), _left = new(StringComparer.Ordinal);

    /// <summary>What calls ours now, a line each.</summary>
    public IReadOnlyCollection<string> Changed => _changed;

    /// <summary>What stays .NET's, with the reason, a line each.</summary>
    public IReadOnlyCollection<string> Left => _left;

    /// <summary>Changes it in memory.</summary>
    /// <returns>Whether anything was changed.</returns>
    public bool Weave()
    {
        var rows = module.GetTypeReferences().Where(type => counterparts.Find(type) is not null).ToArray();
        var members = module.GetMemberReferences().ToArray();
        var replaced = rows.Where(type => !Counterparts.IsDerived(counterparts.Find(type)!, type)).ToList();
        var reasons = replaced.ToDictionary(type => type, type => WhyNot(type, members));

        // Types that stand together in a signature go together.
        bool again;
        do
        {
            again = false;
            foreach (var member in members)
            {
                var types = TypesIn(member).Where(reasons.ContainsKey).Distinct().ToArray();
                if (types.FirstOrDefault(type => reasons[type] is not null) is not { } stays)
                    continue;
                foreach (var type in types.Where(type => reasons[type] is null))
                {
                    reasons[type] = $"{NameOf(member)} needs {stays.Name}, too";
                    again = true;
                }
            }
        }
        while (again);

        var scope = Scope();
        foreach (var type in rows.Except(replaced))
            ChangeStatic(type, members, scope);
        foreach (var type in replaced)
        {
            if (reasons[type] is { } why)
            {
                _left.Add($"{type.Name}: {why}");
                continue;
            }

            foreach (var method in members.OfType<MethodReference>().Where(method => method.DeclaringType == type))
                _changed.Add($"{type.Name}.{method.Name}");
            var ours = counterparts.Find(type)!;
            (type.Namespace, type.Name, type.Scope) = (ours.Namespace, ours.Name, scope);
        }

        return _changed.Count > 0;
    }

    private AssemblyNameReference Scope()
    {
        var name = counterparts.Module.Assembly.Name;
        if (module.AssemblyReferences.FirstOrDefault(reference => reference.Name == name.Name) is { } known)
            return known;
        var added = new AssemblyNameReference(name.Name, name.Version) { PublicKeyToken = name.PublicKeyToken };
        module.AssemblyReferences.Add(added);
        return added;
    }

    private void ChangeStatic(TypeReference type, MemberReference[] members, IMetadataScope scope)
    {
        var ours = counterparts.Find(type)!;
        TypeReference? place = null;
        foreach (var method in members.OfType<MethodReference>().Where(method => method.DeclaringType == type && !method.HasThis))
        {
            if (counterparts.Find(method, ours) is not { } counterpart)
            {
                _left.Add($"{NameOf(method)}: ours has no such method");
                continue;
            }

            place ??= new TypeReference(ours.Namespace, ours.Name, module, scope);
            method.DeclaringType = place;
            if (counterpart.ReturnType.FullName == ours.FullName)
                method.ReturnType = place;
            _changed.Add($"{type.Name}.{method.Name}");
        }
    }

    /// <summary>Why references to a type that ours do not derive from must stay, or null.</summary>
    private string? WhyNot(TypeReference type, MemberReference[] members)
    {
        var ours = counterparts.Find(type)!;
        if (module.GetTypes().FirstOrDefault(derived => derived.BaseType == type) is { } subclass)
            return $"{subclass.FullName} derives from it";
        foreach (var member in members.Where(member => member.DeclaringType == type))
        {
            if (member is not MethodReference method || counterparts.Find(method, ours) is null)
                return $"ours has no {NameOf(member)}";
        }

        if (members.FirstOrDefault(member => !IsOfType(member) && TypesIn(member).Contains(type)) is { } outside)
            return $"{NameOf(outside)} takes or returns it";
        return VisibleSignatures().FirstOrDefault(signature => signature.Types.Contains(type)).Name is { } visible ? $"{visible} takes or returns it" : null;

        bool IsOfType(MemberReference member) => counterparts.Find(member.DeclaringType) is not null;
    }

    /// <summary>Members that other assemblies may have been compiled against.</summary>
    private IEnumerable<(string Name, IEnumerable<TypeReference> Types)> VisibleSignatures()
    {
        foreach (var type in module.GetTypes().Where(IsVisible))
        {
            yield return (type.FullName, type.Interfaces.Select(one => one.InterfaceType).Append(type.BaseType).Where(one => one is not null).SelectMany(TypesIn));
            foreach (var method in type.Methods.Where(Counterparts.IsVisible))
                yield return ($"{type.FullName}.{method.Name}", TypesIn(method));
            foreach (var field in type.Fields.Where(field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly))
                yield return ($"{type.FullName}.{field.Name}", TypesIn(field.FieldType));
        }

        static bool IsVisible(TypeDefinition type) =>
            type.DeclaringType is { } outer ? IsVisible(outer) && (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamilyOrAssembly) : type.IsPublic;
    }

    private static IEnumerable<TypeReference> TypesIn(MemberReference member) => member switch
    {
        MethodReference method => method.Parameters.Select(parameter => parameter.ParameterType).Append(method.ReturnType).SelectMany(TypesIn),
        FieldReference field => TypesIn(field.FieldType),
        _ => [],
    };

    private static IEnumerable<TypeReference> TypesIn(TypeReference type) => type switch
    {
        GenericInstanceType generic => generic.GenericArguments.SelectMany(TypesIn).Concat(TypesIn(generic.ElementType)),
        FunctionPointerType pointer => pointer.Parameters.Select(parameter => parameter.ParameterType).Append(pointer.ReturnType).SelectMany(TypesIn),
        TypeSpecification specification => TypesIn(specification.ElementType),
        _ => [type],
    };

    private static string NameOf(MemberReference member) => $"{member.DeclaringType.Name}.{member.Name}";
}
