using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// The package calls nothing of .NET's that opens a native library: from what it names, the framework's code is read on until it ends,
/// overrides aside, which are our own.
/// </summary>
public class NativeReferenceTests
{
    /// <summary>For systems whose own libraries .NET asks; Linux and FreeBSD are asked by ours (<see cref="RandomBytes"/>).</summary>
    private const string ElsewhereOnly = "RandomNumberGenerator.Fill";

    private static readonly Module s_framework = typeof(System.Security.Cryptography.SHA256).Module;

    [Fact]
    public void No_member_that_the_package_names_leads_to_a_native_library()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere, .NET does not use OpenSSL");
        var named = References.Of(typeof(AesGcm).Module).Where(member => member.Module == s_framework).ToList();
        Assert.True(named.Count > 20, named.Count + " members");
        var ways = named.Select(WayToOpenSsl).OfType<string>().Select(way => way.Split(' ')[0]);
        Assert.Equal([ElsewhereOnly], ways);
    }

    [Fact]
    public void Way_to_a_native_library_is_found()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere, .NET does not use OpenSSL");
        var hash = typeof(System.Security.Cryptography.SHA256).GetMethod(nameof(SHA256.HashData), [typeof(byte[])])!;
        var create = typeof(System.Security.Cryptography.IncrementalHash).GetMethod(nameof(IncrementalHash.CreateHash))!;
        Assert.EndsWith("Native.OpenSsl", WayToOpenSsl(hash));
        Assert.EndsWith("Native.OpenSsl", WayToOpenSsl(create));
    }

    /// <summary>The methods from one to OpenSSL, and the library; null if there is no such way.</summary>
    private static string? WayToOpenSsl(MethodBase from)
    {
        var ways = new Dictionary<MethodBase, string> { [from] = Name(from) };
        var next = new Queue<MethodBase>([from]);
        while (next.TryDequeue(out var method))
        {
            if (method.GetCustomAttribute<DllImportAttribute>() is { } import && import.Value.Contains("OpenSsl"))
                return ways[method] + " > " + import.Value;
            foreach (var called in Called(method))
            {
                if (ways.TryAdd(called, ways[method] + " > " + Name(called)))
                    next.Enqueue(called);
            }
        }

        return null;
    }

    /// <summary>What a method of the framework's cryptography may run there: what it mentions, and what comes before its type is used.</summary>
    private static IEnumerable<MethodBase> Called(MethodBase method)
    {
        var called = IntermediateCode.Mentioned(method).OfType<MethodBase>();
        if (method.DeclaringType?.TypeInitializer is { } initializer)
            called = called.Append(initializer);
        return called.Where(other => other.Module == s_framework);
    }

    private static string Name(MethodBase method) => method.DeclaringType?.Name + "." + method.Name;
}
