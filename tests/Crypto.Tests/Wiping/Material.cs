using System;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>What a caller owns, in arrays that the collector does not move or copy: random, and wiped by the caller.</summary>
internal sealed class Material
{
    /// <summary>Blocks, and a part of one, for hashes and ciphers alike.</summary>
    private const int TextBytes = 357;

    /// <summary>So many bytes of the text end in what is no padding.</summary>
    public const int NoPaddingBytes = 336;

    public Material()
    {
        RandomNumberGenerator.Fill(Key);
        RandomNumberGenerator.Fill(Text);
        Text[NoPaddingBytes - 1] = 0xFF;
    }

    public byte[] Key { get; } = Pinned(32);

    public byte[] Text { get; } = Pinned(TextBytes);

    /// <summary>Not secret, and never the same bytes as the text.</summary>
    public byte[] Sealed { get; } = Pinned(TextBytes + 64);

    public byte[] Opened { get; } = Pinned(TextBytes + 64);

    public byte[] Nonce { get; } = RandomNumberGenerator.GetBytes(12);

    public byte[] IV { get; } = RandomNumberGenerator.GetBytes(16);

    public static byte[] Pinned(int bytes) => GC.AllocateArray<byte>(bytes, pinned: true);

    public void Wipe()
    {
        foreach (var array in (byte[][])[Key, Text, Opened])
            CryptographicOperations.ZeroMemory(array);
    }
}
