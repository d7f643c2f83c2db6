using System;
using System.IO;

namespace ManagedCrypto.Clients;

internal static class Samples
{
    /// <summary>Sizes of messages, in bytes: around a block, and one of many pieces.</summary>
    public static readonly int[] Sizes = [0, 1, 15, 16, 17, (1 << 20) + 3];

    /// <summary>The same bytes whenever it is asked.</summary>
    public static byte[] Bytes(int count, int seed)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>Has <paramref name="convert"/> make one file from another.</summary>
    public static void Convert(string from, string to, Action<Stream, Stream> convert)
    {
        using Stream source = File.OpenRead(from), destination = File.Create(to);
        convert(source, destination);
    }
}
