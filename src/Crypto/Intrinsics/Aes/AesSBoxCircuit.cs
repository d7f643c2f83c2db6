using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The S-box of AES (FIPS 197, section 5.1.1) on 64 bytes at once, bit k of all of them in word k of the state, as a circuit of
/// 32 AND and 83 XOR gates: Boyar and Peralta, "New logic minimization techniques with applications to cryptology", IACR ePrint
/// 2009/191. Constant-time. The S-box's constant 0x63 is left to the caller, which can XOR it into a round key.
/// </summary>
internal static unsafe class AesSBoxCircuit
{
    /// <summary>The S-box without its constant 0x63.</summary>
    [MethodImpl(Jit.Optimize)]
    public static void SubBytes(ulong* state)
    {
        ulong x0 = state[7], x1 = state[6], x2 = state[5], x3 = state[4];
        ulong x4 = state[3], x5 = state[2], x6 = state[1], x7 = state[0];

        // The linear layer into the tower of fields.
        var y14 = x3 ^ x5;
        var y13 = x0 ^ x6;
        var y9 = x0 ^ x3;
        var y8 = x0 ^ x5;
        var t0 = x1 ^ x2;
        var y1 = t0 ^ x7;
        var y4 = y1 ^ x3;
        var y12 = y13 ^ y14;
        var y2 = y1 ^ x0;
        var y5 = y1 ^ x6;
        var y3 = y5 ^ y8;
        var t1 = x4 ^ y12;
        var y15 = t1 ^ x5;
        var y20 = t1 ^ x1;
        var y6 = y15 ^ x7;
        var y10 = y15 ^ t0;
        var y11 = y20 ^ y9;
        var y7 = x7 ^ y11;
        var y17 = y10 ^ y11;
        var y19 = y10 ^ y8;
        var y16 = t0 ^ y11;
        var y21 = y13 ^ y16;
        var y18 = x0 ^ y16;

        // The norm in GF(2^4), and its inverse.
        var t2 = y12 & y15;
        var t4 = (y3 & y6) ^ t2;
        var t6 = (y4 & x7) ^ t2;
        var t7 = y13 & y16;
        var t9 = (y5 & y1) ^ t7;
        var t11 = (y2 & y7) ^ t7;
        var t12 = y9 & y11;
        var t14 = (y14 & y17) ^ t12;
        var t16 = (y8 & y10) ^ t12;
        var t21 = t4 ^ t14 ^ y20;
        var t22 = t6 ^ t16 ^ y19;
        var t23 = t9 ^ t14 ^ y21;
        var t24 = t11 ^ t16 ^ y18;
        var t25 = t21 ^ t22;
        var t26 = t21 & t23;
        var t27 = t24 ^ t26;
        var t29 = (t25 & t27) ^ t22;
        var t30 = t23 ^ t24;
        var t33 = ((t22 ^ t26) & t30) ^ t24;
        var t36 = t24 & (t27 ^ t33);
        var t37 = t36 ^ t23 ^ t33;
        var t40 = t25 ^ (t29 & (t27 ^ t36));
        var t41 = t40 ^ t37;
        var t42 = t29 ^ t33;
        var t43 = t29 ^ t40;
        var t44 = t33 ^ t37;
        var t45 = t42 ^ t41;

        // The products with that inverse.
        var z0 = t44 & y15;
        var z1 = t37 & y6;
        var z2 = t33 & x7;
        var z3 = t43 & y16;
        var z4 = t40 & y1;
        var z5 = t29 & y7;
        var z6 = t42 & y11;
        var z7 = t45 & y17;
        var z8 = t41 & y10;
        var z9 = t44 & y12;
        var z10 = t37 & y3;
        var z11 = t33 & y4;
        var z12 = t43 & y13;
        var z13 = t40 & y5;
        var z14 = t29 & y2;
        var z15 = t42 & y9;
        var z16 = t45 & y14;
        var z17 = t41 & y8;

        // The linear layer back, with the affine map.
        var t46 = z15 ^ z16;
        var t48 = z5 ^ z13;
        var t53 = z0 ^ z3;
        var t54 = z6 ^ z7;
        var t57 = z2 ^ z12 ^ t53;
        var t58 = z4 ^ t46;
        var t59 = z3 ^ t54;
        var t61 = z14 ^ t57;
        var t62 = z7 ^ z8 ^ t58;
        var t63 = z9 ^ z10 ^ t58;
        var t64 = z4 ^ t59;
        var t65 = t61 ^ t62;
        var t66 = z1 ^ t63;
        var s3 = t53 ^ t66;
        state[7] = t59 ^ t63;
        state[6] = t64 ^ s3;
        state[5] = z16 ^ z17 ^ t64 ^ t65;
        state[4] = s3;
        state[3] = z2 ^ z5 ^ t66;
        state[2] = z10 ^ z11 ^ t65;
        state[1] = z12 ^ t48 ^ t62;
        state[0] = t48 ^ t46 ^ t57;
    }

    /// <summary>
    /// The inverse S-box of bytes that are already XORed with the constant 0x63: the S-box without its constant, which is
    /// inversion and then an affine map, between two inverses of that map.
    /// </summary>
    public static void InvSubBytes(ulong* state)
    {
        InvAffine(state);
        SubBytes(state);
        InvAffine(state);
    }

    /// <summary>The inverse of the affine map, without a constant: bit i is the XOR of bits i + 2, i + 5 and i + 7.</summary>
    private static void InvAffine(ulong* state)
    {
        ulong a = state[0], b = state[1], c = state[2], d = state[3];
        ulong e = state[4], f = state[5], g = state[6], h = state[7];
        state[0] = c ^ f ^ h;
        state[1] = d ^ g ^ a;
        state[2] = e ^ h ^ b;
        state[3] = f ^ a ^ c;
        state[4] = g ^ b ^ d;
        state[5] = h ^ c ^ e;
        state[6] = a ^ d ^ f;
        state[7] = b ^ e ^ g;
    }
}
