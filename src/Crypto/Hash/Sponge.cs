using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The sponge of FIPS 202, section 4, over Keccak-f[1600]: a block is added to the first bytes of the state, and the digest is the first
/// bytes of the state after the last block. What is never touched by either, the capacity, has twice the bits of the security.
/// </summary>
/// <param name="blockBytes">The rate: 200 bytes less the capacity.</param>
/// <param name="suffix">
/// What tells one family of functions from another, at the end of every message: the bits that a standard appends, the lowest first, and
/// the first bit of the padding (FIPS 202, section B.2, table 6).
/// </param>
internal sealed unsafe class Sponge(int blockBytes, byte suffix)
    : HashConstruction(blockBytes, sizeof(HashChain), sizeof(ulong), isLittleEndian: true)
{
    /// <summary>Of SHA-3, of the SHAKE functions, of cSHAKE, and of Keccak as it was submitted, which appends nothing.</summary>
    public const byte Sha3 = 0x06, Shake = 0x1f, CShake = 0x04, Keccak = 0x01;

    public override nint Pad(byte* block, int bytes, ulong length)
    {
        block[bytes++] = suffix;
        new Span<byte>(block + bytes, BlockBytes - bytes).Clear();
        block[BlockBytes - 1] |= 0x80;
        return 1;
    }
}
