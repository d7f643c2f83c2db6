namespace ManagedCrypto.Intrinsics;

/// <summary>Where a kernel begins in its family's bytes, and the CPU features that it executes.</summary>
internal readonly struct CodeEntry(int offset, CpuFeatures requires)
{
    public int Offset { get; } = offset;

    public CpuFeatures Requires { get; } = requires;
}
