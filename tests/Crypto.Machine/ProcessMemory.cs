using System;

namespace ManagedCrypto.Machine;

/// <summary>The memory of this process.</summary>
internal readonly unsafe struct ProcessMemory : IMemory<byte>
{
    public void Load(ulong address, Span<byte> to) => new ReadOnlySpan<byte>((byte*)address, to.Length).CopyTo(to);

    public void Store(ulong address, ReadOnlySpan<byte> from) => from.CopyTo(new Span<byte>((byte*)address, from.Length));
}
