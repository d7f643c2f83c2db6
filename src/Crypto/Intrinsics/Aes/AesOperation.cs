namespace ManagedCrypto.Intrinsics;

/// <summary>
/// What an AES kernel can be asked to do: a mode of SP 800-38A or SP 800-38E in one direction. <see cref="EncryptEcb"/> and
/// <see cref="DecryptEcb"/> are every kernel's own; the others are composed of them (<see cref="AesComposed{TBlocks}"/>) unless a kernel
/// fuses them. The decryption of a mode follows its encryption.
/// </summary>
internal enum AesOperation
{
    /// <summary>Batches of blocks that do not depend on each other. There is no IV.</summary>
    EncryptEcb,

    /// <inheritdoc cref="EncryptEcb"/>
    DecryptEcb,

    EncryptCbc,

    DecryptCbc,

    /// <summary>CFB with segments of one byte. Takes any number of bytes.</summary>
    EncryptCfb8,

    /// <inheritdoc cref="EncryptCfb8"/>
    DecryptCfb8,

    /// <summary>CFB with segments of one block.</summary>
    EncryptCfb128,

    /// <inheritdoc cref="EncryptCfb128"/>
    DecryptCfb128,

    /// <summary>
    /// Counter mode, both ways: the counter is big-endian, modulo 2^128. Takes any number of bytes; a last block that is used in
    /// part counts as used.
    /// </summary>
    TransformCtr,

    /// <summary>
    /// The counter mode of AES-GCM-SIV (RFC 8452, section 4), both ways: the counter is the block's first 32 bits, little-endian, modulo
    /// 2^32. Takes any number of bytes, as <see cref="TransformCtr"/>.
    /// </summary>
    TransformGcmSivCtr,

    /// <summary>
    /// XTS (IEEE 1619) of a data unit, which may end by ciphertext stealing; or of its first whole blocks, for which more follow with the
    /// tweak as it is left, encrypted.
    /// </summary>
    EncryptXts,

    /// <inheritdoc cref="EncryptXts"/>
    DecryptXts,

    /// <summary>
    /// The counter mode of AES-GCM (GCTR of SP 800-38D), both ways: the counter is the block's last 32 bits, big-endian, modulo 2^32.
    /// Takes any number of bytes, as <see cref="TransformCtr"/>.
    /// </summary>
    TransformGcmCtr,
}
