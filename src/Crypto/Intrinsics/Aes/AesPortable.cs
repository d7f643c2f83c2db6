namespace ManagedCrypto.Intrinsics;

/// <summary>The block cipher of a portable kernel: a struct, so that its calls are direct on every JIT.</summary>
internal interface IAesCipher : IAesBlocks
{
    /// <summary>The S-box on each byte of a word: SubWord of FIPS 197, section 5.2.</summary>
    uint SubWord(uint word);
}

/// <summary>AES over a block cipher in software: all operations are composed, and the keys are expanded as FIPS 197 has it.</summary>
internal abstract unsafe class AesPortable<TCipher> : AesKernel
    where TCipher : struct, IAesCipher
{
    /// <summary>Bytes of a block.</summary>
    protected const int Block = 16;

    /// <summary>The words of the longest schedule.</summary>
    protected const int MaxWords = 4 * (14 + 1);

    public sealed override KernelTier Tier => KernelTier.Portable;

    public sealed override void Run(AesOperation operation, AesArguments* arguments)
    {
        AesComposed<TCipher>.Run(default, operation, arguments);

        // Some operations end with the last block of the text, which is XORed by words. What callers copy or XOR may go through vectors.
        Secret.ForgetAllRegisters();
    }

    /// <summary>KeyExpansion of FIPS 197, section 5.2: 4 (rounds + 1) words, each with its first byte on top.</summary>
    protected static void ExpandWords(byte* key, int keyBytes, uint* words)
    {
        var keyWords = keyBytes / 4;
        for (var i = 0; i < keyWords; i++)
            words[i] = BigEndian.Read32(key + (4 * i));

        var cipher = default(TCipher);
        var constant = 1u;
        for (var i = keyWords; i < 4 * (RoundsFor(keyBytes) + 1); i++)
        {
            var word = words[i - 1];
            if (i % keyWords == 0)
            {
                word = cipher.SubWord((word << 8) | (word >> 24)) ^ (constant << 24);
                constant = (constant << 1) ^ ((constant >> 7) * 0x11B);
            }
            else if (keyWords == 8 && i % keyWords == 4)
            {
                word = cipher.SubWord(word);
            }

            words[i] = words[i - keyWords] ^ word;
        }
    }
}
