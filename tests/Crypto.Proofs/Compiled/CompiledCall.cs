using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Machine;
using ManagedCrypto.Tests.MachineCode;
using SecretMachine = ManagedCrypto.Machine.Machine<ushort, ManagedCrypto.Proofs.Compiled.Secrets, ManagedCrypto.Proofs.Compiled.SecretMemory>;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// A call of a method as the JIT has compiled it, with all that it calls: run by the CPU first, so that all is compiled, and then in the machine,
/// where what memory holds is secret. Lengths and addresses are numbers.
/// </summary>
internal sealed unsafe class CompiledCall : IDisposable
{
    private const int StackBytes = 1 << 18, Alignment = 64;

    /// <summary>More than any case takes.</summary>
    private const int MostSteps = 20_000_000;

    private const long MostAllocated = 100 << 20;

    private static readonly Dictionary<ulong, Step> s_steps = [];

    private static readonly ushort[] s_stack = [.. Enumerable.Repeat(Secrets.Secret, StackBytes)];

    private static readonly Random s_random = new(1);

    private readonly List<(nint Address, int Bytes, bool[] IsSecret)> _memory = [];

    /// <summary>Instructions that ran.</summary>
    public int Steps { get; private set; }

    /// <summary>All instructions that ran in any call.</summary>
    public static IReadOnlyCollection<Step> AllSteps => s_steps.Values;

    /// <summary>Memory that is secret: random bytes for the CPU. Secrets may be written there.</summary>
    public byte* Secret(int bytes)
    {
        var memory = Allocate(bytes, true);
        s_random.NextBytes(new Span<byte>(memory, bytes));
        return memory;
    }

    /// <summary>A kernel's argument struct: fields that are declared as secret, and scratch memory, are.</summary>
    public T* Arguments<T>()
        where T : unmanaged
    {
        var memory = (T*)Allocate(sizeof(T), false);
        var isSecret = _memory[^1].IsSecret;
        foreach (var field in typeof(T).GetFields(BindingFlags.Instance | BindingFlags.Public))
        {
            var isPublic = field.FieldType.IsPointer || field.GetCustomAttribute<PublicAttribute>() is not null;
            if (!isPublic)
                isSecret.AsSpan((int)Marshal.OffsetOf<T>(field.Name), SizeOf(field.FieldType)).Fill(true);
        }

        return memory;
    }

    /// <summary>Pointers to other memory of the call.</summary>
    public byte** Pointers(int count) => (byte**)Allocate(count * sizeof(byte*), false);

    /// <summary>Runs a method with numbers: addresses of its memory, lengths and such.</summary>
    /// <exception cref="InvalidOperationException">A branch, an address or an instruction's time depends on a secret.</exception>
    public void Run(Delegate method, params ReadOnlySpan<nint> numbers)
    {
        Span<nint> given = stackalloc nint[5];
        numbers.CopyTo(given);
        var address = method.Method.MethodHandle.GetFunctionPointer();
        var before = _memory.ConvertAll(memory => new ReadOnlySpan<byte>((void*)memory.Address, memory.Bytes).ToArray());
        for (var i = 0; i < 2; i++)
        {
            // Those beyond the method's own are in registers that it does not read.
            ((delegate*<object, nint, nint, nint, nint, nint, void>)address)(method.Target!, given[0], given[1], given[2], given[3], given[4]);
            for (var k = 0; k < before.Count; k++)
                before[k].CopyTo(new Span<byte>((void*)_memory[k].Address, _memory[k].Bytes));
        }

        // Objects stay where they are meanwhile.
        if (!GC.TryStartNoGCRegion(MostAllocated))
            throw new NotSupportedException("Collections cannot be put off.");
        try
        {
            RunInMachine((ulong)address, AddressOf(method.Target!), given);
        }
        finally
        {
            // Throws if there was one, since more was allocated.
            GC.EndNoGCRegion();
        }
    }

    public void Dispose() => _memory.ForEach(memory => NativeMemory.AlignedFree((void*)memory.Address));

    private static int SizeOf(Type type) => type.IsEnum ? SizeOf(type.GetEnumUnderlyingType()) : Marshal.SizeOf(type);

    /// <summary>Of an object that lasts: it stays where it is.</summary>
    private static ulong AddressOf(object value) => Unsafe.As<object, ulong>(ref value);

    private byte* Allocate(int bytes, bool isSecret)
    {
        var memory = (byte*)NativeMemory.AlignedAlloc((nuint)Math.Max(bytes, 1), Alignment);
        new Span<byte>(memory, bytes).Clear();
        var secret = new bool[bytes];
        secret.AsSpan().Fill(isSecret);
        _memory.Add(((nint)memory, bytes, secret));
        return memory;
    }

    private void RunInMachine(ulong address, ulong target, ReadOnlySpan<nint> numbers)
    {
        var memory = new SecretMemory();
        foreach (var (place, bytes, isSecret) in _memory)
        {
            var content = new ushort[bytes];
            for (var i = 0; i < bytes; i++)
                content[i] = isSecret[i] ? Secrets.Secret : ((byte*)place)[i];
            memory.Put((ulong)place, content);
            memory.Open((ulong)place, bytes);
        }

        var stack = NativeMemory.AlignedAlloc(StackBytes, Alignment);
        try
        {
            memory.Open((ulong)stack, StackBytes);
            memory.Put((ulong)stack, s_stack);
            var machine = new SecretMachine(default, memory) { Fetch = Fetch, ThreadBase = CurrentThread.Base };
            machine.General.Fill(Secrets.Secret);
            machine.Vectors.Fill(Secrets.Secret);
            ReadOnlySpan<Register> registers = [Register.RSI, Register.RDX, Register.RCX, Register.R8, Register.R9];
            machine.SetNumber(Register.RDI, target);
            for (var i = 0; i < registers.Length; i++)
                machine.SetNumber(registers[i], (ulong)numbers[i]);
            machine.SetNumber(Register.RSP, (ulong)stack + (StackBytes / 2));
            machine.Push(CompiledCode.End);
            Run(machine, Fetch(address));
        }
        finally
        {
            NativeMemory.AlignedFree(stack);
        }
    }

    private void Run(SecretMachine machine, Step? step)
    {
        for (; step is not null; Steps++)
        {
            if (Steps == MostSteps)
                throw new InvalidOperationException($"runs on after {MostSteps} steps");
            try
            {
                step = machine.Execute(step);
            }
            catch (Exception failure) when (failure is InvalidOperationException or NotSupportedException)
            {
                throw new InvalidOperationException($"{failure.Message} [{step}]", failure);
            }
        }
    }

    private static Step? Fetch(ulong address) => CompiledCode.Fetch(s_steps, address, RequireTimed);

    /// <summary>
    /// Refuses what may take a time that depends on secrets, but for divisions: the machine divides numbers alone. Of shifts and masked moves it
    /// demands that count and mask are numbers, if it knows them; others are refused.
    /// </summary>
    private static void RequireTimed(Step step)
    {
        var isTimed = step.IsString || step.Mnemonic is Mnemonic.Call or Mnemonic.Push or Mnemonic.Pop or Mnemonic.Leave or Mnemonic.Div or Mnemonic.Idiv
            || InstructionModel.Of(step.Instruction) switch
            {
                InstructionClass.Unknown or InstructionClass.VariableTime => false,
                InstructionClass.Shift or InstructionClass.MaskedMove => SecretMachine.Computes(step),
                _ => true,
            };
        if (!isTimed)
            throw new InvalidOperationException($"{step} is not among the instructions whose time depends on nothing secret");
    }
}
