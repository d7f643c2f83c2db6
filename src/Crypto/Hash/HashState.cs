using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A message being hashed. It lives at an address that does not move: in a slot, or on the stack.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashState
{
    /// <summary>Bytes of the message so far. With the two fields that follow it is a line, which is written as one.</summary>
    public ulong Length;

    /// <summary>Bytes in the buffer, fewer than a block; of a sponge that is being read, bytes of its block that have been.</summary>
    public int Buffered;

    /// <summary>Whether a sponge is being read.</summary>
    public bool IsRead;

    /// <summary>The beginning of a block that is not whole yet; padding may take it to a second one.</summary>
    public HashBuffer Buffer;

    /// <summary>
    /// In the kernel's format (<see cref="Intrinsics.HashArguments.State"/>). It comes last, so that functions with a short one need
    /// not wipe the rest (<see cref="BlockHash.StateBytes"/>).
    /// </summary>
    public HashChain Chain;
}

/// <summary>Room for two blocks of SHA-512, or the longest one of a sponge.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashBuffer
{
    public HashWords First, Second, Third, Fourth;
}
