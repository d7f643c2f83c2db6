using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using static ManagedCrypto.Intrinsics.AesPermuteTables;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>One direction of AES by shuffles.</summary>
internal unsafe interface IAesPermuteDirection
{
    /// <summary>Where in a schedule this direction's keys are.</summary>
    static abstract int ScheduleOffset { get; }

    static abstract byte* Tables { get; }

    /// <summary>The row shifts, modulo 4, that the state lags more after each round: inverse ones are three.</summary>
    static abstract int LagOfARound { get; }

    /// <summary>Whether the constant of the inverse S-box has to be in the first key, or that of the S-box in the last one.</summary>
    static abstract bool IsAffineFirst { get; }

    /// <summary>All rounds but the last.</summary>
    static abstract T Round<T, TLanes>(T state, T key, byte* tables, byte* mixing)
        where T : unmanaged
        where TLanes : struct, IShuffleLanes<T>;
}

/// <summary>The steps of a round, with the names of <see cref="AesPermuteTables"/>.</summary>
internal static unsafe class AesPermuteRounds
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Enter<T, TLanes>(T text, byte* tables)
        where T : unmanaged
        where TLanes : struct, IShuffleLanes<T> =>
        LookUp<T, TLanes>(TLanes.LowNibbles(text), TLanes.HighNibbles(text), tables + AesPermuteTables.Enter);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Invert<T, TLanes>(T state, byte* tables, out T p, out T q)
        where T : unmanaged
        where TLanes : struct, IShuffleLanes<T>
    {
        var inverses = TLanes.Broadcast(tables + Inverses);
        var k = TLanes.LowNibbles(state);
        var i = TLanes.HighNibbles(state);
        var j = TLanes.Xor(i, k);
        var ak = TLanes.Shuffle(TLanes.Broadcast(tables + Inverses + Table), k);
        p = TLanes.Xor(TLanes.Shuffle(inverses, TLanes.Xor(TLanes.Shuffle(inverses, i), ak)), j);
        q = TLanes.Xor(TLanes.Shuffle(inverses, TLanes.Xor(TLanes.Shuffle(inverses, j), ak)), i);
    }

    /// <summary>The sum of a pair of tables.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T LookUp<T, TLanes>(T first, T second, byte* pair)
        where T : unmanaged
        where TLanes : struct, IShuffleLanes<T> =>
        TLanes.Xor(TLanes.Shuffle(TLanes.Broadcast(pair), first), TLanes.Shuffle(TLanes.Broadcast(pair + Table), second));

    /// <summary>A column of the state after MixColumns, from its products by the factors of one row.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Mix<T, TLanes>(T own, T first, T second, T third, T key, byte* mixing)
        where T : unmanaged
        where TLanes : struct, IShuffleLanes<T>
    {
        first = TLanes.Shuffle(first, TLanes.Broadcast(mixing));
        second = TLanes.Shuffle(second, TLanes.Broadcast(mixing + Table));
        third = TLanes.Shuffle(third, TLanes.Broadcast(mixing + (2 * Table)));
        return TLanes.Xor(TLanes.Xor(TLanes.Xor(own, key), first), TLanes.Xor(second, third));
    }
}

internal readonly unsafe struct AesPermuteEncryption : IAesPermuteDirection
{
    public static int ScheduleOffset => 0;

    public static byte* Tables => Encryption;

    public static int LagOfARound => 1;

    public static bool IsAffineFirst => false;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Round<T, TLanes>(T state, T key, byte* tables, byte* mixing)
        where T : unmanaged
        where TLanes : struct, IShuffleLanes<T>
    {
        AesPermuteRounds.Invert<T, TLanes>(state, tables, out var p, out var q);
        var once = AesPermuteRounds.LookUp<T, TLanes>(p, q, tables + Multiples);
        var twice = AesPermuteRounds.LookUp<T, TLanes>(p, q, tables + Multiples + (2 * Table));
        return AesPermuteRounds.Mix<T, TLanes>(twice, TLanes.Xor(twice, once), once, once, key, mixing);
    }
}

internal readonly unsafe struct AesPermuteDecryption : IAesPermuteDirection
{
    public static int ScheduleOffset => 2 * AesRounds.LongestScheduleBytes;

    public static byte* Tables => Decryption;

    public static int LagOfARound => 3;

    public static bool IsAffineFirst => true;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T Round<T, TLanes>(T state, T key, byte* tables, byte* mixing)
        where T : unmanaged
        where TLanes : struct, IShuffleLanes<T>
    {
        AesPermuteRounds.Invert<T, TLanes>(state, tables, out var p, out var q);
        var times14 = AesPermuteRounds.LookUp<T, TLanes>(p, q, tables + Multiples);
        var times11 = AesPermuteRounds.LookUp<T, TLanes>(p, q, tables + Multiples + (2 * Table));
        var times13 = AesPermuteRounds.LookUp<T, TLanes>(p, q, tables + Multiples + (4 * Table));
        var times9 = AesPermuteRounds.LookUp<T, TLanes>(p, q, tables + Multiples + (6 * Table));
        return AesPermuteRounds.Mix<T, TLanes>(times14, times11, times13, times9, key, mixing);
    }
}

/// <summary>What key expansion needs, on bytes as the standard has them; and the form in which rounds take their keys.</summary>
internal readonly unsafe struct AesPermuteKeys : IAesLastRound, IAesInverseMixColumns
{
    /// <summary>SubBytes of four equal columns, which ShiftRows leaves alone.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block LastRound(Block state, Block keyBefore, Block key)
    {
        var nibbles = AesPermuteRounds.Enter<Block, ShuffleLanes128>(state, Encryption);
        AesPermuteRounds.Invert<Block, ShuffleLanes128>(nibbles, Encryption, out var p, out var q);
        return AesPermuteRounds.LookUp<Block, ShuffleLanes128>(p, q, Encryption + Leave)
            ^ Vector128.Create((byte)AesField.Affine) ^ key;
    }

    /// <summary>With R for a step to the next row: MixColumns after 1 + 4(1 + R²).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block InverseMixColumns(Block key)
    {
        key ^= Double(Double(key ^ NextRow(NextRow(key))));
        var pairs = key ^ NextRow(key);
        return Double(pairs) ^ NextRow(key) ^ NextRow(NextRow(pairs));
    }

    /// <summary>
    /// Round keys of the standard as the state has them: shifted back as far as it lags, by nibbles, and with the constant of
    /// the S-box. The last one is a text's. In place, too.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    public static void Encode<TDirection>(byte* keys, int rounds, byte* encoded)
        where TDirection : struct, IAesPermuteDirection
    {
        for (var round = 0; round <= rounds; round++)
        {
            var key = Vector128.Load(keys + (round * Table));
            if (round != (TDirection.IsAffineFirst ? rounds : 0))
                key ^= Vector128.Create((byte)AesField.Affine);
            if (round != rounds)
            {
                var shift = Vector128.Load(RowShifts + (((-round * TDirection.LagOfARound) & 3) * Table));
                key = Vector128.ShuffleNative(AesPermuteRounds.Enter<Block, ShuffleLanes128>(key, TDirection.Tables), shift);
            }

            key.Store(encoded + (round * Table));
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block NextRow(Block state) => Vector128.ShuffleNative(state, Vector128.Load(Mixing));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block Double(Block elements) =>
        (elements + elements) ^ (Vector128.LessThan(elements.AsSByte(), default).AsByte() & Vector128.Create((byte)0x1B));
}
