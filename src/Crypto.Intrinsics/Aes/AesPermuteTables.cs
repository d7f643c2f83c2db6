#if NET
namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What <see cref="AesPermute{TVector, TLanes}"/> shuffles by, derived from the field of FIPS 197, section 4, and kept in memory
/// that never moves: tables of 16 bytes.
/// <para>
/// An element x of GF(2^8) is written as two nibbles k and i, elements of GF(2^4) with x = k + iθ, where θ² + aθ + a = 0: that is,
/// trace and norm of θ are both a. Inversion in GF(2^4) is a table of 16, and that in GF(2^8) takes four of them with a table of a/k
/// (M. Hamburg, "Accelerating AES with vector permute instructions", CHES 2009). With j = i + k and N, the norm of x,
/// <code>
/// p = 1/(1/i + a/k) + j = N/(k + ai)        q = 1/(1/j + a/k) + i = N/(k + ak + ai)
/// 1/x = (k + ai + iθ)/N = (1/p)(1 + (1 + a)θ/a²) + (1/q)θ/a²
/// </code>
/// so that any linear map of 1/x is the sum of a table of p and one of q. The inverse of zero in GF(2^4), infinity, is 0x80: it
/// stays one when a nibble is added, is none any more when another is, and its own inverse is 0, which is what a shuffle makes of it.
/// </para>
/// </summary>
internal static unsafe class AesPermuteTables
{
    /// <summary>Bytes of a table.</summary>
    public const int Table = 16;

    /// <summary>In a direction, 1/n, and after it a/n.</summary>
    public const int Inverses = 0;

    /// <summary>In a direction, the pair for the low and high nibbles of a text or key, into that of x.</summary>
    public const int Enter = 2 * Table;

    /// <summary>In a direction, the pair for p and q that ends the last round.</summary>
    public const int Leave = 4 * Table;

    /// <summary>In a direction, the first pair for p and q that ends the other rounds: one for each factor.</summary>
    public const int Multiples = 6 * Table;

    /// <summary>Three tables for each number of row shifts that the state lags: the bytes one to three rows further.</summary>
    public const int MixingBytes = 3 * Table;

    private const int EncryptionBytes = Multiples + (2 * 2 * Table);
    private const int DecryptionBytes = Multiples + (4 * 2 * Table);
    private const int Generator = 0x03;

    /// <summary>The elements of GF(2^4) that the bits of a nibble stand for: the powers of one that generates them.</summary>
    private const int BitsPerNibble = 4;

    static AesPermuteTables()
    {
        Encryption = LastingMemory.Allocate(EncryptionBytes + DecryptionBytes + (4 * Table) + (4 * MixingBytes));
        Decryption = Encryption + EncryptionBytes;
        RowShifts = Decryption + DecryptionBytes;
        Mixing = RowShifts + (4 * Table);
        FillSubstitutions();
        FillPermutations();
    }

    /// <summary>Multiples by 1 and 2.</summary>
    public static byte* Encryption { get; }

    /// <summary>Multiples by 14, 11, 13 and 9.</summary>
    public static byte* Decryption { get; }

    /// <summary>ShiftRows, none to three times.</summary>
    public static byte* RowShifts { get; }

    /// <summary>Of a state that lags none to three row shifts.</summary>
    public static byte* Mixing { get; }

    private static void FillSubstitutions()
    {
        // The conjugate of an element over GF(2^4) is its 16th power. A generator, scaled, has a trace that is its norm.
        var trace = Generator ^ AesField.Power(Generator, 16);
        var scale = AesField.Multiply(trace, InvertNibble(AesField.Power(Generator, 17)));
        var theta = AesField.Multiply(Generator, scale);
        var a = AesField.Multiply(trace, scale);
        var square = InvertNibble(AesField.Multiply(a, a));
        var ofQ = AesField.Multiply(theta, square);
        var ofP = 1 ^ AesField.Multiply(1 ^ a, ofQ);

        // Encryption writes x by its nibbles; decryption has x from the other side of the affine map.
        byte* identity = stackalloc byte[256], affine = stackalloc byte[256];
        byte* nibbles = stackalloc byte[256], nibblesBeforeAffine = stackalloc byte[256];
        for (var i = 0; i < 256; i++)
        {
            var element = Nibble(i & 15) ^ AesField.Multiply(Nibble(i >> 4), theta);
            identity[i] = (byte)i;
            affine[i] = (byte)AesField.AffineMap(i);
            nibbles[element] = (byte)i;
            nibblesBeforeAffine[AesField.AffineMap(element)] = (byte)i;
        }

        for (var n = 0; n < 16; n++)
        {
            const byte Infinity = 0x80;
            var inverse = InvertNibble(Nibble(n));
            Encryption[Inverses + n] = n == 0 ? Infinity : nibbles[inverse];
            Encryption[Inverses + Table + n] = n == 0 ? Infinity : nibbles[AesField.Multiply(a, inverse)];
            Decryption[Inverses + n] = Encryption[Inverses + n];
            Decryption[Inverses + Table + n] = Encryption[Inverses + Table + n];
            FillEnter(Encryption, n, nibbles);
            FillEnter(Decryption, n, nibblesBeforeAffine);

            var (p, q) = (AesField.Multiply(ofP, inverse), AesField.Multiply(ofQ, inverse));
            void Fill(byte* pair, byte* substitution, int factor, byte* encoding)
            {
                pair[n] = encoding[AesField.Multiply(factor, substitution[p])];
                pair[Table + n] = encoding[AesField.Multiply(factor, substitution[q])];
            }

            Fill(Encryption + Leave, affine, 1, identity);
            Fill(Encryption + Multiples, affine, 1, nibbles);
            Fill(Encryption + Multiples + (2 * Table), affine, 2, nibbles);
            Fill(Decryption + Leave, identity, 1, identity);
            Fill(Decryption + Multiples, identity, 14, nibblesBeforeAffine);
            Fill(Decryption + Multiples + (2 * Table), identity, 11, nibblesBeforeAffine);
            Fill(Decryption + Multiples + (4 * Table), identity, 13, nibblesBeforeAffine);
            Fill(Decryption + Multiples + (6 * Table), identity, 9, nibblesBeforeAffine);
        }
    }

    private static void FillEnter(byte* direction, int nibble, byte* encoding)
    {
        direction[Enter + nibble] = encoding[nibble];
        direction[Enter + Table + nibble] = encoding[nibble << 4];
    }

    /// <summary>
    /// Byte 4 column + row. With S for ShiftRows and R for a step to the next row, a state that lags m row shifts is mixed by
    /// S^-m R^k S^m, which is k rows and mk columns.
    /// </summary>
    private static void FillPermutations()
    {
        for (var lag = 0; lag < 4; lag++)
        {
            for (var i = 0; i < Table; i++)
            {
                var (column, row) = (i >> 2, i & 3);
                RowShifts[(lag * Table) + i] = (byte)((4 * ((column + (lag * row)) & 3)) + row);
                for (var rows = 1; rows < 4; rows++)
                {
                    Mixing[(lag * MixingBytes) + ((rows - 1) * Table) + i] =
                        (byte)((4 * ((column + (lag * rows)) & 3)) + ((row + rows) & 3));
                }
            }
        }
    }

    /// <summary>The element of GF(2^4) in GF(2^8) that a nibble stands for: a sum of powers of one that generates them.</summary>
    private static int Nibble(int nibble)
    {
        var element = 0;
        for (var bit = 0; bit < BitsPerNibble; bit++)
            element ^= ((nibble >> bit) & 1) * AesField.Power(Generator, 17 * bit);
        return element;
    }

    private static int InvertNibble(int element) => AesField.Power(element, 14);
}
#endif
