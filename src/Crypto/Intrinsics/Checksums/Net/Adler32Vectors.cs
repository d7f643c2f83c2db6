using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// Adler-32 (RFC 1950, section 8.2) by vectors. Of n vectors of V bytes d, beginning with s1 and s2, Adler-32 is
/// <code>
/// s1 + sum of all d,   s2 + nV·s1 + V·(sum over the vectors of what all vectors before have summed up to) + sum of (V - j)·d
/// </code>
/// with the place j of d in its vector. The three sums are kept apart and each in lanes, without a remainder: 32 bits of a lane
/// suffice for a mebibyte.
/// <para>
/// Any alignment. Constant-time: branches and addresses depend on the length alone.
/// </para>
/// </summary>
/// <typeparam name="TVector">A vector of 128, 256 or 512 bits.</typeparam>
/// <typeparam name="TLanes">The sums of a vector.</typeparam>
internal sealed unsafe class Adler32Vectors<TVector, TLanes> : ChecksumKernel
    where TVector : unmanaged
    where TLanes : struct, IAdler32Lanes<TVector>
{
    private const int MostBytes = 1 << 20;

    private readonly Adler32Portable _portable = new();

    public override string Id { get; } = "adler32/" + TLanes.Id;

    public override KernelTier Tier => KernelTier.Intrinsics;

    public override bool IsConstantTime => true;

    public override CpuFeatures Requires => TLanes.Requires;

    public override string? WhyUnavailable() => base.WhyUnavailable()
        ?? (TLanes.IsSupported ? null : $"the runtime does not grant vectors of {8 * sizeof(TVector)} bits");

    public override bool IsTestedInParts => true;

    public override uint Update(uint value, byte* source, nint length)
    {
        if (length < sizeof(TVector))
            return _portable.Update(value, source, length);
        RequireTested(LongTexts);
        var end = source + length;
        for (nint bytes; source + sizeof(TVector) <= end; source += bytes)
        {
            bytes = end - source < MostBytes ? (nint)(end - source) & -sizeof(TVector) : MostBytes;
            value = Bulk(value, source, bytes);
        }

        return source == end ? value : Rest(value, end, (int)(end - source));
    }

    /// <summary>Whole vectors, not more than a mebibyte.</summary>
    [MethodImpl(Jit.Optimize)]
    private static uint Bulk(uint value, byte* source, nint bytes)
    {
        TVector sum = default, before = default, weighted = default;
        var weights = TLanes.Weights;
        var end = source + bytes;
        if ((bytes & sizeof(TVector)) != 0)
        {
            TLanes.Add(weights, TLanes.Load(source), ref sum, ref before, ref weighted);
            source += sizeof(TVector);
        }

        for (; source < end; source += 2 * sizeof(TVector))
            TLanes.Add(weights, TLanes.Load(source), TLanes.Load(source + sizeof(TVector)), ref sum, ref before, ref weighted);
        var (total, totalWeighted) = TLanes.Total(sum, before, weighted);
        return Adler32Portable.Append(value, bytes, total, totalWeighted);
    }

    /// <summary>The last bytes, fewer than a vector: as the end of one, with zeros before them.</summary>
    [MethodImpl(Jit.Optimize)]
    private static uint Rest(uint value, byte* end, int bytes)
    {
        TVector sum = default, before = default, weighted = default;
        var weights = TLanes.Weights;
        TLanes.Add(weights, TLanes.LoadLast(weights, end, bytes), ref sum, ref before, ref weighted);
        var (total, totalWeighted) = TLanes.Total(sum, before, weighted);
        return Adler32Portable.Append(value, bytes, total, totalWeighted);
    }
}

/// <summary>
/// The sums of a vector: of its bytes, of all vectors' bytes before it, and of its bytes times their distance from its end.
/// </summary>
internal unsafe interface IAdler32Lanes<TVector>
    where TVector : unmanaged
{
    static abstract string Id { get; }

    static abstract CpuFeatures Requires { get; }

    /// <summary>Whether the runtime grants the vector's width.</summary>
    static abstract bool IsSupported { get; }

    /// <summary>
    /// The distance of each byte from the end: an argument of the others, so that a loop keeps it in a register.
    /// </summary>
    static abstract TVector Weights { get; }

    static abstract TVector Load(byte* source);

    /// <summary>The vector before an address, zeros but for its last bytes.</summary>
    static abstract TVector LoadLast(TVector weights, byte* end, int bytes);

    static abstract void Add(TVector weights, TVector bytes, ref TVector sum, ref TVector before, ref TVector weighted);

    /// <summary>Two vectors.</summary>
    static abstract void Add(
        TVector weights, TVector first, TVector second, ref TVector sum, ref TVector before, ref TVector weighted);

    /// <summary>The sum of all bytes, and that of all bytes times their distance from the end.</summary>
    static abstract (ulong Sum, ulong Weighted) Total(TVector sum, TVector before, TVector weighted);
}
