using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Sizes of nonces of AES-GCM.</summary>
internal static class GcmNonce
{
    /// <exception cref="ArgumentException">It has not 12 bytes, or is empty where any other size is allowed.</exception>
    public static void Require(ReadOnlySpan<byte> nonce, bool takesAny)
    {
        if (nonce.Length == GcmKernel.NonceBytes)
            return;
        if (!takesAny)
            Arguments.RequireSize(nonce, GcmKernel.NonceBytes, nameof(nonce));
        if (nonce.IsEmpty)
            Throw();

        static void Throw() =>
            throw new ArgumentException("It is empty: AES-GCM takes nonces of one byte and more.", nameof(nonce));
    }
}
