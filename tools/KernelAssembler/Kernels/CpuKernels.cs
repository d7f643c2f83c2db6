using ManagedCrypto.Intrinsics;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What only instructions tell of the CPU and of its operating system, since the runtime does not ask for all of it, or not at
/// all; and what only an instruction does to its state.
/// </summary>
internal static class CpuKernels
{
    public static KernelFamily Family => new("Cpu", [new CpuidProgram(), new XgetbvProgram(), new ClearUpperHalvesProgram()]);

    /// <summary>CPUID of a leaf and subleaf. It overwrites rbx and the register of the arguments.</summary>
    private sealed class CpuidProgram() : X64Program("Cpuid", CpuFeatures.None, Layouts.CpuQuery)
    {
        protected override void Body()
        {
            Save(rbx);
            Asm.mov(r8, rcx);
            Asm.mov(eax, Argument("Leaf"));
            Asm.mov(ecx, Argument("Subleaf"));
            Asm.cpuid();
            Asm.xchg(r8, rcx);
            Asm.mov(Argument("Eax"), eax);
            Asm.mov(Argument("Ebx"), ebx);
            Asm.mov(Argument("Ecx"), r8d);
            Asm.mov(Argument("Edx"), edx);
            Return();
        }
    }

    /// <summary>XGETBV of register 0: the states that the operating system saves. Only where CPUID says OSXSAVE.</summary>
    private sealed class XgetbvProgram() : X64Program("Xgetbv", CpuFeatures.None, Layouts.CpuQuery)
    {
        protected override void Body()
        {
            Asm.mov(r8, rcx);
            Asm.xor(ecx, ecx);
            Asm.xgetbv();
            Asm.mov(rcx, r8);
            Asm.mov(Argument("Eax"), eax);
            Asm.mov(Argument("Edx"), edx);
            Return();
        }
    }

    /// <summary>
    /// The upper halves of all vector registers, cleared: what every kernel with AVX does as it returns. It reads no argument.
    /// </summary>
    private sealed class ClearUpperHalvesProgram() : X64Program("ClearUpperHalves", CpuFeatures.Avx, Layouts.CpuQuery)
    {
        protected override void Body() => Return();
    }
}
