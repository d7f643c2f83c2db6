using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

[StructLayout(LayoutKind.Sequential)]
internal struct UpperHalvesArguments
{
    /// <summary>Whatever is set in any of the upper halves.</summary>
    [Public("a test's finding"), Written]
    public Block128 Found;
}

/// <summary>
/// Looks into the upper halves of vector registers, or sets all their bits and returns so, as no kernel may: of the registers that
/// neither convention wants back.
/// </summary>
internal sealed class UpperHalvesProgram(bool sets) : X64Program("UpperHalves", CpuFeatures.None, s_layout)
{
    private const byte True = 0x0F;

    private static readonly ArgumentLayout s_layout = ArgumentLayout.Of<UpperHalvesArguments>();

    public static unsafe void* Load(bool sets) =>
        CodePage.Load(new UpperHalvesProgram(sets).Assemble().Bytes).Address(new CodeEntry(0, CpuFeatures.None));

    protected override void Body()
    {
        foreach (var register in new[] { ymm0, ymm1, ymm2, ymm3, ymm4, ymm5 })
        {
            if (sets)
                Asm.vcmpps(register, register, register, True);
            else
                Asm.vorps(ymm0, ymm0, register);
        }

        if (!sets)
        {
            Asm.vextractf128(xmm0, ymm0, 1);
            Asm.vmovdqu(Argument("Found"), xmm0);
        }

        // Not by Return, which would clear what was set.
        Asm.ret();
    }
}
