using System.Runtime.InteropServices;

namespace ManagedCrypto;

/// <summary>A message being hashed. It lives at an address that does not move: in a slot, or on the stack.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ShaState
{
    /// <summary>The chaining value in the kernel's format (<see cref="Intrinsics.ShaArguments.State"/>).</summary>
    public ShaChain Chain;

    /// <summary>The beginning of a block that is not whole yet; padding may take it to a second block.</summary>
    public ShaBlock Buffer;

    /// <summary>The second block.</summary>
    public ShaBlock Overflow;

    /// <summary>Bytes of the message so far. What is over from whole blocks is in the buffer.</summary>
    public ulong Length;
}

/// <summary>Room for the chaining value of SHA-512, the longest, in words of 64 bits.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ShaChain
{
    public ulong Word0, Word1, Word2, Word3, Word4, Word5, Word6, Word7;
}

/// <summary>Room for a block of SHA-512, the longest.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ShaBlock
{
    public ShaChain FirstHalf, SecondHalf;
}
