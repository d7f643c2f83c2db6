using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>What lanes of Poly1305 keep in memory, aligned to a vector within it.</summary>
[StructLayout(LayoutKind.Sequential, Size = (Vectors + 1) * LargestVectorBytes)]
internal struct Poly1305LanesMemory
{
    public const int LargestVectorBytes = 64;

    /// <summary>Of a power of r: five limbs, and all but the first of them times 5.</summary>
    public const int PowerVectors = 9;

    /// <summary>Three powers, and the hash.</summary>
    public const int Vectors = (3 * PowerVectors) + Poly1305Limbs.Count;
}
