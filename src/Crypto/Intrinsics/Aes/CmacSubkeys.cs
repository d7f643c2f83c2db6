using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The subkeys of CMAC (SP 800-38B, section 6.1). Here and not beside its one user: code compiled ahead calls what lies in another
/// assembly, and keeps on the stack what it needs after the call.
/// </summary>
internal static unsafe class CmacSubkeys
{
    /// <summary>x^128 in the field of 2^128 elements (SP 800-38B, section 5.3).</summary>
    private const ulong Polynomial = 0x87;

    /// <summary>Writes K1, which is L times x, and K2, which is K1 times x; L is the encrypted block of zeros.</summary>
    public static void Expand(byte* l, byte* subkey1, byte* subkey2)
    {
        Double(l, subkey1);
        Double(subkey1, subkey2);
    }

    /// <summary>Times x, without a branch: a shift to the left, and the polynomial where a bit leaves.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Double(byte* source, byte* destination)
    {
        ulong high = BigEndian.Read64(source), low = BigEndian.Read64(source + sizeof(ulong));
        BigEndian.Write64(destination, (high << 1) | (low >> 63));
        BigEndian.Write64(destination + sizeof(ulong), (low << 1) ^ (Polynomial & (0 - (high >> 63))));
        Secret.ForgetGeneralRegisters();
    }
}
