using System;
using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Arm64;

/// <summary>
/// An Arm64 CPU as far as kernels use one: general registers, vectors of 128 bits, flags and memory. What instructions do stands here as Arm's
/// manual for the A-profile architecture has it (chapters C6 and C7), and <see cref="A64Semantics"/> compares it with a CPU.
/// </summary>
/// <typeparam name="T">A byte.</typeparam>
/// <typeparam name="TValues">What can be done with it.</typeparam>
/// <typeparam name="TMemory">Where it lies.</typeparam>
internal sealed partial class A64Machine<T, TValues, TMemory>(TValues values, TMemory memory)
    where T : unmanaged
    where TValues : IValues<T>
    where TMemory : IMemory<T>
{
    public const int Registers = 32, WordBytes = 8, VectorBytes = 16;

    private const int StackPointer = 31;

    private readonly T[] _general = new T[Registers * WordBytes], _vectors = new T[Registers * VectorBytes];

    /// <summary>Null where they are not numbers.</summary>
    private (bool Negative, bool Zero, bool Carry, bool Overflow)? _flags;

    /// <summary>The carry by itself, which may be a term.</summary>
    private T? _carry;

    public Span<T> General => _general;

    public Span<T> Vectors => _vectors;

    /// <summary>Null where they are not numbers.</summary>
    public object? Flags => _flags;

    /// <summary>The carry as a term, or null where it is undefined.</summary>
    public T? Carry => _carry;

    /// <summary>Puts a number into a general register.</summary>
    public void SetNumber(int register, ulong number) => SetX(register, values.Word(number, WordBytes));

    /// <summary>Executes the instruction at an address.</summary>
    /// <returns>The address of the next one, or null after the return.</returns>
    public ulong? Execute(uint word, ulong address)
    {
        var encoding = A64Instructions.Of(word);
        var operands = encoding.Decode(word);
        if (encoding == A64Instructions.Ret)
            return null;
        if (IsTaken(encoding, operands) is { } isTaken)
            return address + (isTaken ? (ulong)operands[^1] : sizeof(uint));
        if (encoding == A64Instructions.Adr)
            SetNumber((int)operands[0], address + (ulong)operands[1]);
        else if (encoding == A64Instructions.LdrLiteral)
            Transfer(isLoad: true, 'X', operands[0], address + (ulong)operands[1], WordBytes);
        else if (encoding.Text.Contains('['))
            ExecuteMemory(encoding, operands);
        else if (encoding.FieldNames.Any(name => name[0] is 'V' or 'Q' or 'D' or 'S'))
            ExecuteVector(encoding, operands);
        else if (encoding.FieldNames.Count > 0)
            ExecuteGeneral(encoding, operands);
        return address + sizeof(uint);
    }

    /// <summary>Whether a branch is taken; null if it is none.</summary>
    private bool? IsTaken(A64Encoding encoding, long[] operands) => encoding.Mnemonic switch
    {
        "b" => true,
        "b.<if>" => Holds((A64Condition)operands[0]),
        "cbz" => Number(X(operands[0])) == 0,
        "cbnz" => Number(X(operands[0])) != 0,
        "tbz" => (Number(X(operands[0])) >> (int)operands[1] & 1) == 0,
        "tbnz" => (Number(X(operands[0])) >> (int)operands[1] & 1) != 0,
        _ => null,
    };

    private bool Holds(A64Condition condition)
    {
        if (_flags is not { } flags)
            return condition is A64Condition.Hs or A64Condition.Lo && _carry is { } carry && values.IsNumber(carry, out var number)
                ? (number != 0) == (condition == A64Condition.Hs)
                : throw new InvalidOperationException("A condition depends on flags that are not defined, or on a secret.");
        var holds = ((int)condition >> 1) switch
        {
            0 => flags.Zero,
            1 => flags.Carry,
            2 => flags.Negative,
            3 => flags.Overflow,
            4 => flags.Carry && !flags.Zero,
            5 => flags.Negative == flags.Overflow,
            _ => flags.Negative == flags.Overflow && !flags.Zero,
        };
        return holds == ((int)condition % 2 == 0);
    }

    private void ExecuteGeneral(A64Encoding encoding, long[] operands)
    {
        var (target, isHalf) = ((int)operands[0], encoding.FieldNames[0][0] == 'W');
        T[] Operand(int i) => encoding.FieldNames[i] switch
        {
            "Xs" => Sp(operands[i]),
            ['X', ..] => X(operands[i]),
            ['W', ..] => X(operands[i])[..(WordBytes / 2)],
            _ => values.Word((ulong)operands[i], WordBytes),
        };

        // What is added may be shifted.
        T[] Last() => encoding.FieldNames[^1] != "shift" ? Operand(2)
            : encoding.Text.Contains("ror", StringComparison.Ordinal) ? RotateRight(Operand(2), (int)operands[3])
            : Shifted(Operand(2), (int)operands[3], values.ShiftLeft);

        T[] result;
        switch (encoding.Mnemonic)
        {
            case "add":
                result = values.Add(Operand(1), Last());
                break;
            case "sub":
                result = Subtract(Operand(1), Last(), setsFlags: false);
                break;
            case "adds" or "adc" or "adcs":
                result = AddWithCarry(encoding.Mnemonic, Operand(1), Last());
                break;
            case "subs":
                result = Subtract(Operand(1), Last(), setsFlags: true);
                break;
            case "and":
                result = values.And(Operand(1), Last());
                break;
            case "bic":
                result = values.And(Operand(1), Not(Last()));
                break;
            case "orr":
                result = Or(Operand(1), Last());
                break;
            case "eor":
                result = values.Xor(Operand(1), Last());
                break;
            case "lsl":
                result = Shifted(Operand(1), (int)operands[2], values.ShiftLeft);
                break;
            case "lsr":
                result = Shifted(Operand(1), (int)operands[2], values.ShiftRight);
                break;
            case "extr":
                var (low, bits) = (Shifted(Operand(2), (int)operands[3], values.ShiftRight), (int)operands[3]);
                result = bits == 0 ? low : Or(low, Shifted(Operand(1), 64 - bits, values.ShiftLeft));
                break;
            case "movz":
                result = values.Word((ulong)operands[1] << (int)operands[2], WordBytes);
                break;
            case "movk":
                result = X(target);
                values.Word((ulong)operands[1], 2).CopyTo(result, (int)operands[2] / 8);
                break;
            case "mul" or "umulh":
                var product = new T[2 * WordBytes];
                values.Multiply(Operand(1), Operand(2), product);
                result = encoding.Mnemonic == "mul" ? product[..WordBytes] : product[WordBytes..];
                break;
            case "csel":
                result = Chosen((A64Condition)operands[3], Operand(1), Operand(2));
                break;
            case "cset":
                result = values.Word(Holds((A64Condition)operands[1]) ? 1ul : 0, WordBytes);
                break;
            case "rev":
                result = [.. Operand(1).Reverse()];
                break;
            default:
                throw new NotSupportedException($"The machine does not know {encoding.Text}.");
        }

        if (encoding.FieldNames[0] == "Xe" && target == StackPointer)
            throw new InvalidOperationException("moves the stack pointer");
        if (isHalf)
            result = [.. result[..(WordBytes / 2)], .. values.Word(0, WordBytes / 2)];
        if (target != StackPointer)
            SetX(target, result);
    }

    private T[] AddWithCarry(string mnemonic, T[] first, T[] second)
    {
        var result = new T[first.Length];
        var before = mnemonic == "adds" ? values.Of(0) : _carry ?? throw new InvalidOperationException("A sum depends on a carry that is not defined.");
        var carry = first.AsSpan().SequenceEqual(second) ? Double(first, before, result) : values.AddWithCarry(first, second, before, result);
        if (mnemonic == "adc")
            return result;
        (_carry, _flags) = (carry, null);
        if (TryNumber(first, out var one) && TryNumber(second, out var other) && TryNumber(result, out var sum) && carry is { } known && values.IsNumber(known, out var carried))
            _flags = ((long)sum < 0, sum == 0, carried != 0, (long)((one ^ sum) & (other ^ sum)) < 0);
        return result;
    }

    /// <summary>The sum of a word with itself is a shift, and the bit that leaves is the carry.</summary>
    private T? Double(T[] word, T carry, T[] result)
    {
        values.ShiftLeft(word, 1, result);
        result[0] = values.Xor([result[0]], [carry])[0];
        return Shifted([word[^1]], 7, values.ShiftRight)[0];
    }

    /// <summary>The first word if a condition holds, or else the second. The carry may be secret: it masks then.</summary>
    private T[] Chosen(A64Condition condition, T[] first, T[] second)
    {
        if (condition != A64Condition.Hs || _flags is not null || _carry is not { } carry || values.IsNumber(carry, out _))
            return Holds(condition) ? first : second;
        var mask = Shifted(Shifted([carry], 7, values.ShiftLeft), 7, values.ShiftRightSigned)[0];
        return values.Xor(second, values.And(values.Xor(first, second), [.. Enumerable.Repeat(mask, first.Length)]));
    }

    private T[] Subtract(T[] first, T[] second, bool setsFlags)
    {
        var result = new T[first.Length];
        values.Subtract(first, second, result);
        if (setsFlags)
        {
            (_carry, _flags) = (null, null);
            if (TryNumber(first, out var one) && TryNumber(second, out var other))
            {
                var (signed, difference) = ((long)one < (long)other, (long)(one - other));
                _flags = (difference < 0, difference == 0, one >= other, (difference < 0) != signed);
                _carry = values.Of(one >= other ? (byte)1 : (byte)0);
            }
        }

        return result;
    }

    private void ExecuteMemory(A64Encoding encoding, long[] operands)
    {
        var isPair = encoding.Mnemonic is "ldp" or "stp";
        var place = isPair ? 2 : 1;
        var names = encoding.FieldNames;
        var bytes = names[0][0] switch
        {
            'Q' or 'V' => VectorBytes,
            'X' or 'D' => 8,
            _ when encoding.Mnemonic.EndsWith('b') => 1,
            _ => 4,
        };
        if (names.Contains("d0") || names.Contains("s0"))
        {
            // An index of a lane, and no address.
            ExecuteVector(encoding, operands);
            return;
        }

        var address = Number(Sp(operands[place]));
        var isPost = !encoding.Text.EndsWith(']');
        var offset = operands.Length > place + 1 ? operands[place + 1] : 0;
        var at = isPost ? address : address + (ulong)offset;
        var isLoad = encoding.Mnemonic.StartsWith("ld", StringComparison.Ordinal);
        var count = names[0] == "V4" ? 4 : isPair ? 2 : 1;
        for (var i = 0; i < count; i++)
        {
            var register = names[0] == "V4" ? (operands[0] + i) % Registers : operands[i];
            Transfer(isLoad, names[0][0], register, at + (ulong)(i * bytes), bytes);
        }

        if (names[0] == "V4")
            offset = count * bytes;

        if (isPost)
            SetNumber((int)operands[place], address + (ulong)offset);
    }

    private void Transfer(bool isLoad, char kind, long register, ulong address, int bytes)
    {
        var isGeneral = kind is 'X' or 'W';
        if (!isLoad)
        {
            memory.Store(address, (isGeneral ? X(register) : V(register)).AsSpan(0, bytes));
            return;
        }

        // What is beyond becomes zero.
        var loaded = values.Word(0, isGeneral ? WordBytes : VectorBytes);
        memory.Load(address, loaded.AsSpan(0, bytes));
        if (!isGeneral)
            SetV(register, loaded);
        else if (register != StackPointer)
            SetX((int)register, loaded);
    }

    /// <summary>The number in a word.</summary>
    /// <exception cref="InvalidOperationException">It depends on a secret.</exception>
    private ulong Number(T[] word) =>
        TryNumber(word, out var number) ? number : throw new InvalidOperationException("A branch or an address depends on a secret.");

    private bool TryNumber(ReadOnlySpan<T> word, out ulong number)
    {
        number = 0;
        for (var i = word.Length - 1; i >= 0; i--)
        {
            if (!values.IsNumber(word[i], out var part))
                return false;
            number = number << 8 | part;
        }

        return true;
    }

    /// <summary>A general register; 31 is zero.</summary>
    private T[] X(long register) => register == StackPointer ? values.Word(0, WordBytes) : [.. _general.AsSpan((int)register * WordBytes, WordBytes)];

    /// <summary>A general register; 31 is the stack pointer.</summary>
    private T[] Sp(long register) => [.. _general.AsSpan((int)register * WordBytes, WordBytes)];

    private void SetX(int register, T[] word) => word.CopyTo(_general, register * WordBytes);

    private T[] V(long register) => [.. _vectors.AsSpan((int)register * VectorBytes, VectorBytes)];

    private void SetV(long register, T[] vector) => vector.CopyTo(_vectors, (int)register * VectorBytes);

    private T[] Not(T[] word) => values.Xor(word, [.. Enumerable.Repeat(values.Of(byte.MaxValue), word.Length)]);

    private T[] Or(T[] first, T[] second)
    {
        var result = new T[first.Length];
        values.Or(first, second, result);
        return result;
    }

    private static T[] Shifted(T[] word, int bits, Shift shift)
    {
        if (bits == 0)
            return word;
        var result = new T[word.Length];
        shift(word, bits, result);
        return result;
    }

    private delegate void Shift(ReadOnlySpan<T> word, int bits, Span<T> result);
}
