namespace ManagedCrypto.Intrinsics;

/// <summary>What a kernel is made of.</summary>
internal enum KernelTier
{
    MachineCode,
    Intrinsics,
    Portable,
}
