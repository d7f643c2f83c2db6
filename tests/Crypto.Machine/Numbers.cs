using System;
using System.Buffers.Binary;

namespace ManagedCrypto.Machine;

/// <summary>Bytes that are numbers.</summary>
internal readonly struct Numbers : IValues<byte>
{
    private const int WordBytes = sizeof(ulong), BlockBytes = 16, Rows = 4;

    private static readonly byte[] s_box = Box(), s_inverseBox = InverseOf(s_box);

    public byte? Unknown => null;

    public byte Of(byte number) => number;

    public bool IsNumber(byte value, out byte number)
    {
        number = value;
        return true;
    }

    public void And(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result)
    {
        var (i, words) = (0, result.Length & -WordBytes);
        for (; i < words; i += WordBytes)
            Write(Read(first.Slice(i, WordBytes)) & Read(second.Slice(i, WordBytes)), result.Slice(i, WordBytes));
        for (; i < result.Length; i++)
            result[i] = (byte)(first[i] & second[i]);
    }

    public void Or(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result)
    {
        var (i, words) = (0, result.Length & -WordBytes);
        for (; i < words; i += WordBytes)
            Write(Read(first.Slice(i, WordBytes)) | Read(second.Slice(i, WordBytes)), result.Slice(i, WordBytes));
        for (; i < result.Length; i++)
            result[i] = (byte)(first[i] | second[i]);
    }

    public void Xor(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result)
    {
        var (i, words) = (0, result.Length & -WordBytes);
        for (; i < words; i += WordBytes)
            Write(Read(first.Slice(i, WordBytes)) ^ Read(second.Slice(i, WordBytes)), result.Slice(i, WordBytes));
        for (; i < result.Length; i++)
            result[i] = (byte)(first[i] ^ second[i]);
    }

    public void Add(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result) => Write(Read(first) + Read(second), result);

    public byte? AddWithCarry(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, byte carry, Span<byte> result)
    {
        var sum = (UInt128)Read(first) + Read(second) + carry;
        Write((ulong)sum, result);
        return (byte)(sum >> (8 * result.Length));
    }

    public void Subtract(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result) => Write(Read(first) - Read(second), result);

    public byte? IsLess(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) => Read(first) < Read(second) ? (byte)1 : (byte)0;

    public void Multiply(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result)
    {
        var high = Math.BigMul(Read(first), Read(second), out var low);
        var half = result.Length / 2;
        Write(low, result[..half]);
        Write(half == WordBytes ? high : low >> (8 * half), result[half..]);
    }

    public void ShiftLeft(ReadOnlySpan<byte> word, int bits, Span<byte> result) => Write(Read(word) << bits, result);

    public void ShiftRight(ReadOnlySpan<byte> word, int bits, Span<byte> result) => Write(Read(word) >> bits, result);

    public void ShiftRightSigned(ReadOnlySpan<byte> word, int bits, Span<byte> result) => Write((ulong)(Signed(word) >> bits), result);

    public void RotateLeft(ReadOnlySpan<byte> word, int bits, Span<byte> result)
    {
        var value = Read(word);
        Write(bits == 0 ? value : (value << bits) | (value >> ((8 * word.Length) - bits)), result);
    }

    public void Greater(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result) =>
        result.Fill(Signed(first) > Signed(second) ? byte.MaxValue : byte.MinValue);

    public void SumProducts(int bytes, bool isFirstSigned, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result)
    {
        var sum = 0L;
        for (var i = 0; i < first.Length; i += bytes)
        {
            var factor = first.Slice(i, bytes);
            sum += (isFirstSigned ? Signed(factor) : (long)Read(factor)) * Signed(second.Slice(i, bytes));
        }

        var greatest = (1L << ((8 * result.Length) - 1)) - 1;
        Write((ulong)Math.Clamp(sum, ~greatest, greatest), result);
    }

    public void SumDifferences(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result)
    {
        var sum = 0;
        for (var i = 0; i < first.Length; i++)
            sum += Math.Abs(first[i] - second[i]);
        Write((ulong)sum, result);
    }

    public void MultiplyPolynomials(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second, Span<byte> result)
    {
        var (factor, product) = ((UInt128)Read(first), UInt128.Zero);
        for (var other = Read(second); other != 0; other >>= 1, factor <<= 1)
        {
            if ((other & 1) != 0)
                product ^= factor;
        }

        BinaryPrimitives.WriteUInt128LittleEndian(result, product);
    }

    public void Aes(AesStep step, ReadOnlySpan<byte> state, Span<byte> result)
    {
        Span<byte> next = stackalloc byte[BlockBytes];
        var isInverse = step is AesStep.InverseRound or AesStep.LastInverseRound;
        if (step == AesStep.InverseMixColumns)
            state.CopyTo(next);
        else
            ShiftAndSubstitute(isInverse, state, next);
        if (step == AesStep.Round)
            MixColumns([2, 3, 1, 1], next);
        else if (step is AesStep.InverseRound or AesStep.InverseMixColumns)
            MixColumns([14, 11, 13, 9], next);
        next.CopyTo(result);
    }

    public byte LookUp(ReadOnlySpan<byte> table, byte index) => index > sbyte.MaxValue ? (byte)0 : table[index & (BlockBytes - 1)];

    private static void ShiftAndSubstitute(bool isInverse, ReadOnlySpan<byte> state, Span<byte> next)
    {
        for (var i = 0; i < BlockBytes; i++)
        {
            var columns = isInverse ? Rows - (i % Rows) : i % Rows;
            next[i] = (isInverse ? s_inverseBox : s_box)[state[(i + (Rows * columns)) % BlockBytes]];
        }
    }

    private static void MixColumns(ReadOnlySpan<byte> factors, Span<byte> state)
    {
        Span<byte> column = stackalloc byte[Rows];
        for (var begin = 0; begin < BlockBytes; begin += Rows)
        {
            state.Slice(begin, Rows).CopyTo(column);
            for (var row = 0; row < Rows; row++)
            {
                byte sum = 0;
                for (var i = 0; i < Rows; i++)
                    sum ^= Multiply(column[i], factors[(i + Rows - row) % Rows]);
                state[begin + row] = sum;
            }
        }
    }

    /// <summary>In GF(2^8) of FIPS 197, section 4.2.</summary>
    private static byte Multiply(int first, int second)
    {
        const int Modulus = 0x11B;
        var product = 0;
        for (; second != 0; second >>= 1)
        {
            if ((second & 1) != 0)
                product ^= first;
            first = (first << 1) ^ (first >= 0x80 ? Modulus : 0);
        }

        return (byte)product;
    }

    /// <summary>SubBytes of FIPS 197, section 5.1.1: the inverse, which is the 254th power, and an affine map.</summary>
    private static byte[] Box()
    {
        const int InversePower = 254, Constant = 0x63;
        var box = new byte[256];
        for (var i = 0; i < box.Length; i++)
        {
            byte inverse = 1;
            for (var k = 0; k < InversePower; k++)
                inverse = Multiply(inverse, i);
            var sum = (byte)(inverse ^ Constant);
            for (var k = 1; k < 5; k++)
                sum ^= byte.RotateLeft(inverse, k);
            box[i] = sum;
        }

        return box;
    }

    private static byte[] InverseOf(byte[] box)
    {
        var inverse = new byte[box.Length];
        for (var i = 0; i < box.Length; i++)
            inverse[box[i]] = (byte)i;
        return inverse;
    }

    private static ulong Read(ReadOnlySpan<byte> word)
    {
        if (word.Length == WordBytes)
            return BinaryPrimitives.ReadUInt64LittleEndian(word);
        var value = 0UL;
        for (var i = word.Length - 1; i >= 0; i--)
            value = (value << 8) | word[i];
        return value;
    }

    private static long Signed(ReadOnlySpan<byte> word)
    {
        var unused = 64 - (8 * word.Length);
        return (long)(Read(word) << unused) >> unused;
    }

    private static void Write(ulong value, Span<byte> word)
    {
        if (word.Length == WordBytes)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(word, value);
            return;
        }

        for (var i = 0; i < word.Length; i++, value >>= 8)
            word[i] = (byte)value;
    }
}
