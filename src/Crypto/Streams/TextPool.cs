using System;
using System.Buffers;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Arrays for text on its way between streams, which are wiped before others get them.</summary>
internal static class TextPool
{
    public static byte[] Rent(int bytes) => ArrayPool<byte>.Shared.Rent(bytes);

    /// <summary>Wipes what was used, and gives the array to others.</summary>
    public static void Return(byte[] array, int used = int.MaxValue)
    {
        Secret.Wipe(array.AsSpan(0, Math.Min(used, array.Length)));
        ArrayPool<byte>.Shared.Return(array);
    }

    /// <summary>Wipes the array, and gives it to nobody: a stream that gave up a read or write may still use it.</summary>
    public static void Drop(byte[] array) => Secret.Wipe(array);
}
