using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AEGIS by the words of draft-irtf-cfrg-aegis-aead, byte by byte; AEGIS-128L is AEGIS-128X with one lane (section 6).</summary>
internal sealed class ReferenceAegis(bool is256, int lanes)
{
    private const int Block = 16;

    private static readonly byte[] s_c0 = Convert.FromHexString("000101020305080d1522375990e97962");
    private static readonly byte[] s_c1 = Convert.FromHexString("db3d18556dc22ff12011314273b528dd");
    private static readonly byte[] s_sBox = MakeSBox();

    public static ReferenceAegis Aegis128L { get; } = new(false, 1);

    public static ReferenceAegis Aegis256 { get; } = new(true, 1);

    public static ReferenceAegis Aegis128X2 { get; } = new(false, 2);

    public static ReferenceAegis Aegis128X4 { get; } = new(false, 4);

    /// <summary>Bytes of a block of the state, in all lanes.</summary>
    private int Row => Block * lanes;

    private int Rate => is256 ? Row : 2 * Row;

    /// <summary>In the form of the tests' oracles.</summary>
    public EncryptSpans With(byte[] key) => (nonce, plaintext, ciphertext, tag, associatedData) =>
    {
        var (output, made) = Run(key, nonce.ToArray(), associatedData.ToArray(), plaintext.ToArray(), opens: false, tag.Length);
        output.CopyTo(ciphertext);
        made.CopyTo(tag);
    };

    /// <summary>Encrypt, or Decrypt but for the comparison of tags.</summary>
    public (byte[] Output, byte[] Tag) Run(byte[] key, byte[] nonce, byte[] associatedData, byte[] text, bool opens, int tagBytes)
    {
        var v = Init(key, nonce);
        foreach (var block in Chunks(associatedData))
            Update(v, block);
        var (output, done) = (new byte[text.Length], 0);
        foreach (var block in Chunks(text))
        {
            var length = Math.Min(Rate, text.Length - done);
            var changed = Keystream(v);
            Xor(changed, block);
            changed.AsSpan(0, length).CopyTo(output.AsSpan(done));
            changed.AsSpan(length).Clear();
            Update(v, opens ? changed : block);
            done += length;
        }

        return (output, Finalize(v, associatedData.Length, text.Length, tagBytes));
    }

    /// <summary>All blocks of the state before the first text, with their lanes one after the other.</summary>
    public byte[] InitialState(byte[] key, byte[] nonce) => [.. Init(key, nonce).SelectMany(row => row)];

    private static void Xor(Span<byte> to, ReadOnlySpan<byte> with)
    {
        for (var i = 0; i < to.Length; i++)
            to[i] ^= with[i];
    }

    private static byte[] Sum(byte[] left, byte[] right)
    {
        var sum = (byte[])left.Clone();
        Xor(sum, right);
        return sum;
    }

    /// <summary>A round of AES (FIPS 197, section 5.1), whose key is in the result already.</summary>
    private static void AddRound(ReadOnlySpan<byte> state, Span<byte> result)
    {
        for (var column = 0; column < Block; column += 4)
        {
            byte a0 = s_sBox[state[column]], a1 = s_sBox[state[(column + 5) % Block]];
            byte a2 = s_sBox[state[(column + 10) % Block]], a3 = s_sBox[state[(column + 15) % Block]];
            result[column] ^= (byte)(Double(a0) ^ Double(a1) ^ a1 ^ a2 ^ a3);
            result[column + 1] ^= (byte)(a0 ^ Double(a1) ^ Double(a2) ^ a2 ^ a3);
            result[column + 2] ^= (byte)(a0 ^ a1 ^ Double(a2) ^ Double(a3) ^ a3);
            result[column + 3] ^= (byte)(Double(a0) ^ a0 ^ a1 ^ a2 ^ Double(a3));
        }
    }

    private static byte Double(byte value) => (byte)((value << 1) ^ ((value >> 7) * 0x1B));

    private static byte[] MakeSBox()
    {
        // By powers of 3, which are all numbers but zero, and so are their inverses.
        var box = new byte[256];
        byte power = 1, inverse = 1;
        for (var i = 0; i < 255; i++)
        {
            box[power] = (byte)(0x63 ^ inverse ^ Rotate(inverse, 1) ^ Rotate(inverse, 2) ^ Rotate(inverse, 3) ^ Rotate(inverse, 4));
            power ^= Double(power);
            for (var j = 1; j <= 4; j *= 2)
                inverse ^= (byte)(inverse << j);
            inverse ^= (byte)((inverse >> 7) * 0x09);
        }

        box[0] = 0x63;
        return box;

        static byte Rotate(byte value, int bits) => (byte)((value << bits) | (value >> (8 - bits)));
    }

    /// <summary>What all lanes take at once, the last one padded with zeros.</summary>
    private IEnumerable<byte[]> Chunks(byte[] bytes)
    {
        for (var at = 0; at < bytes.Length; at += Rate)
        {
            var chunk = new byte[Rate];
            Array.Copy(bytes, at, chunk, 0, Math.Min(Rate, bytes.Length - at));
            yield return chunk;
        }
    }

    /// <returns>Blocks of the state, each in all lanes.</returns>
    private byte[][] Init(byte[] key, byte[] nonce)
    {
        if (is256)
        {
            byte[] k0 = [.. key.Take(Block)], k1 = [.. key.Skip(Block)], n0 = [.. nonce.Take(Block)], n1 = [.. nonce.Skip(Block)];
            byte[][] v256 = [Sum(k0, n0), Sum(k1, n1), s_c1, s_c0, Sum(k0, s_c0), Sum(k1, s_c1)];
            for (var i = 0; i < 4; i++)
                foreach (var block in new[] { k0, k1, Sum(k0, n0), Sum(k1, n1) })
                    Update(v256, block);
            return v256;
        }

        byte[][] blocks = [Sum(key, nonce), s_c1, s_c0, s_c1, Sum(key, nonce), Sum(key, s_c0), Sum(key, s_c1), Sum(key, s_c0)];
        byte[][] v = [.. blocks.Select(InAllLanes)];
        byte[] text = [.. InAllLanes(nonce), .. InAllLanes(key)];
        for (var i = 0; i < 10; i++)
        {
            foreach (var block in new[] { 3, 7 })
            {
                for (var lane = 0; lane < lanes; lane++)
                {
                    v[block][Block * lane] ^= (byte)lane;
                    v[block][(Block * lane) + 1] ^= (byte)(lanes - 1);
                }
            }

            Update(v, text);
        }

        return v;

        byte[] InAllLanes(byte[] block) => [.. Enumerable.Repeat(block, lanes).SelectMany(same => same)];
    }

    private void Update(byte[][] v, byte[] text)
    {
        var last = v[^1];
        for (var i = v.Length - 1; i >= 0; i--)
        {
            var next = (byte[])v[i].Clone();
            if (i == 0)
                Xor(next, text.AsSpan(0, Row));
            else if (i == 4 && !is256)
                Xor(next, text.AsSpan(Row));
            for (var lane = 0; lane < lanes; lane++)
                AddRound((i == 0 ? last : v[i - 1]).AsSpan(Block * lane, Block), next.AsSpan(Block * lane, Block));
            v[i] = next;
        }
    }

    private byte[] Keystream(byte[][] v)
    {
        return is256 ? Of(v[1], v[4], v[5], v[2], v[3]) : [.. Of(v[6], v[1], new byte[Row], v[2], v[3]), .. Of(v[2], v[5], new byte[Row], v[6], v[7])];

        static byte[] Of(byte[] a, byte[] b, byte[] c, byte[] d, byte[] e)
        {
            var sum = new byte[a.Length];
            for (var i = 0; i < sum.Length; i++)
                sum[i] = (byte)(a[i] ^ b[i] ^ c[i] ^ (d[i] & e[i]));
            return sum;
        }
    }

    private byte[] Finalize(byte[][] v, int associatedBytes, int textBytes, int tagBytes)
    {
        byte[] lengths = new byte[Block], last = (byte[])v[is256 ? 3 : 2].Clone();
        BinaryPrimitives.WriteInt64LittleEndian(lengths, 8L * associatedBytes);
        BinaryPrimitives.WriteInt64LittleEndian(lengths.AsSpan(8), 8L * textBytes);
        for (var lane = 0; lane < lanes; lane++)
            Xor(last.AsSpan(Block * lane, Block), lengths);
        for (var i = 0; i < 7; i++)
            Update(v, is256 ? last : [.. last, .. last]);
        return tagBytes == Block ? Total(v[..(is256 ? 6 : 7)]) : [.. Total(v[..(v.Length / 2)]), .. Total(v[(v.Length / 2)..])];

        byte[] Total(byte[][] rows)
        {
            var total = new byte[Block];
            foreach (var row in rows)
                for (var lane = 0; lane < lanes; lane++)
                    Xor(total, row.AsSpan(Block * lane, Block));
            return total;
        }
    }
}
