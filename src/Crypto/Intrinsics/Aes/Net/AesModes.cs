using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using static ManagedCrypto.Intrinsics.AesRounds;
using Block = System.Runtime.Intrinsics.Vector128<byte>;

namespace ManagedCrypto.Intrinsics;

/// <summary>A mode whose blocks are independent: what enters and what leaves the cipher for each block of a batch.</summary>
internal unsafe interface IAesMode<TSelf>
{
    static abstract TSelf Load(byte* iv);

    /// <summary>Updates the IV.</summary>
    void Store(byte* iv);

    /// <summary>The mode after a number of blocks, which the source still holds.</summary>
    TSelf After(byte* source, int blocks);

    Block Input(byte* source, int index);

    Block Output(Block state, byte* source, int index);
}

internal readonly unsafe struct AesEcb : IAesMode<AesEcb>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AesEcb Load(byte* iv) => default;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(byte* iv)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AesEcb After(byte* source, int blocks) => this;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Input(byte* source, int index) => Vector128.Load(source + (index * BlockBytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Output(Block state, byte* source, int index) => state;
}

[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly unsafe struct AesCbcDecryption(Block previous) : IAesMode<AesCbcDecryption>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AesCbcDecryption Load(byte* iv) => new(Vector128.Load(iv));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(byte* iv) => previous.Store(iv);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AesCbcDecryption After(byte* source, int blocks) => new(Vector128.Load(source + ((blocks - 1) * BlockBytes)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Input(byte* source, int index) => Vector128.Load(source + (index * BlockBytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Output(Block state, byte* source, int index) =>
        state ^ (index == 0 ? previous : Vector128.Load(source + ((index - 1) * BlockBytes)));
}

[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly unsafe struct AesCfbDecryption(Block previous) : IAesMode<AesCfbDecryption>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AesCfbDecryption Load(byte* iv) => new(Vector128.Load(iv));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(byte* iv) => previous.Store(iv);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AesCfbDecryption After(byte* source, int blocks) => new(Vector128.Load(source + ((blocks - 1) * BlockBytes)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Input(byte* source, int index) =>
        index == 0 ? previous : Vector128.Load(source + ((index - 1) * BlockBytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Output(Block state, byte* source, int index) => state ^ Vector128.Load(source + (index * BlockBytes));
}

/// <summary>
/// The counter, low half first, so that blocks can be counted on it; its bytes are reversed as it enters the cipher. A carry into the
/// high half takes no branch, for a counter may be secret: a block that comes after <paramref name="lastBeforeCarry"/> (high half;
/// the low half is the largest there is) adds the one that a comparison gives.
/// </summary>
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly unsafe struct AesCtrBlocks(Vector128<ulong> counter, Vector128<long> lastBeforeCarry) : IAesMode<AesCtrBlocks>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AesCtrBlocks Load(byte* iv) =>
        From(Vector128.ShuffleNative(Vector128.Load(iv), Reversed).AsUInt64());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(byte* iv) => Vector128.ShuffleNative(counter.AsByte(), Reversed).Store(iv);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AesCtrBlocks After(byte* source, int blocks) => From(Add(blocks));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Input(byte* source, int index) => Vector128.ShuffleNative(Add(index).AsByte(), Reversed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Output(Block state, byte* source, int index) => state ^ Vector128.Load(source + (index * BlockBytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static AesCtrBlocks From(Vector128<ulong> counter)
    {
        // A comparison is of signed numbers: where there is room for 2^63 blocks and more, 2^62 or more are written down.
        var room = Vector128.Create(ulong.MaxValue, ~counter.ToScalar());
        return new(counter, ((room & Vector128.Create((ulong)long.MaxValue)) | (Vector128.ShiftRightLogical(room, 63) << 62)).AsInt64());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Vector128<ulong> Add(int blocks) =>
        counter + Vector128.CreateScalar((ulong)blocks)
            - Vector128.GreaterThan(Vector128.Create(0L, blocks), lastBeforeCarry).AsUInt64();
}

/// <summary>The counter of AES-GCM, last byte first, so that blocks can be counted on it without a carry into the nonce.</summary>
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly unsafe struct AesGcmCtrBlocks(Vector128<uint> counter) : IAesMode<AesGcmCtrBlocks>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AesGcmCtrBlocks Load(byte* iv) => new(Vector128.ShuffleNative(Vector128.Load(iv), Reversed).AsUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(byte* iv) => Vector128.ShuffleNative(counter.AsByte(), Reversed).Store(iv);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AesGcmCtrBlocks After(byte* source, int blocks) => new(counter + Vector128.CreateScalar((uint)blocks));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Input(byte* source, int index) =>
        Vector128.ShuffleNative((counter + Vector128.CreateScalar((uint)index)).AsByte(), Reversed);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Output(Block state, byte* source, int index) => state ^ Vector128.Load(source + (index * BlockBytes));
}

/// <summary>The counter of AES-GCM-SIV, which lies as the CPU counts.</summary>
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly unsafe struct AesGcmSivCtrBlocks(Vector128<uint> counter) : IAesMode<AesGcmSivCtrBlocks>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AesGcmSivCtrBlocks Load(byte* iv) => new(Vector128.Load(iv).AsUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(byte* iv) => counter.AsByte().Store(iv);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AesGcmSivCtrBlocks After(byte* source, int blocks) => new(counter + Vector128.CreateScalar((uint)blocks));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Input(byte* source, int index) => (counter + Vector128.CreateScalar((uint)index)).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Output(Block state, byte* source, int index) => state ^ Vector128.Load(source + (index * BlockBytes));
}

/// <summary>
/// XTS, with the tweaks of a batch in memory: beside as many states, the JIT would keep them on the stack. An input leaves the tweak
/// that its place has in the next batch, which has the rounds' time to get there.
/// </summary>
[method: MethodImpl(MethodImplOptions.AggressiveInlining)]
internal readonly unsafe struct AesXtsBlocks(byte* tweaks, byte* next) : IAesMode<AesXtsBlocks>
{
    private const int BatchBytes = XtsTweak.BatchBlocks * BlockBytes;

    /// <summary>
    /// XTS by a transform that finds the tweaks of the first batch where the IV would be, and room for as many after them. They lie in
    /// the scratch memory, and are wiped.
    /// </summary>
    [MethodImpl(Jit.Optimize | MethodImplOptions.NoInlining)]
    public static void Run(AesArguments* arguments, delegate*<AesArguments*, void> transform)
    {
        var tweak = arguments->IV;
        var tweaks = (byte*)&arguments->Scratch;
        Vector128.Load(tweak).Store(tweaks);
        for (var at = BlockBytes; at < BatchBytes; at += BlockBytes)
            XtsTweak.Next(tweaks + at - BlockBytes, tweaks + at);

        // Whole batches leave the tweaks of one that follows; of what is left, one of these is the tweak after it.
        var rest = arguments->Length % BatchBytes;
        arguments->IV = tweaks;
        arguments->Length -= rest;
        transform(arguments);
        Vector128.Load(tweaks + rest).Store(tweak);
        if (rest > 0)
        {
            arguments->Source += arguments->Length;
            arguments->Destination += arguments->Length;
            arguments->Length = rest;
            transform(arguments);
        }

        arguments->IV = tweak;
        Secret.Wipe(tweaks, 2 * BatchBytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static AesXtsBlocks Load(byte* iv) => new(iv, iv + BatchBytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(byte* iv)
    {
        for (var at = 0; at < BatchBytes; at += BlockBytes)
            Vector128.Load(tweaks + at).Store(iv + at);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AesXtsBlocks After(byte* source, int blocks) => new(next, tweaks);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Input(byte* source, int index)
    {
        var tweak = Vector128.Load(tweaks + (index * BlockBytes));
        XtsTweak.BatchOn(tweak).Store(next + (index * BlockBytes));
        return Vector128.Load(source + (index * BlockBytes)) ^ tweak;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Block Output(Block state, byte* source, int index) => state ^ Vector128.Load(tweaks + (index * BlockBytes));
}
