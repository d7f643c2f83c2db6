namespace ManagedCrypto.Intrinsics;

/// <summary>Vectors of words for ChaCha20.</summary>
internal unsafe interface IChaChaLanes<TVector>
    where TVector : unmanaged
{
    static abstract string Id { get; }

    static abstract CpuFeatures Requires { get; }

    /// <inheritdoc cref="IShaLanes{TVector}.IsSupported"/>
    static abstract bool IsSupported { get; }

    /// <summary>Words of a vector: blocks of a batch.</summary>
    static abstract int Words { get; }

    /// <summary>0, 1, 2 and so on in the lanes.</summary>
    static abstract TVector WordNumbers { get; }

    /// <summary>0, 1 and so on in the words where rows have their counters; zero in the others.</summary>
    static abstract TVector RowNumbers { get; }

    /// <summary>The number of rows in these words; zero in the others.</summary>
    static abstract TVector Rows { get; }

    /// <summary>Ones in all words but the first.</summary>
    static abstract TVector ButFirst { get; }

    static abstract TVector Everywhere(uint word);

    /// <summary>Four words in all rows.</summary>
    static abstract TVector Row(uint* words);

    static abstract TVector Add(TVector left, TVector right);

    static abstract TVector And(TVector left, TVector right);

    /// <summary>Section 2.1 of RFC 8439.</summary>
    static abstract void QuarterRound(ref TVector a, ref TVector b, ref TVector c, ref TVector d);

    /// <summary>Rotates the words of all rows: the first becomes that which is so many places, a constant, after it.</summary>
    static abstract TVector RotateRows(TVector rows, int places);

    /// <summary>Transposes the words of each four rows.</summary>
    static abstract void Transpose(ref TVector a, ref TVector b, ref TVector c, ref TVector d);

    /// <summary>XORs text with blocks, of which each vector has a row, and which are so many bytes apart in memory.</summary>
    static abstract void XorBlocks(
        TVector a, TVector b, TVector c, TVector d, byte* source, byte* destination, int distance);
}
