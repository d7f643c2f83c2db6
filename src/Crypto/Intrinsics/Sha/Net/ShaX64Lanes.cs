using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What the kernels of SHA in the lanes of vectors share. A vector has the same word of as many messages: each instruction of
/// FIPS 180-4 is done for all of them at once, and nothing crosses lanes (Gueron and Krasnov, "Simultaneous Hashing of Multiple
/// Messages", 2012). Blocks are transposed as they come, chaining values as they come and go.
/// <para>
/// Any alignment. Constant-time: additions, rotations and logic only; branches and addresses depend on the number of blocks
/// alone. Words and chaining values lie on the stack, and are wiped.
/// </para>
/// </summary>
/// <typeparam name="TVector">A vector of 256 or 512 bits.</typeparam>
/// <typeparam name="TLanes">Its words.</typeparam>
internal abstract unsafe class ShaX64Lanes<TVector, TLanes>(string id, int fewestMessages)
    : HashX64Lanes<TVector, TLanes>(id, fewestMessages)
    where TVector : unmanaged
    where TLanes : struct, IShaLanes<TVector>
{
    /// <summary>Words of a block, and of 64 or 32 bytes of a chaining value.</summary>
    protected const int BlockWords = 16, StateWords = 8;

    /// <summary>Vectors of the schedule of a block.</summary>
    private protected abstract int Rounds { get; }

    [SkipLocalsInit]
    public override void Compress(HashLanesArguments* arguments)
    {
        ShaLanesMemory memory;
        var state = LaneRows<TVector, TLanes>.Align(&memory);
        var rows = state + (BlockWords * sizeof(TVector));
        var words = rows + (BlockWords * sizeof(TVector));
        for (var i = 0; i < StateWords; i += Lanes)
        {
            LaneRows<TVector, TLanes>.Load(arguments->States, i * TLanes.WordBytes, rows, LaneRows<TVector, TLanes>.AsItIs);
            LaneRows<TVector, TLanes>.Transpose(rows, state + (i * sizeof(TVector)));
        }

        var order = LaneRows<TVector, TLanes>.BigEndian;
        for (nint block = 0; block < arguments->Blocks * BlockWords; block += BlockWords)
        {
            for (var i = 0; i < BlockWords; i += Lanes)
            {
                LaneRows<TVector, TLanes>.Load(arguments->Sources, (block + i) * TLanes.WordBytes, rows, order);
                LaneRows<TVector, TLanes>.Transpose(rows, words + (i * sizeof(TVector)));
            }

            CompressBlock(state, words);
        }

        for (var i = 0; i < StateWords; i += Lanes)
        {
            LaneRows<TVector, TLanes>.Transpose(state + (i * sizeof(TVector)), rows);
            LaneRows<TVector, TLanes>.Store(rows, arguments->States, i * TLanes.WordBytes);
        }

        Secret.Wipe(state, ((2 * BlockWords) + Rounds + StateWords) * sizeof(TVector));
        Secret.ForgetRegisters();
    }

    /// <summary>Compresses one block of each lane.</summary>
    /// <param name="state">A vector for each word of the chaining values, read and updated.</param>
    /// <param name="words">
    /// A vector for each word of the blocks, and room for the rest of the schedule and for <see cref="StateWords"/> vectors.
    /// </param>
    private protected abstract void CompressBlock(byte* state, byte* words);

    /// <inheritdoc cref="LaneRows{TVector, TLanes}.Address"/>
    protected static byte* Address<T>(ReadOnlySpan<T> data)
        where T : unmanaged => LaneRows<TVector, TLanes>.Address(data);

    /// <summary>Adds a working variable to the chaining value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static void AddTo(byte* state, nint index, TVector variable) =>
        Store(TLanes.Add(Vector(state, index), variable), state, index);
}

/// <summary>Room for the chaining values, as many vectors, the schedule of SHA-512 or SHA-1, and the variables of its rounds.</summary>
[StackRoom]
[StructLayout(LayoutKind.Sequential, Size = ((16 + 16 + 80 + 8) * 64) + 64)]
internal struct ShaLanesMemory
{
}
