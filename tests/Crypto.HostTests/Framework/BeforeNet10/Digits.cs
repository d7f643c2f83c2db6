using System;

namespace ManagedCrypto.Tests;

/// <summary>Hexadecimal digits, as later frameworks write them.</summary>
internal static class Digits
{
    extension(Convert)
    {
        public static string ToHexStringLower(byte[] bytes) => Convert.ToHexString(bytes).ToLowerInvariant();

        public static string ToHexStringLower(ReadOnlySpan<byte> bytes) => Convert.ToHexString(bytes).ToLowerInvariant();
    }
}
