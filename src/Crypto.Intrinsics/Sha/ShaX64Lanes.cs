#if NET
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
internal abstract unsafe class ShaX64Lanes<TVector, TLanes>(string id, int fewestMessages) : HashLanesKernel
    where TVector : unmanaged
    where TLanes : struct, IShaLanes<TVector>
{
    /// <summary>Words of a block, and of 64 or 32 bytes of a chaining value.</summary>
    protected const int BlockWords = 16, StateWords = 8;

    public override string Id => id;

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => TLanes.Requires;

    public override int Lanes => sizeof(TVector) / TLanes.WordBytes;

    public override int FewestMessages => fewestMessages;

    /// <summary>Vectors of the schedule of a block.</summary>
    private protected abstract int Rounds { get; }

    private static ReadOnlySpan<byte> AsItIs => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

    private static ReadOnlySpan<byte> BigEndian32 => [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

    private static ReadOnlySpan<byte> BigEndian64 => [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8];

    public override string? WhyUnavailable() => base.WhyUnavailable()
        ?? (TLanes.IsSupported ? null : $"the runtime does not grant vectors of {8 * sizeof(TVector)} bits");

    [SkipLocalsInit]
    public override void Compress(HashLanesArguments* arguments)
    {
        ShaLanesMemory memory;
        var state = (byte*)(((nint)(&memory) + ShaLanesMemory.Alignment - 1) & -ShaLanesMemory.Alignment);
        var rows = state + (BlockWords * sizeof(TVector));
        var words = rows + (BlockWords * sizeof(TVector));
        var asItIs = Address(AsItIs);
        for (var i = 0; i < StateWords; i += Lanes)
        {
            LoadRows(arguments->States, i * TLanes.WordBytes, rows, asItIs);
            Transpose(rows, state + (i * sizeof(TVector)));
        }

        var order = Address(TLanes.WordBytes == sizeof(uint) ? BigEndian32 : BigEndian64);
        for (nint block = 0; block < arguments->Blocks * BlockWords; block += BlockWords)
        {
            for (var i = 0; i < BlockWords; i += Lanes)
            {
                LoadRows(arguments->Sources, (block + i) * TLanes.WordBytes, rows, order);
                Transpose(rows, words + (i * sizeof(TVector)));
            }

            CompressBlock(state, words);
        }

        for (var i = 0; i < StateWords; i += Lanes)
        {
            Transpose(state + (i * sizeof(TVector)), rows);
            StoreRows(rows, arguments->States, i * TLanes.WordBytes);
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

    /// <summary>Data of the assembly, which never moves.</summary>
    protected static byte* Address<T>(ReadOnlySpan<T> data)
        where T : unmanaged => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(data));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static TVector Vector(byte* vectors, nint index) => TLanes.Load(vectors + (index * sizeof(TVector)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static void Store(TVector vector, byte* vectors, nint index) => TLanes.Store(vector, vectors + (index * sizeof(TVector)));

    /// <summary>Adds a working variable to the chaining value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected static void AddTo(byte* state, nint index, TVector variable) =>
        Store(TLanes.Add(Vector(state, index), variable), state, index);

    /// <summary>A vector from each address: each 16 bytes are put into an order.</summary>
    [MethodImpl(Jit.Optimize)]
    private static void LoadRows(byte** addresses, nint offset, byte* rows, byte* order)
    {
        for (var i = 0; i < sizeof(TVector) / TLanes.WordBytes; i++)
            Store(TLanes.Reorder(TLanes.Load(addresses[i] + offset), order), rows, i);
    }

    [MethodImpl(Jit.Optimize)]
    private static void StoreRows(byte* rows, byte** addresses, nint offset)
    {
        for (var i = 0; i < sizeof(TVector) / TLanes.WordBytes; i++)
            TLanes.Store(Vector(rows, i), addresses[i] + offset);
    }

    /// <summary>
    /// Makes columns of as many rows as a vector has words, by 16 bytes of all rows at a time. The rows are no longer where they came from:
    /// messages a power of two apart share few places of the cache, and would be fetched again for each 16 bytes.
    /// </summary>
    [MethodImpl(Jit.Optimize)]
    private static void Transpose(byte* rows, byte* columns)
    {
        for (var end = rows + sizeof(TVector); rows < end; rows += 16)
        {
            TVector row0 = TLanes.Gather(rows), row1 = TLanes.Gather(rows + sizeof(TVector));
            if (TLanes.WordBytes == sizeof(ulong))
            {
                Store(TLanes.UnpackLow(row0, row1), columns, 0);
                Store(TLanes.UnpackHigh(row0, row1), columns, 1);
                columns += 2 * sizeof(TVector);
                continue;
            }

            TVector row2 = TLanes.Gather(rows + (2 * sizeof(TVector))), row3 = TLanes.Gather(rows + (3 * sizeof(TVector)));
            TVector low0 = TLanes.UnpackLow(row0, row1), high0 = TLanes.UnpackHigh(row0, row1);
            TVector low1 = TLanes.UnpackLow(row2, row3), high1 = TLanes.UnpackHigh(row2, row3);
            Store(TLanes.UnpackLowHalves(low0, low1), columns, 0);
            Store(TLanes.UnpackHighHalves(low0, low1), columns, 1);
            Store(TLanes.UnpackLowHalves(high0, high1), columns, 2);
            Store(TLanes.UnpackHighHalves(high0, high1), columns, 3);
            columns += 4 * sizeof(TVector);
        }
    }
}

/// <summary>Room for the chaining values, as many vectors, the schedule of SHA-512 or SHA-1, and the variables of its rounds.</summary>
[StructLayout(LayoutKind.Sequential, Size = Alignment + ((16 + 16 + 80 + 8) * 64))]
internal struct ShaLanesMemory
{
    public const int Alignment = 64;
}
#endif
