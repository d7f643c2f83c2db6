using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>The ways to call a kernel's address with its argument struct.</summary>
internal static unsafe class MachineCode
{
    /// <summary>Bytes in one call where collections wait for its end.</summary>
    public const int ChunkBytes = 64 * 1024;

    /// <summary>No address, and found out that there is none.</summary>
    private const nint None = 1;

    /// <summary>The routine that clears upper halves of vector registers, which a CPU without AVX has not; zero until it is first called.</summary>
    private static nint s_clearUpperHalves;

    /// <summary>The routines that clear all registers which a caller gives up, or the general ones; zero until one is first called.</summary>
    private static nint s_clearRegisters, s_clearGeneralRegisters;

    /// <summary>
    /// Whether collections go on during a <see cref="Call"/>: not on Mono and .NET Framework, which make no transition for
    /// unmanaged function pointers.
    /// </summary>
#if NET
    public static bool CollectsMeanwhile => true;
#else
    public static bool CollectsMeanwhile => false;
#endif

    /// <summary>Whether so much work is cut into chunks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsCut(nint bytes) => !CollectsMeanwhile && bytes > ChunkBytes;

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
    /// Calls for work of any length: collections go on meanwhile, and all buffers are pinned. The runtime's code for the transition
    /// is legacy SSE, which stalls on Intel's CPUs while upper halves of vector registers are in use, as they may be by the caller.
    /// So they are cleared first, and here: <see cref="CallWithTransition"/> begins the transition before its first statement.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Call(void* address, void* arguments)
    {
        if (s_clearUpperHalves == 0)
            s_clearUpperHalves = Find(CpuCode.ClearUpperHalves);
        if (s_clearUpperHalves != None)
            CallBriefly((void*)s_clearUpperHalves, null);
        CallWithTransition(address, arguments);
    }

    /// <summary>Clears all registers that a caller gives up, vectors at all their width.</summary>
    /// <returns>False where there is no machine code for it: then nothing has been done.</returns>
    public static bool TryClearRegisters()
    {
        if (s_clearRegisters == 0)
            s_clearRegisters = FindClearRegisters();
        if (s_clearRegisters == None)
            return false;
        CallBriefly((void*)s_clearRegisters, null);
        return true;
    }

    /// <summary>Clears the general registers alone.</summary>
    /// <param name="memory">Not looked at: a caller that gives its zeroed memory has it zeroed, which a compiler would leave out.</param>
    /// <inheritdoc cref="TryClearRegisters"/>
    public static bool TryClearGeneralRegisters(void* memory)
    {
        if (s_clearGeneralRegisters == 0)
            s_clearGeneralRegisters = Processor.IsArm64 ? FindOnArm64(CpuArm64Code.ClearGeneralRegisters) : Find(CpuCode.ClearGeneralRegisters);
        if (s_clearGeneralRegisters == None)
            return false;
        CallBriefly((void*)s_clearGeneralRegisters, memory);
        return true;
    }

    /// <summary>Inlined, it would have its caller prepare for the transition even when that calls briefly, at 5 ns.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void CallWithTransition(void* address, void* arguments)
    {
#if NET
        ((delegate* unmanaged<void*, void>)address)(arguments);
#else
        ((delegate* unmanaged[Cdecl]<void*, void>)address)(arguments);
#endif
    }

    /// <summary>None on a CPU without AVX.</summary>
    private static nint FindClearRegisters() =>
        Processor.IsArm64 ? FindOnArm64(CpuArm64Code.ClearRegisters)
        : Find(CpuCode.ClearRegisters512) is var widest and not None ? widest
        : Find(CpuCode.ClearRegisters);

    private static nint Find(CodeEntry entry) => AddressOrNone(CpuCode.Load(entry));

    private static nint FindOnArm64(CodeEntry entry) => AddressOrNone(CpuArm64Code.Load(entry));

    private static nint AddressOrNone(CodeRoutine routine) => routine.Address is not null ? (nint)routine.Address : None;
}
