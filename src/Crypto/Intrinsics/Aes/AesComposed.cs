using System;
using System.Runtime.CompilerServices;

namespace ManagedCrypto.Intrinsics;

/// <summary>
/// The block cipher under composed operations, with schedule and rounds of the arguments. Source and destination are the same
/// address or do not overlap.
/// </summary>
internal unsafe interface IAesBlocks
{
    void Encrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks);

    void Decrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks);
}

/// <summary>The blocks of a kernel, for the operations that it does not fuse.</summary>
internal readonly unsafe struct AesKernelBlocks(AesKernel kernel) : IAesBlocks
{
    private const int Block = 16;

    public void Encrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks) =>
        Run(AesOperation.EncryptEcb, arguments, source, destination, blocks);

    public void Decrypt(AesArguments* arguments, byte* source, byte* destination, nint blocks) =>
        Run(AesOperation.DecryptEcb, arguments, source, destination, blocks);

    // Not inlined: the operation's own stack would have the scratch memory, and zero it.
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Run(AesOperation operation, AesArguments* arguments, byte* source, byte* destination, nint blocks)
    {
        AesArguments ecb;
        ecb.Schedule = arguments->Schedule;
        ecb.Source = source;
        ecb.Destination = destination;
        ecb.Length = blocks * Block;
        ecb.Rounds = arguments->Rounds;
        kernel.Run(operation, &ecb);
    }
}

/// <summary>
/// One body for each operation over any block cipher (SP 800-38A: ECB, CBC, CFB8, CFB128, CTR; SP 800-38E: XTS; SP 800-38D and
/// RFC 8452: CTR).
/// Modes that can are run on several blocks at once through a buffer on the stack, wiped before the return. Any alignment.
/// Constant-time if the block cipher is: branches and addresses here depend on lengths alone. A counter may be secret (GCM's with a
/// hashed nonce), and carries without a branch.
/// </summary>
internal static unsafe class AesComposed<TBlocks>
    where TBlocks : struct, IAesBlocks
{
    private const int Block = 16;
    private const int BatchBlocks = 8;
    private const int Batch = BatchBlocks * Block;

    public static void Run(TBlocks blocks, AesOperation operation, AesArguments* arguments)
    {
        switch (operation)
        {
            case AesOperation.EncryptEcb:
                blocks.Encrypt(arguments, arguments->Source, arguments->Destination, arguments->Length / Block);
                break;
            case AesOperation.DecryptEcb:
                blocks.Decrypt(arguments, arguments->Source, arguments->Destination, arguments->Length / Block);
                break;
            case AesOperation.EncryptCbc:
                EncryptCbc(blocks, arguments);
                break;
            case AesOperation.DecryptCbc:
                DecryptCbc(blocks, arguments);
                break;
            case AesOperation.EncryptCfb8:
                EncryptCfb8(blocks, arguments);
                break;
            case AesOperation.DecryptCfb8:
                DecryptCfb8(blocks, arguments);
                break;
            case AesOperation.EncryptCfb128:
                EncryptCfb128(blocks, arguments);
                break;
            case AesOperation.DecryptCfb128:
                DecryptCfb128(blocks, arguments);
                break;
            case AesOperation.TransformCtr:
                TransformCtr(blocks, arguments);
                break;
            case AesOperation.TransformGcmSivCtr:
                TransformCtr32(blocks, arguments, isGcmSiv: true);
                break;
            case AesOperation.TransformGcmCtr:
                TransformCtr32(blocks, arguments, isGcmSiv: false);
                break;
            case AesOperation.EncryptXts:
            case AesOperation.DecryptXts:
                var decrypts = operation == AesOperation.DecryptXts;
                XtsUnit.Transform(new XtsBlocks(blocks, decrypts), arguments, decrypts);
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(operation), operation, "It has no composed body.");
        }
    }

    private static void EncryptCbc(TBlocks blocks, AesArguments* arguments)
    {
        var source = arguments->Source;
        var destination = arguments->Destination;
        var previous = arguments->IV;
        for (var left = arguments->Length; left > 0; left -= Block)
        {
            Xor(destination, source, previous);
            blocks.Encrypt(arguments, destination, destination, 1);
            previous = destination;
            source += Block;
            destination += Block;
        }

        Copy(arguments->IV, previous);
    }

    private static void DecryptCbc(TBlocks blocks, AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var iv = arguments->IV;
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < Batch ? left : Batch;
            blocks.Decrypt(arguments, source, buffer, bytes / Block);
            for (nint i = 0; i < bytes; i += Block)
            {
                // Each ciphertext block is read before the plaintext that may replace it is written.
                Xor(buffer + i, buffer + i, iv);
                Copy(iv, source + i);
                Copy(destination + i, buffer + i);
            }

            source += bytes;
            destination += bytes;
        }

        Secret.Wipe(buffer, Batch);
    }

    private static void EncryptCfb128(TBlocks blocks, AesArguments* arguments)
    {
        var source = arguments->Source;
        var destination = arguments->Destination;
        var iv = arguments->IV;
        for (var left = arguments->Length; left > 0; left -= Block)
        {
            blocks.Encrypt(arguments, iv, iv, 1);
            Xor(iv, iv, source);
            Copy(destination, iv);
            source += Block;
            destination += Block;
        }
    }

    private static void DecryptCfb128(TBlocks blocks, AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var iv = arguments->IV;
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < Batch ? left : Batch;
            Copy(buffer, iv);
            for (nint i = Block; i < bytes; i += Block)
                Copy(buffer + i, source + i - Block);
            Copy(iv, source + bytes - Block);
            blocks.Encrypt(arguments, buffer, buffer, bytes / Block);
            for (nint i = 0; i < bytes; i += Block)
                Xor(destination + i, source + i, buffer + i);
            source += bytes;
            destination += bytes;
        }

        Secret.Wipe(buffer, Batch);
    }

    private static void EncryptCfb8(TBlocks blocks, AesArguments* arguments)
    {
        var buffer = stackalloc byte[Block];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var high = BigEndian.Read64(arguments->IV);
        var low = BigEndian.Read64(arguments->IV + 8);
        for (nint i = 0; i < arguments->Length; i++)
        {
            BigEndian.Write64(buffer, high);
            BigEndian.Write64(buffer + 8, low);
            blocks.Encrypt(arguments, buffer, buffer, 1);
            destination[i] = (byte)(source[i] ^ buffer[0]);
            high = (high << 8) | (low >> 56);
            low = (low << 8) | destination[i];
        }

        BigEndian.Write64(arguments->IV, high);
        BigEndian.Write64(arguments->IV + 8, low);
        Secret.Wipe(buffer, Block);
    }

    private static void DecryptCfb8(TBlocks blocks, AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var high = BigEndian.Read64(arguments->IV);
        var low = BigEndian.Read64(arguments->IV + 8);
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

            blocks.Encrypt(arguments, buffer, buffer, bytes);
            for (nint i = 0; i < bytes; i++)
                destination[i] = (byte)(source[i] ^ buffer[i * Block]);
            source += bytes;
            destination += bytes;
        }

        BigEndian.Write64(arguments->IV, high);
        BigEndian.Write64(arguments->IV + 8, low);
        Secret.Wipe(buffer, Batch);
    }

    private static void TransformCtr(TBlocks blocks, AesArguments* arguments)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var high = BigEndian.Read64(arguments->IV);
        var low = BigEndian.Read64(arguments->IV + 8);
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < Batch ? left : Batch;
            var count = (bytes + Block - 1) / Block;
            for (nint i = 0; i < count; i++)
            {
                BigEndian.Write64(buffer + (i * Block), high);
                BigEndian.Write64(buffer + (i * Block) + 8, low);
                low++;

                // One if that is zero, without a branch: a counter may be secret.
                high += (~low & (low - 1)) >> 63;
            }

            blocks.Encrypt(arguments, buffer, buffer, count);
            XorBytes(destination, source, buffer, bytes);
            source += bytes;
            destination += bytes;
        }

        BigEndian.Write64(arguments->IV, high);
        BigEndian.Write64(arguments->IV + 8, low);
        Secret.Wipe(buffer, Batch);
    }

    /// <summary>The counter is the first 32 bits, little-endian, or the last 32, big-endian.</summary>
    private static void TransformCtr32(TBlocks blocks, AesArguments* arguments, bool isGcmSiv)
    {
        var buffer = stackalloc byte[Batch];
        var source = arguments->Source;
        var destination = arguments->Destination;
        var iv = arguments->IV;
        for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
        {
            bytes = left < Batch ? left : Batch;
            var count = (bytes + Block - 1) / Block;
            for (nint i = 0; i < count; i++)
            {
                Copy(buffer + (i * Block), iv);
                if (isGcmSiv)
                    LittleEndian.Write32(iv, LittleEndian.Read32(iv) + 1);
                else
                    BigEndian.Write32(iv + 12, BigEndian.Read32(iv + 12) + 1);
            }

            blocks.Encrypt(arguments, buffer, buffer, count);
            XorBytes(destination, source, buffer, bytes);
            source += bytes;
            destination += bytes;
        }

        Secret.Wipe(buffer, Batch);
    }

    private static void XorBytes(byte* destination, byte* left, byte* right, nint bytes)
    {
        nint done = 0;
        for (; done + Block <= bytes; done += Block)
            Xor(destination + done, left + done, right + done);
        for (; done < bytes; done++)
            destination[done] = (byte)(left[done] ^ right[done]);
    }

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

    /// <summary>Whole blocks of XTS.</summary>
    private readonly struct XtsBlocks(TBlocks blocks, bool decrypts) : IXtsBlocks
    {
        public void EncryptBlock(AesArguments* arguments, byte* block) => blocks.Encrypt(arguments, block, block, 1);

        public void Transform(AesArguments* arguments)
        {
            var tweaks = stackalloc byte[Batch];
            var source = arguments->Source;
            var destination = arguments->Destination;
            var tweak = arguments->IV;
            for (nint left = arguments->Length, bytes; left > 0; left -= bytes)
            {
                bytes = left < Batch ? left : Batch;
                for (nint i = 0; i < bytes; i += Block)
                {
                    Copy(tweaks + i, tweak);
                    Xor(destination + i, source + i, tweak);
                    XtsTweak.Next(tweak, tweak);
                }

                if (decrypts)
                    blocks.Decrypt(arguments, destination, destination, bytes / Block);
                else
                    blocks.Encrypt(arguments, destination, destination, bytes / Block);
                for (nint i = 0; i < bytes; i += Block)
                    Xor(destination + i, destination + i, tweaks + i);
                source += bytes;
                destination += bytes;
            }

            Secret.Wipe(tweaks, Batch);
        }
    }
}
