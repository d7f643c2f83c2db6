using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using Iced.Intel;

[module: SkipLocalsInit]

namespace ManagedCrypto.Machine;

/// <summary>An x64 CPU as far as kernels use one: general registers, 32 vectors of 512 bits, masks, flags and memory.</summary>
/// <typeparam name="T">A byte.</typeparam>
/// <typeparam name="TValues">What can be done with it.</typeparam>
/// <typeparam name="TMemory">Where it lies.</typeparam>
internal sealed class Machine<T, TValues, TMemory>(TValues values, TMemory memory)
    where T : unmanaged
    where TValues : IValues<T>
    where TMemory : IMemory<T>
{
    private const int GeneralRegisters = 16, VectorRegisters = 32, LaneBytes = 16, DoublewordBytes = 4;

    private readonly Semantics<T, TValues> _semantics = new(values);
    private readonly T[] _general = new T[GeneralRegisters * Operand.GeneralBytes];
    private readonly T[] _vectors = new T[VectorRegisters * Operand.VectorBytes];
    private readonly InstructionInfoFactory _info = new();
    private readonly ulong?[] _masks = new ulong?[8];
    private StatusFlags? _flags;

    /// <summary>The carry by itself: it may be known where the other flags are not.</summary>
    private T? _carry;

    /// <summary>What CPUID answers to leaf and subleaf: EAX, EBX, ECX and EDX.</summary>
    public Func<uint, uint, (uint Eax, uint Ebx, uint Ecx, uint Edx)> Cpuid { get; set; } = (_, _) => default;

    /// <summary>The register that says which registers the system saves.</summary>
    public uint ExtendedControl { get; set; }

    /// <summary>
    /// Finds the step at an address, for calls, returns, and jumps that a register or memory directs; null ends the run. Where there is none, steps
    /// are linked beforehand, and the first return ends the run.
    /// </summary>
    public Func<ulong, Step?>? Fetch { get; init; }

    /// <summary>Where the memory of the thread is that FS stands for.</summary>
    public ulong? ThreadBase { get; init; }

    public Span<T> General => _general;

    public Span<T> Vectors => _vectors;

    public Span<ulong?> Masks => _masks;

    /// <summary>Null where they are undefined, or depend on a secret.</summary>
    public StatusFlags? Flags
    {
        get => _flags;
        set => (_flags, _carry) = (value, value is { Carry: { } carry } ? values.Of(carry ? (byte)1 : (byte)0) : null);
    }

    /// <summary>The carry as a term, or null where it is undefined.</summary>
    public T? Carry => _carry;

    /// <summary>Puts a number into a general register.</summary>
    public void SetNumber(Register register, ulong number)
    {
        var operand = Operand.Of(register);
        var place = _general.AsSpan(operand.Place, Operand.GeneralBytes);
        Clear(place);
        _semantics.Write(number, place[..operand.Bytes]);
    }

    /// <summary>Runs from the given registers to the return.</summary>
    public void Run(Step entry)
    {
        for (var step = entry; step is not null;)
            step = Execute(step);
    }

    /// <summary>One step.</summary>
    /// <returns>The next one, or null after the return.</returns>
    public Step? Execute(Step step)
    {
        switch (step.Mnemonic)
        {
            case Mnemonic.Ret:
                return Fetch?.Invoke(Pop());
            case var _ when step.IsBranch:
                return Holds(step.Instruction.ConditionCode) ? step.Target ??= Fetch?.Invoke(step.Instruction.NearBranchTarget) : Next(step);
            case Mnemonic.Call or Mnemonic.Jmp:
                Span<T> place = stackalloc T[Operand.GeneralBytes];
                Read(step, step.Operands[0], place);
                if (step.Mnemonic == Mnemonic.Call)
                    Push(step.Instruction.NextIP);
                return Fetch?.Invoke(_semantics.Number(place)) ?? throw new NotSupportedException($"{step} leads out of the routine.");
            case var _ when step.IsString:
                ExecuteString(step);
                break;
            case Mnemonic.Nop or Mnemonic.Endbr64:
                break;
            case Mnemonic.Prefetcht0 or Mnemonic.Prefetchnta:
                // Nothing is read, but the cache shows where.
                _ = Address(step);
                break;
            case Mnemonic.Vzeroupper:
                for (var i = 0; i < VectorRegisters / 2; i++)
                    Clear(_vectors.AsSpan((i * Operand.VectorBytes) + LaneBytes, Operand.VectorBytes - LaneBytes));
                break;
            case Mnemonic.Cpuid:
                var leaf = (uint)ReadNumber(Register.EAX);
                var answer = Cpuid(leaf, (uint)ReadNumber(Register.ECX));
                SetNumber(Register.EAX, answer.Eax);
                SetNumber(Register.EBX, answer.Ebx);
                SetNumber(Register.ECX, answer.Ecx);
                SetNumber(Register.EDX, answer.Edx);
                break;
            case Mnemonic.Xgetbv:
                SetNumber(Register.EAX, ExtendedControl);
                SetNumber(Register.EDX, 0);
                break;
            case Mnemonic.Kmovq or Mnemonic.Kxorq or Mnemonic.Kxorw or Mnemonic.Vpmovb2m or Mnemonic.Vpmovm2b:
                ExecuteMask(step);
                break;
            case Mnemonic.Cdq or Mnemonic.Cqo or Mnemonic.Cdqe:
                ExecuteExtension(step);
                break;
            case Mnemonic.Push or Mnemonic.Pop or Mnemonic.Leave:
                ExecuteStack(step);
                break;
            default:
                if (CountOfSources(step) is { } sources)
                    ExecuteVector(step, sources);
                else if (Semantics<T, TValues>.IsGeneral(step.Mnemonic))
                    ExecuteGeneral(step);
                else
                    Forget(step);
                break;
        }

        return Next(step);
    }

    /// <summary>Leaves a step out.</summary>
    /// <returns>The next one.</returns>
    public Step? Skip(Step step) => Next(step);

    /// <summary>Whether a step left something in a register that is no number.</summary>
    public bool LeftUnknown(Step step)
    {
        if (step.Operands is not [var target, ..] || target.Kind is not (OperandKind.General or OperandKind.Vector))
            return false;
        foreach (var value in (target.Kind == OperandKind.Vector ? _vectors : _general).AsSpan(target.Place, target.Bytes))
        {
            if (!values.IsNumber(value, out _))
                return true;
        }

        return false;
    }

    /// <summary>Whether the machine knows what an instruction computes of its operands.</summary>
    public static bool Computes(Step step) => CountOfSources(step) is not null || Semantics<T, TValues>.IsGeneral(step.Mnemonic) || step.Mnemonic is Mnemonic.Vpmovb2m or Mnemonic.Vpmovm2b;

    /// <summary>
    /// How many vectors an instruction reads, or null if this is none on vectors, or is one in a form that the machine does not know: it knows no shift by
    /// what a register holds.
    /// </summary>
    private static int? CountOfSources(Step step)
    {
        if (Semantics<T, TValues>.CountOfSources(step.Operation) is not { } sources)
            return null;
        var isShift = step.Operation is Mnemonic.Vpslld or Mnemonic.Vpsrld or Mnemonic.Vpsllq or Mnemonic.Vpsrlq or Mnemonic.Vpsrad;
        var others = step.SourceCount - sources;
        var isKnown = isShift ? step.Operands[^1].Kind == OperandKind.Number : others is 0 or 1 || (others == -1 && HasSourceWithoutName(step));
        return isKnown ? sources : null;
    }

    /// <summary>Whether the third source is xmm0, which is no operand.</summary>
    private static bool HasSourceWithoutName(Step step) => step.Mnemonic is Mnemonic.Sha256rnds2 or Mnemonic.Pblendvb;

    private Step? Next(Step step) => step.Next ??= Fetch?.Invoke(step.Instruction.NextIP);

    private bool Holds(ConditionCode condition) =>
        _flags is null && condition is ConditionCode.b or ConditionCode.ae && _carry is { } carry && values.IsNumber(carry, out var number)
        ? (number != 0) == (condition == ConditionCode.b)
        : condition == ConditionCode.None
        || (_flags ?? throw new InvalidOperationException("A condition depends on flags that are not defined, or on a secret.")).Hold(condition);

    private void ExecuteMask(Step step)
    {
        var target = step.Operands[0];
        if (step.Mnemonic == Mnemonic.Kmovq)
        {
            Span<T> word = stackalloc T[sizeof(ulong)];
            var source = step.Operands[1];
            ulong? value = source.Kind == OperandKind.Mask ? _masks[source.Place] : null;
            if (source.Kind != OperandKind.Mask)
            {
                Read(step, source, word);
                value = _semantics.TryNumber(word, out var number) ? number : null;
            }

            if (target.Kind == OperandKind.Mask)
            {
                _masks[target.Place] = value;
                return;
            }

            _semantics.Write(MaskNumber(value), word);
            Write(step, target, word);
            return;
        }

        if (step.Mnemonic == Mnemonic.Vpmovb2m)
        {
            // The signs of bytes.
            Span<T> signs = stackalloc T[step.Operands[1].Bytes];
            Read(step, step.Operands[1], signs);
            for (var i = 0; i < signs.Length; i++)
                values.ShiftRightSigned(signs.Slice(i, 1), 7, signs.Slice(i, 1));
            _masks[target.Place] = MaskOf(signs, 1);
            return;
        }

        if (step.Mnemonic == Mnemonic.Vpmovm2b)
        {
            Span<T> chosen = stackalloc T[target.Bytes];
            if (_masks[step.Operands[1].Place] is not { } mask)
                chosen.Fill(values.Unknown ?? throw new InvalidOperationException("A mask depends on a secret."));
            else
            {
                for (var i = 0; i < chosen.Length; i++)
                    chosen[i] = values.Of((mask >> i & 1) != 0 ? byte.MaxValue : byte.MinValue);
            }

            Write(step, target, chosen);
            return;
        }

        var (one, other) = (step.Operands[1].Place, step.Operands[2].Place);
        var both = one == other ? 0 : _masks[one] ^ _masks[other];
        _masks[target.Place] = step.Mnemonic == Mnemonic.Kxorw ? both & ushort.MaxValue : both;
    }

    private void ExecuteGeneral(Step step)
    {
        var target = step.Operands[0];
        Span<T> first = stackalloc T[target.Bytes], second = stackalloc T[Operand.GeneralBytes], result = stackalloc T[target.Bytes];
        switch (step.Mnemonic)
        {
            case Mnemonic.Lea:
                ExecuteSum(step, result);
                return;
            case Mnemonic.Bt:
                ExecuteBitTest(step);
                return;
            case Mnemonic.Mov or Mnemonic.Movzx:
                _semantics.Zeros(second);
                Read(step, step.Operands[1], second[..step.Operands[1].Bytes]);
                Write(step, target, second[..target.Bytes]);
                return;
            case Mnemonic.Movsx or Mnemonic.Movsxd:
                Read(step, step.Operands[1], second[..step.Operands[1].Bytes]);
                Extend(second[..step.Operands[1].Bytes], result);
                Write(step, target, result);
                return;
            case var _ when step.Instruction.ConditionCode != ConditionCode.None:
                ExecuteChoice(step, result);
                return;
            case Mnemonic.Xchg:
                Read(step, target, first);
                Read(step, step.Operands[1], result);
                Write(step, target, result);
                Write(step, step.Operands[1], first);
                return;
            case Mnemonic.Mulx:
                ExecuteProduct(step);
                return;
            case Mnemonic.Mul or Mnemonic.Imul when step.Operands.Length == 1:
                ExecuteWideProduct(step);
                return;
            case Mnemonic.Div or Mnemonic.Idiv:
                ExecuteQuotient(step);
                return;
            case Mnemonic.Crc32:
                Read(step, target, result);
                Read(step, step.Operands[1], second[..step.Operands[1].Bytes]);
                _semantics.AppendToCrc(second[..step.Operands[1].Bytes], result[..DoublewordBytes]);
                Write(step, target, result[..DoublewordBytes]);
                return;
            case Mnemonic.Sbb when target == step.Operands[1]:
                ExecuteSpread(step);
                return;
        }

        // Of three operands, and where one is moved, the first is only written.
        var index = step.Operands.Length == 3 ? 1 : 0;
        if (step.Mnemonic != Mnemonic.Movbe)
            Read(step, step.Operands[index], first);
        _semantics.Zeros(second);
        if (step.Operands.Length > index + 1)
        {
            var other = step.Operands[index + 1];
            Read(step, other, second[..other.Bytes]);
        }

        if (step.IsOfItself)
        {
            // A register and itself: whatever it holds.
            _semantics.Zeros(first);
            _semantics.Zeros(second);
        }

        if (step.Mnemonic is Mnemonic.Add or Mnemonic.Adc)
        {
            _carry = step.Mnemonic == Mnemonic.Add ? values.Of(0) : _carry ?? values.Unknown;
            _flags = _semantics.Add(first, second[..target.Bytes], ref _carry, result);
        }
        else
        {
            var carry = _carry;
            Flags = _semantics.ComputeGeneral(step.Mnemonic, first, second[..target.Bytes], _flags, carry, result);
            if (step.Mnemonic is Mnemonic.Inc or Mnemonic.Dec)
                _carry = carry;
            else if (_flags is null && step.Mnemonic is Mnemonic.Sub or Mnemonic.Cmp)
                _carry = values.IsLess(first, second[..target.Bytes]);
        }

        if (step.Mnemonic is not (Mnemonic.Cmp or Mnemonic.Test))
            Write(step, target, result);
    }

    /// <summary>The product of rdx, which has no operand of its own, in two registers: the upper half in the first, also where both are one.</summary>
    private void ExecuteProduct(Step step)
    {
        var bytes = step.Operands[0].Bytes;
        Span<T> factor = stackalloc T[bytes], other = stackalloc T[bytes], product = stackalloc T[2 * bytes];
        Read(step, Operand.Of(Register.RDX), factor);
        Read(step, step.Operands[2], other);
        _semantics.Multiply(factor, other, product);
        Write(step, step.Operands[1], product[..bytes]);
        Write(step, step.Operands[0], product[bytes..]);
    }

    /// <summary>What would be an address, of numbers or not: the lowest bytes, which depend on no others.</summary>
    private void ExecuteSum(Step step, Span<T> result)
    {
        ref readonly var instruction = ref step.Instruction;
        Span<T> term = stackalloc T[result.Length];
        _semantics.Write(instruction.IsIPRelativeMemoryOperand ? instruction.IPRelativeMemoryAddress : instruction.MemoryDisplacement64, result);
        if (instruction.MemoryBase is not (Register.None or Register.RIP))
        {
            _general.AsSpan(Operand.Of(instruction.MemoryBase).Place, term.Length).CopyTo(term);
            values.Add(term, result, result);
        }

        if (instruction.MemoryIndex != Register.None)
        {
            _general.AsSpan(Operand.Of(instruction.MemoryIndex).Place, term.Length).CopyTo(term);
            values.ShiftLeft(term, BitOperations.Log2((uint)instruction.MemoryIndexScale), term);
            values.Add(result, term, result);
        }

        Write(step, step.Operands[0], result);
    }

    /// <summary>A bit in the carry; of the other flags nothing is known.</summary>
    private void ExecuteBitTest(Step step)
    {
        if (step.Operands[0].Kind == OperandKind.Memory && step.Operands[1].Kind != OperandKind.Number)
            throw new NotSupportedException($"The machine does not know {step}.");
        Span<T> word = stackalloc T[step.Operands[0].Bytes], place = stackalloc T[step.Operands[1].Bytes];
        Read(step, step.Operands[0], word);
        Read(step, step.Operands[1], place);
        Flags = null;
        if (_semantics.TryNumber(word, out var bits) && _semantics.TryNumber(place, out var number))
            _carry = values.Of((byte)((bits >> ((int)number & ((8 * word.Length) - 1))) & 1));
    }

    /// <summary>The product of rax and an operand, in rdx and rax.</summary>
    private void ExecuteWideProduct(Step step)
    {
        var bytes = step.Operands[0].Bytes;
        if (bytes < DoublewordBytes)
            throw new NotSupportedException($"The machine does not know {step}.");
        Span<T> factor = stackalloc T[bytes], other = stackalloc T[bytes], product = stackalloc T[2 * bytes];
        Read(step, Operand.Of(Register.RAX), factor);
        Read(step, step.Operands[0], other);
        _semantics.Multiply(factor, other, product);
        if (step.Mnemonic == Mnemonic.Imul)
        {
            // A negative factor is 2 to the power of its bits less than what was multiplied.
            SubtractIfNegative(factor, other, product[bytes..]);
            SubtractIfNegative(other, factor, product[bytes..]);
        }

        Write(step, Operand.Of(Register.RAX), product[..bytes]);
        Write(step, Operand.Of(Register.RDX), product[bytes..]);
        Flags = null;
    }

    private void SubtractIfNegative(ReadOnlySpan<T> sign, ReadOnlySpan<T> other, Span<T> result)
    {
        Span<T> subtrahend = stackalloc T[sign.Length];
        values.ShiftRightSigned(sign, (8 * sign.Length) - 1, subtrahend);
        values.And(subtrahend, other, subtrahend);
        values.Subtract(result, subtrahend, result);
    }

    /// <summary>rdx and rax by an operand: the quotient in rax, the remainder in rdx. The time that it takes depends on them, so all are numbers.</summary>
    private void ExecuteQuotient(Step step)
    {
        var bytes = step.Operands[0].Bytes;
        if (bytes < DoublewordBytes)
            throw new NotSupportedException($"The machine does not know {step}.");
        Span<T> word = stackalloc T[bytes];
        Read(step, step.Operands[0], word);
        var divisor = _semantics.Number(word);
        var isWide = bytes == Operand.GeneralBytes;
        var (high, low) = (ReadNumber(isWide ? Register.RDX : Register.EDX), ReadNumber(isWide ? Register.RAX : Register.EAX));
        var dividend = ((UInt128)high << (8 * bytes)) | low;
        var (quotient, remainder) = UInt128.DivRem(dividend, divisor);
        if (step.Mnemonic == Mnemonic.Idiv)
        {
            var unused = 64 - (8 * bytes);
            var (signed, rest) = Int128.DivRem((Int128)(dividend << (2 * unused)) >> (2 * unused), (long)(divisor << unused) >> unused);
            (quotient, remainder) = ((UInt128)signed, (UInt128)rest);
        }

        Write(step, Operand.Of(Register.RAX), _semantics.Write((ulong)quotient, word));
        Write(step, Operand.Of(Register.RDX), _semantics.Write((ulong)remainder, word));
        Flags = null;
    }

    /// <summary>A move or a byte by a condition.</summary>
    private void ExecuteChoice(Step step, Span<T> result)
    {
        // Memory is read, whether it is chosen or not.
        if (step.Operands.Length == 2)
            Read(step, step.Operands[1], result);
        if (_flags is null && values.Unknown is { } unknown)
            result.Fill(unknown);
        else if (_flags is null && step.Mnemonic == Mnemonic.Setb && _carry is { } carry)
            result[0] = carry;
        else if (step.Operands.Length == 1)
            _semantics.Write(Holds(step.Instruction.ConditionCode) ? 1UL : 0UL, result);
        else if (!Holds(step.Instruction.ConditionCode))
            Read(step, step.Operands[0], result);
        Write(step, step.Operands[0], result);
    }

    /// <summary>The sign of rax in rdx, or that of eax in the upper half of rax.</summary>
    private void ExecuteExtension(Step step)
    {
        var bytes = step.Mnemonic == Mnemonic.Cqo ? Operand.GeneralBytes : DoublewordBytes;
        Span<T> word = stackalloc T[bytes], wide = stackalloc T[2 * bytes];
        Read(step, Operand.Of(Register.RAX), word);
        if (step.Mnemonic == Mnemonic.Cdqe)
        {
            Extend(word, wide);
            Write(step, Operand.Of(Register.RAX), wide);
            return;
        }

        values.ShiftRightSigned(word, (8 * bytes) - 1, word);
        Write(step, Operand.Of(Register.RDX), word);
    }

    /// <summary>Copies the sign of a word into what is above it.</summary>
    private void Extend(ReadOnlySpan<T> word, Span<T> result)
    {
        var above = 8 * (result.Length - word.Length);
        _semantics.Zeros(result);
        word.CopyTo(result);
        values.ShiftLeft(result, above, result);
        values.ShiftRightSigned(result, above, result);
    }

    /// <summary>Upwards, as the flag of the direction always is between calls. The count is a number, and so is where memory is.</summary>
    private void ExecuteString(Step step)
    {
        var moves = step.Mnemonic is Mnemonic.Movsb or Mnemonic.Movsw or Mnemonic.Movsd or Mnemonic.Movsq;
        if (!moves && step.Mnemonic is not (Mnemonic.Stosb or Mnemonic.Stosw or Mnemonic.Stosd or Mnemonic.Stosq))
            throw new NotSupportedException($"The machine does not know {step}.");
        Span<T> word = stackalloc T[step.Operands[0].Bytes];
        var (to, from) = (ReadNumber(Register.RDI), moves ? ReadNumber(Register.RSI) : 0);
        var count = step.Instruction.HasRepPrefix ? ReadNumber(Register.RCX) : 1;
        for (var left = count; left > 0; left--, to += (uint)word.Length, from += (uint)word.Length)
        {
            if (moves)
                memory.Load(from, word);
            else
                Read(step, step.Operands[1], word);
            memory.Store(to, word);
        }

        SetNumber(Register.RDI, to);
        if (moves)
            SetNumber(Register.RSI, from);
        if (step.Instruction.HasRepPrefix)
            SetNumber(Register.RCX, 0);
    }

    private void ExecuteStack(Step step)
    {
        Span<T> word = stackalloc T[Operand.GeneralBytes];
        if (step.Mnemonic == Mnemonic.Push)
        {
            Read(step, step.Operands[0], word);
            Push(word);
            return;
        }

        if (step.Mnemonic == Mnemonic.Leave)
            SetNumber(Register.RSP, ReadNumber(Register.RBP));
        var top = ReadNumber(Register.RSP);
        memory.Load(top, word);
        SetNumber(Register.RSP, top + Operand.GeneralBytes);
        Write(step, step.Mnemonic == Mnemonic.Leave ? Operand.Of(Register.RBP) : step.Operands[0], word);
    }

    /// <summary>Puts an address on the stack, as a call does.</summary>
    public void Push(ulong number) => Push(_semantics.Write(number, stackalloc T[Operand.GeneralBytes]));

    private void Push(ReadOnlySpan<T> word)
    {
        var top = ReadNumber(Register.RSP) - Operand.GeneralBytes;
        SetNumber(Register.RSP, top);
        memory.Store(top, word);
    }

    private ulong Pop()
    {
        Span<T> word = stackalloc T[Operand.GeneralBytes];
        var top = ReadNumber(Register.RSP);
        memory.Load(top, word);
        SetNumber(Register.RSP, top + Operand.GeneralBytes);
        return _semantics.Number(word);
    }

    /// <summary>Of an instruction that the machine does not know: nothing is known of what it writes, nor of the flags. Where its memory is must be known.</summary>
    private void Forget(Step step)
    {
        if (values.Unknown is not { } unknown)
            throw new NotSupportedException($"The machine does not know {step}.");
        var info = _info.GetInfo(step.Instruction);
        Span<T> room = stackalloc T[Operand.VectorBytes];
        room.Fill(unknown);
        foreach (var used in info.GetUsedRegisters())
        {
            if (used.Access is OpAccess.Read or OpAccess.CondRead or OpAccess.NoMemAccess)
                continue;
            if (used.Register.GetFullRegister() is Register.RSP)
                throw new NotSupportedException($"The machine does not know {step}.");
            var operand = Operand.Of(used.Register.GetFullRegister());
            if (operand.Kind == OperandKind.Mask)
                _masks[operand.Place] = null;
            else
                room[..operand.Bytes].CopyTo((operand.Kind == OperandKind.Vector ? _vectors : _general).AsSpan(operand.Place, operand.Bytes));
        }

        foreach (var used in info.GetUsedMemory())
        {
            var address = Address(step);
            if (used.Access is not (OpAccess.Read or OpAccess.CondRead or OpAccess.NoMemAccess))
                memory.Store(address, room[..used.MemorySize.GetSize()]);
        }

        Flags = null;
    }

    /// <summary>A register less itself and the carry: each bit of it becomes the carry, which stays.</summary>
    private void ExecuteSpread(Step step)
    {
        Span<T> word = stackalloc T[step.Operands[0].Bytes];
        var last = (8 * word.Length) - 1;
        _semantics.Zeros(word)[0] = _carry ?? values.Unknown ?? throw new InvalidOperationException("A carry that is not defined is spread.");
        values.ShiftLeft(word, last, word);
        values.ShiftRightSigned(word, last, word);
        Write(step, step.Operands[0], word);
        _flags = _flags is { Carry: { } carry } ? new(carry, !carry, carry, false) : null;
    }

    private void ExecuteVector(Step step, int sources)
    {
        var target = step.Operands[0];
        Span<T> first = stackalloc T[Operand.VectorBytes], second = stackalloc T[Operand.VectorBytes], third = stackalloc T[Operand.VectorBytes];
        Span<T> room = stackalloc T[Operand.VectorBytes];
        var bytes = target.Kind switch
        {
            OperandKind.Mask => step.Operands[1].Bytes,
            OperandKind.General => Operand.VectorBytes,
            _ => target.Bytes,
        };
        var isWithoutName = HasSourceWithoutName(step);
        var index = isWithoutName ? 0 : step.SourceCount - sources;
        ReadSource(step, index, bytes, ref first);
        if (sources > 1)
            ReadSource(step, index + 1, bytes, ref second);
        if (isWithoutName)
            _vectors.AsSpan(0, LaneBytes).CopyTo(third);
        else if (sources > 2)
            ReadSource(step, index + 2, bytes, ref third);

        if (sources == 2 && step.IsOfItself)
        {
            // A register and itself: whatever it holds.
            _semantics.Zeros(first);
            _semantics.Zeros(second);
        }

        var result = room[..bytes];
        var count = _semantics.Compute(step.Operation, step.Immediate, first, second, third, result);
        result = result[..count];

        if (target.Kind == OperandKind.Mask)
            _masks[target.Place] = MaskOf(result, step.Mnemonic switch { Mnemonic.Vpcmpgtq => sizeof(ulong), Mnemonic.Vpcmpeqd => sizeof(uint), _ => 1 });
        else
            WriteVector(step, target, result);
    }

    private ulong? MaskOf(ReadOnlySpan<T> result, int bytes)
    {
        var mask = 0UL;
        for (var i = 0; i < result.Length; i += bytes)
        {
            if (!values.IsNumber(result[i], out var number))
                return null;
            mask |= (number & 1UL) << (i / bytes);
        }

        return mask;
    }

    /// <summary>Reads a source, and cuts the room for it down to what was read. An element in memory may be meant for all places.</summary>
    private void ReadSource(Step step, int index, int bytes, ref Span<T> room)
    {
        var source = step.Operands[index];
        if (source.Kind == OperandKind.Memory && step.Instruction.IsBroadcast)
        {
            room = room[..bytes];
            Span<T> element = stackalloc T[step.ElementBytes];
            memory.Load(Address(step), element);
            for (var i = 0; i < room.Length; i += element.Length)
                element.CopyTo(room[i..]);
            return;
        }

        room = room[..source.Bytes];
        if (source.Kind == OperandKind.Memory && step.Mask is not null)
            LoadChosen(step, room);
        else
            Read(step, source, room);
    }

    /// <summary>What a mask leaves out is not read, and may lie where nothing can be.</summary>
    private void LoadChosen(Step step, Span<T> room)
    {
        var (address, mask) = (Address(step), MaskNumber(_masks[step.Mask!.Value]));
        _semantics.Zeros(room);
        for (var i = 0; i < room.Length; i += step.ElementBytes)
        {
            if ((mask >> (i / step.ElementBytes) & 1) != 0)
                memory.Load(address + (ulong)i, room.Slice(i, step.ElementBytes));
        }
    }

    private void WriteVector(Step step, Operand target, ReadOnlySpan<T> result)
    {
        if (step.Mask is not { } register)
        {
            Write(step, target, result);
            return;
        }

        if (_masks[register] is null && target.Kind == OperandKind.Vector && values.Unknown is { } unknown)
        {
            Span<T> unknowns = stackalloc T[result.Length];
            unknowns.Fill(unknown);
            Write(step, target, unknowns);
            return;
        }

        var mask = MaskNumber(_masks[register]);
        var address = target.Kind == OperandKind.Memory ? Address(step) : 0;
        Span<T> merged = stackalloc T[result.Length];
        if (target.Kind == OperandKind.Vector && !step.Instruction.ZeroingMasking)
            _vectors.AsSpan(target.Place, result.Length).CopyTo(merged);
        else
            _semantics.Zeros(merged);
        for (var i = 0; i < result.Length; i += step.ElementBytes)
        {
            if ((mask >> (i / step.ElementBytes) & 1) == 0)
                continue;
            var element = result.Slice(i, step.ElementBytes);
            if (target.Kind == OperandKind.Memory)
                memory.Store(address + (ulong)i, element);
            else
                element.CopyTo(merged[i..]);
        }

        if (target.Kind == OperandKind.Vector)
            Write(step, target, merged);
    }

    private void Read(Step step, Operand operand, Span<T> to)
    {
        switch (operand.Kind)
        {
            case OperandKind.General:
                _general.AsSpan(operand.Place, to.Length).CopyTo(to);
                break;
            case OperandKind.Vector:
                _vectors.AsSpan(operand.Place, to.Length).CopyTo(to);
                break;
            case OperandKind.Memory:
                memory.Load(Address(step), to);
                break;
            case OperandKind.Number:
                _semantics.Write(operand.Number, to);
                break;
            default:
                throw new NotSupportedException($"The machine does not read {operand.Kind} in {step}.");
        }
    }

    /// <summary>
    /// Writes a result. Bytes of the register above it are cleared, but for those that the instruction leaves alone: of a general register
    /// where bytes or words are moved, and of a vector where the instruction is an old one.
    /// </summary>
    private void Write(Step step, Operand operand, ReadOnlySpan<T> from)
    {
        switch (operand.Kind)
        {
            case OperandKind.General:
                var register = _general.AsSpan(operand.Place, Operand.GeneralBytes);
                if (operand.Bytes >= DoublewordBytes)
                    Clear(register);
                from[..Math.Min(from.Length, operand.Bytes)].CopyTo(register);
                break;
            case OperandKind.Vector:
                var vector = _vectors.AsSpan(operand.Place, Operand.VectorBytes);
                Clear(step.KeepsUpperBytes ? vector[..LaneBytes] : vector);
                from.CopyTo(vector);
                break;
            case OperandKind.Memory:
                memory.Store(Address(step), from);
                break;
            default:
                throw new NotSupportedException($"The machine does not write {operand.Kind} in {step}.");
        }
    }

    private void Clear(Span<T> bytes) => _semantics.Zeros(bytes);

    private ulong Address(Step step)
    {
        ref readonly var instruction = ref step.Instruction;
        if (instruction.IsIPRelativeMemoryOperand)
            return instruction.IPRelativeMemoryAddress;
        var address = instruction.MemoryDisplacement64;
        if (instruction.SegmentPrefix == Register.FS)
            address += ThreadBase ?? throw new NotSupportedException($"The machine has no thread: {step}.");
        if (instruction.MemoryBase != Register.None)
            address += ReadNumber(instruction.MemoryBase);
        if (instruction.MemoryIndex != Register.None)
            address += ReadNumber(instruction.MemoryIndex) * (ulong)instruction.MemoryIndexScale;
        return address;
    }

    private ulong ReadNumber(Register register)
    {
        var operand = Operand.Of(register);
        return _semantics.Number(_general.AsSpan(operand.Place, operand.Bytes));
    }

    private static ulong MaskNumber(ulong? mask) => mask ?? throw new InvalidOperationException("A mask depends on a secret.");
}
