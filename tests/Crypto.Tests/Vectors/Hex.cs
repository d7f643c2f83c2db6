using System;

namespace ManagedCrypto.Tests.Vectors;

internal static class Hex
{
    /// <summary>Reads hexadecimal digits, with spaces anywhere.</summary>
    public static byte[] Bytes(string digits) => Convert.FromHexString(digits.Replace(" ", "", StringComparison.Ordinal));
}
