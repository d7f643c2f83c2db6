using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Fuzz;

/// <summary>
/// What a case leaves open: named numbers, each from zero to a limit. They are drawn at random by target, seed and index, or
/// given. What was drawn is written down, which makes a case something to save, to repeat, and to try with smaller numbers: zero
/// is the simplest choice. FsCheck repeats a case by the state of its generator, which tells nobody what the case is, and cannot
/// save a smaller one.
/// </summary>
internal sealed class Choices
{
    private const int LongBytes = 64 * 1024;

    private readonly List<Choice> _made = [];
    private IReadOnlyList<Choice>? _given;
    private int _nextGiven;
    private ulong _state;

    /// <summary>What was drawn so far.</summary>
    public IReadOnlyList<Choice> Made => _made;

    /// <summary>Begins a case of a target.</summary>
    public void Begin(string target, ulong seed, ulong index)
    {
        // FNV-1a.
        var hash = 0xcbf29ce484222325;
        foreach (var letter in target)
            hash = (hash ^ letter) * 0x100000001b3;
        Clear(null);
        _state = hash;
        _state = Next() ^ seed;
        _state = Next() ^ index;
    }

    /// <summary>Begins a case of given choices. One that is not among them is zero.</summary>
    public void Begin(IReadOnlyList<Choice> given) => Clear(given);

    /// <summary>Any number up to a limit, each as likely.</summary>
    public long Draw(string name, long most) => Make(name, most, _given is null ? Below(most) : 0);

    public int Draw(string name, int most) => (int)Draw(name, (long)most);

    public bool Flag(string name) => Draw(name, 1) != 0;

    /// <summary>True once in so many times.</summary>
    public bool Rarely(string name, int times) => Make(name, 1, _given is null && Below(times - 1) == 0 ? 1 : 0) != 0;

    public T Pick<T>(string name, T[] from) => from[Draw(name, from.Length - 1)];

    /// <summary>Bytes of a message: one in a hundred has more than 64 KiB, most have up to a few vectors.</summary>
    public int Length(string name) => (int)Make(name, 2 * LongBytes, _given is null ? RandomLength() : 0);

    /// <summary>Bytes of something short.</summary>
    public int ShortLength(string name) => (int)Make(name, 1024, _given is null ? Below(Below(7) == 0 ? 1024 : 80) : 0);

    /// <summary>Bytes of the next piece of a message of which there is a rest; all of it, if no choice was given.</summary>
    public int Piece(int rest) =>
        rest - (int)Make("held back", rest, _given is null ? rest - Below(Below(1) == 0 ? rest : Math.Min(rest, 80)) : 0);

    /// <summary>Any bytes, and now and then those with all bits clear or set.</summary>
    public void Fill(string name, Span<byte> bytes)
    {
        var kind = Make(name, int.MaxValue, _given is not null ? 0 : Below(15) == 0 ? Below(1) : Below(int.MaxValue));
        if (kind <= 1)
        {
            bytes.Fill((byte)-kind);
            return;
        }

        var saved = _state;
        _state = (ulong)kind;
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        for (var i = 0; i < words.Length; i++)
            words[i] = Next();
        for (var i = words.Length * sizeof(ulong); i < bytes.Length; i++)
            bytes[i] = (byte)Next();
        _state = saved;
    }

    public byte[] Bytes(string name, int length)
    {
        var bytes = new byte[length];
        Fill(name, bytes);
        return bytes;
    }

    private void Clear(IReadOnlyList<Choice>? given)
    {
        _made.Clear();
        _given = given;
        _nextGiven = 0;
    }

    /// <summary>A choice that is given goes to the next draw of its name; those passed over are not used.</summary>
    private long Make(string name, long most, long random)
    {
        var value = random;
        for (var i = _nextGiven; i < _given?.Count; i++)
        {
            if (_given[i].Name == name)
            {
                value = Math.Clamp(_given[i].Value, 0, most);
                _nextGiven = i + 1;
                break;
            }
        }

        _made.Add(new Choice(name, value));
        return value;
    }

    private long RandomLength() => Below(99) switch
    {
        0 => LongBytes + 1 + Below(Below(3) == 0 ? LongBytes - 1 : 600),
        1 => 4096 + Below(LongBytes - 4096),
        < 14 => Below(4096),
        < 40 => Below(600),
        _ => Below(80),
    };

    private long Below(long most) => (long)(((UInt128)Next() * ((ulong)most + 1)) >> 64);

    /// <summary>SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).</summary>
    private ulong Next()
    {
        var z = _state += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
}

/// <summary>A number that a case drew.</summary>
internal readonly record struct Choice(string Name, long Value);
