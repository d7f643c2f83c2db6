using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>Room for the longest chaining value, that of SHA-512, in words of 64 bits.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashChain
{
    public ulong Word0, Word1, Word2, Word3, Word4, Word5, Word6, Word7;
}

/// <summary>Room for the longest block, that of SHA-512.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashBlock
{
    public HashChain FirstHalf, SecondHalf;
}
