using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What a batch of ChaCha20 does between its rounds.</summary>
internal unsafe interface IBetweenRounds
{
    /// <summary>Hashes a quarter as many bytes as a batch has.</summary>
    static abstract void Step(byte* lanes, byte* source);
}

/// <summary>Nothing.</summary>
internal readonly unsafe struct NothingBetweenRounds : IBetweenRounds
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Step(byte* lanes, byte* source)
    {
    }
}
