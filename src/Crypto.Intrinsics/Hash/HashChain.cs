using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Eight words of 64 bits: the chaining value of SHA-512.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashWords
{
    public ulong Word0, Word1, Word2, Word3, Word4, Word5, Word6, Word7;
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
