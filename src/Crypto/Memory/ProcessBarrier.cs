#if !NET
using System;
#endif
using System.Threading;

namespace ManagedCrypto;

/// <summary>
/// A barrier for all threads of the process at once. It costs microseconds and is passed on a rare way, so that the other threads need
/// none on a frequent one: those write, and then read, in the order of their code.
/// </summary>
internal static class ProcessBarrier
{
#if NET
    /// <summary>Whether the runtime has one.</summary>
    public static bool IsHere => true;

    public static void Pass() => Interlocked.MemoryBarrierProcessWide();
#else
    // .NET and Mono have it, netstandard2.0 and .NET Framework do not.
    private static readonly Action? s_pass =
        (Action?)typeof(Interlocked).GetMethod("MemoryBarrierProcessWide", Type.EmptyTypes)?.CreateDelegate(typeof(Action));

    /// <summary>Whether the runtime has one.</summary>
    public static readonly bool IsHere = s_pass is not null;

    public static void Pass() => s_pass?.Invoke();
#endif
}
