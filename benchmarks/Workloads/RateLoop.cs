using System;
using System.Collections.Generic;
using System.IO;
using Iced.Intel;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>A loop that measures a rate.</summary>
/// <param name="Rate">What it measures.</param>
/// <param name="Name">How tables and JSON name it.</param>
/// <param name="VectorBytes">The width of its vectors.</param>
/// <param name="Requires">What the CPU must have.</param>
/// <param name="Group">The instructions that it repeats.</param>
/// <param name="Units">How often a group has what is measured.</param>
internal sealed record RateLoop(
    Rate Rate, string Name, int VectorBytes, CpuFeatures Requires, IReadOnlyList<Instruction> Group, int Units)
{
    private const int Passes = 1000;
    private const int InstructionsOfPass = 96;

    /// <summary>How often a call has what is measured.</summary>
    public int UnitsOfCall => Passes * InstructionsOfPass / Group.Count * Units;

    /// <summary>
    /// Adds a routine that runs the loop. It fills whole lines of the cache, and the loop begins with one. The entries of both
    /// conventions are where <see cref="CodePage"/> expects them; there is no argument to pass.
    /// </summary>
    public void Assemble(MemoryStream code)
    {
        const int LineBytes = 64, WindowsEntry = 7, ClearBytes = 3, CountBytes = 5;
        var assembler = new Assembler(64);
        var again = assembler.CreateLabel();
        assembler.nop(WindowsEntry);
        assembler.vzeroupper();
        assembler.nop(LineBytes - WindowsEntry - ClearBytes - CountBytes);
        assembler.mov(AssemblerRegisters.eax, Passes);
        assembler.Label(ref again);
        for (var i = 0; i < InstructionsOfPass; i++)
            assembler.AddInstruction(Group[i % Group.Count]);
        assembler.dec(AssemblerRegisters.eax);
        assembler.jnz(again);
        assembler.vzeroupper();
        assembler.ret();
        assembler.Assemble(new StreamCodeWriter(code), rip: (ulong)code.Position);
        code.SetLength(code.Position += -code.Position & (LineBytes - 1));
    }
}

/// <summary>A loop that is timed; its rounds are cycles.</summary>
internal sealed class TimedRate(RateLoop loop, Action call) : TimedCycles(call, loop.UnitsOfCall)
{
    public RateLoop Loop => loop;
}
