using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha): HChaCha20 makes a message's key of the first 16 bytes of the nonce; ChaCha20-Poly1305 takes
/// it with four zeros and the other 8.
/// </summary>
internal sealed unsafe class XChaChaPoly(ChaChaPolyKernel chaCha) : ExtendedNonceKernel(chaCha)
{
    public override string Id { get; } = "x" + chaCha.Id;

    public override int KeyBytes => chaCha.KeyBytes;

    public override void ExpandKey(byte* cipherKey, int cipherKeyBytes, byte* key, long longestMessage) =>
        chaCha.ExpandKey(cipherKey, cipherKeyBytes, key, longestMessage);

    protected override void Derive(AeadArguments* arguments, byte* messageKey, long longestMessage, byte* shortNonce)
    {
        chaCha.DeriveSubkey(arguments->Key, arguments->Nonce, messageKey);
        Unsafe.WriteUnaligned(shortNonce, 0);
        Unsafe.WriteUnaligned(shortNonce + sizeof(uint), Unsafe.ReadUnaligned<ulong>(arguments->Nonce + ChaChaPolyKernel.HashedNonceBytes));
    }
}
