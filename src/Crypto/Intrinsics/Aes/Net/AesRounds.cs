using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>What key expansion takes SubWord from.</summary>
internal interface IAesLastRound
{
    /// <param name="state">What the round before made.</param>
    /// <param name="keyBefore">The key of the round before, used if keys are taken ahead.</param>
    /// <param name="key">The last key.</param>
    static abstract Block LastRound(Block state, Block keyBefore, Block key);
}

/// <summary>What the keys of the equivalent inverse cipher (FIPS 197, section 5.3.5) are made by.</summary>
internal interface IAesInverseMixColumns
{
    static abstract Block InverseMixColumns(Block key);
}

/// <summary>
/// The rounds of one direction of AES in a CPU's instructions. x64's end with the XOR of their key, as FIPS 197 has it; Arm's begin
/// with it, so that each takes the key of the round before, and the last key is XORed apart.
/// </summary>
internal interface IAesRounds : IAesLastRound
{
    /// <summary>Where in a schedule this direction's keys are.</summary>
    static abstract int ScheduleOffset { get; }

    /// <summary>By how many rounds keys are taken earlier than in the standard: 0 or 1.</summary>
    static abstract int KeysAhead { get; }

    /// <summary>XORs the first key, if no round does.</summary>
    static abstract Block Begin(Block text, Block key);

    static abstract Block Round(Block state, Block key);
}

/// <summary>The rounds of the equivalent inverse cipher.</summary>
internal interface IAesDecryption : IAesRounds, IAesInverseMixColumns;

internal static unsafe class AesRounds
{
    public const int BlockBytes = 16;

    /// <summary>Bytes of the round keys of the longest key.</summary>
    public const int LongestScheduleBytes = (14 + 1) * BlockBytes;

    /// <summary>The order of bytes that reverses a block.</summary>
    public static Block Reversed
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create((byte)15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    }

    /// <summary>One block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Block Transform<T>(Block text, byte* keys, int rounds)
        where T : struct, IAesRounds
    {
        var state = T.Begin(text, Vector128.Load(keys));
        for (var round = 1; round < rounds; round++)
            state = T.Round(state, Vector128.Load(keys + ((round - T.KeysAhead) * BlockBytes)));
        return T.LastRound(
            state, Vector128.Load(keys + ((rounds - T.KeysAhead) * BlockBytes)), Vector128.Load(keys + (rounds * BlockBytes)));
    }
}
