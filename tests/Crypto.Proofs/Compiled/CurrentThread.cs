using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>What Linux says of this thread.</summary>
internal static unsafe class CurrentThread
{
    /// <summary>Where the memory of the thread is that FS stands for.</summary>
    public static ulong Base
    {
        get
        {
            const long ArchPrctl = 158, GetFs = 0x1003;
            ulong place = 0;
            return Syscall(ArchPrctl, GetFs, &place) == 0 ? place : throw new NotSupportedException("Linux does not say where the thread's memory is.");
        }
    }

    [DllImport("libc", EntryPoint = "syscall")]
    private static extern long Syscall(long number, long code, ulong* place);
}
