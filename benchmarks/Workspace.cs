using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Benchmarks;

/// <summary>A text and room for any operation's result: buffers that do not move, at addresses that suit vector loads.</summary>
internal sealed class Workspace
{
    private const int Alignment = 64;
    private const int LargestDigestOrTag = 64;

    public Workspace(ReadOnlySpan<byte> text)
    {
        Text = Allocate(text.Length);
        text.CopyTo(Text);
        Result = Allocate(text.Length + LargestDigestOrTag);
    }

    public ArraySegment<byte> Text { get; }

    public ArraySegment<byte> Result { get; }

    public static ArraySegment<byte> Allocate(int bytes)
    {
        var array = GC.AllocateArray<byte>(bytes + Alignment, pinned: true);
        var address = Marshal.UnsafeAddrOfPinnedArrayElement(array, 0);
        return new(array, (int)(-address & (Alignment - 1)), bytes);
    }

    /// <summary>Where a buffer of <see cref="Allocate"/> begins, or a part of one.</summary>
    public static unsafe byte* Address(ArraySegment<byte> buffer) =>
        (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(buffer.Array!, buffer.Offset);
}
