namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES (FIPS 197) in the modes of SP 800-38A, in XTS (SP 800-38E) and in the CTR of AES-GCM-SIV (RFC 8452). Nothing is read or
/// written outside the buffers, and no operation writes to the schedule.
/// </summary>
internal abstract unsafe class AesKernel : Kernel
{
    /// <summary>No kernel's encryption schedule is longer.</summary>
    public const int LargestEncryptionScheduleBytes = 960;

    /// <summary>Bytes that <see cref="ExpandKey"/> writes, a multiple of 16: enough for all but decryption of ECB, CBC and XTS.</summary>
    public abstract int EncryptionScheduleBytes { get; }

    /// <summary>Bytes of the whole schedule, a multiple of 16, with what <see cref="ExpandDecryptionKey"/> writes.</summary>
    public abstract int ScheduleBytes { get; }

    /// <summary>Expands a key of 16, 24 or 32 bytes for encryption, CTR and CFB both ways.</summary>
    public abstract void ExpandKey(byte* key, int keyBytes, byte* schedule);

    /// <summary>Completes an expanded schedule for decryption of ECB, CBC and XTS.</summary>
    public abstract void ExpandDecryptionKey(byte* schedule, int rounds);

    /// <summary>
    /// Runs an operation. Every kernel runs ECB both ways itself, and what else it fuses; it leaves the rest to this. If it is tested
    /// in parts, those are the operations.
    /// </summary>
    public virtual void Run(AesOperation operation, AesArguments* arguments) =>
        AesComposed<AesKernelBlocks>.Run(new AesKernelBlocks(this), operation, arguments);

    /// <summary>Seals or opens a message of CCM in one call: false, with nothing done, if the kernel has no code for it.</summary>
    public virtual bool TryTransformCcm(AesCcmArguments* arguments, bool opens) => false;

    /// <summary>The number of rounds for a key of 16, 24 or 32 bytes (FIPS 197, table 3).</summary>
    public static int RoundsFor(int keyBytes) => (keyBytes / 4) + 6;
}
