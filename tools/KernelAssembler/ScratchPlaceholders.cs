using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

// Scratch memory is the last field of an argument struct. Its size is what the programs claim: GeneratedSource writes the
// library's types, and these stand for them in the assembler, which needs to know where scratch memory begins, and not where it
// ends.
[StructLayout(LayoutKind.Sequential)]
internal struct AesScratch
{
    public ulong First;
}

[StructLayout(LayoutKind.Sequential)]
internal struct CpuScratch
{
    public ulong First;
}

[StructLayout(LayoutKind.Sequential)]
internal struct GcmScratch
{
    public ulong First;
}

[StructLayout(LayoutKind.Sequential)]
internal struct GhashScratch
{
    public ulong First;
}

[StructLayout(LayoutKind.Sequential)]
internal struct ShaScratch
{
    public ulong First;
}
