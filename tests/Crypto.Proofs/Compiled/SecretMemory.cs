using System;
using System.Collections.Generic;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// The memory of this process, as a run sees it: what a call was given is there as it was, some of it secret, and what the run writes is seen by it
/// alone. All else, code and constants and objects of the runtime, is as it is. Nothing secret can be written there.
/// </summary>
internal sealed unsafe class SecretMemory : IMemory<ushort>
{
    private const int PageBytes = 4096;

    /// <summary>A byte that the run has not written, and that was not given.</summary>
    private const ushort Outside = ushort.MaxValue;

    /// <summary>Addresses below are nobody's.</summary>
    private const ulong FirstAddress = 0x10000;

    private readonly Dictionary<ulong, ushort[]> _pages = [];
    private readonly List<(ulong From, ulong To)> _rooms = [];

    /// <summary>Lets secrets be written to memory.</summary>
    public void Open(ulong address, int bytes) => _rooms.Add((address, address + (ulong)bytes));

    /// <summary>Puts bytes, numbers or secrets.</summary>
    public void Put(ulong address, ReadOnlySpan<ushort> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var room = Page(address).AsSpan((int)(address % PageBytes));
            var count = Math.Min(room.Length, bytes.Length);
            bytes[..count].CopyTo(room);
            bytes = bytes[count..];
            address += (ulong)count;
        }
    }

    public void Load(ulong address, Span<ushort> to)
    {
        for (var i = 0; i < to.Length; i++, address++)
        {
            var value = _pages.TryGetValue(address / PageBytes, out var page) ? page[address % PageBytes] : Outside;
            to[i] = value != Outside ? value : address >= FirstAddress ? *(byte*)address : throw new InvalidOperationException($"reads {address:x}, where nothing is");
        }
    }

    public void Store(ulong address, ReadOnlySpan<ushort> from)
    {
        if (from.Contains(Secrets.Secret) && !IsOpen(address, address + (ulong)from.Length))
            throw new InvalidOperationException($"writes a secret to {address:x}, which is not the call's");
        Put(address, from);
    }

    private bool IsOpen(ulong from, ulong to)
    {
        foreach (var room in _rooms)
        {
            if (from >= room.From && to <= room.To)
                return true;
        }

        return false;
    }

    private ushort[] Page(ulong address)
    {
        if (!_pages.TryGetValue(address / PageBytes, out var page))
        {
            _pages.Add(address / PageBytes, page = new ushort[PageBytes]);
            page.AsSpan().Fill(Outside);
        }

        return page;
    }
}
