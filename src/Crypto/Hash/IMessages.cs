namespace ManagedCrypto;

/// <summary>Messages to be hashed together.</summary>
internal unsafe interface IMessages
{
    int Count { get; }

    /// <summary>Begins one of them, by <see cref="ManyMessages.Begin"/>.</summary>
    /// <param name="hash">What hashes.</param>
    /// <param name="index">How many have been begun before.</param>
    /// <param name="lane">The lane for it.</param>
    void Begin(ManyMessages hash, int index, HashLane* lane);

    /// <summary>The message in a lane has ended, and is not read any more.</summary>
    void End(HashLane* lane);
}
