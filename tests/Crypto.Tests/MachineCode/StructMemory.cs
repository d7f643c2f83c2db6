using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// The bytes of the argument struct, each on its own, with the value that it is part of: loads that match a store have the stored
/// value back, others only know what they depend on.
/// </summary>
internal sealed class StructMemory
{
    private readonly ArgumentLayout _layout;
    private readonly Cell[] _cells;

    public StructMemory(ArgumentLayout layout)
    {
        _layout = layout;
        _cells = new Cell[layout.Bytes];
        for (var i = 0; i < layout.Fields.Count; i++)
        {
            var field = layout.Fields[i];
            if (field.Kind == FieldKind.PointerToSecret)
                Put(field.Offset, field.Bytes, new TaintValue(TaintKind.Pointer, 1 << i), writer: -1);
            else
                Blur(field.Offset, field.Bytes, Initial(field));
        }
    }

    private StructMemory(StructMemory other)
    {
        _layout = other._layout;
        _cells = [.. other._cells];
    }

    public StructMemory Clone() => new(this);

    /// <summary>The field that has a byte, or null for padding and what lies outside.</summary>
    public ArgumentField? FieldAt(int offset) =>
        _layout.Fields.FirstOrDefault(field => offset >= field.Offset && offset < field.Offset + field.Bytes);

    public TaintValue Load(int offset, int bytes)
    {
        var cells = _cells.AsSpan(offset, bytes);
        var whole = true;
        var mixed = TaintValue.Public;
        for (var i = 0; i < bytes; i++)
        {
            whole &= cells[i].IsSameAs(new Cell(cells[0].Value, i, bytes));
            mixed = TaintValue.Mix(mixed, cells[i].Value);
        }

        return whole ? cells[0].Value : mixed;
    }

    /// <summary>Stores a value, whose writer is known by the index of its instruction.</summary>
    public void Put(int offset, int bytes, TaintValue value, int writer)
    {
        for (var i = 0; i < bytes; i++)
            _cells[offset + i] = new Cell(value, i, bytes, writer);
    }

    /// <summary>Stores a value in some of the bytes, or in none.</summary>
    public void PutPerhaps(int offset, int bytes, TaintValue value, int writer)
    {
        foreach (ref var cell in _cells.AsSpan(offset, bytes))
            cell = cell.Or(new Cell(value.AsNumber, 0, 1, writer));
    }

    /// <summary>Joins what holds after another way to the same place; false if nothing new came.</summary>
    public bool Join(StructMemory other)
    {
        var changed = false;
        for (var i = 0; i < _cells.Length; i++)
        {
            var joined = _cells[i].Or(other._cells[i]);
            changed |= !joined.IsSameAs(_cells[i]);
            _cells[i] = joined;
        }

        return changed;
    }

    /// <summary>Where scratch memory holds secrets of the kernel: offsets in that field, and their writers.</summary>
    public IEnumerable<(int Offset, int Writer)> SecretsInScratch()
    {
        if (_layout.Fields.FirstOrDefault(field => field.Name == KernelProgram.Scratch) is not { } scratch)
            yield break;
        var writer = int.MinValue;
        for (var i = scratch.Offset; i < scratch.Offset + scratch.Bytes; i++)
        {
            var isSecret = _cells[i].Value.Kind == TaintKind.Secret;
            if (isSecret && _cells[i].Writer != writer)
                yield return (i - scratch.Offset, _cells[i].Writer);
            writer = isSecret ? _cells[i].Writer : int.MinValue;
        }
    }

    private static TaintValue Initial(ArgumentField field) => field.Name == KernelProgram.Scratch
        ? TaintValue.Foreign
        : field.Kind == FieldKind.Secret ? TaintValue.Secret : TaintValue.Public;

    private void Blur(int offset, int bytes, TaintValue value) => _cells.AsSpan(offset, bytes).Fill(new Cell(value, 0, 1));

    /// <summary>Byte <paramref name="Index"/> of the <paramref name="Size"/> bytes of a value.</summary>
    private readonly record struct Cell(TaintValue Value, int Index, int Size, int Writer = -1)
    {
        /// <summary>The writer is for messages only.</summary>
        public bool IsSameAs(Cell other) => Value == other.Value && Index == other.Index && Size == other.Size;

        public Cell Or(Cell other)
        {
            if (Index == other.Index && Size == other.Size && TaintValue.Join(Value, other.Value) is { IsPointer: true } pointer)
                return this with { Value = pointer };
            if (IsSameAs(other))
                return this;
            var writer = other.Value.AsNumber.Kind > Value.AsNumber.Kind ? other.Writer : Writer;
            return new Cell(TaintValue.Mix(Value, other.Value), 0, 1, writer);
        }
    }
}
