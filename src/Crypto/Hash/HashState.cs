using System.Runtime.InteropServices;

namespace ManagedCrypto;

/// <summary>A message being hashed. It lives at an address that does not move: in a slot, or on the stack.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashState
{
    /// <summary>The chaining value in the kernel's format (<see cref="Intrinsics.HashArguments.State"/>).</summary>
    public HashChain Chain;

    /// <summary>The beginning of a block that is not whole yet; padding may take it to a second block.</summary>
    public HashBlock Buffer;

    /// <summary>The second block.</summary>
    public HashBlock Overflow;

    /// <summary>Bytes of the message so far. What is left over from whole blocks is in the buffer.</summary>
    public ulong Length;
}

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
