using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>The block cipher under the modes: a struct, so that its calls are direct on every JIT.</summary>
internal unsafe interface IAesCipher
{
    /// <summary>The S-box on each byte of a word: SubWord of FIPS 197, section 5.2.</summary>
    uint SubWord(uint word);

    /// <summary>Enciphers blocks; source and destination are the same address or do not overlap.</summary>
    void Encrypt(byte* schedule, int rounds, byte* source, byte* destination, nint blocks);

    /// <summary>Deciphers blocks; source and destination are the same address or do not overlap.</summary>
    void Decrypt(byte* schedule, int rounds, byte* source, byte* destination, nint blocks);
}

/// <summary>
/// The modes of SP 800-38A (ECB, CBC, CFB8, CFB128, CTR) over any block cipher in software, and the key expansion of FIPS 197.
/// Modes that can are run on several blocks at once through a buffer on the stack, wiped before the return; branches and
/// addresses here depend on lengths and counters alone.
/// </summary>
internal abstract unsafe class AesPortable<TCipher> : AesKernel
    where TCipher : struct, IAesCipher
{
    /// <summary>Bytes of a block.</summary>
    protected const int Block = 16;

    /// <summary>The words of the longest schedule.</summary>
    protected const int MaxWords = 4 * (14 + 1);

    private const int BatchBlocks = 8;
    private const int Batch = BatchBlocks * Block;

    public sealed override KernelTier Tier => KernelTier.Portable;

    public sealed override void EncryptEcb(AesArguments* arguments) =>
        Encrypt(arguments, arguments->Source, arguments->Destination, arguments->Length / Block);

    public sealed override void DecryptEcb(AesArguments* arguments) =>
        Decrypt(arguments, arguments->Source, arguments->Destination, arguments->Length / Block);

    public sealed override void EncryptCbc(AesArguments* arguments)
    {
        var source = arguments->Source;
        var destination = arguments->Destination;
        var previous = arguments->Register;
        for (var left = arguments->Length; left > 0; left -= Block)
        {
            Xor(destination, source, previous);
            Encrypt(arguments, destination, destination, 1);
            previous = destination;
            source += Block;
            destination += Block;
        }

        Copy(arguments->Register, previous);
    }

    public sealed override void DecryptCbc(AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var register = arguments->Register;
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < Batch ? left : Batch;
            Decrypt(arguments, source, buffer, bytes / Block);
            for (nint i = 0; i < bytes; i += Block)
            {
                // Each ciphertext block is read before the plaintext that may replace it is written.
                Xor(buffer + i, buffer + i, register);
                Copy(register, source + i);
                Copy(destination + i, buffer + i);
            }

            source += bytes;
            destination += bytes;
        }

        Secret.Wipe(buffer, Batch);
    }

    public sealed override void EncryptCfb128(AesArguments* arguments)
    {
        var source = arguments->Source;
        var destination = arguments->Destination;
        var register = arguments->Register;
        for (var left = arguments->Length; left > 0; left -= Block)
        {
            Encrypt(arguments, register, register, 1);
            Xor(register, register, source);
            Copy(destination, register);
            source += Block;
            destination += Block;
        }
    }

    public sealed override void DecryptCfb128(AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var register = arguments->Register;
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < Batch ? left : Batch;
            Copy(buffer, register);
            for (nint i = Block; i < bytes; i += Block)
                Copy(buffer + i, source + i - Block);
            Copy(register, source + bytes - Block);
            Encrypt(arguments, buffer, buffer, bytes / Block);
            for (nint i = 0; i < bytes; i += Block)
                Xor(destination + i, source + i, buffer + i);
            source += bytes;
            destination += bytes;
        }

        Secret.Wipe(buffer, Batch);
    }

    public sealed override void EncryptCfb8(AesArguments* arguments)
    {
        var buffer = stackalloc byte[Block];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var high = BigEndian.Read64(arguments->Register);
        var low = BigEndian.Read64(arguments->Register + 8);
        for (nint i = 0; i < arguments->Length; i++)
        {
            BigEndian.Write64(buffer, high);
            BigEndian.Write64(buffer + 8, low);
            Encrypt(arguments, buffer, buffer, 1);
            destination[i] = (byte)(source[i] ^ buffer[0]);
            high = (high << 8) | (low >> 56);
            low = (low << 8) | destination[i];
        }

        BigEndian.Write64(arguments->Register, high);
        BigEndian.Write64(arguments->Register + 8, low);
        Secret.Wipe(buffer, Block);
    }

    public sealed override void DecryptCfb8(AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var high = BigEndian.Read64(arguments->Register);
        var low = BigEndian.Read64(arguments->Register + 8);
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < BatchBlocks ? left : BatchBlocks;
            for (nint i = 0; i < bytes; i++)
            {
                BigEndian.Write64(buffer + (i * Block), high);
                BigEndian.Write64(buffer + (i * Block) + 8, low);
                high = (high << 8) | (low >> 56);
                low = (low << 8) | source[i];
            }

            Encrypt(arguments, buffer, buffer, bytes);
            for (nint i = 0; i < bytes; i++)
                destination[i] = (byte)(source[i] ^ buffer[i * Block]);
            source += bytes;
            destination += bytes;
        }

        BigEndian.Write64(arguments->Register, high);
        BigEndian.Write64(arguments->Register + 8, low);
        Secret.Wipe(buffer, Batch);
    }

    public sealed override void TransformCtr(AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var high = BigEndian.Read64(arguments->Register);
        var low = BigEndian.Read64(arguments->Register + 8);
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < Batch ? left : Batch;
            var blocks = (bytes + Block - 1) / Block;
            for (nint i = 0; i < blocks; i++)
            {
                BigEndian.Write64(buffer + (i * Block), high);
                BigEndian.Write64(buffer + (i * Block) + 8, low);
                if (++low == 0)
                    high++;
            }

            Encrypt(arguments, buffer, buffer, blocks);
            nint done = 0;
            for (; done + Block <= bytes; done += Block)
                Xor(destination + done, source + done, buffer + done);
            for (; done < bytes; done++)
                destination[done] = (byte)(source[done] ^ buffer[done]);
            source += bytes;
            destination += bytes;
        }

        BigEndian.Write64(arguments->Register, high);
        BigEndian.Write64(arguments->Register + 8, low);
        Secret.Wipe(buffer, Batch);
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

    private static void Encrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks) =>
        default(TCipher).Encrypt(arguments->Schedule, arguments->Rounds, source, destination, blocks);

    private static void Decrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks) =>
        default(TCipher).Decrypt(arguments->Schedule, arguments->Rounds, source, destination, blocks);

    // By words of 32 bits, as the ciphers read and write blocks: a wider load would wait for their stores to retire.
    private static void Xor(byte* destination, byte* left, byte* right)
    {
        for (var i = 0; i < Block; i += 4)
            Unsafe.WriteUnaligned(destination + i, Unsafe.ReadUnaligned<uint>(left + i) ^ Unsafe.ReadUnaligned<uint>(right + i));
    }

    private static void Copy(byte* destination, byte* source)
    {
        for (var i = 0; i < Block; i += 4)
            Unsafe.WriteUnaligned(destination + i, Unsafe.ReadUnaligned<uint>(source + i));
    }
}
