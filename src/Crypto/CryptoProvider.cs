using System;
using System.Collections.Generic;
using System.Reflection;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// What ManagedCrypto runs on in this process, and its registration with the framework's <see cref="CryptoConfig"/>. All
/// members are thread-safe.
/// </summary>
public static class CryptoProvider
{
    /// <summary>
    /// Tells which kernel each algorithm uses, and why each better one was passed over.
    /// </summary>
    /// <remarks>
    /// The choice is made once, at first use, from the CPU, the runtime's settings and the switches <c>ManagedCrypto.MachineCode</c> and
    /// <c>ManagedCrypto.RequireConstantTime</c>; a kernel that gives a wrong answer in its self-test is passed over, too. Also
    /// tells which switch has a value that was not understood, which loaded assemblies the drop-in switch changed, and how the memory of
    /// keys and states is protected.
    /// </remarks>
    /// <returns>
    /// A row for each algorithm; its <see cref="object.ToString"/> is a table. HMAC uses the row of its hash, CTR that of AES.
    /// </returns>
    /// <exception cref="CryptographicException">No kernel of an algorithm passed its self-test; the message names them.</exception>
    public static KernelReport Describe() => Report(Algorithms.All);

    /// <summary>
    /// Maps the names of AES, SHA, HMAC and random numbers in <see cref="CryptoConfig"/> to the types of this namespace.
    /// </summary>
    /// <remarks>
    /// On Mono and .NET Framework that reaches <c>Aes.Create()</c>, <c>SHA256.Create()</c>, <c>HMAC.Create(name)</c> and whatever else creates by
    /// name there; on .NET it reaches creation by name alone (<c>CryptoConfig.CreateFromName</c>, <c>Aes.Create(name)</c>, XML
    /// signatures), since <c>Aes.Create()</c> and the static one-shots do not ask <see cref="CryptoConfig"/> there. Calling it
    /// again has no further effect.
    /// </remarks>
    /// <returns>
    /// Whether the names were registered: false where the platform's <see cref="CryptoConfig"/> takes no names, as in a browser.
    /// This method does not throw.
    /// </returns>
    public static bool Register()
    {
        try
        {
            foreach (var type in Algorithms.Types)
                if (type.RegisteredNames.Length > 0)
                    CryptoConfig.AddAlgorithm(type.Type, type.RegisteredNames);
            return true;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>The rows of some algorithms.</summary>
    internal static KernelReport Report(IReadOnlyCollection<Algorithm> algorithms)
    {
        var rows = new KernelRow[algorithms.Count];
        var count = 0;
        foreach (var algorithm in algorithms)
        {
            if (algorithm.Types.Count == 0)
                continue;
            var kernels = algorithm.Kernels;
            var best = kernels.Best;
            rows[count++] = new KernelRow(
                algorithm.Name,
                best.Id,
                (KernelTier)best.Tier,
                best.IsConstantTime,
                algorithm is not ChecksumAlgorithm,
                kernels.BetterOnesPassedOver);
        }

        Array.Resize(ref rows, count);
        return new KernelReport(rows, Switches.OfProcess.Misread, SlotPool.DescribeMemory(), ChangedAssemblies());
    }

    /// <summary>Those that the package's build has marked as changed (Weaver.Mark).</summary>
    private static List<string> ChangedAssemblies()
    {
        var names = new List<string>();
        foreach (var assembly in AppDomain.CurrentDomain.GetAssemblies())
            foreach (var mark in assembly.GetCustomAttributes<AssemblyMetadataAttribute>())
                if (mark.Key == "ManagedCryptoDropIn")
                    names.Add(assembly.GetName().Name!);
        names.Sort(StringComparer.Ordinal);
        return names;
    }
}
