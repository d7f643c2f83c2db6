using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Threading;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Proofs;

/// <summary>
/// Looks at every call of machine code: whether the arguments are such as callers promise. The library's calls come here first, in a copy of it
/// that <see cref="Machine.Redirection"/> made.
/// </summary>
public static unsafe class Seam
{
    private const BindingFlags Static = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static;

    private static readonly ConcurrentDictionary<nint, string?> s_kernels = new();

    private static int s_calls;

    [ThreadStatic]
    private static bool t_isLooking;

    static Seam() => AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        Console.WriteLine($"{s_calls} calls of {s_kernels.Values.Count(name => name is not null)} kernels kept their promises.");

    /// <summary>Ends the process at a call that breaks a promise.</summary>
    /// <returns>That the routine has not run.</returns>
    public static bool Look(void* address, void* arguments)
    {
        // What is called meanwhile is the look's own.
        if (t_isLooking)
            return false;
        t_isLooking = true;
        try
        {
            if (s_kernels.GetOrAdd((nint)address, Find) is not { } name)
                return false;
            if (Promises.WhyBroken(name, arguments, hasMemory: true) is { } why)
                Environment.FailFast($"A promise is broken. {why}.");
            Interlocked.Increment(ref s_calls);
            return false;
        }
        finally
        {
            t_isLooking = false;
        }
    }

    /// <summary>The name of a kernel at an address; null for what is none, such as code of tests and what asks the CPU.</summary>
    private static string? Find(nint address) => Entries().FirstOrDefault(entry => (nint)entry.Routine.Address == address).Name;

    /// <summary>The library's generated classes, and the entries that each has.</summary>
    private static IEnumerable<(string Name, CodeRoutine Routine)> Entries()
    {
        foreach (var type in typeof(CodeRoutine).Assembly.GetTypes().Where(type => type.Name.EndsWith("Code", StringComparison.Ordinal) && type != typeof(CpuCode)))
        {
            if (type.GetMethod("Load", Static) is not { } load || load.ReturnType != typeof(CodeRoutine))
                continue;
            foreach (var property in type.GetProperties(Static).Where(property => property.PropertyType == typeof(CodeEntry)))
                yield return (property.Name, (CodeRoutine)load.Invoke(null, [property.GetValue(null), (nint)0])!);
        }
    }
}
