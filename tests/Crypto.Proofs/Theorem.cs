using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.Machine;
using ManagedCrypto.Proofs.Arm64;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Proofs;

/// <summary>What a kernel computes, case by case.</summary>
/// <param name="Kernel">Its code.</param>
/// <param name="Claim">Of what it is shown.</param>
/// <param name="Cases">The cases of a kernel, each of which throws what speaks against it.</param>
internal sealed record Theorem(KernelCode Kernel, string Claim, Func<Routine, IEnumerable<Action>> Cases)
{
    private const byte Nop = 0x90;

    /// <summary>Instructions, with their places, without which all cases hold: what they add is nothing.</summary>
    public IReadOnlyCollection<string> Needless { get; init; } = [];

    /// <summary>Whether some cases take seconds each.</summary>
    public bool IsSlow { get; init; }

    /// <summary>As one names it on the command line: kernels for Arm64 by their architecture first.</summary>
    public string Name => Kernel.Program is A64Program ? "Arm64." + Kernel.Program.Name : Kernel.Program.Name;

    public Routine NewRoutine() => Kernel.Program is A64Program ? new A64Routine(Kernel) : new Routine(Kernel);

    public static IEnumerable<KernelCode> Kernels(string family) =>
        AssembledKernels.Names.Concat(AssembledKernels.Arm64Names).Where(name => name.StartsWith(family + '.', StringComparison.Ordinal)).Select(AssembledKernels.Find);

    /// <summary>
    /// The same of the kernel without one of its instructions, for each that computes what is secret, or moves a vector to or from memory outside
    /// the argument struct: there registers are saved, and scratch memory is wiped.
    /// </summary>
    public IEnumerable<(ulong Place, string Instruction, Theorem Theorem)> WithoutEachInstruction()
    {
        if (Kernel.Program is A64Program)
        {
            foreach (var (place, text) in A64Routine.OnSecrets(Kernel))
                yield return ((ulong)place, $"{place:x} {text}", With(place, BitConverter.GetBytes(A64Instructions.Nop.Bits)));
            yield break;
        }

        foreach (var step in Routines.Read(Kernel.Bytes, 0).Values.Where(IsOnSecrets).OrderBy(step => step.Instruction.IP))
        {
            var nops = new byte[step.Instruction.Length];
            nops.AsSpan().Fill(Nop);
            yield return (step.Instruction.IP, step.ToString().Trim(), With((int)step.Instruction.IP, nops));
        }
    }

    /// <summary>The same of the kernel with other bytes at a place.</summary>
    public Theorem With(int place, byte[] bytes)
    {
        byte[] changed = [.. Kernel.Bytes];
        bytes.CopyTo(changed, place);
        return this with { Kernel = Kernel with { Bytes = changed } };
    }

    private static bool IsOnSecrets(Step step)
    {
        ref readonly var instruction = ref step.Instruction;
        var clears = step.Mnemonic is Mnemonic.Vzeroupper
            || (step.Mnemonic is Mnemonic.Vpxor or Mnemonic.Vpxord or Mnemonic.Vpxorq && instruction.Op2Kind == OpKind.Register
                && instruction.Op1Register == instruction.Op2Register)
            || (step.Mnemonic == Mnemonic.Pxor && instruction.Op0Register == instruction.Op1Register);
        var isInStruct = instruction.MemoryBase == Register.RCX;
        return !clears && !isInStruct && (step.Operands.Any(operand => operand.Kind == OperandKind.Vector) || IsOnWords(instruction));
    }

    /// <summary>What general registers do in hashes and Poly1305, and no pointer or count goes through.</summary>
    private static bool IsOnWords(in Instruction instruction) =>
        instruction.Mnemonic is Mnemonic.Andn or Mnemonic.Rorx or Mnemonic.Rol or Mnemonic.Mulx or Mnemonic.Imul or Mnemonic.Adc
        || (instruction.Mnemonic == Mnemonic.Xor && instruction.Op1Kind == OpKind.Register && instruction.Op0Register != instruction.Op1Register);
}
