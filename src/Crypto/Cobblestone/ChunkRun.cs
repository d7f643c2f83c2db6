namespace ManagedCrypto;

/// <summary>Whole chunks in a row that are sealed or opened: where the first of them begins, and how far apart they are.</summary>
internal unsafe struct ChunkRun
{
    public bool IsOpening;
    public long First;
    public int Count;

    public byte* Source;
    public int SourceStride;
    public byte* Destination;
    public int DestinationStride;
}
