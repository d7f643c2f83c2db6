using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The key and the hash of Poly1305. A hash is the sum before the product by r that follows: so r is multiplied once more at the end,
/// and lanes can begin with it.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal struct Poly1305State
{
    /// <summary>r, the lower word first.</summary>
    public ulong R0, R1;

    /// <summary>s, which is added to the hash at the end.</summary>
    public ulong S0, S1;

    /// <summary>The hash, less than 2^131.</summary>
    public ulong H0, H1, H2;
}
