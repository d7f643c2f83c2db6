using System;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Tests;

/// <summary>The one-shots of AES that later frameworks have on the base class: ours, or the reference's.</summary>
internal static class AesModes
{
    extension(SymmetricAlgorithm aes)
    {
        public byte[] EncryptEcb(byte[] text, PaddingMode padding) =>
            aes is Aes ours ? ours.EncryptEcb(text, padding) : Reference(aes).Run(CipherMode.ECB, 0, padding, true, text, []);

        public byte[] DecryptEcb(byte[] text, PaddingMode padding) =>
            aes is Aes ours ? ours.DecryptEcb(text, padding) : Reference(aes).Run(CipherMode.ECB, 0, padding, false, text, []);

        public byte[] EncryptCbc(byte[] text, byte[] iv, PaddingMode padding) =>
            aes is Aes ours ? ours.EncryptCbc(text, iv, padding) : Reference(aes).Run(CipherMode.CBC, 0, padding, true, text, iv);

        public byte[] DecryptCbc(byte[] text, byte[] iv, PaddingMode padding) =>
            aes is Aes ours ? ours.DecryptCbc(text, iv, padding) : Reference(aes).Run(CipherMode.CBC, 0, padding, false, text, iv);

        public byte[] EncryptCfb(byte[] text, byte[] iv, PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.EncryptCfb(text, iv, padding, feedbackBits)
            : Reference(aes).Run(CipherMode.CFB, feedbackBits, padding, true, text, iv);

        public byte[] DecryptCfb(byte[] text, byte[] iv, PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.DecryptCfb(text, iv, padding, feedbackBits)
            : Reference(aes).Run(CipherMode.CFB, feedbackBits, padding, false, text, iv);

        public bool TryEncryptEcb(ReadOnlySpan<byte> text, Span<byte> to, PaddingMode padding, out int written) =>
            aes is Aes ours ? ours.TryEncryptEcb(text, to, padding, out written)
            : Reference(aes).TryRun(CipherMode.ECB, 0, padding, true, text, default, to, out written);

        public bool TryDecryptEcb(ReadOnlySpan<byte> text, Span<byte> to, PaddingMode padding, out int written) =>
            aes is Aes ours ? ours.TryDecryptEcb(text, to, padding, out written)
            : Reference(aes).TryRun(CipherMode.ECB, 0, padding, false, text, default, to, out written);

        public bool TryEncryptCbc(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written, PaddingMode padding) =>
            aes is Aes ours ? ours.TryEncryptCbc(text, iv, to, out written, padding)
            : Reference(aes).TryRun(CipherMode.CBC, 0, padding, true, text, iv, to, out written);

        public bool TryDecryptCbc(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written, PaddingMode padding) =>
            aes is Aes ours ? ours.TryDecryptCbc(text, iv, to, out written, padding)
            : Reference(aes).TryRun(CipherMode.CBC, 0, padding, false, text, iv, to, out written);

        public bool TryEncryptCfb(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written,
            PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.TryEncryptCfb(text, iv, to, out written, padding, feedbackBits)
            : Reference(aes).TryRun(CipherMode.CFB, feedbackBits, padding, true, text, iv, to, out written);

        public bool TryDecryptCfb(
            ReadOnlySpan<byte> text, ReadOnlySpan<byte> iv, Span<byte> to, out int written,
            PaddingMode padding, int feedbackBits) =>
            aes is Aes ours ? ours.TryDecryptCfb(text, iv, to, out written, padding, feedbackBits)
            : Reference(aes).TryRun(CipherMode.CFB, feedbackBits, padding, false, text, iv, to, out written);
    }

    private static ReferenceAes Reference(SymmetricAlgorithm aes) => (ReferenceAes)aes;
}
