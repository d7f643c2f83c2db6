using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Every operation of an AES kernel under keys of every size: batches, and what remains after them. A kernel that is tested in parts
/// leaves each operation until it is first used.
/// </summary>
internal static unsafe class AesSelfTest
{
    public const int IVBytes = 16;

    /// <summary>Eight batches of the widest kernel, for which its code has another loop, and another part of a block.</summary>
    public const int LongCtrBytes = (8 * SelfTest.Batch) + 256 + 48 + 10;

    /// <summary>By SP 800-38A.</summary>
    public const ulong KnownLongCtr = 0x4eaf2abe5160c81a;

    /// <summary>By FIPS 197, SP 800-38A, SP 800-38D, SP 800-38E and RFC 8452, and by <see cref="AesOperation"/>.</summary>
    public static ulong[] Known =>
    [
        0xf324dda3453961bc,
        0x04edd2068ea2d5f6,
        0xc3df330fc35363df,
        0xa3990874d0976c33,
        0x7740cb3a0fb754dc,
        0x3fa06c46e1f2834a,
        0xa6c7357ecfe03974,
        0x12baad0449a54534,
        0xfa83c3a51e837fb4,
        0x84395e4b02c4400d,
        0xa9f433175e2626d5,
        0xbc320893d75d6023,
        0x64a11a02ae303c66,
    ];

    public static bool Passes(AesKernel kernel) => kernel.IsTestedInParts
        ? Defers(kernel)
        : Passes(kernel, AesOperation.EncryptEcb, AesOperation.TransformGcmCtr)
            && (kernel.Tier != Intrinsics.KernelTier.MachineCode || CcmSelfTest.Passes(kernel));

    /// <summary>
    /// Bytes of the texts. The widest kernel has a loop for two batches and more, and another for one. CFB8 is decrypted in batches of
    /// eight bytes, and encrypted byte by byte at great cost.
    /// </summary>
    public static int[] LengthsOf(AesOperation operation) => operation switch
    {
        AesOperation.EncryptCfb8 or AesOperation.DecryptCfb8 => [61],
        AesOperation.TransformCtr or AesOperation.TransformGcmCtr => [SelfTest.TextBytes],
        AesOperation.TransformGcmSivCtr => [SelfTest.TextBytes, SelfTest.Batch + 10],
        _ => [SelfTest.WholeBlocks, SelfTest.Batch],
    };

    /// <summary>A counter that wraps in the midst of the second batch of the widest kernel.</summary>
    public static void BeginIV(byte* iv)
    {
        for (var i = 0; i < IVBytes; i++)
            iv[i] = 0xFF;
        iv[IVBytes - 1] -= 38;
    }

    /// <summary>Whether operations give the known answers, the first to the last.</summary>
    public static bool Passes(AesKernel kernel, AesOperation first, AesOperation last)
    {
        byte[] text = SelfTest.Text(LongCtrBytes), output = new byte[LongCtrBytes], ivs = new byte[IVBytes];
        fixed (byte* source = text, destination = output, iv = ivs, memory = new byte[kernel.ScheduleBytes + SelfTest.Alignment])
        {
            AesArguments arguments = default;
            arguments.Schedule = SelfTest.Align(memory);
            arguments.Source = source;
            arguments.Destination = destination;
            arguments.IV = iv;
            for (var operation = first; operation <= last; operation++)
                if (Sum(kernel, operation, LengthsOf(operation), &arguments) != Known[(int)operation])
                    return false;

            var isLongCtrDue = first <= AesOperation.TransformCtr && last >= AesOperation.TransformCtr
                && kernel.Tier == Intrinsics.KernelTier.MachineCode;
            return !isLongCtrDue || Sum(kernel, AesOperation.TransformCtr, [LongCtrBytes], &arguments) == KnownLongCtr;
        }
    }

    // A method of its own: first use of other kernels would wait for the class of its closure.
    private static bool Defers(AesKernel kernel)
    {
        kernel.TestWhenUsed((1 << Known.Length) - 1, part => Passes(kernel, (AesOperation)part, (AesOperation)part));
        return true;
    }

    /// <summary>The key begins like the text. Not by value: Mono on s390x spoils other arguments beside so large a one.</summary>
    private static ulong Sum(AesKernel kernel, AesOperation operation, int[] lengths, AesArguments* buffers)
    {
        var sum = 0UL;
        for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
        {
            var arguments = *buffers;
            arguments.Rounds = AesKernel.RoundsFor(keyBytes);
            kernel.ExpandKey(arguments.Source, keyBytes, arguments.Schedule);
            if (operation is AesOperation.DecryptEcb or AesOperation.DecryptCbc or AesOperation.DecryptXts)
                kernel.ExpandDecryptionKey(arguments.Schedule, arguments.Rounds);
            foreach (var bytes in lengths)
            {
                var message = arguments;
                message.Length = bytes;
                BeginIV(message.IV);
                kernel.Run(operation, &message);
                sum = SelfTest.Sum(SelfTest.Sum(sum, arguments.Destination, bytes), arguments.IV, IVBytes);
            }
        }

        return sum;
    }
}
