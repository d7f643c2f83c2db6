using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Fuzz;

/// <summary>A buffer of an <see cref="Arena"/>: memory that never moves, which a lambda may capture.</summary>
internal readonly unsafe struct Placed(Span<byte> bytes)
{
    private readonly byte* _first = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(bytes));

    public int Length { get; } = bytes.Length;

    public Span<byte> Span => new(_first, Length);

    public Placed Slice(int from, int count) => new(Span.Slice(from, count));
}
