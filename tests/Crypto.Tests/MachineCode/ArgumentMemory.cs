using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// An argument struct with its public fields set, random bytes for secrets and buffers at its pointers, and around each of these
/// bytes that nothing may touch.
/// </summary>
internal sealed unsafe class ArgumentMemory : IDisposable
{
    private const int Margin = 256, BufferBytes = 16 * 1024;

    private readonly ArgumentLayout _layout;
    private readonly List<Block> _blocks = [];

    public ArgumentMemory(ArgumentLayout layout, IReadOnlyDictionary<string, long> publics)
    {
        _layout = layout;
        var arguments = Add("the argument struct", layout.Bytes, writable: true);
        foreach (var field in layout.Fields)
        {
            var place = new Span<byte>(arguments.Start + field.Offset, field.Bytes);
            if (field.Kind == FieldKind.PointerToSecret)
                MemoryMarshal.Write(place, (ulong)Add("the memory of " + field.Name, BufferBytes, field.Writable).Start);
            else if (field.Kind == FieldKind.Public)
                SetNumber(place, publics.GetValueOrDefault(field.Name));
        }

        foreach (var block in _blocks)
            block.Remember();
    }

    public void* Struct => _blocks[0].Start;

    /// <summary>What was written that the contract does not let a kernel write.</summary>
    public IEnumerable<string> Changes()
    {
        foreach (var block in _blocks)
        {
            if (block.Changed(-Margin, Margin) || block.Changed(block.Bytes, Margin))
                yield return "around " + block.Name;
            if (!block.Writable && block.Changed(0, block.Bytes))
                yield return block.Name;
        }

        foreach (var field in _layout.Fields)
        {
            if (!field.Writable && _blocks[0].Changed(field.Offset, field.Bytes))
                yield return field.Name;
        }
    }

    public void Dispose()
    {
        foreach (var block in _blocks)
            block.Dispose();
    }

    public static void SetNumber(Span<byte> place, long value)
    {
        place.Clear();
        BitConverter.GetBytes(value).AsSpan(0, Math.Min(place.Length, sizeof(long))).CopyTo(place);
    }

    private Block Add(string name, int bytes, bool writable)
    {
        var block = new Block(name, bytes, writable);
        _blocks.Add(block);
        return block;
    }

    private sealed class Block : IDisposable
    {
        private readonly byte* _memory;
        private byte[] _before = [];

        public Block(string name, int bytes, bool writable)
        {
            (Name, Bytes, Writable) = (name, bytes, writable);
            _memory = (byte*)NativeMemory.AlignedAlloc((nuint)(bytes + (2 * Margin)), 64);
            Random.Shared.NextBytes(All);
        }

        public string Name { get; }

        public int Bytes { get; }

        public bool Writable { get; }

        public byte* Start => _memory + Margin;

        private Span<byte> All => new(_memory, Bytes + (2 * Margin));

        public void Remember() => _before = All.ToArray();

        public bool Changed(int offset, int bytes) =>
            !All.Slice(Margin + offset, bytes).SequenceEqual(_before.AsSpan(Margin + offset, bytes));

        public void Dispose() => NativeMemory.AlignedFree(_memory);
    }
}
