using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// KeyExpansion of FIPS 197, section 5.2. SubWord is taken from the last round on a state of four equal columns, which ShiftRows
/// leaves alone, with the round constant for its key. On x64 that is several times as fast as AESKEYGENASSIST on the CPUs that
/// run it in microcode, and one instruction for every round, where the other needs the constant in its encoding. Constant-time.
/// </summary>
internal static unsafe class AesKeyExpansion
{
    private const int BlockBytes = AesRounds.BlockBytes;

    /// <summary>Chooses zero in a shuffle.</summary>
    private const uint None = uint.MaxValue;

    private static Block RotatedWord3 => Vector128.Create(0x0C0F0E0Du).AsByte();

    private static Block Word3 => Vector128.Create(0x0F0E0D0Cu).AsByte();

    private static Block RotatedWord1 => Vector128.Create(0x04070605u).AsByte();

    /// <summary>
    /// Writes the round keys of a key of 16, 24 or 32 bytes, which goes from call to call by its address: as vectors, it would be
    /// copied to the stack.
    /// </summary>
    public static void Expand<TEncryption>(byte* key, int keyBytes, byte* schedule)
        where TEncryption : struct, IAesLastRound
    {
        switch (keyBytes)
        {
            case 16:
                Expand128<TEncryption>(key, schedule);
                break;
            case 24:
                Expand192<TEncryption>(key, schedule);
                break;
            default:
                Expand256<TEncryption>(key, schedule);
                break;
        }
    }

    /// <summary>
    /// The round keys of the equivalent inverse cipher (FIPS 197, section 5.3.5): in reverse, the inner ones through
    /// InvMixColumns.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    public static void Invert<TDecryption>(byte* schedule, int rounds, byte* inverse)
        where TDecryption : struct, IAesInverseMixColumns
    {
        Vector128.Load(schedule).Store(inverse + (rounds * BlockBytes));
        for (var round = 1; round < rounds; round++)
        {
            var key = TDecryption.InverseMixColumns(Vector128.Load(schedule + (round * BlockBytes)));
            key.Store(inverse + ((rounds - round) * BlockBytes));
        }

        Vector128.Load(schedule + (rounds * BlockBytes)).Store(inverse);
    }

    [MethodImpl(Jit.Optimize)]
    private static void Expand128<TEncryption>(byte* key, byte* schedule)
        where TEncryption : struct, IAesLastRound
    {
        var words = Vector128.Load(key);
        words.Store(schedule);
        var constant = 1u;
        for (var round = 1; round <= 10; round++)
        {
            words = RunningSum(words) ^ SubWord<TEncryption>(words, RotatedWord3, constant);
            words.Store(schedule + (round * BlockBytes));
            constant = Double(constant);
        }
    }

    /// <summary>Six words a step, so that every second step begins in the middle of a round key.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void Expand192<TEncryption>(byte* key, byte* schedule)
        where TEncryption : struct, IAesLastRound
    {
        const int StepBytes = 24, Steps = 8;
        var words = Vector128.Load(key);
        var twoMore = Vector128.CreateScalar(*(ulong*)(key + BlockBytes)).AsByte();
        var constant = 1u;
        for (var step = 0; step < Steps; step++)
        {
            words.Store(schedule + (step * StepBytes));
            *(ulong*)(schedule + (step * StepBytes) + BlockBytes) = twoMore.AsUInt64().ToScalar();
            words = RunningSum(words) ^ SubWord<TEncryption>(twoMore, RotatedWord1, constant);
            twoMore ^= Vector128.Shuffle(twoMore.AsUInt32(), Vector128.Create(None, 0, 1, 2)).AsByte()
                ^ Vector128.Shuffle(words.AsUInt32(), Vector128.Create(3u)).AsByte();
            constant = Double(constant);
        }

        words.Store(schedule + (Steps * StepBytes));
    }

    [MethodImpl(Jit.Optimize)]
    private static void Expand256<TEncryption>(byte* key, byte* schedule)
        where TEncryption : struct, IAesLastRound
    {
        var words = Vector128.Load(key);
        var fourMore = Vector128.Load(key + BlockBytes);
        words.Store(schedule);
        fourMore.Store(schedule + BlockBytes);
        var constant = 1u;
        for (var round = 2; round < 14; round += 2)
        {
            words = RunningSum(words) ^ SubWord<TEncryption>(fourMore, RotatedWord3, constant);
            words.Store(schedule + (round * BlockBytes));
            fourMore = RunningSum(fourMore) ^ SubWord<TEncryption>(words, Word3, 0);
            fourMore.Store(schedule + ((round + 1) * BlockBytes));
            constant = Double(constant);
        }

        (RunningSum(words) ^ SubWord<TEncryption>(fourMore, RotatedWord3, constant)).Store(schedule + (14 * BlockBytes));
    }

    /// <summary>Each word XOR all words before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block RunningSum(Block words)
    {
        words ^= Vector128.Shuffle(words.AsUInt32(), Vector128.Create(None, 0, 1, 2)).AsByte();
        return words ^ Vector128.Shuffle(words.AsUInt32(), Vector128.Create(None, None, 0, 1)).AsByte();
    }

    /// <summary>SubWord of the chosen word XOR the round constant, in all four columns.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Block SubWord<TEncryption>(Block words, Block choice, uint constant)
        where TEncryption : struct, IAesLastRound =>
        TEncryption.LastRound(Vector128.ShuffleNative(words, choice), Block.Zero, Vector128.Create(constant).AsByte());

    private static uint Double(uint constant) => (constant << 1) ^ ((constant >> 7) * 0x11B);
}
