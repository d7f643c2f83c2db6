using System;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>ChaCha20-Poly1305 with the member of .NET's class: what <c>OracleChaCha</c> names in the tests for other hosts.</summary>
internal sealed class ReferenceChaChaAead(byte[] key)
{
    public void Encrypt(
        ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> plaintext, Span<byte> ciphertext, Span<byte> tag,
        ReadOnlySpan<byte> associatedData = default) => ReferenceChaCha.Encrypt(key, nonce, plaintext, ciphertext, tag, associatedData);
}
