using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using ManagedCrypto.Analyzers;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace ManagedCrypto.Build;

/// <summary>
/// Changes an assembly that was compiled against .NET's symmetric cryptography into one that uses ours. Of types that ours derive from,
/// what makes objects and what is static is changed, and signatures stay. Of others, every reference is changed, or none: none if other
/// assemblies know the type from a signature.
/// </summary>
/// <param name="module">The assembly.</param>
/// <param name="counterparts">Which of ours stand for which of .NET's.</param>
public sealed class Weaver(ModuleDefinition module, Counterparts counterparts)
{
    /// <summary>The key of the metadata that a changed assembly has, with the version of ours.</summary>
    internal const string Mark = "ManagedCryptoDropIn";

    private readonly SortedSet<string> _changed = new(StringComparer.Ordinal), _left = new(StringComparer.Ordinal), _neighbours = new(StringComparer.Ordinal);

    /// <summary>What calls ours now, a line each.</summary>
    public IReadOnlyCollection<string> Changed => _changed;

    /// <summary>What stays .NET's, with the reason, a line each.</summary>
    public IReadOnlyCollection<string> Left => _left;

    /// <summary>The files of the assemblies whose signatures were looked at.</summary>
    public IReadOnlyCollection<string> Neighbours => _neighbours;

    /// <summary>Changes it in memory.</summary>
    /// <returns>Whether anything was changed.</returns>
    public bool Weave()
    {
        var rows = module.GetTypeReferences().Where(type => counterparts.Find(type) is not null).ToArray();
        var members = module.GetMemberReferences().ToArray();
        var replaced = rows.Where(type => !Counterparts.IsDerived(counterparts.Find(type)!, type)).ToList();
        var inSignatures = replaced.Count == 0 ? [] : InSignatures();
        var inspections = replaced.Count == 0 ? [] : Inspections().ToArray();
        var twins = replaced.Count == 0 ? [] : module.GetTypes().SelectMany(Twins).ToArray();
        var attributes = replaced.Count == 0 ? [] : Attributes().ToArray();
        var reasons = replaced.ToDictionary(type => type, type => WhyNot(type, members, inSignatures, attributes) ?? WhyDistinct(type, members, inspections, twins));

        // Types that stand together in a signature go together.
        bool again;
        do
        {
            again = false;
            foreach (var member in members)
            {
                var types = Surface.TypesIn(member).Where(reasons.ContainsKey).Distinct().ToArray();
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

        var scope = new AssemblyNameReference(counterparts.Module.Assembly.Name.Name, counterparts.Module.Assembly.Name.Version)
        {
            PublicKeyToken = counterparts.Module.Assembly.Name.PublicKeyToken,
        };
        scope = module.AssemblyReferences.FirstOrDefault(reference => reference.Name == scope.Name) ?? scope;
        ChangeStatics(rows.Except(replaced), scope);
        foreach (var type in replaced)
        {
            if (reasons[type] is { } why)
            {
                _left.Add($"{type.Name}: {why}");
                continue;
            }

            foreach (var method in members.OfType<MethodReference>().Where(method => method.DeclaringType == type))
                _changed.Add(NameOf(method));
            var ours = counterparts.Find(type)!;
            (type.Namespace, type.Name, type.Scope) = (ours.Namespace, ours.Name, scope);
        }

        if (_changed.Count == 0)
            return false;
        if (!module.AssemblyReferences.Contains(scope))
            module.AssemblyReferences.Add(scope);
        AddMark(scope.Version.ToString());
        return true;
    }

    private void ChangeStatics(IEnumerable<TypeReference> types, IMetadataScope scope)
    {
        var places = types.ToDictionary(type => type, type => new TypeReference(Counterparts.Ours, counterparts.Find(type)!.Name, module, scope));

        // By the instructions, since each has a reference of its own to a generic method.
        foreach (var method in Instructions().Select(pair => (pair.Instruction.Operand as MethodReference)?.GetElementMethod()))
        {
            if (method is null || method.HasThis || !places.TryGetValue(method.DeclaringType, out var place))
                continue;
            var ours = counterparts.Find(method.DeclaringType)!;
            if (counterparts.Find(method, ours) is not { } counterpart)
            {
                _left.Add($"{NameOf(method)}: ours has no such method");
                continue;
            }

            _changed.Add(NameOf(method));
            method.DeclaringType = place;
            if (counterpart.ReturnType.FullName == ours.FullName)
                method.ReturnType = place;
        }
    }

    /// <summary>Why references to a type that ours do not derive from must stay, or null.</summary>
    private string? WhyNot(
        TypeReference type, MemberReference[] members, Dictionary<string, string> inSignatures, (string Name, string Text)[] attributes)
    {
        var ours = counterparts.Find(type)!;
        if (module.GetTypes().FirstOrDefault(derived => derived.BaseType == type) is { } subclass)
            return $"{subclass.FullName} derives from it";
        foreach (var member in members.Where(member => member.DeclaringType == type))
        {
            if (member is not MethodReference method || counterparts.Find(method, ours) is null)
                return $"ours has no {NameOf(member)}";
        }

        if (members.FirstOrDefault(member => IsForeign(member) && Surface.TypesIn(member).Contains(type)) is { } outside)
            return $"{NameOf(outside)} takes or returns it";
        if (inSignatures.TryGetValue(type.Name, out var visible))
            return $"{visible} takes or returns it";

        // A type among the arguments of an attribute is text, which no reference changes. Longer names of other types may hold its name.
        var name = new Regex($@"(?<!\.){Regex.Escape(type.FullName)}(?![\w.+`])");
        return attributes.FirstOrDefault(attribute => name.IsMatch(attribute.Text)) is { Name: { } naming } ? $"{naming} names it" : null;

        // Members of generic types of the assembly itself change as their definitions do, and those of arrays as their elements.
        bool IsForeign(MemberReference member) =>
            counterparts.Find(member.DeclaringType) is null && member.DeclaringType is not ArrayType && member.DeclaringType.GetElementType().Scope != module;
    }

    /// <summary>The names of all attributes in the assembly, and their arguments as text.</summary>
    private IEnumerable<(string Name, string Text)> Attributes()
    {
        var types = module.GetTypes().ToArray();
        var methods = types.SelectMany(type => type.Methods).ToArray();
        return new IEnumerable<ICustomAttributeProvider>[]
        {
            [module, module.Assembly],
            types,
            types.SelectMany(type => type.Interfaces),
            types.SelectMany(type => type.GenericParameters),
            types.SelectMany(type => type.Fields),
            types.SelectMany(type => type.Properties),
            types.SelectMany(type => type.Events),
            methods,
            methods.SelectMany(method => method.GenericParameters),
            methods.SelectMany(method => method.Parameters),
            methods.Select(method => method.MethodReturnType),
        }.SelectMany(owners => owners).SelectMany(owner => owner.CustomAttributes)
            .Select(attribute => (attribute.AttributeType.Name, Encoding.UTF8.GetString(attribute.GetBlob())));
    }

    /// <summary>
    /// Why an older class must not become what other classes are, too, or null: the code tells objects of it from others. And why no
    /// class may be asked for where .NET makes objects by name, which stay its own.
    /// </summary>
    private string? WhyDistinct(
        TypeReference type, MemberReference[] members, (string Place, OpCode Code, TypeReference Type)[] inspections, MethodDefinition[] twins)
    {
        var ours = counterparts.Find(type)!;
        var places = Array.FindAll(inspections, inspection => inspection.Type == type);
        if (ours.Name != type.Name && places.Length > 0)
            return $"{places[0].Place} asks for the type, and ManagedCrypto.{ours.Name} stands for others, too";
        if (Array.Find(twins, twin => Surface.TypesIn(twin).Contains(type)) is { } overload)
            return $"{overload.DeclaringType.Name}.{overload.Name} would be there twice";
        return Array.Exists(places, inspection => inspection.Code != OpCodes.Ldtoken) && Array.Find(members, IsByName) is { } byName
            ? $"{places[0].Place} asks for the type, and {NameOf(byName)} makes .NET's objects"
            : null;

        static bool IsByName(MemberReference member) =>
            member.DeclaringType.Namespace == Counterparts.DotNet && DotNetNames.InPlaceOfName(member.DeclaringType.Name, member.Name) is not null
            && member.DeclaringType.Name != "CryptographicOperations";
    }

    /// <summary>Methods that would have one signature after the change.</summary>
    private IEnumerable<MethodDefinition> Twins(TypeDefinition owner) => owner.Methods
        .GroupBy(method => $"{method.Name}`{method.GenericParameters.Count}({string.Join(",", method.Parameters.Select(parameter => counterparts.NameOf(parameter.ParameterType)))})")
        .Where(group => group.Count() > 1).SelectMany(group => group);

    /// <summary>Where code asks for a type: by is and as, casts, typeof.</summary>
    private IEnumerable<(string Place, OpCode Code, TypeReference Type)> Inspections() =>
        from pair in Instructions()
        let code = pair.Instruction.OpCode
        where (code == OpCodes.Isinst || code == OpCodes.Castclass || code == OpCodes.Ldtoken) && pair.Instruction.Operand is TypeReference
        select ($"{pair.Method.DeclaringType.Name}.{pair.Method.Name}", code, (TypeReference)pair.Instruction.Operand);

    private IEnumerable<(MethodDefinition Method, Instruction Instruction)> Instructions() =>
        from method in module.GetTypes().SelectMany(type => type.Methods)
        where method.HasBody
        from instruction in method.Body.Instructions
        select (method, instruction);

    /// <summary>The types in signatures that this assembly has for others, or others for it, by name, each with one signature that has it.</summary>
    private Dictionary<string, string> InSignatures()
    {
        var places = new Dictionary<string, string>(StringComparer.Ordinal);
        Add(module);
        foreach (var neighbour in module.AssemblyReferences.Select(name => module.AssemblyResolver.Resolve(name)?.MainModule).Concat(Bases()).Distinct())
        {
            if (neighbour is null || neighbour == module)
                continue;
            _neighbours.Add(neighbour.FileName);
            if (neighbour.GetTypeReferences().Any(type => counterparts.Find(type) is not null))
                Add(neighbour);
        }

        return places;

        void Add(ModuleDefinition from)
        {
            foreach (var (name, types) in Surface.Of(from))
            {
                foreach (var type in types.Where(type => type is not TypeDefinition && counterparts.Find(type) is not null && !places.ContainsKey(type.Name)))
                    places.Add(type.Name, name);
            }
        }
    }

    /// <summary>
    /// Where the classes are from which those of this assembly derive, also by way of others: what a method overrides may be in an
    /// assembly that this one does not refer to.
    /// </summary>
    private IEnumerable<ModuleDefinition> Bases()
    {
        foreach (var type in module.GetTypes())
        {
            for (var ancestor = type.BaseType?.Resolve(); ancestor is not null; ancestor = ancestor.BaseType?.Resolve())
                yield return ancestor.Module;
        }
    }

    private void AddMark(string version)
    {
        var text = module.TypeSystem.String;
        var type = new TypeReference("System.Reflection", "AssemblyMetadataAttribute", module, module.TypeSystem.CoreLibrary);
        var constructor = new MethodReference(".ctor", module.TypeSystem.Void, type) { HasThis = true };
        constructor.Parameters.Add(new(text));
        constructor.Parameters.Add(new(text));
        var mark = new CustomAttribute(constructor);
        mark.ConstructorArguments.Add(new(text, Mark));
        mark.ConstructorArguments.Add(new(text, version));
        module.Assembly.CustomAttributes.Add(mark);
    }

    private static string NameOf(MemberReference member) =>
        member.Name == ".ctor" ? "new " + member.DeclaringType.Name : $"{member.DeclaringType.Name}.{member.Name.Replace("get_", "")}";
}
