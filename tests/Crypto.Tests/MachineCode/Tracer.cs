using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Versioning;
using Iced.Intel;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// An instruction that ran, by its index in the kernel; the address of its operand in memory, and if a mask chooses the bytes
/// that are touched, that mask; zeros where there is none.
/// </summary>
internal readonly record struct TraceStep(int Index, ulong Address, ulong Mask)
{
    public string Operand => $"address {Address:x} under mask {Mask:x}";
}

/// <summary>Runs one kernel step by step, and tells what an observer of code and data addresses could see of it.</summary>
[SupportedOSPlatform("linux")]
internal sealed class Tracer : IDisposable
{
    // Where a record has the register of an Iced number: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15.
    private static readonly int[] s_places = [13, 14, 12, 11, 15, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7];

    private readonly DecodedKernel _kernel;
    private readonly Operand[] _operands;
    private readonly Tracee _tracee;

    public Tracer(DecodedKernel kernel)
    {
        _kernel = kernel;
        _tracee = new Tracee(kernel.Code);
        var information = new InstructionInfoFactory();
        _operands = [.. kernel.Instructions.Select(instruction => Find(information.GetInfo(instruction), instruction))];
    }

    /// <summary>
    /// The steps from the kernel's entry to a return. None is missing: each is an instruction that can follow the one before.
    /// </summary>
    public TraceStep[] Trace(IReadOnlyDictionary<string, long> publics, int secrets)
    {
        ReadOnlySpan<ulong> records = _tracee.Run(TraceMemory.Build(_kernel.Code.Program.Arguments, publics, secrets));
        var steps = new List<TraceStep>();
        for (var i = 0; i < (records.Length / TraceeProgram.RecordWords) - 1; i++)
        {
            var record = records.Slice(i * TraceeProgram.RecordWords, TraceeProgram.RecordWords);
            var index = _kernel.At(record[TraceeProgram.InstructionPointer] - TraceeProgram.Kernel);
            if (index is { } passed && i > 0 && PassedAfterCpuid(steps[^1].Index, passed) is { } step)
                steps.Add(step);
            if (index is not { } known || !(i == 0 ? [0] : _kernel.Successors(steps[^1].Index)).Contains(known))
                throw new InvalidOperationException($"{_kernel.Code.Program.Name}: step {i} does not follow from the one before.");
            steps.Add(_operands[known].Step(known, record));
        }

        if (_kernel.Instructions[steps[^1].Index].FlowControl != FlowControl.Return)
            throw new InvalidOperationException($"The trace of {_kernel.Code.Program.Name} ends before it returns.");
        return [.. steps];
    }

    /// <summary>
    /// What ran between CPUID and another instruction, if that is the one after the next: a hypervisor that carries out CPUID itself may not
    /// stop after it. Only if it touches no memory.
    /// </summary>
    private TraceStep? PassedAfterCpuid(int last, int index)
    {
        if (_kernel.Instructions[last].Mnemonic != Mnemonic.Cpuid || _kernel.Successors(last).Single() is not { } next)
            return null;
        return next != index && _operands[next] == default && _kernel.Successors(next).Contains(index) ? new TraceStep(next, 0, 0) : null;
    }

    /// <summary>The first difference of two traces, with the instruction that makes it, or null.</summary>
    public string? Difference(TraceStep[] one, TraceStep[] other)
    {
        var same = one.AsSpan().CommonPrefixLength(other);
        if (same == one.Length && same == other.Length)
            return null;
        return one[same].Index == other[same].Index
            ? $"{_kernel.Describe(one[same].Index)}, step {same}: {one[same].Operand}, or {other[same].Operand}"
            : $"{_kernel.Describe(one[same - 1].Index)}, step {same - 1}: leads to different instructions";
    }

    public void Dispose() => _tracee.Dispose();

    private static Operand Find(InstructionInfo information, Instruction instruction)
    {
        var accesses = information.GetUsedMemory().ToArray();
        if (accesses.Length == 0 || instruction.FlowControl == FlowControl.Return)
            return default;
        var access = accesses.Single();
        if (access.Index.IsVectorRegister() || InstructionModel.Of(instruction) == InstructionClass.MaskedMove)
            throw new NotSupportedException($"{instruction}: records have no vectors.");
        return new Operand(
            Place(access.Base), Place(access.Index), (ulong)access.Scale,
            access.Displacement + (instruction.IsIPRelativeMemoryOperand ? TraceeProgram.Kernel : 0),
            instruction.HasOpMask ? TraceeProgram.GeneralWords + instruction.OpMask.GetNumber() : null);
    }

    private static int? Place(Register register) => register == Register.None ? null : s_places[register.GetNumber()];

    /// <summary>An operand in memory, by the places in a record of what its address is made of.</summary>
    private readonly record struct Operand(int? Base, int? Index, ulong Scale, ulong Displacement, int? Mask)
    {
        public TraceStep Step(int index, ReadOnlySpan<ulong> record) => new(
            index,
            (Base is { } b ? record[b] : 0) + ((Index is { } i ? record[i] : 0) * Scale) + Displacement,
            Mask is { } mask ? record[mask] : 0);
    }
}
