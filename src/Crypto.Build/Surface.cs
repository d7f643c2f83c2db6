using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;

namespace ManagedCrypto.Build;

/// <summary>What other assemblies may have been compiled against: bases, interfaces, constraints, signatures of members, types of fields.</summary>
internal static class Surface
{
    /// <summary>The name of each, with the types that stand in it.</summary>
    public static IEnumerable<(string Name, IEnumerable<TypeReference> Types)> Of(ModuleDefinition module)
    {
        var hasFriends = module.Assembly.CustomAttributes.Any(attribute => attribute.AttributeType.Name == "InternalsVisibleToAttribute");
        foreach (var type in module.GetTypes().Where(IsVisible))
        {
            yield return (type.FullName, type.Interfaces.Select(one => one.InterfaceType).Append(type.BaseType).Where(one => one is not null)
                .SelectMany(TypesIn).Concat(Constraints(type)));
            foreach (var method in type.Methods.Where(method => Counterparts.IsVisible(method) || (hasFriends && !method.IsPrivate)))
                yield return ($"{type.FullName}.{method.Name}", TypesIn(method).Concat(Constraints(method)));
            foreach (var field in type.Fields.Where(field => field.IsPublic || field.IsFamily || field.IsFamilyOrAssembly || (hasFriends && !field.IsPrivate)))
                yield return ($"{type.FullName}.{field.Name}", TypesIn(field.FieldType));
        }

        bool IsVisible(TypeDefinition type) =>
            type.DeclaringType is not { } outer
                ? type.IsPublic || hasFriends
                : IsVisible(outer) && (type.IsNestedPublic || type.IsNestedFamily || type.IsNestedFamilyOrAssembly || (hasFriends && !type.IsNestedPrivate));
    }

    /// <summary>The types in a signature; those of generic arguments, arrays and pointers, too.</summary>
    public static IEnumerable<TypeReference> TypesIn(MemberReference member) => member switch
    {
        MethodReference method => method.Parameters.Select(parameter => parameter.ParameterType).Append(method.ReturnType).SelectMany(TypesIn),
        FieldReference field => TypesIn(field.FieldType),
        _ => [],
    };

    /// <summary>What type arguments must be.</summary>
    private static IEnumerable<TypeReference> Constraints(IGenericParameterProvider generic) =>
        generic.GenericParameters.SelectMany(parameter => parameter.Constraints).SelectMany(constraint => TypesIn(constraint.ConstraintType));

    private static IEnumerable<TypeReference> TypesIn(TypeReference type) => type switch
    {
        GenericInstanceType generic => generic.GenericArguments.SelectMany(TypesIn).Concat(TypesIn(generic.ElementType)),
        FunctionPointerType pointer => pointer.Parameters.Select(parameter => parameter.ParameterType).Append(pointer.ReturnType).SelectMany(TypesIn),
        TypeSpecification specification => TypesIn(specification.ElementType),
        _ => [type],
    };
}
