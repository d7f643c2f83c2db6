using System;
using System.Runtime.CompilerServices;
#if NET
using System.Runtime.Intrinsics;
#endif

namespace ManagedCrypto.Intrinsics;

/// <summary>Handling of bytes that must not outlive their use or show in timing.</summary>
internal static unsafe class Secret
{
    /// <summary>Zeroes memory in a way that the JIT does not drop, even if nothing reads the memory again.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe(void* memory, int bytes) => new Span<byte>(memory, bytes).Clear();

    /// <inheritdoc cref="Wipe(void*, int)"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Wipe(Span<byte> memory) => memory.Clear();

    /// <summary>
    /// Overwrites the vector registers, in which kernels leave round keys and texts, before an exception is thrown: .NET then
    /// writes all registers to memory. Sixteen vectors that depend on each other take sixteen registers.
    /// </summary>
    /// <returns>Nothing of account, so that the JIT keeps the vectors.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static byte ForgetRegisters()
    {
#if NET
        Vector128<byte> v0 = default, v1 = v0, v2 = v0, v3 = v0, v4 = v0, v5 = v0, v6 = v0, v7 = v0;
        Vector128<byte> v8 = v0, v9 = v0, v10 = v0, v11 = v0, v12 = v0, v13 = v0, v14 = v0, v15 = v0;
        for (var i = Environment.ProcessorCount; i != 0; i >>= 1)
        {
            (v0, v1, v2, v3) = (v0 + v1, v1 + v2, v2 + v3, v3 + v4);
            (v4, v5, v6, v7) = (v4 + v5, v5 + v6, v6 + v7, v7 + v8);
            (v8, v9, v10, v11) = (v8 + v9, v9 + v10, v10 + v11, v11 + v12);
            (v12, v13, v14, v15) = (v12 + v13, v13 + v14, v14 + v15, v15 + v0);
        }

        return (v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7 + v8 + v9 + v10 + v11 + v12 + v13 + v14 + v15).ToScalar();
#else
        return 0;
#endif
    }

    /// <summary>
    /// Whether two places hold the same 8 to 16 bytes, without a branch: two words cover them, and overlap if there are fewer
    /// than 16.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool FixedTimeEquals(byte* left, byte* right, int bytes)
    {
        var last = bytes - sizeof(ulong);
        var difference = Unsafe.ReadUnaligned<ulong>(left) ^ Unsafe.ReadUnaligned<ulong>(right);
        difference |= Unsafe.ReadUnaligned<ulong>(left + last) ^ Unsafe.ReadUnaligned<ulong>(right + last);
        return difference == 0;
    }
}
