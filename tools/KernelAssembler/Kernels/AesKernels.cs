using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>AES: key expansion.</summary>
internal static class AesKernels
{
    /// <summary>Bytes from the round keys to those of the inverse cipher: room for the longest key's.</summary>
    public const int InverseOffset = (14 + 1) * 16;

    private const InstructionSets AesNiAvx = InstructionSets.Avx | InstructionSets.AesNi;

    public static KernelFamily Family => new("Aes", [new ExpandKeyProgram(), new InvertKeyProgram()]);

    private sealed class ExpandKeyProgram() : KernelProgram("ExpandKey", AesNiAvx, Layouts.AesKey)
    {
        protected override void Body()
        {
            Asm.mov(rdx, Argument("Key"));
            Asm.mov(r8, Argument("Schedule"));
            Asm.mov(eax, Argument("Rounds"));
            new AesKeyExpansion(this).Expand(rdx, r8, eax);
            Return();
        }
    }

    private sealed class InvertKeyProgram() : KernelProgram("InvertKey", AesNiAvx, Layouts.AesKey)
    {
        protected override void Body()
        {
            Asm.mov(rdx, Argument("Schedule"));
            Asm.mov(eax, Argument("Rounds"));
            Asm.lea(r8, __[rdx + InverseOffset]);
            new AesKeyExpansion(this).Invert(rdx, rax, r8);
            Return();
        }
    }
}
