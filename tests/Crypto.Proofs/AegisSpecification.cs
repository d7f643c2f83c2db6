using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>
/// AEGIS (draft-irtf-cfrg-aegis-aead) on numbers or on terms: a lane of AEGIS-128, eight blocks, and whole messages of AEGIS-128L, X2, X4 and 256.
/// </summary>
internal sealed class AegisSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    public const int Blocks = 8, Blocks256 = 6;

    private const int BlockBytes = 16, InitialUpdates = 10, FinalUpdates = 7;

    /// <summary>C0 and C1: the Fibonacci sequence modulo 256.</summary>
    private readonly T[] _first = Bytes(values, "000101020305080d1522375990e97962"), _second = Bytes(values, "db3d18556dc22ff12011314273b528dd");

    /// <summary>Update.</summary>
    public T[][] Update(T[][] state, T[] first, T[] second)
    {
        T[][] next = [.. state.Select((block, i) => values.Xor(Round(state[(i + Blocks - 1) % Blocks]), block))];
        next[0] = values.Xor(next[0], first);
        next[4] = values.Xor(next[4], second);
        return next;
    }

    /// <summary>What both blocks of a text are XORed with: z0 and z1 of Enc and Dec.</summary>
    public (T[] First, T[] Second) Keystream(T[][] state) =>
        (values.Xor(values.Xor(state[6], state[1]), values.And(state[2], state[3])), values.Xor(values.Xor(state[2], state[5]), values.And(state[6], state[7])));

    /// <summary>The same of AEGIS-256.</summary>
    public T[][] Update256(T[][] state, T[] text) =>
    [
        .. state.Select((block, i) => values.Xor(Round(state[(i + Blocks256 - 1) % Blocks256]), i == 0 ? values.Xor(block, text) : block)),
    ];

    /// <inheritdoc cref="Update256"/>
    public T[] Keystream256(T[][] state) => values.Xor(values.Xor(state[1], state[4]), values.Xor(state[5], values.And(state[2], state[3])));

    /// <summary>A message of AEGIS-128L (section 4), or of X2 and X4 (section 6), by the number of lanes: the other text, and the tag.</summary>
    public (T[] Text, T[] Tag) Transform128(int lanes, T[] key, T[] nonce, T[] data, T[] text, bool opens, int tagBytes)
    {
        var states = new T[lanes][][];
        for (var lane = 0; lane < lanes; lane++)
        {
            T[] both = values.Xor(key, nonce), context = values.Zeros(BlockBytes);
            if (lanes > 1)
                (context[0], context[1]) = (values.Of((byte)lane), values.Of((byte)(lanes - 1)));
            T[][] state = [both, _second, _first, _second, both, values.Xor(key, _first), values.Xor(key, _second), values.Xor(key, _first)];
            for (var i = 0; i < InitialUpdates; i++)
            {
                (state[3], state[7]) = (values.Xor(state[3], context), values.Xor(state[7], context));
                state = Update(state, nonce, key);
            }

            states[lane] = state;
        }

        var result = new List<T>();
        foreach (var (chunk, isText) in Chunks(data, false).Concat(Chunks(text, true)))
        {
            T[] padded = Padded(chunk, 2 * lanes * BlockBytes), other = [.. padded];
            for (var lane = 0; lane < lanes && isText; lane++)
            {
                var (first, second) = Keystream(states[lane]);
                values.Xor(Block(padded, lane), first).CopyTo(other, lane * BlockBytes);
                values.Xor(Block(padded, lanes + lane), second).CopyTo(other, (lanes + lane) * BlockBytes);
            }

            result.AddRange(isText ? other[..chunk.Length] : []);
            var absorbed = isText && opens ? Padded(other[..chunk.Length], padded.Length) : padded;
            for (var lane = 0; lane < lanes; lane++)
                states[lane] = Update(states[lane], Block(absorbed, lane), Block(absorbed, lanes + lane));
        }

        var tag = values.Zeros(2 * BlockBytes);
        foreach (var one in states)
        {
            var state = one;
            var last = values.Xor(state[2], Lengths(data, text));
            for (var i = 0; i < FinalUpdates; i++)
                state = Update(state, last, last);
            tag = values.Xor(tag, tagBytes > BlockBytes ? [.. Sum(state[..4]), .. Sum(state[4..])] : [.. Sum(state[..7]), .. values.Zeros(BlockBytes)]);
        }

        return ([.. result], tag[..tagBytes]);

        IEnumerable<(T[] Chunk, bool IsText)> Chunks(T[] bytes, bool isText) => bytes.Chunk(2 * lanes * BlockBytes).Select(chunk => (chunk, isText));
    }

    /// <summary>A message of AEGIS-256 (section 5): the other text, and the tag.</summary>
    public (T[] Text, T[] Tag) Transform256(T[] key, T[] nonce, T[] data, T[] text, bool opens, int tagBytes)
    {
        T[] one = Block(key, 0), other = Block(key, 1), both = values.Xor(key, nonce);
        T[][] state = [Block(both, 0), Block(both, 1), _second, _first, values.Xor(one, _first), values.Xor(other, _second)];
        for (var i = 0; i < 4; i++)
            state = Update256(Update256(Update256(Update256(state, one), other), Block(both, 0)), Block(both, 1));
        state = data.Chunk(BlockBytes).Aggregate(state, (before, chunk) => Update256(before, Padded(chunk, BlockBytes)));
        var result = new List<T>();
        foreach (var chunk in text.Chunk(BlockBytes))
        {
            var transformed = values.Xor(Padded(chunk, BlockBytes), Keystream256(state))[..chunk.Length];
            result.AddRange(transformed);
            state = Update256(state, Padded(opens ? transformed : chunk, BlockBytes));
        }

        var last = values.Xor(state[3], Lengths(data, text));
        for (var i = 0; i < FinalUpdates; i++)
            state = Update256(state, last);
        T[] tag = tagBytes > BlockBytes ? [.. Sum(state[..(Blocks256 / 2)]), .. Sum(state[(Blocks256 / 2)..])] : Sum(state);
        return ([.. result], tag);
    }

    private static T[] Block(T[] bytes, int index) => bytes[(index * BlockBytes)..((index + 1) * BlockBytes)];

    private static T[] Bytes(TValues values, string hex) => [.. Convert.FromHexString(hex).Select(values.Of)];

    private T[] Padded(T[] bytes, int length) => [.. bytes, .. values.Zeros(length - bytes.Length)];

    /// <summary>Both lengths in bits, the lowest byte first.</summary>
    private T[] Lengths(T[] data, T[] text) => [.. values.Word(8UL * (ulong)data.Length, sizeof(ulong)), .. values.Word(8UL * (ulong)text.Length, sizeof(ulong))];

    private T[] Sum(T[][] blocks) => blocks.Aggregate(values.Xor);

    private T[] Round(T[] block)
    {
        var result = new T[BlockBytes];
        values.Aes(AesStep.Round, block, result);
        return result;
    }
}
