using System;
using System.Numerics;
using Iced.Intel;

namespace ManagedCrypto.Machine;

/// <summary>
/// What instructions compute of their operands, by the pages of Intel's manual, volume 2. Operands are spans of bytes, the lowest first. Where
/// registers are, which bytes are cleared, and what a mask leaves out is <see cref="Machine{T, TValues, TMemory}"/>'s.
/// </summary>
/// <typeparam name="T">A byte.</typeparam>
/// <typeparam name="TValues">What can be done with it.</typeparam>
internal readonly struct Semantics<T, TValues>(TValues values)
    where T : unmanaged
    where TValues : IValues<T>
{
    private const int LaneBytes = 16, Word = 4, Long = 8, MostBytes = 64;

    /// <summary>How many vectors an instruction reads, or null if this is none on vectors.</summary>
    public static int? CountOfSources(Mnemonic mnemonic) => mnemonic switch
    {
        Mnemonic.Movdqa or Mnemonic.Movdqu or Mnemonic.Vmovdqa or Mnemonic.Vmovdqu or Mnemonic.Vmovdqa32 or Mnemonic.Vmovdqa64
            or Mnemonic.Vmovdqu8 or Mnemonic.Vmovdqu32 or Mnemonic.Vmovdqu64
            or Mnemonic.Movaps or Mnemonic.Movups or Mnemonic.Vmovaps or Mnemonic.Vmovups or Mnemonic.Lddqu or Mnemonic.Vlddqu or Mnemonic.Movd or Mnemonic.Vmovd or Mnemonic.Movq or Mnemonic.Vmovq
            or Mnemonic.Movss or Mnemonic.Vmovss or Mnemonic.Vmovsd or Mnemonic.Vmovddup or Mnemonic.Vpermilpd
            or Mnemonic.Vbroadcasti128 or Mnemonic.Vbroadcasti32x4 or Mnemonic.Vbroadcastf128 or Mnemonic.Vbroadcastf32x4 or Mnemonic.Vbroadcastf32x8
            or Mnemonic.Vpbroadcastb or Mnemonic.Vpbroadcastd or Mnemonic.Vpbroadcastq or Mnemonic.Vbroadcastss or Mnemonic.Vbroadcastsd
            or Mnemonic.Vextracti128 or Mnemonic.Vextracti32x4 or Mnemonic.Vextracti32x8 or Mnemonic.Vextracti64x4
            or Mnemonic.Pextrb or Mnemonic.Vpextrb or Mnemonic.Pextrd or Mnemonic.Vpextrd or Mnemonic.Pextrq or Mnemonic.Vpextrq
            or Mnemonic.Pshufd or Mnemonic.Vpshufd or Mnemonic.Pslldq or Mnemonic.Vpslldq or Mnemonic.Psrldq or Mnemonic.Vpsrldq
            or Mnemonic.Vpslld or Mnemonic.Vpsrld or Mnemonic.Vpsllq or Mnemonic.Vpsrlq or Mnemonic.Vpsrad
            or Mnemonic.Vprold or Mnemonic.Vprord or Mnemonic.Vprolq or Mnemonic.Vprorq or Mnemonic.Vpmovzxdq or Mnemonic.Aesimc or Mnemonic.Vaesimc => 1,
        Mnemonic.Pxor or Mnemonic.Vpxor or Mnemonic.Vpxord or Mnemonic.Vpxorq or Mnemonic.Xorps or Mnemonic.Vxorps or Mnemonic.Vpand or Mnemonic.Vpandd or Mnemonic.Vpandq or Mnemonic.Vpandn
            or Mnemonic.Vpor or Mnemonic.Vpord or Mnemonic.Vporq or Mnemonic.Vpcmpeqd or Mnemonic.Vpmuludq or Mnemonic.Vpaddb or Mnemonic.Vpaddw or Mnemonic.Paddd or Mnemonic.Vpaddd or Mnemonic.Vpaddq or Mnemonic.Vpsubq
            or Mnemonic.Vpcmpb or Mnemonic.Vpcmpeqb or Mnemonic.Vpcmpgtb or Mnemonic.Vpcmpgtq or Mnemonic.Vpminsb or Mnemonic.Vpsadbw or Mnemonic.Vpmaddubsw or Mnemonic.Vpmaddwd
            or Mnemonic.Vpsllvq or Mnemonic.Vpsrlvq or Mnemonic.Pshufb or Mnemonic.Vpshufb or Mnemonic.Palignr or Mnemonic.Vpalignr
            or Mnemonic.Shufpd or Mnemonic.Valignq or Mnemonic.Pblendw or Mnemonic.Vpblendd
            or Mnemonic.Vpunpckldq or Mnemonic.Vpunpckhdq or Mnemonic.Vpunpcklqdq or Mnemonic.Vpunpckhqdq
            or Mnemonic.Vpinsrb or Mnemonic.Pinsrq or Mnemonic.Vpinsrq or Mnemonic.Vinserti128 or Mnemonic.Vinsertf128 or Mnemonic.Vinserti32x4
            or Mnemonic.Vinsertf32x8 or Mnemonic.Vinserti64x4 or Mnemonic.Vperm2i128 or Mnemonic.Vshufi32x4
            or Mnemonic.Vaesenc or Mnemonic.Vaesenclast or Mnemonic.Vaesdec or Mnemonic.Vaesdeclast or Mnemonic.Vpclmulqdq
            or Mnemonic.Sha1rnds4 or Mnemonic.Sha1nexte or Mnemonic.Sha1msg1 or Mnemonic.Sha1msg2
            or Mnemonic.Sha256msg1 or Mnemonic.Sha256msg2 => 2,
        Mnemonic.Vpternlogd or Mnemonic.Vpternlogq or Mnemonic.Vpblendvb or Mnemonic.Sha256rnds2 => 3,
        _ => null,
    };

    /// <summary>Whether the machine knows it as an instruction on general registers.</summary>
    public static bool IsGeneral(Mnemonic mnemonic) => mnemonic
        is Mnemonic.Lea or Mnemonic.Mov or Mnemonic.Movzx or Mnemonic.Movsx or Mnemonic.Movsxd or Mnemonic.Xchg
        or Mnemonic.Mul or Mnemonic.Mulx or Mnemonic.Imul or Mnemonic.Div or Mnemonic.Idiv or Mnemonic.Add or Mnemonic.Adc or Mnemonic.Sub or Mnemonic.Sbb or Mnemonic.Cmp
        or Mnemonic.And or Mnemonic.Andn or Mnemonic.Or or Mnemonic.Xor or Mnemonic.Not or Mnemonic.Neg or Mnemonic.Test or Mnemonic.Inc or Mnemonic.Dec
        or Mnemonic.Bswap or Mnemonic.Movbe or Mnemonic.Bt or Mnemonic.Bzhi or Mnemonic.Rorx or Mnemonic.Tzcnt or Mnemonic.Lzcnt or Mnemonic.Crc32
        or Mnemonic.Shl or Mnemonic.Shr or Mnemonic.Sar or Mnemonic.Rol or Mnemonic.Ror or Mnemonic.Shlx or Mnemonic.Shrx or Mnemonic.Sarx
        or (>= Mnemonic.Cmova and <= Mnemonic.Cmovs) or (>= Mnemonic.Seta and <= Mnemonic.Sets);

    /// <summary>An instruction on vectors. It fills as many bytes as the result has, or as it moves if these are fewer.</summary>
    /// <returns>How many bytes.</returns>
    public int Compute(Mnemonic mnemonic, int immediate, ReadOnlySpan<T> first, ReadOnlySpan<T> second, ReadOnlySpan<T> third, Span<T> result)
    {
        Span<T> zeros = stackalloc T[LaneBytes];
        Zeros(zeros);
        switch (mnemonic)
        {
            case Mnemonic.Movdqa or Mnemonic.Movdqu or Mnemonic.Vmovdqa or Mnemonic.Vmovdqu or Mnemonic.Vmovdqa32 or Mnemonic.Vmovdqa64
                or Mnemonic.Vmovdqu8 or Mnemonic.Vmovdqu32 or Mnemonic.Vmovdqu64
                or Mnemonic.Movaps or Mnemonic.Movups or Mnemonic.Vmovaps or Mnemonic.Vmovups or Mnemonic.Lddqu or Mnemonic.Vlddqu:
                first.CopyTo(result);
                break;
            case Mnemonic.Movd or Mnemonic.Vmovd or Mnemonic.Movss or Mnemonic.Vmovss:
                return Take(first, 0, Word, result);
            case Mnemonic.Movq or Mnemonic.Vmovq or Mnemonic.Vmovsd:
                return Take(first, 0, Long, result);
            case Mnemonic.Vmovddup:
                // From memory, one number is read.
                for (var i = 0; i < result.Length; i += Long)
                    first.Slice(first.Length > Long ? i & -LaneBytes : 0, Long).CopyTo(result[i..]);
                break;
            case Mnemonic.Vpermilpd:
                for (var i = 0; i < result.Length; i += Long)
                    first.Slice((i & -LaneBytes) + (Long * Field(immediate, i / Long, 1)), Long).CopyTo(result[i..]);
                break;
            case Mnemonic.Vpbroadcastb:
                Repeat(first[..1], result);
                break;
            case Mnemonic.Vbroadcasti128 or Mnemonic.Vbroadcasti32x4 or Mnemonic.Vbroadcastf128 or Mnemonic.Vbroadcastf32x4:
                Repeat(first[..LaneBytes], result);
                break;
            case Mnemonic.Vbroadcastf32x8:
                Repeat(first[..(2 * LaneBytes)], result);
                break;
            case Mnemonic.Vpbroadcastd or Mnemonic.Vbroadcastss:
                Repeat(first[..Word], result);
                break;
            case Mnemonic.Vpbroadcastq or Mnemonic.Vbroadcastsd:
                Repeat(first[..Long], result);
                break;
            case Mnemonic.Vextracti128 or Mnemonic.Vextracti32x4:
                return Take(first, immediate, LaneBytes, result);
            case Mnemonic.Vextracti32x8 or Mnemonic.Vextracti64x4:
                return Take(first, immediate, 2 * LaneBytes, result);
            case Mnemonic.Pextrb or Mnemonic.Vpextrb:
                return Take(first, immediate, 1, result);
            case Mnemonic.Pextrd or Mnemonic.Vpextrd:
                return Take(first, immediate, Word, result);
            case Mnemonic.Pextrq or Mnemonic.Vpextrq:
                return Take(first, immediate, Long, result);
            case Mnemonic.Vpinsrb:
                Insert(first, second[..1], immediate, result);
                break;
            case Mnemonic.Pinsrq or Mnemonic.Vpinsrq:
                Insert(first, second[..Long], immediate, result);
                break;
            case Mnemonic.Vinserti128 or Mnemonic.Vinsertf128 or Mnemonic.Vinserti32x4:
                Insert(first, second[..LaneBytes], immediate, result);
                break;
            case Mnemonic.Vinserti64x4 or Mnemonic.Vinsertf32x8:
                Insert(first, second[..(2 * LaneBytes)], immediate, result);
                break;

            case Mnemonic.Pshufb or Mnemonic.Vpshufb:
                for (var i = 0; i < result.Length; i++)
                    result[i] = values.LookUp(first.Slice(i & -LaneBytes, LaneBytes), second[i]);
                break;
            case Mnemonic.Pshufd or Mnemonic.Vpshufd:
                for (var i = 0; i < result.Length; i += Word)
                    first.Slice((i & -LaneBytes) + (Word * Field(immediate, i / Word % 4, 2)), Word).CopyTo(result[i..]);
                break;
            case Mnemonic.Vshufi32x4:
                // The lower half of the lanes comes from the first source.
                for (var (i, lanes) = (0, result.Length / LaneBytes); i < lanes; i++)
                {
                    var lane = Field(immediate, i, lanes / 2);
                    (i < lanes / 2 ? first : second).Slice(lane * LaneBytes, LaneBytes).CopyTo(result[(i * LaneBytes)..]);
                }

                break;
            case Mnemonic.Vperm2i128:
                for (var i = 0; i < 2; i++)
                {
                    var choice = Field(immediate, i, 4);
                    var lane = result.Slice(i * LaneBytes, LaneBytes);
                    if ((choice & 8) != 0)
                        lane.Fill(values.Of(0));
                    else
                        ((choice & 2) == 0 ? first : second).Slice((choice & 1) * LaneBytes, LaneBytes).CopyTo(lane);
                }

                break;
            case Mnemonic.Palignr or Mnemonic.Vpalignr:
                for (var lane = 0; lane < result.Length; lane += LaneBytes)
                    Align(first.Slice(lane, LaneBytes), second.Slice(lane, LaneBytes), immediate, result.Slice(lane, LaneBytes));
                break;
            case Mnemonic.Valignq:
                Align(first, second, Long * (immediate & ((result.Length / Long) - 1)), result);
                break;
            case Mnemonic.Pslldq or Mnemonic.Vpslldq:
                for (var lane = 0; lane < result.Length; lane += LaneBytes)
                    Align(first.Slice(lane, LaneBytes), zeros, LaneBytes - Math.Min(immediate, LaneBytes), result.Slice(lane, LaneBytes));
                break;
            case Mnemonic.Psrldq or Mnemonic.Vpsrldq:
                for (var lane = 0; lane < result.Length; lane += LaneBytes)
                    Align(zeros, first.Slice(lane, LaneBytes), Math.Min(immediate, LaneBytes), result.Slice(lane, LaneBytes));
                break;
            case Mnemonic.Vpunpckldq or Mnemonic.Vpunpckhdq:
                TakeInTurns(Word, mnemonic == Mnemonic.Vpunpckhdq, first, second, result);
                break;
            case Mnemonic.Vpunpcklqdq or Mnemonic.Vpunpckhqdq:
                TakeInTurns(Long, mnemonic == Mnemonic.Vpunpckhqdq, first, second, result);
                break;
            case Mnemonic.Shufpd:
                var low = first.Slice(Long * Field(immediate, 0, 1), Long).ToArray();
                second.Slice(Long * Field(immediate, 1, 1), Long).CopyTo(result[Long..]);
                low.CopyTo(result);
                break;
            case Mnemonic.Pblendw:
                for (var i = 0; i < result.Length; i++)
                    result[i] = Field(immediate, i / 2, 1) == 0 ? first[i] : second[i];
                break;
            case Mnemonic.Vpblendd:
                for (var i = 0; i < result.Length; i++)
                    result[i] = Field(immediate, i / Word, 1) == 0 ? first[i] : second[i];
                break;
            case Mnemonic.Vpblendvb:
                for (var i = 0; i < result.Length; i++)
                    values.ShiftRightSigned(third.Slice(i, 1), 7, result.Slice(i, 1));
                Choose(result, second, first, result);
                break;

            case Mnemonic.Pxor or Mnemonic.Vpxor or Mnemonic.Vpxord or Mnemonic.Vpxorq or Mnemonic.Xorps or Mnemonic.Vxorps:
                values.Xor(first, second, result);
                break;
            case Mnemonic.Vpand or Mnemonic.Vpandd or Mnemonic.Vpandq:
                values.And(first, second, result);
                break;
            case Mnemonic.Vpandn:
                Complement(first, result);
                values.And(result, second, result);
                break;
            case Mnemonic.Vpor or Mnemonic.Vpord or Mnemonic.Vporq:
                values.Or(first, second, result);
                break;
            case Mnemonic.Vpternlogd or Mnemonic.Vpternlogq:
                Combine((byte)immediate, first, second, third, result);
                break;

            case Mnemonic.Vpaddb:
                Add(1, first, second, result);
                break;
            case Mnemonic.Vpaddw:
                Add(2, first, second, result);
                break;
            case Mnemonic.Paddd or Mnemonic.Vpaddd:
                Add(Word, first, second, result);
                break;
            case Mnemonic.Vpaddq:
                Add(Long, first, second, result);
                break;
            case Mnemonic.Vpsubq:
                for (var i = 0; i < result.Length; i += Long)
                    values.Subtract(first.Slice(i, Long), second.Slice(i, Long), result.Slice(i, Long));
                break;
            case Mnemonic.Vpcmpeqd:
                for (var i = 0; i < result.Length; i += Word)
                    Equal(first.Slice(i, Word), second.Slice(i, Word), result.Slice(i, Word));
                break;
            case Mnemonic.Vpmuludq:
                for (var i = 0; i < result.Length; i += Long)
                    values.Multiply(first.Slice(i, Word), second.Slice(i, Word), result.Slice(i, Long));
                break;
            case Mnemonic.Vpcmpgtb:
                for (var i = 0; i < result.Length; i++)
                    values.Greater(first.Slice(i, 1), second.Slice(i, 1), result.Slice(i, 1));
                break;
            case Mnemonic.Vpcmpb or Mnemonic.Vpcmpeqb:
                for (var i = 0; i < result.Length; i++)
                    Compare(mnemonic == Mnemonic.Vpcmpb ? immediate : 0, first.Slice(i, 1), second.Slice(i, 1), result.Slice(i, 1));
                break;
            case Mnemonic.Vpminsb:
                for (var i = 0; i < result.Length; i++)
                    values.Greater(first.Slice(i, 1), second.Slice(i, 1), result.Slice(i, 1));
                Choose(result, second, first, result);
                break;
            case Mnemonic.Vpcmpgtq:
                for (var i = 0; i < result.Length; i += Long)
                    values.Greater(first.Slice(i, Long), second.Slice(i, Long), result.Slice(i, Long));
                break;
            case Mnemonic.Vpsadbw:
                for (var i = 0; i < result.Length; i += Long)
                    values.SumDifferences(first.Slice(i, Long), second.Slice(i, Long), result.Slice(i, Long));
                break;
            case Mnemonic.Vpmaddubsw:
                for (var i = 0; i < result.Length; i += 2)
                    values.SumProducts(1, isFirstSigned: false, first.Slice(i, 2), second.Slice(i, 2), result.Slice(i, 2));
                break;
            case Mnemonic.Vpmaddwd:
                for (var i = 0; i < result.Length; i += Word)
                    AddProducts(first.Slice(i, Word), second.Slice(i, Word), result.Slice(i, Word));
                break;
            case Mnemonic.Vpsllq or Mnemonic.Vpsrlq or Mnemonic.Vprolq or Mnemonic.Vprorq:
                for (var i = 0; i < result.Length; i += Long)
                    Shift(mnemonic, first.Slice(i, Long), (uint)immediate & byte.MaxValue, result.Slice(i, Long));
                break;
            case Mnemonic.Vpslld or Mnemonic.Vpsrld or Mnemonic.Vprold or Mnemonic.Vprord:
                for (var i = 0; i < result.Length; i += Word)
                    Shift(mnemonic, first.Slice(i, Word), (uint)immediate & byte.MaxValue, result.Slice(i, Word));
                break;
            case Mnemonic.Vpmovzxdq:
                Zeros(result);
                for (var i = 0; i < result.Length; i += Long)
                    first.Slice(i / 2, Word).CopyTo(result[i..]);
                break;
            case Mnemonic.Vpsllvq or Mnemonic.Vpsrlvq:
                for (var i = 0; i < result.Length; i += Long)
                    Shift(mnemonic, first.Slice(i, Long), Number(second.Slice(i, Long)), result.Slice(i, Long));
                break;
            case Mnemonic.Vpsrad:
                for (var i = 0; i < result.Length; i += Word)
                    values.ShiftRightSigned(first.Slice(i, Word), Math.Min(immediate & byte.MaxValue, 31), result.Slice(i, Word));
                break;

            case Mnemonic.Vaesenc:
                Aes(AesStep.Round, first, second, result);
                break;
            case Mnemonic.Vaesenclast:
                Aes(AesStep.LastRound, first, second, result);
                break;
            case Mnemonic.Vaesdec:
                Aes(AesStep.InverseRound, first, second, result);
                break;
            case Mnemonic.Vaesdeclast:
                Aes(AesStep.LastInverseRound, first, second, result);
                break;
            case Mnemonic.Aesimc or Mnemonic.Vaesimc:
                values.Aes(AesStep.InverseMixColumns, first, result);
                break;
            case Mnemonic.Vpclmulqdq:
                for (var lane = 0; lane < result.Length; lane += LaneBytes)
                {
                    var one = first.Slice(lane + (Long * Field(immediate, 0, 1)), Long);
                    values.MultiplyPolynomials(one, second.Slice(lane + (Long * Field(immediate, 4, 1)), Long), result.Slice(lane, LaneBytes));
                }

                break;

            case Mnemonic.Sha1rnds4:
                Sha1Rounds(immediate & 3, first, second, result);
                break;
            case Mnemonic.Sha1nexte:
                second.CopyTo(result);
                var next = result[(3 * Word)..];
                Rotated(first[(3 * Word)..], 30, next);
                values.Add(next, second[(3 * Word)..], next);
                break;
            case Mnemonic.Sha1msg1:
                Sha1Message1(first, second, result);
                break;
            case Mnemonic.Sha1msg2:
                Sha1Message2(first, second, result);
                break;
            case Mnemonic.Sha256rnds2:
                Sha256Rounds(first, second, third, result);
                break;
            case Mnemonic.Sha256msg1:
                Sha256Message1(first, second, result);
                break;
            case Mnemonic.Sha256msg2:
                Sha256Message2(first, second, result);
                break;
            default:
                throw new NotSupportedException($"The machine does not know {mnemonic}.");
        }

        return result.Length;
    }

    /// <summary>The sum of two words and a carry, and of the flags what is known.</summary>
    /// <param name="first">A word.</param>
    /// <param name="second">Another.</param>
    /// <param name="carry">The carry that is added, or zero; on return the one out of it, or null if nothing is known of that.</param>
    /// <param name="result">Receives the sum.</param>
    public StatusFlags? Add(ReadOnlySpan<T> first, ReadOnlySpan<T> second, ref T? carry, Span<T> result)
    {
        var added = carry ?? throw new InvalidOperationException("A carry is not defined.");
        var flags = values.IsNumber(added, out var number) ? FlagsOf(first, second, isDifference: false, number != 0) : null;
        carry = values.AddWithCarry(first, second, added, result);
        return flags;
    }

    /// <summary>Another instruction on general registers that makes one word of two, and of the flags what is known.</summary>
    public StatusFlags? ComputeGeneral(Mnemonic mnemonic, ReadOnlySpan<T> first, ReadOnlySpan<T> second, StatusFlags? flags, T? carry, Span<T> result)
    {
        var bytes = result.Length;
        switch (mnemonic)
        {
            case Mnemonic.Imul:
                Span<T> product = stackalloc T[2 * bytes];
                values.Multiply(first, second, product);
                product[..bytes].CopyTo(result);
                return null;
            case Mnemonic.Sub or Mnemonic.Cmp:
                values.Subtract(first, second, result);
                return FlagsOf(first, second, isDifference: true);
            case Mnemonic.And or Mnemonic.Test:
                values.And(first, second, result);
                return FlagsOfLogic(result);
            case Mnemonic.Andn:
                Span<T> ones = stackalloc T[bytes];
                ones.Fill(values.Of(byte.MaxValue));
                values.Xor(first, ones, result);
                values.And(result, second, result);
                return FlagsOfLogic(result);
            case Mnemonic.Or:
                values.Or(first, second, result);
                return FlagsOfLogic(result);
            case Mnemonic.Xor:
                values.Xor(first, second, result);
                return FlagsOfLogic(result);
            case Mnemonic.Not:
                Complement(first, result);
                return flags;
            case Mnemonic.Bswap or Mnemonic.Movbe:
                (mnemonic == Mnemonic.Bswap ? first : second).CopyTo(result);
                result.Reverse();
                return flags;
            case Mnemonic.Sbb:
                if (carry is not { } borrowed || !values.IsNumber(borrowed, out _))
                    return FillUnknown(result);
                Span<T> borrow = stackalloc T[bytes];
                Zeros(borrow)[0] = borrowed;
                values.Subtract(first, second, result);
                values.Subtract(result, borrow, result);
                return null;
            case Mnemonic.Tzcnt or Mnemonic.Lzcnt:
                if (!TryNumber(second, out var counted))
                    return FillUnknown(result);
                var zeros = mnemonic == Mnemonic.Tzcnt ? BitOperations.TrailingZeroCount(counted) : BitOperations.LeadingZeroCount(counted) - 64 + (8 * bytes);
                Write((ulong)Math.Min(zeros, 8 * bytes), result);
                return null;
            case Mnemonic.Neg:
                Span<T> nothing = stackalloc T[bytes];
                values.Subtract(Zeros(nothing), first, result);
                return FlagsOf(nothing, first, isDifference: true);
            case Mnemonic.Inc or Mnemonic.Dec:
                Span<T> one = stackalloc T[bytes];
                Zeros(one)[0] = values.Of(1);
                if (mnemonic == Mnemonic.Inc)
                    values.Add(first, one, result);
                else
                    values.Subtract(first, one, result);
                return FlagsOf(first, one, mnemonic == Mnemonic.Dec) is { } known ? known with { Carry = flags?.Carry } : null;
            case Mnemonic.Shl or Mnemonic.Shlx:
                values.ShiftLeft(first, CountOf(second, bytes), result);
                return mnemonic == Mnemonic.Shlx ? flags : FlagsOfShift(second, result, flags);
            case Mnemonic.Shr or Mnemonic.Shrx:
                values.ShiftRight(first, CountOf(second, bytes), result);
                return mnemonic == Mnemonic.Shrx ? flags : FlagsOfShift(second, result, flags);
            case Mnemonic.Sar or Mnemonic.Sarx:
                values.ShiftRightSigned(first, CountOf(second, bytes), result);
                return mnemonic == Mnemonic.Sarx ? flags : FlagsOfShift(second, result, flags);
            case Mnemonic.Rol:
                values.RotateLeft(first, CountOf(second, bytes), result);
                return null;
            case Mnemonic.Ror or Mnemonic.Rorx:
                values.RotateLeft(first, -CountOf(second, bytes) & ((8 * bytes) - 1), result);
                return mnemonic == Mnemonic.Rorx ? flags : null;
            case Mnemonic.Bzhi:
                var count = (int)Number(second[..1]);
                Span<T> kept = stackalloc T[bytes];
                for (var i = 0; i < bytes; i++)
                    kept[i] = values.Of((byte)(count >= 8 * (i + 1) ? 0xFF : (1 << Math.Max(0, count - (8 * i))) - 1));
                values.And(first, kept, result);
                return null;
            default:
                throw new NotSupportedException($"The machine does not know {mnemonic}.");
        }
    }

    /// <inheritdoc cref="IValues{T}.Multiply"/>
    public void Multiply(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result) => values.Multiply(first, second, result);

    /// <summary>The number that a word is, which no secret may change.</summary>
    public ulong Number(ReadOnlySpan<T> word) =>
        TryNumber(word, out var number) ? number : throw new InvalidOperationException("A secret is where a number must be known.");

    public bool TryNumber(ReadOnlySpan<T> word, out ulong number)
    {
        number = 0;
        for (var i = word.Length - 1; i >= 0; i--)
        {
            if (!values.IsNumber(word[i], out var part))
                return false;
            number = (number << 8) | part;
        }

        return true;
    }

    public Span<T> Write(ulong number, Span<T> word)
    {
        for (var i = 0; i < word.Length; i++, number >>= 8)
            word[i] = values.Of((byte)number);
        return word;
    }

    public Span<T> Zeros(Span<T> word)
    {
        word.Fill(values.Of(0));
        return word;
    }

    /// <summary>By how many bits a word of so many bytes is shifted, which no secret may change.</summary>
    private int CountOf(ReadOnlySpan<T> count, int bytes)
    {
        var bits = (int)Number(count[..1]) & ((8 * Math.Max(bytes, Word)) - 1);
        return bits < 8 * bytes ? bits : throw new NotSupportedException("The machine shifts no word by as many bits as it has.");
    }

    /// <summary>Appends bytes to a CRC of 32 bits, whose polynomial is that of CRC-32C.</summary>
    public void AppendToCrc(ReadOnlySpan<T> bytes, Span<T> value)
    {
        const uint Polynomial = 0x82F63B78;
        Span<T> leaving = stackalloc T[Word], constant = stackalloc T[Word];
        Write(Polynomial, constant);
        for (var i = 0; i < bytes.Length; i++)
        {
            values.Xor(value[..1], bytes.Slice(i, 1), value[..1]);
            for (var bit = 0; bit < 8; bit++)
            {
                // The bit that leaves, in all places.
                values.ShiftLeft(value, 31, leaving);
                values.ShiftRightSigned(leaving, 31, leaving);
                values.And(leaving, constant, leaving);
                values.ShiftRight(value, 1, value);
                values.Xor(value, leaving, value);
            }
        }
    }

    private StatusFlags? FillUnknown(Span<T> result)
    {
        result.Fill(values.Unknown ?? throw new InvalidOperationException("A secret is where a number must be known."));
        return null;
    }

    private static int Field(int immediate, int place, int bits) => (immediate >> (place * bits)) & ((1 << bits) - 1);

    private static int Take(ReadOnlySpan<T> source, int index, int bytes, Span<T> result)
    {
        source.Slice(bytes * (index & (Math.Max(1, source.Length / bytes) - 1)), bytes).CopyTo(result);
        return bytes;
    }

    private static void Repeat(ReadOnlySpan<T> source, Span<T> result)
    {
        for (var i = 0; i < result.Length; i += source.Length)
            source.CopyTo(result[i..]);
    }

    private static void Insert(ReadOnlySpan<T> first, ReadOnlySpan<T> part, int index, Span<T> result)
    {
        first.CopyTo(result);
        part.CopyTo(result[(part.Length * (index & ((result.Length / part.Length) - 1)))..]);
    }

    /// <summary>The high source behind the low one, from so many bytes on.</summary>
    private void Align(ReadOnlySpan<T> high, ReadOnlySpan<T> low, int bytes, Span<T> result)
    {
        Span<T> both = stackalloc T[3 * MostBytes];
        Zeros(both);
        low.CopyTo(both);
        high.CopyTo(both[low.Length..]);
        both.Slice(Math.Min(bytes, 2 * low.Length), result.Length).CopyTo(result);
    }

    /// <summary>All bits of the result are set if the words are equal.</summary>
    private void Equal(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        if (!TryNumber(first, out var one) || !TryNumber(second, out var other))
            FillUnknown(result);
        else
            result.Fill(values.Of(one == other ? byte.MaxValue : byte.MinValue));
    }

    /// <summary>The same if a predicate holds: equal, less, not greater, never, or the opposite.</summary>
    private void Compare(int predicate, ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        const int NotGreater = 2, Opposite = 4;
        var isOpposite = (predicate & Opposite) != 0;
        switch (predicate & 3)
        {
            case 0:
                Equal(first, second, result);
                break;
            case 1:
                values.Greater(second, first, result);
                break;
            case NotGreater:
                values.Greater(first, second, result);
                break;
            default:
                Zeros(result);
                break;
        }

        if (isOpposite != ((predicate & 3) == NotGreater))
            Complement(result, result);
    }

    private void Complement(ReadOnlySpan<T> source, Span<T> result)
    {
        Span<T> ones = stackalloc T[source.Length];
        ones.Fill(values.Of(byte.MaxValue));
        values.Xor(source, ones, result);
    }

    /// <summary>By the bits of a mask, those of one word or of the other.</summary>
    private void Choose(ReadOnlySpan<T> mask, ReadOnlySpan<T> one, ReadOnlySpan<T> other, Span<T> result)
    {
        Span<T> difference = stackalloc T[result.Length];
        values.Xor(one, other, difference);
        values.And(difference, mask, difference);
        values.Xor(difference, other, result);
    }

    /// <summary>
    /// The function of three bits whose table of values is given, as the XOR of products: its algebraic normal form. The first source's bit
    /// is the table's highest index bit.
    /// </summary>
    private void Combine(byte table, ReadOnlySpan<T> first, ReadOnlySpan<T> second, ReadOnlySpan<T> third, Span<T> result)
    {
        var form = table;
        for (var bit = 1; bit < 8; bit <<= 1)
        {
            for (var i = 0; i < 8; i++)
            {
                if ((i & bit) != 0)
                    form ^= (byte)(((form >> (i ^ bit)) & 1) << i);
            }
        }

        Span<T> sum = stackalloc T[result.Length], product = stackalloc T[result.Length];
        sum.Fill(values.Of((form & 1) == 0 ? byte.MinValue : byte.MaxValue));
        for (var i = 1; i < 8; i++)
        {
            if (((form >> i) & 1) == 0)
                continue;
            ((i & 4) != 0 ? first : (i & 2) != 0 ? second : third).CopyTo(product);
            if ((i & 6) == 6)
                values.And(product, second, product);
            if ((i & 1) != 0 && i != 1)
                values.And(product, third, product);
            values.Xor(sum, product, sum);
        }

        sum.CopyTo(result);
    }

    private void Add(int bytes, ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        for (var i = 0; i < result.Length; i += bytes)
            values.Add(first.Slice(i, bytes), second.Slice(i, bytes), result.Slice(i, bytes));
    }

    /// <summary>The sum of two products of signed words of 16 bits, modulo 2^32.</summary>
    private void AddProducts(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        Span<T> one = stackalloc T[Word], other = stackalloc T[Word];
        values.SumProducts(2, isFirstSigned: true, first[..2], second[..2], one);
        values.SumProducts(2, isFirstSigned: true, first[2..], second[2..], other);
        values.Add(one, other, result);
    }

    /// <summary>A half of each lane's elements of the first source, each followed by that of the second.</summary>
    private static void TakeInTurns(int bytes, bool isHigherHalf, ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        for (var i = 0; i < result.Length; i += 2 * bytes)
        {
            var from = (i & -LaneBytes) + (isHigherHalf ? Long : 0) + ((i & (LaneBytes - 1)) / 2);
            first.Slice(from, bytes).CopyTo(result[i..]);
            second.Slice(from, bytes).CopyTo(result[(i + bytes)..]);
        }
    }

    /// <summary>A shift by as many bits as a word has, or more, leaves zeros.</summary>
    private void Shift(Mnemonic mnemonic, ReadOnlySpan<T> word, ulong count, Span<T> result)
    {
        var bits = 8 * word.Length;
        if (mnemonic is Mnemonic.Vprold or Mnemonic.Vprord or Mnemonic.Vprolq or Mnemonic.Vprorq)
            values.RotateLeft(word, (int)(mnemonic is Mnemonic.Vprold or Mnemonic.Vprolq ? count : (ulong)bits - (count % (ulong)bits)) % bits, result);
        else if (count >= (ulong)bits)
            Zeros(result);
        else if (mnemonic is Mnemonic.Vpslld or Mnemonic.Vpsllq or Mnemonic.Vpsllvq)
            values.ShiftLeft(word, (int)count, result);
        else
            values.ShiftRight(word, (int)count, result);
    }

    private void Aes(AesStep step, ReadOnlySpan<T> state, ReadOnlySpan<T> roundKey, Span<T> result)
    {
        for (var lane = 0; lane < result.Length; lane += LaneBytes)
            values.Aes(step, state.Slice(lane, LaneBytes), result.Slice(lane, LaneBytes));
        values.Xor(result, roundKey, result);
    }

    private StatusFlags? FlagsOf(ReadOnlySpan<T> first, ReadOnlySpan<T> second, bool isDifference, bool carry = false)
    {
        if (!TryNumber(first, out var one) || !TryNumber(second, out var other))
            return null;
        var result = ((isDifference ? one - other : one + other) + (carry ? 1UL : 0)) & (ulong.MaxValue >> (64 - (8 * first.Length)));
        var flags = StatusFlags.Of(one, other, result, first.Length, isDifference);
        return carry ? flags with { Carry = result <= one } : flags;
    }

    /// <summary>A shift by no bit leaves the flags alone.</summary>
    private StatusFlags? FlagsOfShift(ReadOnlySpan<T> count, ReadOnlySpan<T> result, StatusFlags? flags) =>
        CountOf(count, result.Length) == 0 ? flags : TryNumber(result, out var number) ? StatusFlags.OfShift(number, result.Length) : null;

    private StatusFlags? FlagsOfLogic(ReadOnlySpan<T> result) =>
        TryNumber(result, out var number) ? StatusFlags.OfLogic(number, result.Length) : null;

    // SHA-1 and SHA-256 (FIPS 180-4): in a vector, the word with the lowest number is the highest but for SHA256MSG1 and MSG2.
    private static ReadOnlySpan<T> At(ReadOnlySpan<T> vector, int word) => vector.Slice(word * Word, Word);

    private static Span<T> At(Span<T> vector, int word) => vector.Slice(word * Word, Word);

    private void Rotated(ReadOnlySpan<T> word, int left, Span<T> result) => values.RotateLeft(word, left, result);

    /// <summary>The XOR of three rotations to the right.</summary>
    private void Rotations(ReadOnlySpan<T> word, int one, int two, int three, Span<T> result)
    {
        Span<T> other = stackalloc T[Word], sum = stackalloc T[Word];
        Rotated(word, 32 - one, sum);
        Rotated(word, 32 - two, other);
        values.Xor(sum, other, sum);
        Rotated(word, 32 - three, other);
        values.Xor(sum, other, result);
    }

    /// <summary>The XOR of two rotations and a shift to the right: the functions σ of the schedule.</summary>
    private void Sigma(ReadOnlySpan<T> word, int one, int two, int shift, Span<T> result)
    {
        Span<T> other = stackalloc T[Word], sum = stackalloc T[Word];
        Rotated(word, 32 - one, sum);
        Rotated(word, 32 - two, other);
        values.Xor(sum, other, sum);
        values.ShiftRight(word, shift, other);
        values.Xor(sum, other, result);
    }

    private void Majority(ReadOnlySpan<T> x, ReadOnlySpan<T> y, ReadOnlySpan<T> z, Span<T> result)
    {
        const byte TableOfMajority = 0xE8;
        Combine(TableOfMajority, x, y, z, result);
    }

    private void Sha1Message1(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        Span<T> words = stackalloc T[LaneBytes];
        values.Xor(At(first, 1), At(first, 3), At(words, 3));
        values.Xor(At(first, 0), At(first, 2), At(words, 2));
        values.Xor(At(second, 3), At(first, 1), At(words, 1));
        values.Xor(At(second, 2), At(first, 0), At(words, 0));
        words.CopyTo(result);
    }

    private void Sha1Message2(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        Span<T> words = stackalloc T[LaneBytes];
        for (var i = 3; i >= 0; i--)
        {
            values.Xor(At(first, i), i == 0 ? At(words, 3) : At(second, i - 1), At(words, i));
            Rotated(At(words, i), 1, At(words, i));
        }

        words.CopyTo(result);
    }

    private void Sha1Rounds(int function, ReadOnlySpan<T> state, ReadOnlySpan<T> message, Span<T> result)
    {
        ReadOnlySpan<uint> constants = [0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6];
        const byte Parity = 0x96, Choice = 0xCA;
        Span<T> sum = stackalloc T[Word], term = stackalloc T[Word], e = stackalloc T[Word], words = stackalloc T[LaneBytes];
        state.CopyTo(words);
        Zeros(e);
        for (var i = 3; i >= 0; i--)
        {
            if (function == 2)
                Majority(At(words, 2), At(words, 1), At(words, 0), sum);
            else
                Combine(function == 0 ? Choice : Parity, At(words, 2), At(words, 1), At(words, 0), sum);
            Rotated(At(words, 3), 5, term);
            values.Add(sum, term, sum);
            values.Add(sum, At(message, i), sum);
            values.Add(sum, e, sum);
            Write(constants[function], term);
            values.Add(sum, term, sum);
            At(words, 0).CopyTo(e);
            At(words, 1).CopyTo(At(words, 0));
            Rotated(At(words, 2), 30, At(words, 1));
            At(words, 3).CopyTo(At(words, 2));
            sum.CopyTo(At(words, 3));
        }

        words.CopyTo(result);
    }

    /// <summary>The first source has C, D, G, H, the second A, B, E, F, the third two words with their constants.</summary>
    private void Sha256Rounds(ReadOnlySpan<T> first, ReadOnlySpan<T> second, ReadOnlySpan<T> third, Span<T> result)
    {
        const byte Choice = 0xCA;
        const int A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7;
        Span<T> words = stackalloc T[8 * Word], sum = stackalloc T[Word], term = stackalloc T[Word];
        ReadOnlySpan<int> ofFirst = [H, G, D, C], ofSecond = [F, E, B, A];
        for (var i = 0; i < ofFirst.Length; i++)
        {
            At(first, i).CopyTo(At(words, ofFirst[i]));
            At(second, i).CopyTo(At(words, ofSecond[i]));
        }

        for (var round = 0; round < 2; round++)
        {
            Combine(Choice, At(words, E), At(words, F), At(words, G), sum);
            Rotations(At(words, E), 6, 11, 25, term);
            values.Add(sum, term, sum);
            values.Add(sum, At(third, round), sum);
            values.Add(sum, At(words, H), sum);
            Rotations(At(words, A), 2, 13, 22, term);
            words[..(H * Word)].CopyTo(words[Word..]);
            values.Add(At(words, E), sum, At(words, E));
            values.Add(sum, term, sum);
            Majority(At(words, B), At(words, C), At(words, D), term);
            values.Add(sum, term, At(words, A));
        }

        for (var i = 0; i < ofSecond.Length; i++)
            At(words, ofSecond[i]).CopyTo(At(result, i));
    }

    private void Sha256Message1(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        Span<T> words = stackalloc T[LaneBytes];
        for (var i = 0; i < 4; i++)
        {
            Sigma(i == 3 ? At(second, 0) : At(first, i + 1), 7, 18, 3, At(words, i));
            values.Add(At(first, i), At(words, i), At(words, i));
        }

        words.CopyTo(result);
    }

    private void Sha256Message2(ReadOnlySpan<T> first, ReadOnlySpan<T> second, Span<T> result)
    {
        Span<T> words = stackalloc T[LaneBytes];
        for (var i = 0; i < 4; i++)
        {
            Sigma(i < 2 ? At(second, i + 2) : At(words, i - 2), 17, 19, 10, At(words, i));
            values.Add(At(first, i), At(words, i), At(words, i));
        }

        words.CopyTo(result);
    }
}
