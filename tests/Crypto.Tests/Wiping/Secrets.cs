using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// What must not be found: pieces of 16 bytes and words of 8, each known by a name and held under a mask, so that they are not
/// found here.
/// </summary>
internal sealed class Secrets
{
    public const int PieceBytes = 16;

    /// <summary>Different bytes in a piece. Bitsliced kernels repeat every bit of a key: theirs have four at most.</summary>
    private const int FewestBytes = 3;

    /// <summary>Bytes of a piece that are not zero: two small numbers may be anywhere.</summary>
    private const int FewestNonzeroBytes = 6;

    /// <summary>Different bytes in a word: few enough that random words have them, but for one in ten thousand.</summary>
    private const int FewestBytesOfWord = 6;

    private readonly UInt128 _mask = MemoryMarshal.Read<UInt128>(RandomNumberGenerator.GetBytes(PieceBytes));
    private readonly Dictionary<UInt128, string> _masked = [];
    private readonly Dictionary<ulong, string> _maskedWords = [];

    /// <summary>By the first two bytes of a piece or word, and by the next two, whether there is one: memory has few places that both let pass.</summary>
    private readonly bool[] _begins = new bool[ushort.MaxValue + 1], _goesOn = new bool[ushort.MaxValue + 1];

    /// <summary>Adds the pieces that cannot be there by chance: with too few different bytes, they may.</summary>
    public void Add(string name, ReadOnlySpan<byte> secret)
    {
        for (; secret.Length >= PieceBytes; secret = secret[PieceBytes..])
        {
            var piece = secret[..PieceBytes];
            if (DifferentBytes(piece) < FewestBytes || PieceBytes - piece.Count((byte)0) < FewestNonzeroBytes || IsOfLinearTable(piece))
                continue;
            _masked.TryAdd(MemoryMarshal.Read<UInt128>(piece) ^ _mask, name);
            LetPass(piece);
            AddWord(name, piece[..sizeof(ulong)]);
            AddWord(name, piece[sizeof(ulong)..]);
        }
    }

    /// <summary>The names of the pieces in some memory, at any alignment.</summary>
    public IReadOnlySet<string> FindIn(ReadOnlySpan<byte> memory)
    {
        // Most memory is zero, and a secret has eight zeros in a row once in 2^64 times.
        var found = new HashSet<string>();
        for (var i = 0; i <= memory.Length - PieceBytes; i++)
        {
            var first = MemoryMarshal.Read<ulong>(memory[i..]);
            if (first == 0)
            {
                var zeros = memory[i..].IndexOfAnyExcept((byte)0);
                if (zeros < 0)
                    break;
                i += zeros - sizeof(ulong);
                continue;
            }

            if (!_begins[(ushort)first] || !_goesOn[(ushort)(first >> 16)])
                continue;
            var piece = MemoryMarshal.Read<UInt128>(memory[i..]) ^ _mask;
            if (_masked.TryGetValue(piece, out var name))
                found.Add(name);
            else if (_maskedWords.TryGetValue((ulong)piece, out name))
                found.Add("word of " + name);
        }

        return found;
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
        _begins[MemoryMarshal.Read<ushort>(piece)] = true;
        _goesOn[MemoryMarshal.Read<ushort>(piece[sizeof(ushort)..])] = true;
    }

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
