using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>A question to CPUID, and the registers of the answer (XGETBV: two of them).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct CpuQuery
{
    [Public("a question about the CPU")]
    public uint Leaf;
    [Public("a question about the CPU")]
    public uint Subleaf;
    [Public("an answer of the CPU"), Written]
    public uint Eax;
    [Public("an answer of the CPU"), Written]
    public uint Ebx;
    [Public("an answer of the CPU"), Written]
    public uint Ecx;
    [Public("an answer of the CPU"), Written]
    public uint Edx;

    /// <summary>Saved registers.</summary>
    public CpuScratch Scratch;
}
