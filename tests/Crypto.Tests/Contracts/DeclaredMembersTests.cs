using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// A member of the BCL namesake that ours inherits instead of declaring may call OpenSSL without a word: a static
/// (<c>SHA256.HashData</c>), or a virtual that the BCL's next version fills with native code. So every static, constructor and
/// overridable member must be declared by ours, or stand here with a reason.
/// </summary>
public class DeclaredMembersTests
{
    private const string Managed = "reads a field that the base class keeps for every hash: the digest, its size, a constant";

    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Members of a BCL type that ours need not declare, as <c>Type.Signature</c>, each with the reason.</summary>
    private static readonly Dictionary<string, string> s_exempt = new()
    {
        ["HashAlgorithm.get_HashSize()"] = Managed,
        ["HashAlgorithm.get_Hash()"] = Managed,
        ["HashAlgorithm.get_InputBlockSize()"] = Managed,
        ["HashAlgorithm.get_OutputBlockSize()"] = Managed,
        ["HashAlgorithm.get_CanTransformMultipleBlocks()"] = Managed,
        ["HashAlgorithm.get_CanReuseTransform()"] = Managed,
        ["RandomNumberGenerator.Dispose(Boolean)"] = "is empty in the base class",
    };

    /// <summary>Types without a namesake are compared with their base class, unless it has no cryptography to inherit.</summary>
    public static IEnumerable<TheoryDataRow<Type, Type>> Namesakes =>
        from type in Algorithms.Types
        let ours = type.Type
        let namesake = typeof(Bcl.Aes).Assembly.GetType(PublicType.Bcl + ours.Name) ?? ours.BaseType!
        where namesake != typeof(object) && namesake != typeof(MessageStream)
        select new TheoryDataRow<Type, Type>(ours, namesake);

    [Theory]
    [MemberData(nameof(Namesakes))]
    public void Static_overridable_members_and_constructors_of_the_namesake_are_declared(Type ours, Type bcl) =>
        Assert.Equal("", string.Join("; ", NotDeclared(ours, bcl).Where(name => !s_exempt.ContainsKey(name))));

    [Fact]
    public void Exemptions_are_all_needed()
    {
        var needed = Namesakes.SelectMany(row => NotDeclared(row.Data.Item1, row.Data.Item2)).ToHashSet();
        Assert.Equal("", string.Join("; ", s_exempt.Keys.Where(name => !needed.Contains(name))));
    }

    /// <summary>Where the BCL's type is closed, ours cannot inherit anything: every public member must be there.</summary>
    [Theory]
    [InlineData(typeof(AesGcm), typeof(Bcl.AesGcm))]
    [InlineData(typeof(IncrementalHash), typeof(Bcl.IncrementalHash))]
    [InlineData(typeof(Shake128), typeof(Bcl.Shake128))]
    [InlineData(typeof(Shake256), typeof(Bcl.Shake256))]
    [InlineData(typeof(Kmac128), typeof(Bcl.Kmac128))]
    [InlineData(typeof(Kmac256), typeof(Bcl.Kmac256))]
    [InlineData(typeof(KmacXof128), typeof(Bcl.KmacXof128))]
    [InlineData(typeof(KmacXof256), typeof(Bcl.KmacXof256))]
    [InlineData(typeof(CryptographicOperations), typeof(Bcl.CryptographicOperations))]
    [InlineData(typeof(Rfc2898DeriveBytes), typeof(Bcl.Rfc2898DeriveBytes))]
    [InlineData(typeof(HKDF), typeof(Bcl.HKDF))]
    [InlineData(typeof(SP800108HmacCounterKdf), typeof(Bcl.SP800108HmacCounterKdf))]
    public void Public_members_of_a_sealed_namesake_are_all_declared(Type ours, Type bcl)
    {
        const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        var declared = ours.GetMembers(Public).Select(member => Signature(member)).ToHashSet();
        var wanted = bcl.GetMembers(Public).Select(member => Signature(member)).ToList();
        Assert.NotEmpty(wanted);
        Assert.Equal("", string.Join("; ", wanted.Where(signature => !declared.Contains(signature))));
    }

    [Fact]
    public void Parameter_names_and_defaults_are_the_namesakes()
    {
        var compared = 0;
        foreach (var row in Namesakes)
        {
            var (ours, bcl) = row.Data;
            var bySignature = bcl.GetMembers(Declared).OfType<MethodBase>().Where(IsVisible)
                .ToDictionary(method => Signature(method), method => method.GetParameters());
            foreach (var method in ours.GetMembers(Declared).OfType<MethodBase>().Where(IsVisible))
            {
                if (!bySignature.TryGetValue(Signature(method), out var expected))
                    continue;
                compared++;
                Assert.Equal(
                    expected.Select(parameter => (parameter.Name, parameter.HasDefaultValue, parameter.IsOut)),
                    method.GetParameters().Select(parameter => (parameter.Name, parameter.HasDefaultValue, parameter.IsOut)));
            }
        }

        Assert.InRange(compared, 300, 700);
    }

    private static IEnumerable<string> NotDeclared(Type ours, Type bcl)
    {
        var declared = ours.GetMembers(Declared).Select(Signature).ToHashSet();
        return Inherited(bcl).SelectMany(type => type.GetMembers(Declared).Where(MustBeDeclared(type == bcl)), Tuple.Create)
            .Where(pair => !declared.Contains(Signature(pair.Item2)))
            .Select(pair => $"{pair.Item1.Name}.{Signature(pair.Item2)}")
            .Distinct();
    }

    private static IEnumerable<Type> Inherited(Type bcl)
    {
        for (var type = bcl; type != null && type != typeof(object); type = type.BaseType)
            yield return type;
    }

    private static Func<MemberInfo, bool> MustBeDeclared(bool isNamesake) => member => member switch
    {
        ConstructorInfo constructor => isNamesake && constructor.IsPublic,
        FieldInfo field => isNamesake && field.IsPublic && field.IsLiteral,
        MethodInfo method => IsVisible(method) && (method.IsStatic || (method.IsVirtual && !method.IsFinal)),
        _ => false,
    };

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    /// <summary>Name and parameter types; types of the same name in either namespace count as the same.</summary>
    private static string Signature(MemberInfo member)
    {
        return member is MethodBase method
            ? $"{method.Name}({string.Join(",", method.GetParameters().Select(parameter => TypeName(parameter.ParameterType)))})"
            : member.Name;

        static string TypeName(Type type) => type.IsGenericType
            ? type.Name + "<" + string.Join(",", type.GetGenericArguments().Select(TypeName)) + ">"
            : type.Name;
    }
}
