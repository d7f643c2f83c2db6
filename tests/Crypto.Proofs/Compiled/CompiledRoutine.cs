using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Machine;
using TermMachine = ManagedCrypto.Machine.Machine<int, ManagedCrypto.Proofs.Terms, ManagedCrypto.Proofs.TermMemory>;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// A kernel's method as it was compiled, to be run on terms. It has been called before, so that all it calls is compiled, too.
/// </summary>
/// <param name="layout">The struct that a case fills, whether the method takes it or its fields.</param>
/// <param name="method">The method of an object.</param>
internal sealed unsafe class CompiledRoutine(ArgumentLayout layout, Delegate method) : Routine(method.Method.Name, layout, [], [])
{
    [ThreadStatic]
    private static Dictionary<ulong, Step>? t_steps;

    /// <summary>What the method works on, which stays where it is while it runs.</summary>
    private readonly object[] _objects = [.. ObjectsOf(method.Target!)];

    private TermMemory? _memory;

    /// <summary>What the method takes, of the address of the struct and of the numbers in its fields; the address if this is null.</summary>
    public Func<ulong, Func<string, ulong>, ulong[]>? Parameters { get; init; }

    /// <summary>The address of an instruction that is left out.</summary>
    public ulong? Without { get; init; }

    /// <summary>
    /// Lets the branch end a round at which runs part of different lengths, and says of its last round in the shorter one what general registers held.
    /// </summary>
    /// <param name="run">Runs with a round more, or without.</param>
    public int[] FindRoundEnd(Action<bool> run)
    {
        var (shorter, longer) = (Moments(false), Moments(true));
        var end = shorter.Zip(longer).TakeWhile(pair => pair.First.Step.Address == pair.Second.Step.Address).Last().First;
        RoundEnd = end.Step.Address - Address;
        return end.General;

        IReadOnlyList<Recording.Moment> Moments(bool hasMore)
        {
            var recording = Recording = new();
            run(hasMore);
            Recording = null;
            return recording.Moments;
        }
    }

    /// <summary>Addresses of instructions that computed something of unknowns, since they were cleared.</summary>
    public HashSet<ulong> Computing { get; } = [];

    public override bool ChangesArguments => true;

    public override TermMemory NewMemory(Terms terms) => _memory = new Memory(terms, Recording);

    protected override TermMachine NewMachine(Terms terms, TermMemory memory) => new(terms, memory) { Fetch = Fetch, ThreadBase = CurrentThread.Base };

    protected override void Run(TermMachine machine, ulong arguments)
    {
        ReadOnlySpan<Register> registers = [Register.RSI, Register.RDX, Register.RCX, Register.R8];
        ulong[] numbers = Parameters is null ? [arguments] : Parameters(arguments, field => Number(arguments, field));
        for (var i = 0; i < numbers.Length; i++)
            machine.SetNumber(registers[i], numbers[i]);

        Hold(() =>
        {
            fixed (byte* field = &Unsafe.As<Fields>(method.Target!).First)
                machine.SetNumber(Register.RDI, (ulong)(field - sizeof(nint)));
            machine.Push(CompiledCode.End);
            Run(machine, Fetch((ulong)method.Method.MethodHandle.GetFunctionPointer()));
        });
    }

    public override void Hold(Action action) => Hold(0, action);

    private void Hold(int first, Action action)
    {
        if (first == _objects.Length)
        {
            action();
            return;
        }

        fixed (byte* _ = &Unsafe.As<Fields>(_objects[first]).First)
            Hold(first + 1, action);
    }

    /// <summary>An object and those that its fields lead to, also by structs and arrays.</summary>
    private static HashSet<object> ObjectsOf(object first)
    {
        var reached = new HashSet<object>(ReferenceEqualityComparer.Instance);
        Add(first);
        return reached;

        void Add(object? value)
        {
            if (value is null or string or Delegate or Type || (!value.GetType().IsValueType && !reached.Add(value)))
                return;
            if (value is Array array && !array.GetType().GetElementType()!.IsPrimitive)
                Array.ForEach([.. array.Cast<object?>()], Add);
            for (var type = value.GetType(); type is not null; type = type.BaseType)
            {
                foreach (var field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                {
                    if (field.FieldType is { IsPrimitive: false, IsPointer: false, IsEnum: false, IsFunctionPointer: false })
                        Add(field.GetValue(value));
                }
            }
        }
    }

    protected override Step? Execute(TermMachine machine, Step step)
    {
        if (step.Instruction.IP == Without)
            return machine.Skip(step);
        var carry = machine.Carry;
        var next = machine.Execute(step);

        // A sum has carried what it is compared for.
        var isNeeded = step.Mnemonic != Mnemonic.Cmp || machine.Carry != carry;
        if (isNeeded && step.Mnemonic is not (Mnemonic.Push or Mnemonic.Pop or Mnemonic.Leave) && machine.LeftUnknown(step))
            Computing.Add(step.Instruction.IP);
        return next;
    }

    private ulong Number(ulong arguments, string field)
    {
        var bytes = new int[Arguments[field].Bytes];
        _memory!.Load(arguments + (ulong)Arguments[field].Offset, bytes);
        return WordSums.NumberOf(bytes);
    }

    private static Step? Fetch(ulong address) => CompiledCode.Fetch(t_steps ??= [], address);

    /// <summary>An object: what comes after the address of its class.</summary>
    private sealed class Fields
    {
        public byte First;
    }

    /// <summary>A stack, of which nothing is known, and what this process has besides: code, constants and objects, which only numbers are written over.</summary>
    private sealed class Memory(Terms terms, Recording? recording) : TermMemory(recording)
    {
        private const ulong MostOfStack = 1 << 17, FirstOfProcess = 1UL << 44, EndOfProcess = 1UL << 47;

        protected override int LoadOther(ulong address) =>
            IsOfStack(address) ? terms.Unknowns($"stack {address:x}", 1)[0] : IsOfProcess(address) ? *(byte*)address : base.LoadOther(address);

        protected override bool MayStore(ulong address, int value) => IsOfStack(address) || (IsOfProcess(address) && value < Terms.NumberCount);

        private static bool IsOfProcess(ulong address) => address is >= FirstOfProcess and < EndOfProcess;

        private static bool IsOfStack(ulong address) => address is < Proof.Stack and >= Proof.Stack - MostOfStack;
    }
}
