using System;
using System.Security.Cryptography;
using Framework = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// AES written from its standards, for hosts whose own is missing or wrong: what <c>OracleAes</c> names in the tests for other
/// hosts. <c>ReferenceTests</c> compare it with .NET's.
/// </summary>
internal sealed class ReferenceAes : Framework
{
    public static new Framework Create() => new ReferenceAes();

    public override ICryptoTransform CreateEncryptor(byte[] rgbKey, byte[]? rgbIV) => Transform(rgbKey, rgbIV, encrypts: true);

    public override ICryptoTransform CreateDecryptor(byte[] rgbKey, byte[]? rgbIV) => Transform(rgbKey, rgbIV, encrypts: false);

    public override void GenerateKey() => throw new NotSupportedException();

    public override void GenerateIV() => throw new NotSupportedException();

    /// <summary>A message at once, as the one-shots have it.</summary>
    public byte[] Run(CipherMode mode, int feedbackBits, PaddingMode padding, bool encrypts, byte[] text, byte[] iv)
    {
        using var transform = new ReferenceTransform(Key, iv, mode, feedbackBits, padding, encrypts);
        return transform.TransformFinalBlock(text, 0, text.Length);
    }

    /// <summary>The same into memory given. .NET decrypts where the ciphertext fits, and clears the padding there.</summary>
    public bool TryRun(
        CipherMode mode, int feedbackBits, PaddingMode padding, bool encrypts,
        ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written)
    {
        var result = Run(mode, feedbackBits, padding, encrypts, text.ToArray(), iv.ToArray());
        written = result.Length <= to.Length ? result.Length : 0;
        if (!result.AsSpan().TryCopyTo(to))
            return false;
        if (result.Length < text.Length && text.Length <= to.Length)
            to.Slice(result.Length, text.Length - result.Length).Clear();
        return true;
    }

#if NET
    protected override bool TryEncryptEcbCore(
        ReadOnlySpan<byte> plaintext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten) =>
        TryRun(CipherMode.ECB, 0, paddingMode, true, plaintext, default, destination, out bytesWritten);

    protected override bool TryDecryptEcbCore(
        ReadOnlySpan<byte> ciphertext, Span<byte> destination, PaddingMode paddingMode, out int bytesWritten) =>
        TryRun(CipherMode.ECB, 0, paddingMode, false, ciphertext, default, destination, out bytesWritten);

    protected override bool TryEncryptCbcCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten) =>
        TryRun(CipherMode.CBC, 0, paddingMode, true, plaintext, iv, destination, out bytesWritten);

    protected override bool TryDecryptCbcCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        out int bytesWritten) =>
        TryRun(CipherMode.CBC, 0, paddingMode, false, ciphertext, iv, destination, out bytesWritten);

    protected override bool TryEncryptCfbCore(
        ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        int feedbackSizeInBits, out int bytesWritten) =>
        TryRun(CipherMode.CFB, feedbackSizeInBits, paddingMode, true, plaintext, iv, destination, out bytesWritten);

    protected override bool TryDecryptCfbCore(
        ReadOnlySpan<byte> ciphertext, ReadOnlySpan<byte> iv, Span<byte> destination, PaddingMode paddingMode,
        int feedbackSizeInBits, out int bytesWritten) =>
        TryRun(CipherMode.CFB, feedbackSizeInBits, paddingMode, false, ciphertext, iv, destination, out bytesWritten);
#endif

    private ReferenceTransform Transform(byte[] key, byte[]? iv, bool encrypts) =>
        new(key, iv ?? [], Mode, FeedbackSize, Padding, encrypts);
}
