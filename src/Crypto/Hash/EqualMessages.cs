namespace ManagedCrypto;

/// <summary>Messages of one length, each behind the other, and room for their digests: memory that does not move.</summary>
internal readonly unsafe struct EqualMessages(byte* first, int length, byte* digests, int count) : IMessages
{
    public int Count => count;

    public void Begin(ManyMessages hash, int index, HashLane* lane) =>
        hash.Begin(lane, first + ((nint)index * length), length, digests + ((nint)index * hash.DigestBytes));

    public void End(HashLane* lane)
    {
    }
}
