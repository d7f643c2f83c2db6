using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// AES-CCM (SP 800-38C) of any AES, which may have code for a whole short message. <see cref="CcmMessage"/> has the rest.
/// <para>
/// Constant-time if that AES is. Preconditions: none beyond the contract, and a text that the nonce leaves room to count.
/// </para>
/// </summary>
internal sealed unsafe class CcmComposed(AesKernel aes) : AeadKernel
{
    public override string Id { get; } = "ccm" + aes.Id.Remove(0, "aes".Length);

    public override KernelTier Tier => aes.Tier;

    public override bool IsConstantTime => aes.IsConstantTime;

    public override CpuFeatures Requires => aes.Requires;

    public override int KeyBytes => aes.EncryptionScheduleBytes;

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? aes.WhyUnavailable();

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        aes.ExpandKey(cipherKey, cipherKeyBytes, key);

    public override void Seal(AeadArguments* arguments) => Run(arguments, opens: false);

    public override void Open(AeadArguments* arguments) => Run(arguments, opens: true);

    /// <summary>The right tag of a forged message would make the forgery pass: none stays here.</summary>
    [SkipLocalsInit]
    private void Run(AeadArguments* arguments, bool opens)
    {
        CcmMessage message;
        CcmMessage.Transform(aes, &message, arguments, opens);
        arguments->Tag = message.Whole.Tag;
        Secret.WipeInline(&message.Whole.Tag);
    }
}
