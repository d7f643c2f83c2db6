using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The keys of a message of AES-GCM-SIV, and the powers of the subkey, which do not wait for the round keys: the steps of
/// <see cref="GcmSivKeySteps"/>.
/// </summary>
internal sealed class GcmSivKeysProgram(int bits) : GcmSivKeySteps(
    "DeriveGcmSivKeys",
    bits,
    Layouts.GcmSivKeys,
    GcmSivKernels.AfterSchedule + GcmSivKernels.KeyPowersOffset,
    GcmSivKernels.AfterSchedule)
{
    protected override void Body()
    {
        Asm.mov(rdx, Argument("Key"));
        Asm.mov(r8, Argument("Keys"));
        DeriveKeys();
        ExpandPowers(Argument("Short"));
        Return();
    }
}
