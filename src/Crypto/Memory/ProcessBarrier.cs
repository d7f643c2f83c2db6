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
    private static bool s_isKnown;
    private static Action? s_pass;

    /// <summary>Whether the runtime has one: .NET and Mono do, .NET Framework does not.</summary>
    public static bool IsHere => Find() is not null;

    public static void Pass() => Find()?.Invoke();

    private static Action? Find()
    {
        if (!Volatile.Read(ref s_isKnown))
        {
            s_pass = (Action?)typeof(Interlocked).GetMethod("MemoryBarrierProcessWide", Type.EmptyTypes)?.CreateDelegate(typeof(Action));
            Volatile.Write(ref s_isKnown, true);
        }

        return s_pass;
    }
#endif
}
