using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// How messages are sealed and opened under a key of XAES-256-GCM (c2sp.org/XAES-256-GCM), which lies expanded in a slot or on the
/// caller's stack: the schedule of AES-256, and the subkey K1 of CMAC. A message has a key of its own, two blocks of the counter KDF of
/// SP 800-108 over CMAC, whose context is the first half of the nonce. The other half is the nonce of AES-GCM under that key.
/// Callers have checked sizes and overlaps.
/// </summary>
internal readonly unsafe struct XAesKey
{
    /// <summary>Bytes of an expanded key, whatever its kernels.</summary>
    public const int LargestBytes = AesKernel.LargestEncryptionScheduleBytes + AesBlock.Bytes;

    private const int HalfNonceBytes = 12;
    private const int KeyBytes = 2 * AesBlock.Bytes;

    private readonly XAesKernels _kernels;

    /// <summary>Expands a key of 32 bytes.</summary>
    public XAesKey(XAesKernels kernels, ReadOnlySpan<byte> key, KeyScope expanded)
    {
        _kernels = kernels;
        var subkey = expanded.Bytes + kernels.Aes.EncryptionScheduleBytes;
        fixed (byte* cipherKey = key)
            kernels.Aes.ExpandKey(cipherKey, KeyBytes, expanded.Bytes);

        // L is the encrypted block of zeros.
        Unsafe.InitBlock(subkey, 0, AesBlock.Bytes);
        Encrypt(kernels.Aes, expanded.Bytes, subkey, AesBlock.Bytes);
        CmacSubkeys.Double(subkey, subkey);
        expanded.Complete();
    }

    /// <summary>In each block of the KDF, what stands before the nonce: the number of the block, the label X, and a zero.</summary>
    private static ReadOnlySpan<byte> Labels => [0, 1, (byte)'X', 0, 0, 2, (byte)'X', 0];

    /// <summary>Bytes of an expanded key.</summary>
    public static int ExpandedBytes(XAesKernels kernels) => kernels.Aes.EncryptionScheduleBytes + AesBlock.Bytes;

    /// <exception cref="ObjectDisposedException">The slot was disposed; the ciphertext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Seal(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> plaintext,
        Span<byte> ciphertext,
        Span<byte> tag,
        ReadOnlySpan<byte> associatedData)
    {
        MessageKeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        var longest = (long)plaintext.Length + associatedData.Length;
        using var secret = new SecretScope(expanded, GcmKey.ExpandedBytes(_kernels.Gcm, longest));
        var onStack = new KeyScope(expanded);
        var messageKey = Derive(key, nonce, longest, onStack, ciphertext);
        messageKey.Seal(onStack, nonce.Slice(HalfNonceBytes), plaintext, ciphertext, tag, associatedData);
    }

    /// <exception cref="AuthenticationTagMismatchException">The tag is wrong; the plaintext is zeroed.</exception>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the plaintext is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Open(
        KeyScope key,
        ReadOnlySpan<byte> nonce,
        ReadOnlySpan<byte> ciphertext,
        ReadOnlySpan<byte> tag,
        Span<byte> plaintext,
        ReadOnlySpan<byte> associatedData)
    {
        MessageKeyMemory memory;
        var expanded = KeyScope.Align(&memory);
        var longest = (long)ciphertext.Length + associatedData.Length;
        using var secret = new SecretScope(expanded, GcmKey.ExpandedBytes(_kernels.Gcm, longest));
        var onStack = new KeyScope(expanded);
        var messageKey = Derive(key, nonce, longest, onStack, plaintext);
        messageKey.Open(onStack, nonce.Slice(HalfNonceBytes), ciphertext, tag, plaintext, associatedData);
    }

    /// <summary>Expands the key of a message. The key of the object counts no more from here on.</summary>
    /// <exception cref="ObjectDisposedException">The slot was disposed; the output is zeroed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private GcmKey Derive(KeyScope key, ReadOnlySpan<byte> nonce, long longestMessage, KeyScope messageKey, Span<byte> output)
    {
        DerivedKey derived;
        using var secret = new SecretScope(&derived, KeyBytes);
        var words = (uint*)&derived;
        var subkey = (uint*)(key.Bytes + _kernels.Aes.EncryptionScheduleBytes);
        fixed (byte* labels = Labels, context = nonce)
        {
            for (var block = 0; block < KeyBytes; block += AesBlock.Bytes, words += AesBlock.Bytes / sizeof(uint))
            {
                words[0] = subkey[0] ^ Unsafe.ReadUnaligned<uint>(labels + (block / sizeof(uint)));
                for (var i = 1; i < AesBlock.Bytes / sizeof(uint); i++)
                    words[i] = subkey[i] ^ Unsafe.ReadUnaligned<uint>(context + ((i - 1) * sizeof(uint)));
            }
        }

        Encrypt(_kernels.Aes, key.Bytes, (byte*)&derived, KeyBytes);
        if (!key.IsAlive)
            key.ThrowDisposed(output);
        return new GcmKey(_kernels.Gcm, new ReadOnlySpan<byte>(&derived, KeyBytes), longestMessage, messageKey);
    }

    /// <summary>In place.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Encrypt(AesKernel kernel, byte* schedule, byte* blocks, int bytes)
    {
        AesArguments arguments;
        arguments.Schedule = schedule;
        arguments.Source = blocks;
        arguments.Destination = blocks;
        arguments.Length = bytes;
        arguments.Rounds = AesKernel.RoundsFor(KeyBytes);
        kernel.Run(AesOperation.EncryptEcb, &arguments);
    }

    /// <summary>Not stackalloc, whose guard a short message feels, and which Mono on s390x gets wrong beside large structs.</summary>
    [StructLayout(LayoutKind.Sequential, Size = GcmKey.LargestBytes + KeyScope.Alignment)]
    private struct MessageKeyMemory
    {
    }

    [StructLayout(LayoutKind.Sequential, Size = KeyBytes)]
    private struct DerivedKey
    {
    }
}
