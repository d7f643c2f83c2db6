using System;
using System.Collections.Generic;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs;

/// <summary>
/// One run of a kernel on terms: its argument struct and buffers, all else unknown. What is in no buffer cannot be read, and what the contract
/// does not let it write cannot be written: either ends the run.
/// </summary>
internal sealed class Proof
{
    public const ulong Stack = 3UL << 40;

    private const ulong Struct = 2UL << 40, FirstBuffer = 4UL << 40, FarBuffer = 8UL << 40, BetweenBuffers = 1UL << 32;

    private readonly Terms _terms;
    private readonly Routine _routine;
    private readonly TermMemory _memory;
    private readonly int[] _argument;
    private ulong _nextBuffer = FirstBuffer;

    public Proof(Terms terms, Routine routine)
    {
        (_terms, _routine, _memory) = (terms, routine, routine.NewMemory(terms));
        _memory.Put(Routine.Address, routine.Bytes, isWritable: false);
        _argument = terms.Unknowns("argument", routine.Arguments.Bytes);
    }

    /// <summary>Puts a number into a public field.</summary>
    public void SetNumber(string field, long value)
    {
        var (offset, bytes) = (_routine.Arguments[field].Offset, _routine.Arguments[field].Bytes);
        for (var i = 0; i < bytes; i++)
            _argument[offset + i] = (byte)(value >> (8 * i));
    }

    /// <summary>Puts bytes into a secret field, from its beginning on.</summary>
    public void SetBytes(string field, ReadOnlySpan<int> bytes) =>
        bytes.CopyTo(_argument.AsSpan(_routine.Arguments[field].Offset, _routine.Arguments[field].Bytes));

    /// <summary>Lets a pointer lead to bytes, which lie by themselves.</summary>
    /// <returns>Their address.</returns>
    public ulong SetBuffer(string field, ReadOnlySpan<int> bytes)
    {
        var address = PutBuffer(bytes, _routine.Arguments[field].Writable);
        SetNumber(field, (long)address);
        return address;
    }

    /// <summary>Puts bytes that lie by themselves.</summary>
    /// <returns>Their address.</returns>
    public ulong PutBuffer(ReadOnlySpan<int> bytes, bool isWritable)
    {
        var address = _nextBuffer;
        _nextBuffer += BetweenBuffers;
        _memory.Put(address, bytes, isWritable);
        return address;
    }

    /// <summary>Puts bytes that lie behind all others, however long these are.</summary>
    /// <returns>Their address.</returns>
    public ulong PutFarBuffer(ReadOnlySpan<int> bytes)
    {
        _memory.Put(FarBuffer, bytes, isWritable: true);
        return FarBuffer;
    }

    /// <summary>A source, and a destination of as many bytes: the same memory, or another.</summary>
    public (ulong Source, ulong Destination) SetText(ReadOnlySpan<int> text, bool isInPlace)
    {
        var source = SetBuffer("Source", text);
        if (!isInPlace)
            return (source, SetBuffer("Destination", _terms.Unknowns("destination", text.Length)));
        _memory.Put(source, text, _routine.Arguments["Destination"].Writable);
        SetNumber("Destination", (long)source);
        return (source, source);
    }

    /// <summary>From the entry, of two the System V one, to the return, whatever registers hold, with arguments that callers may give.</summary>
    public void Run()
    {
        if (_routine.Bytes.Length > 0)
            DemandPromises();
        foreach (var field in _routine.Arguments.Fields)
            _memory.Put(Struct + (ulong)field.Offset, _argument.AsSpan(field.Offset, field.Bytes), _routine.ChangesArguments || (field.Writable && !IsPointer(field)));
        _routine.Run(_terms, _memory, Struct);
    }

    /// <summary>Demands that a field holds certain terms from its beginning on.</summary>
    /// <exception cref="InvalidOperationException">It does not.</exception>
    public void DemandField(string what, string field, IReadOnlyList<int> expected) =>
        Demand(what, Struct + (ulong)_routine.Arguments[field].Offset, expected);

    /// <summary>What a field holds.</summary>
    public int[] ReadField(string field) => Read(Struct + (ulong)_routine.Arguments[field].Offset, _routine.Arguments[field].Bytes);

    /// <summary>Demands that a field holds an integer.</summary>
    /// <exception cref="InvalidOperationException">It does not.</exception>
    public void DemandInteger(string what, string field, Polynomial expected)
    {
        if (!_terms.Integers.AreEqual(_terms.Integers.Of(ReadField(field)).Polynomial, expected))
            throw new InvalidOperationException($"{what} is another");
    }

    /// <summary>What memory holds.</summary>
    public int[] Read(ulong address, int bytes)
    {
        var read = new int[bytes];
        _memory.Peek(address, read);
        return read;
    }

    /// <summary>Lets memory hold something else, while the kernel runs.</summary>
    public void Write(ulong address, ReadOnlySpan<int> bytes) => _memory.Put(address, bytes, isWritable: true);

    /// <summary>Demands that memory holds certain terms.</summary>
    /// <exception cref="InvalidOperationException">It does not.</exception>
    public void Demand(string what, ulong address, IReadOnlyList<int> expected)
    {
        var actual = Read(address, expected.Count);
        for (var i = 0; i < actual.Length; i++)
        {
            if (_terms.Named(actual[i]) != _terms.Named(expected[i]))
                throw new InvalidOperationException($"byte {i} of {what} is {_terms.Describe(actual[i])}, not {_terms.Describe(expected[i])}");
        }
    }

    private unsafe void DemandPromises()
    {
        // What is secret is no promise's but where there is memory.
        var numbers = Array.ConvertAll(_argument, value => _terms.IsNumber(value, out var number) ? number : byte.MinValue);
        fixed (byte* arguments = numbers)
        {
            if (Promises.WhyBroken(_routine.Name, arguments, hasMemory: false) is { } why)
                throw new InvalidOperationException(why);
        }
    }

    private static bool IsPointer(ArgumentField field) => field.Kind == FieldKind.PointerToSecret;
}
