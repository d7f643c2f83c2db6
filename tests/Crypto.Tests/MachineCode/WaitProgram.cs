using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Tests.MachineCode;

[StructLayout(LayoutKind.Sequential)]
internal struct WaitArguments
{
    [Public("a test's signal"), Written]
    public int HasBegun;
    [Public("a test's signal")]
    public int IsReleased;

    /// <summary>Turns to wait at most, and after the call those left: none if nobody released it.</summary>
    [Public("a test's patience"), Written]
    public long Turns;
}

/// <summary>Machine code that runs until another thread releases it: a call in flight for as long as a test wants.</summary>
internal sealed class WaitProgram() : X64Program("Wait", CpuFeatures.None, s_layout)
{
    private static readonly ArgumentLayout s_layout = ArgumentLayout.Of<WaitArguments>();

    public static unsafe void* Load() =>
        CodePage.Load(new WaitProgram().Assemble().Bytes).Address(new CodeEntry(0, CpuFeatures.None));

    protected override void Body()
    {
        var turn = Asm.CreateLabel();
        var end = Asm.CreateLabel();
        Asm.mov(rax, Argument("Turns"));
        Asm.mov(edx, 1);
        Asm.mov(Argument("HasBegun"), edx);
        Asm.Label(ref turn);
        Asm.pause();
        Asm.mov(edx, Argument("IsReleased"));
        Asm.test(edx, edx);
        Asm.jnz(end);
        Asm.dec(rax);
        Asm.jnz(turn);
        Asm.Label(ref end);
        Asm.mov(Argument("Turns"), rax);
        Return();
    }
}
