using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Tags and codes that are compared apart from the kernel's call.</summary>
internal static unsafe class AuthenticationTag
{
    /// <summary>Whether a tag is that of a message. The right tag of a forged message would make the forgery pass: it is
    /// wiped.</summary>
    /// <param name="whole">That of the message, 16 bytes.</param>
    /// <param name="tag">12 to 16 bytes.</param>
    public static bool IsRight(Span<byte> whole, ReadOnlySpan<byte> tag)
    {
        fixed (byte* expected = whole, given = tag)
        {
            var isRight = Secret.FixedTimeEquals(expected, given, tag.Length);
            Secret.Wipe(whole);
            return isRight;
        }
    }
}
