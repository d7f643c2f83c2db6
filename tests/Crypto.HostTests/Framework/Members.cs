using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using Xunit;

namespace ManagedCrypto.Tests;

/// <summary>Members of later frameworks that the tests use, other than cryptography.</summary>
internal static class Members
{
    extension(Convert)
    {
        public static byte[] FromHexString(string digits) =>
            Enumerable.Range(0, digits.Length / 2).Select(i => Convert.ToByte(digits.Substring(2 * i, 2), 16)).ToArray();

        public static string ToHexString(byte[] bytes) => ToHexString(bytes.AsSpan());

        public static string ToHexString(ReadOnlySpan<byte> bytes) =>
            BitConverter.ToString(bytes.ToArray()).Replace("-", "");
    }

    extension(string text)
    {
        public static string Join(char separator, IEnumerable<string> parts) => string.Join(separator.ToString(), parts);

        public bool Contains(char c) => text.IndexOf(c) >= 0;

        public bool StartsWith(char c) => text.Length > 0 && text[0] == c;

        public string[] Split(char separator, int count) => text.Split([separator], count);

        /// <summary>Ordinal is what the older form is, too.</summary>
        public string Replace(string old, string by, StringComparison comparison) =>
            comparison == StringComparison.Ordinal ? text.Replace(old, by) : throw new NotSupportedException();
    }

    extension(Span<byte> bytes)
    {
        public int IndexOfAnyExcept(byte value)
        {
            for (var i = 0; i < bytes.Length; i++)
            {
                if (bytes[i] != value)
                    return i;
            }

            return -1;
        }
    }

    extension(OperatingSystem)
    {
        public static bool IsWindows() => RuntimeInformation.IsOSPlatform(OSPlatform.Windows);

        public static bool IsBrowser() => false;

        public static bool IsLinux() => RuntimeInformation.IsOSPlatform(OSPlatform.Linux);
    }

    extension(Marshal)
    {
        public static int GetLastPInvokeError() => Marshal.GetLastWin32Error();
    }

    extension(GC)
    {
        public static long GetAllocatedBytesForCurrentThread()
        {
            Assert.Skip("this framework does not count what a thread allocates");
            return 0;
        }
    }
}
