namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES (FIPS 197) in the modes of SP 800-38A. Nothing is read or written outside the buffers, and the schedule is never
/// written by a mode.
/// </summary>
internal abstract unsafe class AesKernel : Kernel
{
    /// <summary>No kernel's encryption schedule is longer.</summary>
    public const int LargestEncryptionScheduleBytes = 960;

    /// <summary>Bytes that <see cref="ExpandKey"/> writes, a multiple of 16: enough for all but ECB and CBC decryption.</summary>
    public abstract int EncryptionScheduleBytes { get; }

    /// <summary>Bytes of the whole schedule, a multiple of 16, with what <see cref="ExpandDecryptionKey"/> writes.</summary>
    public abstract int ScheduleBytes { get; }

    /// <summary>Expands a key of 16, 24 or 32 bytes for encryption, CTR and CFB both ways.</summary>
    public abstract void ExpandKey(byte* key, int keyBytes, byte* schedule);

    /// <summary>Completes an expanded schedule for ECB and CBC decryption.</summary>
    public abstract void ExpandDecryptionKey(byte* schedule, int rounds);

    public abstract void EncryptEcb(AesArguments* arguments);

    public abstract void DecryptEcb(AesArguments* arguments);

    public abstract void EncryptCbc(AesArguments* arguments);

    public abstract void DecryptCbc(AesArguments* arguments);

    public abstract void EncryptCfb8(AesArguments* arguments);

    public abstract void DecryptCfb8(AesArguments* arguments);

    public abstract void EncryptCfb128(AesArguments* arguments);

    public abstract void DecryptCfb128(AesArguments* arguments);

    public abstract void TransformCtr(AesArguments* arguments);

    /// <summary>The number of rounds for a key of 16, 24 or 32 bytes (FIPS 197, table 3).</summary>
    public static int RoundsFor(int keyBytes) => (keyBytes / 4) + 6;
}
