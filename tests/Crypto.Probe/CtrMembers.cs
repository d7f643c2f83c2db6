using System;

namespace ManagedCrypto.Probe;

/// <summary>SP 800-38A, appendix F.5.1.</summary>
internal static class CtrMembers
{
    public static void Use()
    {
        byte[] key = Convert.FromHexString("2b7e151628aed2a6abf7158809cf4f3c");
        byte[] counter = Convert.FromHexString("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
        byte[] text = Convert.FromHexString("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51");
        byte[] ciphertext = Convert.FromHexString("874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff");
        foreach (var ctr in new[] { new AesCtr(key), new AesCtr(key.AsSpan()) })
        {
            Check.Equal(ciphertext, ctr.Transform(counter, text), Check.Written(32, to =>
            {
                ctr.Transform(counter.AsSpan(), text, to);
                return text.Length;
            }));
            Check.Equal(ciphertext[16..], ctr.Transform(counter, text[16..], 16));
            var transform = ctr.CreateTransform(counter);
            Check.That(
                transform is { InputBlockSize: 1, OutputBlockSize: 1, CanReuseTransform: false, CanTransformMultipleBlocks: true },
                "sizes");
            var output = new byte[32];
            Check.That(transform.TransformBlock(text, 0, 32, output, 0) == 32 && transform.Position == 32, "position");
            Check.Equal(ciphertext, output);
            transform.Position = 16;
            Check.Equal(ciphertext[16..], transform.TransformFinalBlock(text, 16, 16));
            transform.Dispose();
            ctr.Dispose();
        }

        Check.Equal(ciphertext, AesCtr.Transform(key, counter, text), Check.Written(32, to =>
        {
            AesCtr.Transform(key.AsSpan(), counter, text, to);
            return text.Length;
        }));
    }
}
