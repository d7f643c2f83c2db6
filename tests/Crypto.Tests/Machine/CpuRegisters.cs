using System.Runtime.InteropServices;

namespace ManagedCrypto.Tests.Machine;

/// <summary>What <see cref="CpuSteps"/> loads before an instruction, and stores after it.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct CpuRegisters
{
    public const int GeneralBytes = 16 * sizeof(ulong), VectorBytes = 32 * 64, MaskBytes = 8 * sizeof(ulong);

    public fixed byte General[GeneralBytes];
    public fixed byte Vectors[VectorBytes];
    public fixed ulong Masks[MaskBytes / sizeof(ulong)];
    public ulong Flags;
}
