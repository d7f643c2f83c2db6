using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Threading;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// What must not be found: pieces of 16 bytes and words of 8, each known by a name and held under a mask, so that they are not
/// found here.
/// </summary>
internal sealed unsafe class Secrets
{
    public const int PieceBytes = 16;

    /// <summary>Different bytes in a piece. Bitsliced kernels repeat every bit of a key: theirs have four at most.</summary>
    private const int FewestBytes = 3;

    /// <summary>Bytes of a piece that are not zero: two small numbers may be anywhere.</summary>
    private const int FewestNonzeroBytes = 6;

    /// <summary>Different bytes in a word: few enough that random words have them, but for one in ten thousand.</summary>
    private const int FewestBytesOfWord = 6;

    private static long s_count;

    private readonly UInt128 _mask = MemoryMarshal.Read<UInt128>(RandomNumberGenerator.GetBytes(PieceBytes));
    private readonly Dictionary<UInt128, string> _masked = [];
    private readonly Dictionary<ulong, string> _maskedWords = [];

    /// <summary>
    /// By a hash of the first eight bytes of a piece or word, whether there is one: memory has few places that it lets pass. Bits, since
    /// the nearest cache holds all of them.
    /// </summary>
    private readonly ulong[] _begins = new ulong[(1 << 16) / 64];

    /// <summary>The higher, the later these secrets were made.</summary>
    public long Number { get; } = Interlocked.Increment(ref s_count);

    /// <summary>Adds the pieces that cannot be there by chance: with too few different bytes, they may.</summary>
    /// <param name="name">What it is.</param>
    /// <param name="secret">Any number of pieces.</param>
    /// <param name="hasWords">Whether half a piece must not be found either.</param>
    public void Add(string name, ReadOnlySpan<byte> secret, bool hasWords = true)
    {
        for (; secret.Length >= PieceBytes; secret = secret[PieceBytes..])
        {
            var piece = secret[..PieceBytes];
            if (DifferentBytes(piece) < FewestBytes || PieceBytes - piece.Count((byte)0) < FewestNonzeroBytes || IsOfLinearTable(piece))
                continue;
            _masked.TryAdd(MemoryMarshal.Read<UInt128>(piece) ^ _mask, name);
            LetPass(piece);
            if (!hasWords)
                continue;
            AddWord(name, piece[..sizeof(ulong)]);
            AddWord(name, piece[sizeof(ulong)..]);
        }
    }

    /// <summary>The names of the pieces in some memory, at any alignment.</summary>
    public IReadOnlySet<string> FindIn(ReadOnlySpan<byte> memory)
    {
        var found = new HashSet<string>();
        fixed (byte* bytes = memory)
        fixed (ulong* begins = _begins)
        {
            for (nint at = 0, last = memory.Length - PieceBytes; at <= last; at++)
            {
                var next = *(ulong*)(bytes + at);
                if (next == 0)
                {
                    // Most memory is zero, and a secret has eight zeros in a row once in 2^64 times.
                    while (at + sizeof(ulong) <= last && *(ulong*)(bytes + at + sizeof(ulong)) == 0)
                        at += sizeof(ulong);
                    continue;
                }

                var hash = Hash(next);
                if (((begins[hash / 64] >> (int)hash) & 1) != 0)
                    FindAt(bytes + at, found);
            }
        }

        return found;
    }

    /// <summary>Each secret that a register held when <see cref="Registers.Write"/> was called last, and that register.</summary>
    public IEnumerable<string> FindInRegisters() => Enumerable.Range(0, Registers.VectorCount)
        .SelectMany(i => FindIn(Registers.Vector(i)).Select(name => $"{name} in zmm{i}"))
        .Concat(FindIn(Registers.Words).Select(name => $"{name} in general registers"));

    private void FindAt(byte* memory, HashSet<string> found)
    {
        var piece = *(UInt128*)memory ^ _mask;
        if (_masked.TryGetValue(piece, out var name))
            found.Add(name);
        else if (_maskedWords.TryGetValue((ulong)piece, out name))
            found.Add("word of " + name);
    }

    private void AddWord(string name, ReadOnlySpan<byte> word)
    {
        if (DifferentBytes(word) < FewestBytesOfWord || IsOfLinearTable(word))
            return;
        _maskedWords.TryAdd(MemoryMarshal.Read<ulong>(word) ^ (ulong)_mask, name);
        LetPass(word);
    }

    private void LetPass(ReadOnlySpan<byte> piece)
    {
        var hash = Hash(MemoryMarshal.Read<ulong>(piece));
        _begins[hash / 64] |= 1UL << (int)hash;
    }

    /// <summary>By Fibonacci hashing: a multiplication by 2^64 / the golden ratio mixes all bits into the highest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Hash(ulong first) => (uint)((first * 0x9e3779b97f4a7c15) >> 48);

    /// <summary>
    /// Whether bytes are in a row of a linear table, as the GHASH by shuffles has. A row comes of eleven bits of a power of H, and the
    /// numbers from 0 to 15 are one of them; the powers themselves are searched for.
    /// </summary>
    private static bool IsOfLinearTable(ReadOnlySpan<byte> bytes)
    {
        for (var step = 1; step < bytes.Length; step *= 2)
        {
            for (var i = 0; i < bytes.Length; i++)
            {
                if ((bytes[i] ^ bytes[i ^ step]) != (bytes[0] ^ bytes[step]))
                    return false;
            }
        }

        return true;
    }

    private static int DifferentBytes(ReadOnlySpan<byte> piece)
    {
        Span<bool> seen = stackalloc bool[byte.MaxValue + 1];
        seen.Clear();
        foreach (var value in piece)
            seen[value] = true;
        return seen.Count(true);
    }
}
