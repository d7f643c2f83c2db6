using System;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A message under a key of HMAC, in memory that does not move; one message after the other under the same key.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HmacState
{
    public HashState State;
    public HmacKey Key;

    /// <summary>Takes a key of any length.</summary>
    public static void SetKey(MessageHash hash, HmacState* hmac, ReadOnlySpan<byte> key) =>
        HmacKey.Expand(hash, key, &hmac->Key, &hmac->State);

    public static void Begin(MessageHash hash, HmacState* hmac) => HmacKey.Begin(hash, &hmac->Key, &hmac->State);

    public static void Append(MessageHash hash, HmacState* hmac, ReadOnlySpan<byte> source)
    {
        fixed (byte* bytes = source)
            hash.Update(&hmac->State, bytes, source.Length);
    }

    /// <summary>Appends a number of four bytes, the highest first.</summary>
    public static void Append(MessageHash hash, HmacState* hmac, uint number)
    {
        uint bytes;
        BigEndian.Write32((byte*)&bytes, number);
        Append(hash, hmac, new ReadOnlySpan<byte>(&bytes, sizeof(uint)));
    }

    /// <summary>Ends a message, all of which has been appended.</summary>
    public static void Finish(MessageHash hash, HmacState* hmac, byte* code) => Finish(hash, hmac, null, 0, code);

    /// <summary>Ends the message with <paramref name="length"/> further bytes.</summary>
    public static void Finish(MessageHash hash, HmacState* hmac, byte* source, nint length, byte* code) =>
        HmacKey.Finish(hash, &hmac->Key, &hmac->State, source, length, code);
}
