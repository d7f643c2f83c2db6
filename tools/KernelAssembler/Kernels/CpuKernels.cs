using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What only instructions tell of the CPU and of its operating system, since the runtime does not ask for all of it, or not at
/// all; and what only an instruction does to its state.
/// </summary>
internal static class CpuKernels
{
    public static KernelFamily Family => new("Cpu",
    [
        new CpuidProgram(),
        new XgetbvProgram(),
        new ClearUpperHalvesProgram(),
        new ClearRegistersProgram("ClearGeneralRegisters", CpuFeatures.None),
        new ClearRegistersProgram("ClearRegisters", CpuFeatures.Avx),
        new ClearRegistersProgram("ClearRegisters512", CpuFeatures.Avx | CpuFeatures.Avx512),
    ])
    {
        Arm64 = new("CpuArm64",
        [
            new ClearRegistersArm64Program("ClearGeneralRegisters", CpuFeatures.None),
            new ClearRegistersArm64Program("ClearRegisters", CpuFeatures.ArmAdvSimd),
        ]),
    };

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

    /// <summary>
    /// All registers that a caller gives up, cleared, those of vectors where the CPU's are asked for: by System V, which enters elsewhere, more
    /// of them than on Windows. It reads no argument, and that one's register holds no secret.
    /// </summary>
    private sealed class ClearRegistersProgram(string name, CpuFeatures requires) : X64Program(name, requires, Layouts.CpuQuery)
    {
        private Label _systemV;

        private bool HasVectors => Requires.HasFlag(CpuFeatures.Avx);

        protected override void EnterBySystemV()
        {
            if (HasVectors)
                Asm.jmp(_systemV = Asm.CreateLabel());
            else
                Asm.xor(esi, esi);
            Asm.nop();
        }

        protected override void Body()
        {
            if (HasVectors)
                ClearVectors();
            foreach (var register in (AssemblerRegister32[])[eax, ecx, edx, r8d, r9d, r10d, r11d])
                Asm.xor(register, register);
            Return();
        }

        private void ClearVectors()
        {
            var common = Asm.CreateLabel();
            Asm.jmp(common);
            Asm.Label(ref _systemV);
            Clear(Enumerable.Range(6, 10));
            Asm.xor(esi, esi);

            Asm.Label(ref common);
            Clear(Enumerable.Range(0, 6));
            if (Requires.HasFlag(CpuFeatures.Avx512))
                Clear(Enumerable.Range(16, 16));
        }
    }

    /// <summary>The same for Arm64. Upper halves of v8 to v15 are not cleared: whoever gives back the lower ones has done that.</summary>
    private sealed class ClearRegistersArm64Program(string name, CpuFeatures requires) : A64Program(name, requires, Layouts.CpuQuery)
    {
        protected override void Body()
        {
            V[] vectors = Requires.HasFlag(CpuFeatures.ArmAdvSimd) ? [.. A64Registers.v[..8], .. A64Registers.v[16..]] : [];
            foreach (var register in vectors)
                Asm.Clear(register);
            foreach (var register in A64Registers.x[..18])
                Asm.Movz(register, 0);
            Return(vectors);
        }
    }
}
