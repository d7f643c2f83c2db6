using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// An AEAD with nonces so long that random ones do not meet. The key and the first part of the nonce make a key for each message; another
/// AEAD takes that with the rest.
/// </summary>
internal abstract unsafe class ExtendedNonceKernel(AeadKernel messages) : AeadKernel
{
    /// <summary>Of the nonce that the other AEAD takes.</summary>
    protected const int ShortNonceBytes = 12;

    private const int Alignment = 64;

    public override KernelTier Tier => messages.Tier;

    public override bool IsConstantTime => messages.IsConstantTime;

    public override CpuFeatures Requires => messages.Requires;

    public override string? WhyUnavailable() => base.WhyUnavailable() ?? messages.WhyUnavailable();

    public override void Seal(AeadArguments* arguments) => Run(arguments, opens: false);

    public override void Open(AeadArguments* arguments) => Run(arguments, opens: true);

    /// <summary>Makes the key of a message, and expands it for the other AEAD; and writes the nonce that goes with it.</summary>
    protected abstract void Derive(AeadArguments* arguments, byte* messageKey, long longestMessage, byte* shortNonce);

    [SkipLocalsInit]
    private void Run(AeadArguments* arguments, bool opens)
    {
        MessageKeyMemory memory;
        ShortNonce shortNonce;
        var messageKey = (byte*)&memory + (-(nint)(&memory) & (Alignment - 1));
        var longest = (long)arguments->Length + arguments->AssociatedDataLength;
        using var secret = new SecretScope(messageKey, messages.KeyBytesFor(longest));
        Derive(arguments, messageKey, longest, (byte*)&shortNonce);
        arguments->Key = messageKey;
        arguments->Nonce = (byte*)&shortNonce;
        arguments->NonceLength = ShortNonceBytes;
        if (opens)
            messages.Open(arguments);
        else
            messages.Seal(arguments);
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = GcmKernel.LargestKeyBytes + Alignment)]
    private struct MessageKeyMemory
    {
    }

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = ShortNonceBytes)]
    private struct ShortNonce
    {
    }
}
