using System;
using System.Linq;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>The specification on the standards' own vectors: it is right before anything is proven against it.</summary>
internal static class SpecificationVectors
{
    private const string Example = "2b7e151628aed2a6abf7158809cf4f3c", Ascending = "000102030405060708090a0b0c0d0e0f";

    private const string Text = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51";

    /// <summary>
    /// FIPS 197, appendix C; SP 800-38A, appendix F; IEEE 1619, vectors 1 and 15, whose tweaks are what the second key makes of the number of the sector.
    /// </summary>
    private static readonly (string Mode, string Key, string IV, string Text, string Expected)[] s_vectors =
    [
        ("EncryptEcb", Ascending, "", "00112233445566778899aabbccddeeff", "69c4e0d86a7b0430d8cdb78070b4c55a"),
        ("EncryptEcb", Ascending + "1011121314151617", "", "00112233445566778899aabbccddeeff", "dda97ca4864cdfe06eaf70a0ec0d7191"),
        ("EncryptEcb", Ascending + "101112131415161718191a1b1c1d1e1f", "", "00112233445566778899aabbccddeeff", "8ea2b7ca516745bfeafc49904b496089"),
        ("EncryptCbc", Example, Ascending, Text, "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"),
        ("EncryptCfb128", Example, Ascending, Text, "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b"),
        ("EncryptCfb8", Example, Ascending, Text[..36], "3b79424c9c0dd436bace9e0ed4586a4f32b9"),
        ("TransformCtr", Example, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", Text, "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"),
        ("EncryptXts", new string('0', 32), "66e94bd4ef8a2c3b884cfa59ca342b2e", new string('0', 64),
            "917cf69ebd68b2ec9b9fe9a3eadda692cd43d2f59598ed858c02c2652fbf922e"),
        ("EncryptXts", "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0", "775d1be20e07015ed7585459144a09e1", Ascending + "10",
            "6c1625db4671522d3d7599601de7ca09ed"),
    ];

    /// <summary>Runs them, and back where there is a way back.</summary>
    /// <exception cref="InvalidOperationException">A result is wrong.</exception>
    public static void Run()
    {
        var specification = new AesSpecification<byte, Numbers>(default);
        foreach (var (mode, key, iv, text, expected) in s_vectors)
        {
            var keys = specification.ExpandKey(Convert.FromHexString(key));
            var inverseKeys = specification.InvertKeys(keys);
            Demand(mode, text, expected);
            Demand(mode.Replace("Encrypt", "Decrypt", StringComparison.Ordinal), expected, text);

            void Demand(string name, string from, string to)
            {
                var (result, _) = specification.Modes[name](keys, inverseKeys, Convert.FromHexString(from), Convert.FromHexString(iv));
                if (!result.SequenceEqual(Convert.FromHexString(to)))
                    throw new InvalidOperationException($"The specification of {name} makes {Convert.ToHexStringLower(result)} of {from}, not {to}.");
            }
        }
    }
}
