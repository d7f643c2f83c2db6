using System;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>What a caller owns, in arrays that the collector does not move or copy: random, and wiped by the caller.</summary>
internal sealed class Material
{
    /// <summary>Blocks, and a part of one, for hashes and ciphers alike.</summary>
    private const int TextBytes = 357;

    /// <summary>Of what kernels that are called by themselves work on.</summary>
    private const int WorkBytes = 48 * 1024, WorkAlignment = 64;

    /// <summary>So many bytes of the text end in what is no padding.</summary>
    public const int NoPaddingBytes = 336;

    public Material()
    {
        RandomNumberGenerator.Fill(Key);
        Key.AsSpan(0, ShortKey.Length).CopyTo(ShortKey);
        RandomNumberGenerator.Fill(Text);
        RandomNumberGenerator.Fill(IV);
        Text[NoPaddingBytes - 1] = 0xFF;
    }

    public byte[] Key { get; } = Pinned(32);

    /// <summary>The first bytes of the key, for what takes no longer one.</summary>
    public byte[] ShortKey { get; } = Pinned(16);

    public byte[] Text { get; } = Pinned(TextBytes);

    /// <summary>Not secret, and never the same bytes as the text.</summary>
    public byte[] Sealed { get; } = Pinned(TextBytes + 64);

    public byte[] Opened { get; } = Pinned(TextBytes + 64);

    /// <summary>Memory of a case's own, with which its call begins and ends.</summary>
    public byte[] Work { get; } = Pinned(WorkBytes + WorkAlignment);

    public byte[] Nonce { get; } = RandomNumberGenerator.GetBytes(12);

    public byte[] IV { get; } = Pinned(16);

    public static byte[] Pinned(int bytes) => GC.AllocateArray<byte>(bytes, pinned: true);

    /// <summary>A place in the memory of its own.</summary>
    /// <param name="offset">From where each expanded key may begin.</param>
    public unsafe byte* WorkAt(int offset) =>
        (byte*)((Marshal.UnsafeAddrOfPinnedArrayElement(Work, WorkAlignment - 1) & -WorkAlignment) + offset);

    public void Wipe()
    {
        foreach (var array in (byte[][])[Key, ShortKey, Text, Opened, Work])
            CryptographicOperations.ZeroMemory(array);
    }
}
