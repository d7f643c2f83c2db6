using System.Collections.Generic;
using System.Linq;
using Mono.Cecil;

namespace ManagedCrypto.Build;

/// <summary>Looks whether what an assembly refers to is there: each type and member of ours, and each member whose signature has one of ours.</summary>
public static class Verifier
{
    /// <summary>Looks through all references.</summary>
    /// <param name="module">The changed assembly.</param>
    /// <returns>What is not there, a line each.</returns>
    public static IEnumerable<string> Missing(ModuleDefinition module)
    {
        foreach (var type in module.GetTypeReferences().Where(type => type.Namespace == Counterparts.Ours))
        {
            if (type.Resolve() is null)
                yield return type.FullName;
        }

        foreach (var member in module.GetMemberReferences().Where(member => member.FullName.Contains(Counterparts.Ours + ".")))
        {
            // A static method that is found in a base of ours is .NET's.
            if (member is MethodReference method && member.DeclaringType is not ArrayType
                && (method.Resolve() is not { } found || (found.IsStatic && found.DeclaringType.FullName != method.DeclaringType.GetElementType().FullName)))
                yield return member.FullName;
            else if (member is FieldReference field && field.Resolve() is null)
                yield return member.FullName;
        }
    }
}
