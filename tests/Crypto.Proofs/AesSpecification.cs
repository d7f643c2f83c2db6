using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>
/// AES (FIPS 197) and its modes (SP 800-38A, IEEE 1619, RFC 8452), as the standards have them, on numbers or on terms.
/// </summary>
internal sealed class AesSpecification<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int BlockBytes = 16, WordBytes = 4;

    /// <summary>A mode: round keys and those of the inverse cipher, the text, and the IV, counter or tweak.</summary>
    /// <returns>The other text, and what the next call goes on with.</returns>
    public delegate (T[] Text, T[] Next) Mode(T[][] keys, T[][] inverseKeys, T[] text, T[] iv);

    /// <summary>By the beginnings of the kernels' names.</summary>
    public IReadOnlyDictionary<string, Mode> Modes => new Dictionary<string, Mode>
    {
        ["EncryptEcb"] = (keys, _, text, iv) => (Blocks(text, block => Cipher(block, keys)), iv),
        ["DecryptEcb"] = (_, keys, text, iv) => (Blocks(text, block => InverseCipher(block, keys)), iv),
        ["EncryptCbc"] = (keys, _, text, iv) => (Blocks(text, block => iv = Cipher(values.Xor(block, iv), keys)), iv),
        ["DecryptCbc"] = (_, keys, text, iv) => (Blocks(text, block =>
        {
            var before = iv;
            iv = block;
            return values.Xor(InverseCipher(block, keys), before);
        }), iv),
        ["EncryptCfb128"] = (keys, _, text, iv) => (Blocks(text, block => iv = values.Xor(block, Cipher(iv, keys))), iv),
        ["DecryptCfb128"] = (keys, _, text, iv) => (Blocks(text, block =>
        {
            var before = iv;
            iv = block;
            return values.Xor(block, Cipher(before, keys));
        }), iv),
        ["EncryptCfb8"] = (keys, _, text, iv) => Cfb8(keys, text, iv, feedsOutput: true),
        ["DecryptCfb8"] = (keys, _, text, iv) => Cfb8(keys, text, iv, feedsOutput: false),
        ["TransformCtr"] = (keys, _, text, counter) => Ctr(keys, text, counter, [.. Enumerable.Range(0, BlockBytes).Reverse()]),
        ["TransformGcmSivCtr"] = (keys, _, text, counter) => Ctr(keys, text, counter, [0, 1, 2, 3]),
        ["EncryptXts"] = (keys, _, text, tweak) => Xts(text, tweak, block => Cipher(block, keys), decrypts: false),
        ["DecryptXts"] = (_, keys, text, tweak) => Xts(text, tweak, block => InverseCipher(block, keys), decrypts: true),
    };

    /// <summary>Section 5.1.</summary>
    public T[] Cipher(T[] block, T[][] keys) => Rounds(block, keys, AesStep.Round, AesStep.LastRound);

    /// <summary>Section 5.3.5: the equivalent inverse cipher, with keys of its own.</summary>
    public T[] InverseCipher(T[] block, T[][] keys) => Rounds(block, keys, AesStep.InverseRound, AesStep.LastInverseRound);

    /// <summary>Section 5.2.</summary>
    public T[][] ExpandKey(T[] key)
    {
        var (words, rounds) = (key.Length / WordBytes, (key.Length / WordBytes) + 6);
        var expanded = new List<T[]>();
        var constant = values.Of(1);
        for (var i = 0; i < WordBytes * (rounds + 1); i++)
        {
            if (i < words)
            {
                expanded.Add(key[(i * WordBytes)..((i + 1) * WordBytes)]);
                continue;
            }

            var word = expanded[i - 1];
            if (i % words == 0)
            {
                word = SubWord([.. word[1..], word[0]]);
                word = values.Xor(word, [constant, values.Of(0), values.Of(0), values.Of(0)]);
                constant = Double(constant);
            }
            else if (words > 6 && i % words == 4)
            {
                word = SubWord(word);
            }

            expanded.Add(values.Xor(word, expanded[i - words]));
        }

        return [.. expanded.Chunk(WordBytes).Select(four => four.SelectMany(word => word).ToArray())];
    }

    /// <summary>Section 5.3.5: the keys of the equivalent inverse cipher, in the order of their use.</summary>
    public T[][] InvertKeys(T[][] keys) =>
        [.. keys.Reverse().Select((key, i) => i == 0 || i == keys.Length - 1 ? key : Step(AesStep.InverseMixColumns, key))];

    private T[] Rounds(T[] block, T[][] keys, AesStep round, AesStep last)
    {
        var state = values.Xor(block, keys[0]);
        for (var i = 1; i < keys.Length; i++)
            state = values.Xor(Step(i == keys.Length - 1 ? last : round, state), keys[i]);
        return state;
    }

    private static T[] Blocks(T[] text, Func<T[], T[]> transform) => [.. text.Chunk(BlockBytes).SelectMany(transform)];

    /// <summary>SP 800-38A, section 6.3, with segments of a byte.</summary>
    private (T[] Text, T[] Next) Cfb8(T[][] keys, T[] text, T[] iv, bool feedsOutput)
    {
        var result = new T[text.Length];
        for (var i = 0; i < text.Length; i++)
        {
            result[i] = values.Xor([text[i]], [Cipher(iv, keys)[0]])[0];
            iv = [.. iv[1..], feedsOutput ? result[i] : text[i]];
        }

        return (result, iv);
    }

    /// <summary>SP 800-38A, section 6.5, SP 800-38D, section 6.5, and RFC 8452, section 4, by <see cref="Increment"/>.</summary>
    public (T[] Text, T[] Next) Ctr(T[][] keys, T[] text, T[] counter, int[] places)
    {
        var result = new List<T>();
        foreach (var block in text.Chunk(BlockBytes))
        {
            result.AddRange(values.Xor(block, Cipher(counter, keys)[..block.Length]));
            counter = Increment(counter, places);
        }

        return ([.. result], counter);
    }

    /// <summary>The next counter. Places are those of the bytes that count, the lowest first; those of a long one must be known.</summary>
    public T[] Increment(T[] counter, int[] places)
    {
        counter = [.. counter];
        if (places.Length <= sizeof(ulong))
        {
            var next = values.Add([.. places.Select(place => counter[place])], values.Word(1, places.Length));
            foreach (var (i, place) in places.Index())
                counter[place] = next[i];
            return counter;
        }

        foreach (var place in places)
        {
            if (!values.IsNumber(counter[place], out var number))
                throw new NotSupportedException("A counter must be known.");
            counter[place] = values.Of((byte)(number + 1));
            if (number != byte.MaxValue)
                break;
        }

        return counter;
    }

    /// <summary>
    /// IEEE 1619, sections 5.3 and 5.4, under the tweak of the first block, encrypted. What is left after whole blocks takes the beginning of
    /// what came out for the last of them and is completed by its end, in decryption with both tweaks in the other order.
    /// </summary>
    private (T[] Text, T[] Next) Xts(T[] text, T[] tweak, Func<T[], T[]> transform, bool decrypts)
    {
        var rest = text.Length % BlockBytes;
        var ordered = text.Length - (rest > 0 ? rest + BlockBytes : 0);
        var result = Blocks(text[..ordered], block =>
        {
            var output = Transform(block, tweak);
            tweak = DoubleTweak(tweak);
            return output;
        });
        if (rest == 0)
            return (result, tweak);
        var after = DoubleTweak(tweak);
        var stolen = Transform(text[ordered..(ordered + BlockBytes)], decrypts ? after : tweak);
        var last = Transform([.. text[(ordered + BlockBytes)..], .. stolen[rest..]], decrypts ? tweak : after);
        return ([.. result, .. last, .. stolen[..rest]], []);

        T[] Transform(T[] block, T[] by) => values.Xor(transform(values.Xor(block, by)), by);
    }

    /// <summary>Times x in GF(2^128), the lowest byte last (SP 800-38B, section 6.1).</summary>
    public T[] DoubleSubkey(T[] subkey) => [.. DoubleTweak([.. subkey.Reverse()]).Reverse()];

    /// <summary>Times x in GF(2^128), the lowest byte first (IEEE 1619, section 5.2).</summary>
    private T[] DoubleTweak(T[] tweak)
    {
        const byte Reduction = 0x87;
        var doubled = new T[BlockBytes];
        T carry = values.Of(0), top = Shifted(tweak[^1], -7);
        for (var i = 0; i < BlockBytes; i++)
        {
            doubled[i] = values.Xor([Shifted(tweak[i], 1)], [carry])[0];
            carry = Shifted(tweak[i], -7);
        }

        for (var bit = 0; bit < 8; bit++)
        {
            if (((Reduction >> bit) & 1) != 0)
                doubled[0] = values.Xor([doubled[0]], [Shifted(top, bit)])[0];
        }

        return doubled;
    }

    /// <summary>Times x in GF(2^8) (section 4.2).</summary>
    private T Double(T value)
    {
        var top = Shifted(value, -7);
        var doubled = Shifted(value, 1);
        foreach (var bit in new[] { 0, 1, 3, 4 })
            doubled = values.Xor([doubled], [Shifted(top, bit)])[0];
        return doubled;
    }

    private T Shifted(T value, int left)
    {
        var result = new T[1];
        if (left >= 0)
            values.ShiftLeft([value], left, result);
        else
            values.ShiftRight([value], -left, result);
        return result[0];
    }

    /// <summary>The S-box alone: the last round shifts rows, which are all the same here.</summary>
    private T[] SubWord(T[] word) =>
        [.. word.Select(value => Step(AesStep.LastRound, [.. Enumerable.Repeat(value, BlockBytes)])[0])];

    private T[] Step(AesStep step, T[] state)
    {
        var result = new T[BlockBytes];
        values.Aes(step, state, result);
        return result;
    }
}
