using System;
using System.Linq;

namespace ManagedCrypto.FileClients;

/// <summary>A kind of encrypted file, and the texts that each such file has, in this order.</summary>
internal sealed class Format(string name, int longest)
{
    public static readonly Format Aes128Zip = new("aes-128.zip", (1 << 20) + 3);
    public static readonly Format Aes256Zip = new("aes-256.zip", (1 << 20) + 3);

    // Excel's binary and its newer encryption. A cell takes 32,767 characters: so many bytes as base64.
    public static readonly Format StandardWorkbook = new("standard.xlsx", 24_573);
    public static readonly Format AgileWorkbook = new("agile.xlsx", 24_573);

    public string Name => name;

    public byte[][] Texts { get; } = Array.ConvertAll([1, 15, 16, 17, 4096, longest], Text);

    public override string ToString() => name;

    /// <summary>Nothing that could be compressed.</summary>
    private static byte[] Text(int size)
    {
        var state = (uint)size;
        return [.. Enumerable.Range(0, size).Select(_ => (byte)((state = (state * 1664525) + 1013904223) >> 24))];
    }
}
