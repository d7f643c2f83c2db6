using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// Crypto.Probe uses every public member in a process of its own, where <see cref="HiddenOpenSsl"/> keeps it from OpenSSL.
/// </summary>
public class WithoutOpenSslTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(10);

    /// <summary>Bases whose own members are of no concern to cryptography.</summary>
    private static readonly Type[] s_generalBases = [typeof(Exception), typeof(Stream), typeof(MarshalByRefObject)];

    private static readonly string s_probe = Path.Combine(AppContext.BaseDirectory, "Crypto.Probe.dll");

    /// <summary>
    /// All members that a caller sees on our types, those inherited from the framework included. What a type that hashes declares
    /// as static, its constructors, and what hides TryComputeHash and ComputeHash, the probe finds by reflection, and ends if it cannot call one.
    /// </summary>
    [Fact]
    public void Probe_uses_every_public_member()
    {
        var used = References.Of(Assembly.LoadFrom(s_probe).ManifestModule).Select(Identity).ToHashSet();
        var members = typeof(AesGcm).Assembly.GetExportedTypes()
            .Where(type => !type.IsEnum)
            .SelectMany(type => type.GetMembers(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static))
            .OfType<MethodBase>()
            .Where(member => !IsFoundByReflection(member))
            .Where(member => BaseDefinition(member).DeclaringType != typeof(object))
            .Where(member => !s_generalBases.Contains(member.DeclaringType))
            .ToList();
        var unused = members.Where(member => !used.Contains(Identity(member)) && !used.Contains(Identity(BaseDefinition(member))))
            .Select(member => member.DeclaringType + ": " + member).ToList();
        Assert.True(unused.Count == 0, string.Join('\n', unused));
        Assert.True(members.Count > 200, members.Count + " members");

        static bool IsFoundByReflection(MethodBase member) =>
            member.ReflectedType!.IsSubclassOf(typeof(HashAlgorithm))
            && (member.IsConstructor
                || member.Name is nameof(HashAlgorithm.TryComputeHash) or nameof(HashAlgorithm.ComputeHash)
                || (member.IsStatic && member.DeclaringType == member.ReflectedType));
    }

    [Fact]
    public void Public_members_with_OpenSSL_hidden_work_and_map_neither_library()
    {
        var (exitCode, output) = RunHidden();
        Assert.True(exitCode == 0 && output.Contains("all members used"), output);
    }

    /// <summary>Shows that the libraries are out of reach indeed: the framework's own classes cannot do without them.</summary>
    [Fact]
    public void Framework_classes_with_OpenSSL_hidden_end_the_process()
    {
        const int Aborted = 128 + 6;
        var (exitCode, output) = RunHidden("bcl");
        Assert.True(exitCode == Aborted, $"{exitCode}: {output}");
    }

    private static (int ExitCode, string Output) RunHidden(params string[] arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere, .NET does not use OpenSSL");
        using var hidden = new HiddenOpenSsl();
        return Child.Run(s_limit, hidden.Environment, [s_probe, .. arguments]);
    }

    private static MethodBase BaseDefinition(MethodBase member) =>
        member is MethodInfo method ? method.GetBaseDefinition() : member;

    private static (Module, int) Identity(MethodBase member) => (member.Module, member.MetadataToken);
}
