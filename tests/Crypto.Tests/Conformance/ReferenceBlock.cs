using System;
using System.Linq;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES of one block as FIPS 197 writes it: a state of 16 bytes, column by column, and the steps by their names.</summary>
internal sealed class ReferenceBlock
{
    private const int Block = 16;

    private static readonly byte[] s_sBox = Enumerable.Range(0, 256).Select(x => SBox((byte)x)).ToArray();
    private static readonly byte[] s_inverseSBox =
        Enumerable.Range(0, 256).Select(y => (byte)Array.IndexOf(s_sBox, (byte)y)).ToArray();

    /// <summary>The rows of MixColumns' matrix and of its inverse are rotations of these, whose products are looked up.</summary>
    private static readonly byte[][] s_matrix = Products(2, 3, 1, 1);
    private static readonly byte[][] s_inverseMatrix = Products(14, 11, 13, 9);

    private readonly byte[] _words;
    private readonly byte[] _scratch = new byte[Block];

    /// <summary>KeyExpansion (section 5.2) of a key of 16, 24 or 32 bytes.</summary>
    public ReferenceBlock(byte[] key)
    {
        _words = new byte[4 * (key.Length + 28)];
        key.CopyTo(_words, 0);
        byte roundConstant = 1;
        for (var i = key.Length; i < _words.Length; i += 4)
        {
            byte[] word = [_words[i - 4], _words[i - 3], _words[i - 2], _words[i - 1]];
            if (i % key.Length == 0)
            {
                word = [(byte)(s_sBox[word[1]] ^ roundConstant), s_sBox[word[2]], s_sBox[word[3]], s_sBox[word[0]]];
                roundConstant = Multiply(roundConstant, 2);
            }
            else if (key.Length > 24 && i % key.Length == 16)
            {
                word = [s_sBox[word[0]], s_sBox[word[1]], s_sBox[word[2]], s_sBox[word[3]]];
            }

            for (var j = 0; j < 4; j++)
                _words[i + j] = (byte)(_words[i + j - key.Length] ^ word[j]);
        }
    }

    private int Rounds => (_words.Length / Block) - 1;

    /// <summary>Cipher (section 5.1), in place.</summary>
    public void Encrypt(byte[] state)
    {
        AddRoundKey(state, 0);
        for (var round = 1; round <= Rounds; round++)
        {
            SubBytesAndShiftRows(state, s_sBox, 1);
            if (round < Rounds)
                MixColumns(state, s_matrix);
            AddRoundKey(state, round);
        }
    }

    /// <summary>InvCipher (section 5.3), in place.</summary>
    public void Decrypt(byte[] state)
    {
        AddRoundKey(state, Rounds);
        for (var round = Rounds - 1; round >= 0; round--)
        {
            SubBytesAndShiftRows(state, s_inverseSBox, 3);
            AddRoundKey(state, round);
            if (round > 0)
                MixColumns(state, s_inverseMatrix);
        }
    }

    private void AddRoundKey(byte[] state, int round)
    {
        for (var i = 0; i < Block; i++)
            state[i] ^= _words[(round * Block) + i];
    }

    /// <summary>The byte in row r comes from r columns to the right, or three times as many, which is r to the left.</summary>
    private void SubBytesAndShiftRows(byte[] state, byte[] sBox, int columns)
    {
        state.CopyTo(_scratch, 0);
        for (var i = 0; i < Block; i++)
            state[i] = sBox[_scratch[(i + (4 * columns * (i % 4))) % Block]];
    }

    private void MixColumns(byte[] state, byte[][] matrix)
    {
        state.CopyTo(_scratch, 0);
        byte[] first = matrix[0], second = matrix[1], third = matrix[2], fourth = matrix[3];
        for (var i = 0; i < Block; i++)
        {
            var column = i & ~3;
            state[i] = (byte)(first[_scratch[i]] ^ second[_scratch[column + ((i + 1) & 3)]]
                ^ third[_scratch[column + ((i + 2) & 3)]] ^ fourth[_scratch[column + ((i + 3) & 3)]]);
        }
    }

    private static byte[][] Products(params byte[] row) =>
        row.Select(factor => Enumerable.Range(0, 256).Select(x => Multiply((byte)x, factor)).ToArray()).ToArray();

    /// <summary>The inverse in the field, and the affine map (section 5.1.1).</summary>
    private static byte SBox(byte x)
    {
        var inverse = Enumerable.Range(0, 256).FirstOrDefault(y => Multiply(x, (byte)y) == 1);
        var doubled = (inverse << 8) | inverse;
        return (byte)(inverse ^ (doubled >> 4) ^ (doubled >> 5) ^ (doubled >> 6) ^ (doubled >> 7) ^ 0x63);
    }

    /// <summary>Modulo x^8 + x^4 + x^3 + x + 1 (section 4.2).</summary>
    private static byte Multiply(byte x, byte y)
    {
        var product = 0;
        for (int bit = 0, power = x; bit < 8; bit++)
        {
            product ^= (y >> bit & 1) * power;
            power = (power << 1) ^ ((power >> 7) * 0x11B);
        }

        return (byte)product;
    }
}
