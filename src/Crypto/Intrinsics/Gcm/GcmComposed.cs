using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-GCM (SP 800-38D, sections 7.1 and 7.2) composed of any AES in counter mode and any GHASH, one after the other.
/// <para>
/// The tag is the XOR of two shares, the encrypted J0 and the hash; each is XORed in as it is made, so that sealing and opening
/// differ only in their order. J0 is encrypted in one call with the first blocks of text.
/// </para>
/// <para>
/// Constant-time if both parts are. Preconditions: none beyond the contract. Kernels that interleave cipher and hash take
/// the place of this one wherever the hardware has both.
/// </para>
/// </summary>
internal sealed unsafe class GcmComposed : GcmKernel
{
    private const int Block = 16;

    /// <summary>J0 and the text encrypted with it: two rounds of a cipher that works on four blocks at a time.</summary>
    private const int HeadBytes = 8 * Block;

    private readonly AesKernel _aes;
    private readonly GhashKernel _ghash;
    private readonly int _ghashKeyOffset;

    public GcmComposed(AesKernel aes, GhashKernel ghash)
    {
        _aes = aes;
        _ghash = ghash;
        _ghashKeyOffset = (aes.EncryptionScheduleBytes + 63) & ~63;
        Id = "gcm" + aes.Id.Remove(0, "aes".Length);
    }

    public override string Id { get; }

    public override KernelTier Tier => _aes.Tier;

    public override bool IsConstantTime => _aes.IsConstantTime && _ghash.IsConstantTime;

    public override CpuFeatures Requires => _aes.Requires | _ghash.Requires;

    public override int KeyBytes => _ghashKeyOffset + _ghash.KeyBytes;

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? _aes.WhyUnavailable() ?? _ghash.WhyUnavailable();

    [SkipLocalsInit]
    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage)
    {
        _aes.ExpandKey(cipherKey, cipherKeyBytes, key);

        // H is the encrypted block of zeros.
        var subkey = stackalloc byte[Block];
        new Span<byte>(subkey, Block).Clear();
        AesArguments arguments;
        arguments.Schedule = key;
        arguments.Source = subkey;
        arguments.Destination = subkey;
        arguments.Length = Block;
        arguments.Rounds = AesKernel.RoundsFor(cipherKeyBytes);
        _aes.Run(AesOperation.EncryptEcb, &arguments);
        _ghash.ExpandKey(subkey, key + _ghashKeyOffset);
        Secret.Wipe(subkey, Block);
        Secret.ForgetRegisters();
        _ghash.Forget();
    }

    public override void Seal(AeadArguments* arguments)
    {
        Prepare(arguments);
        arguments->Tag = default;
        Transform(arguments);
        Authenticate(arguments, arguments->Destination);
        Secret.ForgetRegisters();
    }

    public override void Open(AeadArguments* arguments)
    {
        Prepare(arguments);
        arguments->Tag = default;
        Authenticate(arguments, arguments->Source);
        Transform(arguments);
        Secret.ForgetRegisters();
    }

    /// <summary>Writes the text, encrypted or decrypted, and XORs the encrypted J0 into the tag.</summary>
    private void Transform(AeadArguments* arguments)
    {
        var counter = stackalloc byte[Block];
        Buffer.MemoryCopy(&arguments->J0, counter, Block, Block);

        var head = stackalloc byte[HeadBytes];
        var headText = arguments->Length < HeadBytes - Block ? arguments->Length : HeadBytes - Block;
        new Span<byte>(head, Block).Clear();
        Buffer.MemoryCopy(arguments->Source, head + Block, headText, headText);
        TransformCtr(arguments, counter, head, head, Block + headText);
        XorIntoTag(arguments, head);
        Buffer.MemoryCopy(head + Block, arguments->Destination, headText, headText);
        Secret.Wipe(head, HeadBytes);

        TransformCtr(
            arguments, counter, arguments->Source + headText, arguments->Destination + headText, arguments->Length - headText);
        Secret.Wipe(counter, Block);
    }

    [SkipLocalsInit]
    private void TransformCtr(AeadArguments* arguments, byte* counter, byte* source, byte* destination, nint length)
    {
        AesArguments aes;
        aes.Schedule = arguments->Key;
        aes.Source = source;
        aes.Destination = destination;
        aes.Length = length;
        aes.IV = counter;
        aes.Rounds = (int)arguments->Rounds;
        _aes.Run(AesOperation.TransformGcmCtr, &aes);

        // Where counters of vectors did not fit into registers: they follow from J0.
        Secret.WipeFrame();
    }

    /// <summary>XORs the hash of associated data, ciphertext and their lengths into the tag.</summary>
    private void Authenticate(AeadArguments* arguments, byte* ciphertext)
    {
        var key = arguments->Key + _ghashKeyOffset;
        var accumulator = stackalloc byte[Block];
        new Span<byte>(accumulator, Block).Clear();
        _ghash.Update(key, accumulator, arguments->AssociatedData, arguments->AssociatedDataLength);
        _ghash.Update(key, accumulator, ciphertext, arguments->Length);
        _ghash.Update(key, accumulator, (byte*)&arguments->LastBlock, Block);
        XorIntoTag(arguments, accumulator);
        Secret.Wipe(accumulator, Block);
        _ghash.Forget();
    }

    private static void XorIntoTag(AeadArguments* arguments, byte* share)
    {
        arguments->Tag.First ^= Unsafe.ReadUnaligned<ulong>(share);
        arguments->Tag.Second ^= Unsafe.ReadUnaligned<ulong>(share + sizeof(ulong));
    }
}
