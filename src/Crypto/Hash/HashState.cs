using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A message being hashed. It lives at an address that does not move: in a slot, or on the stack.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HashState
{
    /// <summary>The chaining value in the kernel's format (<see cref="HashArguments.State"/>).</summary>
    public HashChain Chain;

    /// <summary>The beginning of a block that is not whole yet; padding may take it to a second block.</summary>
    public HashBlock Buffer;

    /// <summary>The second block.</summary>
    public HashBlock Overflow;

    /// <summary>Bytes of the message so far. What is left over from whole blocks is in the buffer.</summary>
    public ulong Length;
}
