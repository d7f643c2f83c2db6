using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Analyzers;
using ManagedCrypto.Build;
using Mono.Cecil;
using Xunit;

namespace ManagedCrypto.RepositoryTests.DropIn;

/// <summary>Which members of .NET's symmetric cryptography have a counterpart here: all, but for those that are named with the reason.</summary>
public sealed class CounterpartTests
{
    private const string NotHere = "not an algorithm of this library", Abstract = "what algorithms derive from, ours, too",
        OfWindows = "a key or a provider of Windows", Legacy = "HMAC as .NET Framework 1.1 got it wrong";

    private static readonly Dictionary<string, string> s_types = new()
    {
        ["HMAC"] = Abstract,
        ["DES"] = NotHere,
        ["DESCryptoServiceProvider"] = NotHere,
        ["PasswordDeriveBytes"] = NotHere,
        ["RC2"] = NotHere,
        ["RC2CryptoServiceProvider"] = NotHere,
        ["Rijndael"] = NotHere,
        ["RijndaelManaged"] = NotHere,
        ["TripleDES"] = NotHere,
        ["TripleDESCng"] = NotHere,
        ["TripleDESCryptoServiceProvider"] = NotHere,
    };

    private static readonly Dictionary<string, string> s_members = new()
    {
        ["AesCng..ctor(CngKey)"] = OfWindows,
        ["AesCng..ctor(String)"] = OfWindows,
        ["AesCng..ctor(String, CngProvider)"] = OfWindows,
        ["AesCng..ctor(String, CngProvider, CngKeyOpenOptions)"] = OfWindows,
        ["HMACSHA384.get_ProduceLegacyHmacValues()"] = Legacy,
        ["HMACSHA384.set_ProduceLegacyHmacValues(Boolean)"] = Legacy,
        ["HMACSHA512.get_ProduceLegacyHmacValues()"] = Legacy,
        ["HMACSHA512.set_ProduceLegacyHmacValues(Boolean)"] = Legacy,
        ["RNGCryptoServiceProvider..ctor(Byte[])"] = OfWindows,
        ["RNGCryptoServiceProvider..ctor(CspParameters)"] = OfWindows,
        ["RNGCryptoServiceProvider..ctor(String)"] = OfWindows,
    };

    [Fact]
    public void Every_type_of_symmetric_cryptography_has_a_counterpart_or_a_reason()
    {
        using var surfaces = new Surfaces();
        var without = surfaces.Types.Where(type => surfaces.Counterparts.Find(type) is null).Select(type => type.Name);
        Assert.Equal(s_types.Keys.Order(StringComparer.Ordinal), without.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Every_member_that_would_be_changed_has_a_counterpart_or_a_reason()
    {
        using var surfaces = new Surfaces();
        var without = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var type in surfaces.Types)
        {
            if (surfaces.Counterparts.Find(type) is not { } ours)
                continue;
            var isDerived = Counterparts.IsDerived(ours, type);
            foreach (var method in type.Methods.Where(method => method.IsPublic && (!isDerived || !method.HasThis)))
            {
                if (surfaces.Counterparts.Find(method, ours) is null)
                    without.Add($"{type.Name}.{method.Name}({string.Join(", ", method.Parameters.Select(parameter => parameter.ParameterType.Name))})");
            }
        }

        Assert.Equal(string.Join("\n", s_members.Keys.Order(StringComparer.Ordinal)), string.Join("\n", without));
    }

    /// <summary>
    /// Whatever an object of .NET's type could be given to, ours can be: no instruction of a changed method has another type on the
    /// stack than one that it takes.
    /// </summary>
    [Fact]
    public void Every_counterpart_has_the_bases_and_interfaces_of_the_type()
    {
        using var surfaces = new Surfaces();
        var looked = 0;
        foreach (var type in surfaces.Types)
        {
            if (surfaces.Counterparts.Find(type) is not { } ours || Counterparts.IsDerived(ours, type))
                continue;
            Assert.Superset(Bases(type).ToHashSet(), Bases(ours).ToHashSet());
            looked++;
        }

        Assert.True(looked > 30, looked + " types");

        static IEnumerable<string> Bases(TypeDefinition type)
        {
            for (var parent = type; parent is not null; parent = parent.BaseType?.Resolve())
            {
                if (parent != type)
                    yield return parent.FullName;
                foreach (var one in parent.Interfaces)
                    yield return one.InterfaceType.FullName;
            }
        }
    }

    private sealed class Surfaces : IDisposable
    {
        private readonly References _references = new(DropInProject.DotNetAnd());
        private readonly ModuleDefinition _theirs;

        public Surfaces()
        {
            _theirs = _references.Resolve(new("System.Security.Cryptography", new()))!.MainModule;
            Counterparts = new(_references.Ours);
        }

        public Counterparts Counterparts { get; }

        public IEnumerable<TypeDefinition> Types => _theirs.Types.Where(type =>
            type.IsPublic && (DotNetNames.IsSymmetric(type.Name) || DotNetNames.IsRandom(type.Name) || type.Name == "CryptographicOperations"));

        public void Dispose() => _references.Dispose();
    }
}
