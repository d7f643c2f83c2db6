using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>A question to CPUID, and the registers of the answer (XGETBV: two of them).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct CpuQuery
{
    public uint Leaf;
    public uint Subleaf;
    public uint Eax;
    public uint Ebx;
    public uint Ecx;
    public uint Edx;

    /// <summary>Saved registers.</summary>
    public CpuScratch Scratch;
}
