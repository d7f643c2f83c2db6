using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Mutants;

/// <summary>
/// Code that a routine is entered by: it fills all registers that a caller may leave anything in, so that no self-test passes because its
/// compiled code left just what a changed instruction no longer loads.
/// </summary>
internal sealed unsafe class Scrambler
{
    /// <summary>Two landing pads with the move of the argument between them, which the code does, too.</summary>
    private const int EntryBytes = 11;

    private const int StubBytes = 512;

    /// <summary>Both kinds of junk: bits of all sorts, and zeros.</summary>
    private static readonly ulong[] s_junk = [0x9E3779B97F4A7C15, 0];

    /// <summary>rax, rdx, rsi and r8 to r11.</summary>
    private static readonly int[] s_general = [0, 2, 6, 8, 9, 10, 11];

    private readonly byte* _stubs;
    private readonly byte* _page;
    private readonly int[] _entries;

    /// <param name="page">A family's code.</param>
    /// <param name="entries">Where its routines begin.</param>
    public Scrambler(byte* page, IEnumerable<int> entries)
    {
        _page = page;
        _entries = [.. entries.Order()];
        _stubs = MapNear(page, s_junk.Length * _entries.Length * StubBytes);
        for (var i = 0; i < s_junk.Length * _entries.Length; i++)
        {
            var entry = _entries[i / s_junk.Length];
            byte[] stub = [.. Fill(s_junk[i % s_junk.Length]), 0xFF, 0x25, 0, 0, 0, 0, .. BitConverter.GetBytes((long)(page + entry + EntryBytes))];
            stub.CopyTo(new Span<byte>(_stubs + (i * StubBytes), StubBytes));
        }
    }

    /// <summary>
    /// A jump there from the beginning of the routine that is changed, for each kind of junk; none, if that is what is changed.
    /// </summary>
    public (int Offset, byte[] Bytes)[] EntriesFor(Trial trial)
    {
        var number = Array.FindLastIndex(_entries, entry => entry <= trial.Offset);
        var entry = _entries[number];
        if (trial.Bytes.Length > 0 && trial.Offset < entry + EntryBytes)
            return [(entry, [])];
        return [.. s_junk.Select((_, kind) =>
        {
            var distance = _stubs + (((number * s_junk.Length) + kind) * StubBytes) - (_page + entry + 5);
            return (entry, (byte[])[0xE9, .. BitConverter.GetBytes(checked((int)distance))]);
        })];
    }

    /// <summary>As near as a jump can go. Linux maps where it is told to, if nothing is there.</summary>
    private static byte* MapNear(byte* page, int bytes)
    {
        const int Anonymous = 0x20;
        const long Step = 1 << 20, Farthest = 1L << 30;
        for (var distance = Step; distance < Farthest; distance += Step)
        {
            foreach (var wanted in new[] { (nint)(page - distance), (nint)(page + distance) })
            {
                var got = Libc.mmap(
                    (byte*)wanted, (UIntPtr)(uint)bytes, Libc.Read | Libc.Write | Libc.Execute, Libc.Private | Anonymous, -1, IntPtr.Zero);
                if ((nint)got == wanted)
                    return got;
                _ = Libc.munmap(got, (UIntPtr)(uint)bytes);
            }
        }

        throw new InvalidOperationException("There is no room for code within the distance of a jump.");
    }

    /// <summary>The argument goes from rdi to rcx, and junk into other general registers, the flags, and ymm0 to ymm15.</summary>
    private static byte[] Fill(ulong junk)
    {
        var code = new List<byte> { 0x48, 0x89, 0xF9 };
        foreach (var register in s_general)
        {
            code.AddRange([(byte)(register < 8 ? 0x48 : 0x49), (byte)(0xB8 + (register & 7))]);
            code.AddRange(BitConverter.GetBytes(junk * (ulong)(register + 1)));
        }

        // cmp rax, rdx; and for each vector vmovq xmm, register; vpunpcklqdq xmm, xmm, xmm; vinsertf128 ymm, ymm, xmm, 1.
        code.AddRange([0x48, 0x39, 0xD0]);
        for (var vector = 0; vector < 16; vector++)
        {
            var register = s_general[vector % s_general.Length];
            var (low, self) = (vector & 7, vector << 3);
            var (high, highBoth) = (vector < 8 ? 0x80 : 0, vector < 8 ? 0xA0 : 0);
            code.AddRange([0xC4, (byte)(high | 0x41 | (register < 8 ? 0x20 : 0)), 0xF9, 0x6E, (byte)(0xC0 | (low << 3) | (register & 7))]);
            code.AddRange([0xC4, (byte)(highBoth | 0x41), (byte)(0x01 | (~self & 0x78)), 0x6C, (byte)(0xC0 | (low << 3) | low)]);
            code.AddRange([0xC4, (byte)(highBoth | 0x43), (byte)(0x05 | (~self & 0x78)), 0x18, (byte)(0xC0 | (low << 3) | low), 1]);
        }

        return [.. code];
    }
}
