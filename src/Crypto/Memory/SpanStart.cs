using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto;

/// <summary>
/// The first byte of a span, or null if it has none, for <c>fixed</c> on the way of every call. Of a span itself <c>fixed</c> takes it by
/// a method of .NET's, which code that is compiled ahead must call; it may have lengths and indexers alone built in.
/// </summary>
internal static unsafe class SpanStart
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Of(ReadOnlySpan<byte> span)
    {
        if (span.Length != 0)
            return ref Unsafe.AsRef(in span[0]);
        return ref Unsafe.AsRef<byte>(null);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte Of(Span<byte> span)
    {
        if (span.Length != 0)
            return ref span[0];
        return ref Unsafe.AsRef<byte>(null);
    }
}
