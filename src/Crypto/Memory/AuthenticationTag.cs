using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// The one place where tags and codes are compared: in a time that depends on their length alone. The right one of a forged message would
/// make the forgery pass, so it is wiped, whatever comes of the comparison.
/// </summary>
internal static unsafe class AuthenticationTag
{
    /// <summary>Whether a tag of 4 to 32 bytes is right.</summary>
    /// <param name="right">What it has to begin with: a block, or two if the tag has more bytes; is wiped.</param>
    /// <param name="tag">What came with the message.</param>
    /// <param name="bytes">Of the tag.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsRight(Block128* right, byte* tag, int bytes)
    {
        if (bytes <= sizeof(Block128))
        {
            var isRight = Secret.FixedTimeEquals((byte*)right, tag, bytes);
            Secret.WipeInline(right);
            return isRight;
        }

        var areRight = Secret.FixedTimeEquals((byte*)right, tag, sizeof(Block128))
            & Secret.FixedTimeEquals((byte*)(right + 1), tag + sizeof(Block128), bytes - sizeof(Block128));
        Secret.WipeInline(right);
        Secret.WipeInline(right + 1);
        return areRight;
    }

    /// <summary>Gives a tag out, and wipes the rest of it.</summary>
    /// <param name="whole">What the tag is the beginning of, a block; or all of the tag, two. What is not given out is wiped.</param>
    /// <param name="tag">Receives it.</param>
    /// <param name="bytes">Of the tag: 4 to 16, whose words overlap, or 32.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(Block128* whole, byte* tag, int bytes)
    {
        if (bytes > sizeof(Block128))
        {
            Unsafe.WriteUnaligned(tag, *whole);
            Unsafe.WriteUnaligned(tag + sizeof(Block128), whole[1]);
            return;
        }

        if (bytes >= sizeof(ulong))
        {
            var last = bytes - sizeof(ulong);
            Unsafe.WriteUnaligned(tag, whole->First);
            Unsafe.WriteUnaligned(tag + last, Unsafe.ReadUnaligned<ulong>((byte*)whole + last));
        }
        else
        {
            var last = bytes - sizeof(uint);
            Unsafe.WriteUnaligned(tag, *(uint*)whole);
            Unsafe.WriteUnaligned(tag + last, Unsafe.ReadUnaligned<uint>((byte*)whole + last));
        }

        Secret.WipeInline(whole);
    }

    /// <summary>Whether a tag or a code of any length is right.</summary>
    /// <param name="right">What it has to begin with; is wiped.</param>
    /// <param name="rightBytes">Of that: no fewer than the tag has.</param>
    /// <param name="tag">What came with the message.</param>
    public static bool IsRight(void* right, int rightBytes, ReadOnlySpan<byte> tag)
    {
        var isRight = Secret.FixedTimeEquals(new Span<byte>(right, rightBytes).Slice(0, tag.Length), tag);
        Secret.Wipe(right, rightBytes);

        // A digest's words are brought into their order in vectors, or one by one.
        Secret.ForgetAllRegisters();
        return isRight;
    }
}
