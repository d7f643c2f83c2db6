using System.Collections.Generic;

namespace ManagedCrypto.TypeGenerator;

/// <summary>
/// What sets an AEAD apart in the members that all have. By hand it has its constructors and sizes, <c>CheckNonce</c>,
/// <c>CheckTag</c>, <c>_slot</c> and <c>_key</c>.
/// </summary>
/// <param name="Name">The type.</param>
/// <param name="Folder">Where it is in src/Crypto.</param>
/// <param name="Kernel">The type of its kernels.</param>
/// <param name="BestKernel">The one for users.</param>
/// <param name="KeyType">How messages are sealed and opened under a key.</param>
/// <param name="KeyBytes">Which sizes keys have.</param>
/// <param name="NonceBytes">Which sizes nonces have.</param>
/// <param name="TagBytes">Which sizes the tag of a message may have.</param>
internal sealed record Aead(
    string Name, string Folder, string Kernel, string BestKernel, string KeyType, string KeyBytes, string NonceBytes, string TagBytes)
{
    public static IReadOnlyList<Aead> All { get; } =
    [
        new("AesGcm", "Gcm", "GcmKernel", "Algorithms.AesGcm.Kernels.Best", "GcmKey", "16, 24 or 32 bytes", "12 bytes",
            "12 to 16 bytes, or as many as were given at construction")
        {
            HasTagSize = true,
            ExpandsForLength = true,
            KeyChecksNonce = true,
        },
        new("AesCcm", "Ccm", "AesKernel", "Algorithms.Aes.Kernels.Best", "CcmKey", "16, 24 or 32 bytes", "7 to 13 bytes",
            "4, 6, 8, 10, 12, 14 or 16 bytes")
        {
            NonceLimitsLength = true,
        },
        new("AesGcmSiv", "GcmSiv", "GcmSivKernel", "Algorithms.AesGcmSiv.Kernels.Best", "GcmSivKey", "16 or 32 bytes", "12 bytes",
            "16 bytes")
        {
            CheckKey = "CheckKey",
            NonceUse = "best never used with this key before",
        },
        new("XAes256Gcm", "XAes", "XAesKernels", "XAesKernels.Best", "XAesKey", "32 bytes", "24 bytes", "16 bytes")
        {
            NonceUse = "drawn at random, or else never used with this key before",
            DrawsNonce = true,
        },
        new("ChaCha20Poly1305", "ChaCha", "ChaChaPolyKernel", "Algorithms.ChaCha20Poly1305.Kernels.Best", "ChaChaKey", "32 bytes",
            "12 bytes", "16 bytes")
        {
            CheckKey = "CheckKey",
        },
        new("XChaCha20Poly1305", "ChaCha", "ChaChaPolyKernel", "Algorithms.ChaCha20Poly1305.Kernels.Best", "XChaChaKey", "32 bytes",
            "24 bytes", "16 bytes")
        {
            NonceUse = "drawn at random, or else never used with this key before",
            DrawsNonce = true,
        },
    ];

    /// <summary>What refuses keys of other sizes.</summary>
    public string CheckKey { get; init; } = "Arguments.RequireAesKey";

    /// <summary>How often a nonce may be used.</summary>
    public string NonceUse { get; init; } = "never used with this key before";

    /// <summary>Whether <c>CheckNonce</c> is the key's, since some keys take other nonces than most.</summary>
    public bool KeyChecksNonce { get; init; }

    /// <summary>Whether sealing draws the nonce and puts it in front (<see cref="DrawnNonceMembers"/>).</summary>
    public bool DrawsNonce { get; init; }

    /// <summary>Whether an object may be made for tags of one size, <c>TagSizeInBytes</c>; <c>TagBytes</c> are those that it appends.</summary>
    public bool HasTagSize { get; init; }

    /// <summary>Whether a key that is used once is expanded no further than its message needs.</summary>
    public bool ExpandsForLength { get; init; }

    /// <summary>Whether <c>CheckLength</c> refuses messages that are too long for their nonce.</summary>
    public bool NonceLimitsLength { get; init; }
}
