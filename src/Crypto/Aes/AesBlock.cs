using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto;

/// <summary>
/// 16 bytes of a method's own. Stack allocation, with its check against overruns, would cost a one-block message more than
/// everything else around its kernel call.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly unsafe struct AesBlock(byte* source)
{
    public const int Bytes = 16;

    private readonly ulong _first = Unsafe.ReadUnaligned<ulong>(source);
    private readonly ulong _second = Unsafe.ReadUnaligned<ulong>(source + sizeof(ulong));

    /// <summary>
    /// Copies 16 bytes, or none, as a whole: kernels load them as a whole, and a load across two stores waits until both have left
    /// the store buffer.
    /// </summary>
    public static void Copy(ReadOnlySpan<byte> source, AesBlock* destination)
    {
        if (!source.IsEmpty)
            Unsafe.CopyBlockUnaligned(ref *(byte*)destination, ref Unsafe.AsRef(in source[0]), Bytes);
    }

    public void CopyTo(byte* destination)
    {
        Unsafe.WriteUnaligned(destination, _first);
        Unsafe.WriteUnaligned(destination + sizeof(ulong), _second);
    }
}

/// <summary>The last block of a message, preceded by the IV to decrypt it with.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct AesTail
{
    public AesBlock IV;

    public AesBlock Text;
}
