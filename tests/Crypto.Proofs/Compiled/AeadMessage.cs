using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>A message of an AEAD on terms, with the tag that came with it. If a kernel opens it, the text is the ciphertext.</summary>
internal sealed record AeadMessage(Terms Terms, AeadKernel Kernel, int[] Key, int[] Nonce, int[] Data, int[] Text, int[] Given, bool Opens)
{
    public int TagBytes => Given.Length;
}
