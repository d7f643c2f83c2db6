using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// XAES-256-GCM (c2sp.org/XAES-256-GCM): a message's key is AES-CMAC, by counters (SP 800-108, section 4.1), of a label and the first half
/// of the nonce; AES-GCM takes it with the other half.
/// </summary>
internal sealed unsafe class XAesGcm(AesKernel aes, GcmKernel gcm) : ExtendedNonceKernel(gcm)
{
    /// <summary>Bytes of a nonce.</summary>
    public const int NonceBytes = 2 * ShortNonceBytes;

    /// <summary>No kernel has a longer key: AES's schedule, and the subkey of AES-CMAC.</summary>
    public const int LargestKeyBytes = AesKernel.LargestEncryptionScheduleBytes + BlockBytes;

    private const int BlockBytes = 16, CipherKeyBytes = 2 * BlockBytes;

    /// <summary>Makes the keys of messages.</summary>
    public AesKernel Aes => aes;

    /// <summary>Takes the messages.</summary>
    public GcmKernel Gcm => gcm;

    /// <summary>The same for whichever AES makes the keys.</summary>
    public override string Id { get; } = "xaes-256-" + gcm.Id;

    public override bool IsConstantTime => base.IsConstantTime && aes.IsConstantTime;

    public override CpuFeatures Requires => base.Requires | aes.Requires;

    public override int KeyBytes => aes.EncryptionScheduleBytes + BlockBytes;

    /// <summary>Of each block of the message's key: its number of two bytes, the label, and a zero.</summary>
    private static ReadOnlySpan<byte> Labels => [0, 1, (byte)'X', 0, 0, 2, (byte)'X', 0];

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? aes.WhyUnavailable();

    /// <summary>AES's schedule, and behind it the subkey of whole blocks.</summary>
    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage)
    {
        var subkey = key + aes.EncryptionScheduleBytes;
        aes.ExpandKey(cipherKey, CipherKeyBytes, key);

        // L is the encrypted block of zeros.
        *(Block128*)subkey = default;
        Encrypt(key, subkey, BlockBytes);
        CmacSubkeys.Double(subkey, subkey);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected override void Derive(AeadArguments* arguments, byte* messageKey, long longestMessage, byte* shortNonce)
    {
        DerivedKey derived;
        using var secret = new SecretScope(&derived, CipherKeyBytes);
        var words = (uint*)&derived;
        var subkey = (uint*)(arguments->Key + aes.EncryptionScheduleBytes);
        fixed (byte* labels = Labels)
        {
            for (var block = 0; block < CipherKeyBytes; block += BlockBytes, words += BlockBytes / sizeof(uint))
            {
                words[0] = subkey[0] ^ Unsafe.ReadUnaligned<uint>(labels + (block / sizeof(uint)));
                for (var i = 1; i < BlockBytes / sizeof(uint); i++)
                    words[i] = subkey[i] ^ Unsafe.ReadUnaligned<uint>(arguments->Nonce + ((i - 1) * sizeof(uint)));
            }
        }

        Encrypt(arguments->Key, (byte*)&derived, CipherKeyBytes);
        gcm.ExpandKey((byte*)&derived, CipherKeyBytes, messageKey, longestMessage);

        // By the words that AES-GCM reads: a load across two stores would wait.
        var rest = arguments->Nonce + ShortNonceBytes;
        Unsafe.WriteUnaligned(shortNonce, Unsafe.ReadUnaligned<ulong>(rest));
        Unsafe.WriteUnaligned(shortNonce + sizeof(ulong), Unsafe.ReadUnaligned<uint>(rest + sizeof(ulong)));
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Encrypt(byte* schedule, byte* blocks, int bytes)
    {
        AesArguments arguments;
        arguments.Schedule = schedule;
        arguments.Source = blocks;
        arguments.Destination = blocks;
        arguments.Length = bytes;
        arguments.Rounds = AesKernel.RoundsFor(CipherKeyBytes);
        aes.Run(AesOperation.EncryptEcb, &arguments);
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = CipherKeyBytes)]
    private struct DerivedKey
    {
    }
}
