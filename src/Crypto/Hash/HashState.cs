using System.Runtime.InteropServices;

namespace ManagedCrypto;

/// <summary>A message being hashed. It lives at an address that does not move: in a slot, or on the stack.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashState
{
    /// <summary>Bytes of the message so far.</summary>
    public ulong Length;

    /// <summary>Bytes in the buffer, fewer than a block; of a sponge that is being read, bytes of its block that have been.</summary>
    public int Buffered;

    /// <summary>Whether a sponge is being read.</summary>
    public bool IsRead;

    /// <summary>The beginning of a block that is not whole yet; padding may take it to a second one.</summary>
    public HashBuffer Buffer;

    /// <summary>
    /// In the kernel's format (<see cref="Intrinsics.HashArguments.State"/>). It comes last, so that functions with a short one need
    /// not wipe the rest (<see cref="MessageHash.StateBytes"/>).
    /// </summary>
    public HashChain Chain;
}

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

/// <summary>Room for the longest block of a function that HMAC has, that of SHA3-256.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashBlock
{
    public HashWords First, Second;
    public ulong Last;
}

/// <summary>Room for two blocks of SHA-512, or the longest one of a sponge.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashBuffer
{
    public HashWords First, Second, Third, Fourth;
}
