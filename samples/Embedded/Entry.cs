using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace ManagedCrypto.Samples;

/// <summary>
/// What C calls. Buffers are C's own, and spans lie over them: nothing is copied, and nothing is pinned, since native memory does
/// not move.
/// </summary>
public static unsafe class Entry
{
    private const int BlockBytes = 16;

    /// <summary>Makes an AES with a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="keyBytes">16, 24 or 32.</param>
    /// <returns>What the other methods take, until <see cref="Close"/>.</returns>
    [UnmanagedCallersOnly]
    public static IntPtr Open(byte* key, int keyBytes)
    {
        var aes = new Aes();
        aes.SetKey(new ReadOnlySpan<byte>(key, keyBytes));
        return GCHandle.ToIntPtr(GCHandle.Alloc(aes));
    }

    /// <summary>Encrypts whole blocks in CBC, without padding.</summary>
    /// <param name="aes">From <see cref="Open"/>.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="text">What to encrypt.</param>
    /// <param name="ciphertext">The result, which may be written over the text.</param>
    /// <param name="length">Bytes of both.</param>
    /// <returns>Bytes written.</returns>
    [UnmanagedCallersOnly]
    public static int EncryptCbc(IntPtr aes, byte* iv, byte* text, byte* ciphertext, int length) =>
        Target(aes).EncryptCbc(
            new ReadOnlySpan<byte>(text, length),
            new ReadOnlySpan<byte>(iv, BlockBytes),
            new Span<byte>(ciphertext, length),
            PaddingMode.None);

    /// <summary>Decrypts whole blocks in CBC, without padding.</summary>
    /// <param name="aes">From <see cref="Open"/>.</param>
    /// <param name="iv">16 bytes.</param>
    /// <param name="ciphertext">What to decrypt.</param>
    /// <param name="text">The result, which may be written over the ciphertext.</param>
    /// <param name="length">Bytes of both.</param>
    /// <returns>Bytes written.</returns>
    [UnmanagedCallersOnly]
    public static int DecryptCbc(IntPtr aes, byte* iv, byte* ciphertext, byte* text, int length) =>
        Target(aes).DecryptCbc(
            new ReadOnlySpan<byte>(ciphertext, length),
            new ReadOnlySpan<byte>(iv, BlockBytes),
            new Span<byte>(text, length),
            PaddingMode.None);

    /// <summary>Wipes the key.</summary>
    /// <param name="aes">From <see cref="Open"/>, and of no further use.</param>
    [UnmanagedCallersOnly]
    public static void Close(IntPtr aes)
    {
        Target(aes).Dispose();
        GCHandle.FromIntPtr(aes).Free();
    }

    /// <summary>Tells the runtime and the kernels in use.</summary>
    /// <param name="text">Takes UTF-8 that ends with 0.</param>
    /// <param name="capacity">Bytes at <paramref name="text"/>; what does not fit is cut off.</param>
    [UnmanagedCallersOnly]
    public static void Describe(byte* text, int capacity)
    {
        var report = Encoding.UTF8.GetBytes(RuntimeInformation.FrameworkDescription + "\n\n" + CryptoProvider.Describe());
        var length = Math.Min(report.Length, capacity - 1);
        report.AsSpan(0, length).CopyTo(new Span<byte>(text, length));
        text[length] = 0;
    }

    private static Aes Target(IntPtr aes) => (Aes)GCHandle.FromIntPtr(aes).Target!;
}
