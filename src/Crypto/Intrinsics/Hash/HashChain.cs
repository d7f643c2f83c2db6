using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Eight words of 64 bits: the chaining value of SHA-512.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashWords
{
    public ulong Word0, Word1, Word2, Word3, Word4, Word5, Word6, Word7;

    /// <summary>Words of 32 bits, one after the other in memory.</summary>
    public static unsafe HashWords Of32(
        uint word0, uint word1, uint word2, uint word3, uint word4 = 0, uint word5 = 0, uint word6 = 0, uint word7 = 0)
    {
        HashWords words = default;
        var next = (uint*)&words;
        *next++ = word0;
        *next++ = word1;
        *next++ = word2;
        *next++ = word3;
        *next++ = word4;
        *next++ = word5;
        *next++ = word6;
        *next = word7;
        return words;
    }

    public static HashWords Of64(
        ulong word0, ulong word1, ulong word2, ulong word3, ulong word4, ulong word5, ulong word6, ulong word7) =>
        new HashWords { Word0 = word0, Word1 = word1, Word2 = word2, Word3 = word3, Word4 = word4, Word5 = word5, Word6 = word6, Word7 = word7 };
}

/// <summary>Room for the longest chaining value, the 25 lanes of Keccak. The others are in the first words.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashChain
{
    public HashWords First;
    public HashRest Rest;
}

/// <summary>The lanes of Keccak after the first eight.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashRest
{
    public HashWords Lanes8, Lanes16;
    public ulong Lane24;
}

/// <summary>Room for the longest block of a function that HMAC has, that of SHA3-224.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashBlock
{
    public HashWords First, Second;
    public ulong Word16, Word17;
}
