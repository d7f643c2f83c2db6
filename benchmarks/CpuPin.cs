using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Benchmarks;

/// <summary>Keeps the thread on the CPU that it is on, until disposed. Linux only; elsewhere, the best rounds must do.</summary>
internal sealed partial class CpuPin : IDisposable
{
    private const int MaskWords = 16;
    private const int WordBits = 64;

    private readonly ulong[] _before = new ulong[MaskWords];

    private CpuPin()
    {
    }

    public static CpuPin? Here()
    {
        if (!OperatingSystem.IsLinux())
            return null;

        var pin = new CpuPin();
        var cpu = CurrentCpu();
        if (cpu is < 0 or >= MaskWords * WordBits || GetAffinity(0, MaskWords * sizeof(ulong), pin._before) != 0)
            return null;
        var mask = new ulong[MaskWords];
        mask[cpu / WordBits] = 1ul << (cpu % WordBits);
        return SetAffinity(0, MaskWords * sizeof(ulong), mask) == 0 ? pin : null;
    }

    public void Dispose() => _ = SetAffinity(0, MaskWords * sizeof(ulong), _before);

    [LibraryImport("libc", EntryPoint = "sched_getcpu")]
    private static partial int CurrentCpu();

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nuint maskBytes, [Out] ulong[] mask);

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nuint maskBytes, ulong[] mask);
}
