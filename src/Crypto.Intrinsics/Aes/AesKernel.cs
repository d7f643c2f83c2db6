using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What an AES operation works on. <see cref="Source"/> and <see cref="Destination"/> are the same address or do not overlap. A call
/// may leave these two and <see cref="Length"/> changed.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct AesArguments
{
    /// <summary>The expanded key, in the kernel's own format; read only, 16-byte aligned.</summary>
    public byte* Schedule;

    public byte* Source;

    public byte* Destination;

    /// <summary>Bytes: whole blocks of 16, but any number in CTR and CFB8. Zero is allowed.</summary>
    public nint Length;

    /// <summary>
    /// 16 bytes, read and updated: the IV or the previous ciphertext block (CBC, CFB128), the last 16 bytes of ciphertext (CFB8),
    /// or the next counter block (CTR). Unused by ECB.
    /// </summary>
    public byte* IV;

    /// <summary>10, 12 or 14.</summary>
    public int Rounds;

    /// <summary>
    /// What it holds is of no account, before a call and after: callers do not clear it, and so set the other fields one by one.
    /// </summary>
    public AesScratch Scratch;
}

/// <summary>Memory for what machine code keeps during a call.</summary>
[StructLayout(LayoutKind.Sequential, Size = 512)]
internal struct AesScratch
{
    /// <summary>Aligns the struct.</summary>
    public ulong First;
}

/// <summary>
/// AES (FIPS 197) in the modes of SP 800-38A. Nothing is read or written outside the buffers, and no operation writes to the
/// schedule.
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

    /// <summary>
    /// Runs an operation. Every kernel runs ECB both ways itself, and what else it fuses; it leaves the rest to this.
    /// </summary>
    public virtual void Run(AesOperation operation, AesArguments* arguments) =>
        AesComposed<AesKernelBlocks>.Run(new AesKernelBlocks(this), operation, arguments);

    /// <summary>The number of rounds for a key of 16, 24 or 32 bytes (FIPS 197, table 3).</summary>
    public static int RoundsFor(int keyBytes) => (keyBytes / 4) + 6;
}
