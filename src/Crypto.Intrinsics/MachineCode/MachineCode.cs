using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>The ways to call a kernel's address with its argument struct.</summary>
internal static unsafe class MachineCode
{
    /// <summary>Bytes in one call where collections wait for its end.</summary>
    public const int ChunkBytes = 64 * 1024;

    /// <summary>
    /// Whether collections go on during a <see cref="Call"/>: not on Mono and .NET Framework, which make no transition for
    /// unmanaged function pointers.
    /// </summary>
#if NET
    public static bool CollectsMeanwhile => true;
#else
    public static bool CollectsMeanwhile => false;
#endif

    /// <summary>Calls for less than a microsecond of work: a collection waits for its end.</summary>
    public static void CallBriefly(void* address, void* arguments)
    {
#if NET
        ((delegate* unmanaged[SuppressGCTransition]<void*, void>)address)(arguments);
#else
        ((delegate* unmanaged[Cdecl]<void*, void>)address)(arguments);
#endif
    }

    /// <summary>
    /// Calls for work of any length: collections go on meanwhile, and all buffers are pinned. Inlined, it would have its caller
    /// prepare for the transition even when that calls briefly, at 5 ns.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Call(void* address, void* arguments)
    {
#if NET
        ((delegate* unmanaged<void*, void>)address)(arguments);
#else
        ((delegate* unmanaged[Cdecl]<void*, void>)address)(arguments);
#endif
    }
}
