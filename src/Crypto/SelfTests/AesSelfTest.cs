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

    /// <summary>A batch of the widest kernel, single vectors of narrower ones, and all parts of a block; and how many blocks that is.</summary>
    public const int WrapBytes = SelfTest.Batch + 63, WrapBlocks = 36;

    /// <summary>Where a counter wraps in the midst of the second batch of the widest kernel.</summary>
    public const int FarWrap = 38;

    /// <summary>By the same standards: what machine code is asked besides.</summary>
    public const ulong KnownMore = 0xbe06e61f1526a5fd;

    /// <summary>By FIPS 197, SP 800-38A, SP 800-38D, SP 800-38E and RFC 8452, and by <see cref="AesOperation"/>.</summary>
    public static ulong[] Known =>
    [
        0xb79434ecbd8f6ccf,
        0xd72c3942feb4760b,
        0x02e010d57bdbd584,
        0x28bec352ec267a7c,
        0x236002735f3d50d4,
        0x6336d75a478233ed,
        0x05d7fa7be929a65a,
        0xa4c063cf7a32f4ce,
        0x86c8f4553663c2c4,
        0x05a040fc3bdae8c8,
        0xa4d6d3e87297033a,
        0x4c09a2b530808906,
        0x7e81b2f931bd2a95,
    ];

    public static bool Passes(AesKernel kernel) => kernel.IsTestedInParts
        ? Defers(kernel)
        : Passes(kernel, AesOperation.EncryptEcb, AesOperation.TransformGcmCtr)
            && (kernel.Tier != Intrinsics.KernelTier.MachineCode || (PassesMore(kernel) && CcmSelfTest.Passes(kernel)));

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

    /// <summary>
    /// Bytes of more texts for machine code, whose instructions for what remains are not those of batches: none, and parts of a block that
    /// have pieces of each size and lack them.
    /// </summary>
    public static int[] MoreLengthsOf(AesOperation operation) => operation switch
    {
        AesOperation.EncryptCfb8 or AesOperation.DecryptCfb8 => [0, 15],
        AesOperation.TransformCtr => [0, 26, 63, LongCtrBytes],
        AesOperation.TransformGcmSivCtr => [0, 26, 63],
        _ => [0, 48],
    };

    /// <summary>Ones, less so many in the lowest byte of a counter whose last byte is the lowest, and of one whose first byte is.</summary>
    public static void BeginIV(byte* iv, int last, int first)
    {
        for (var i = 0; i < IVBytes; i++)
            iv[i] = 0xFF;
        iv[IVBytes - 1] -= (byte)last;
        iv[0] -= (byte)first;
    }

    /// <summary>Whether operations give the known answers, the first to the last.</summary>
    public static bool Passes(AesKernel kernel, AesOperation first, AesOperation last) => Passes(kernel, first, last, isMore: false);

    /// <summary>Whether the operations that machine code has give the known answers that it alone is asked for.</summary>
    public static bool PassesMore(AesKernel kernel) => Passes(kernel, AesOperation.EncryptEcb, AesOperation.DecryptXts, isMore: true);

    private static bool Passes(AesKernel kernel, AesOperation first, AesOperation last, bool isMore)
    {
        byte[] text = SelfTest.Text(LongCtrBytes), output = new byte[LongCtrBytes + SelfTest.Guard], ivs = new byte[IVBytes];
        fixed (byte* source = text, destination = output, iv = ivs, memory = new byte[kernel.ScheduleBytes + SelfTest.Alignment])
        {
            AesArguments arguments = default;
            arguments.Schedule = SelfTest.Align(memory);
            arguments.Source = source;
            arguments.Destination = destination;
            arguments.IV = iv;
            var more = 0UL;
            for (var operation = first; operation <= last; operation++)
            {
                if (isMore)
                    more = SumMore(kernel, operation, &arguments, more);
                else if (Sum(kernel, operation, LengthsOf(operation), &arguments, 0) != Known[(int)operation])
                    return false;
            }

            return !isMore || more == KnownMore;
        }
    }

    // A method of its own: first use of other kernels would wait for the class of its closure.
    private static bool Defers(AesKernel kernel)
    {
        kernel.TestWhenUsed((1 << Known.Length) - 1, part => Passes(kernel, (AesOperation)part, (AesOperation)part));
        return true;
    }

    /// <summary>The key begins like the text. Not by value: Mono on s390x spoils other arguments beside so large a one.</summary>
    private static ulong Sum(AesKernel kernel, AesOperation operation, int[] lengths, AesArguments* arguments, ulong sum)
    {
        for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
        {
            ExpandKey(kernel, operation, keyBytes, arguments);
            foreach (var bytes in lengths)
                sum = SumMessage(kernel, operation, bytes, arguments, sum, FarWrap, 0);
        }

        return sum;
    }

    /// <summary>After other lengths, counters that wrap at each place of a batch and of what remains.</summary>
    private static ulong SumMore(AesKernel kernel, AesOperation operation, AesArguments* arguments, ulong sum)
    {
        sum = Sum(kernel, operation, MoreLengthsOf(operation), arguments, sum);
        if (operation is not (AesOperation.TransformCtr or AesOperation.TransformGcmSivCtr))
            return sum;
        for (var wrap = 0; wrap <= WrapBlocks; wrap++)
            sum = SumMessage(kernel, operation, WrapBytes, arguments, sum, wrap, wrap);
        return sum;
    }

    private static void ExpandKey(AesKernel kernel, AesOperation operation, int keyBytes, AesArguments* arguments)
    {
        arguments->Rounds = AesKernel.RoundsFor(keyBytes);
        SelfTest.Clear(arguments->Schedule, kernel.ScheduleBytes);
        kernel.ExpandKey(arguments->Source, keyBytes, arguments->Schedule);
        if (operation is AesOperation.DecryptEcb or AesOperation.DecryptCbc or AesOperation.DecryptXts)
            kernel.ExpandDecryptionKey(arguments->Schedule, arguments->Rounds);
    }

    private static ulong SumMessage(
        AesKernel kernel, AesOperation operation, int bytes, AesArguments* arguments, ulong sum, int last, int first)
    {
        var message = *arguments;
        message.Length = bytes;
        BeginIV(message.IV, last, first);
        SelfTest.Clear(message.Destination, bytes + SelfTest.Guard);
        kernel.Run(operation, &message);
        return SelfTest.Sum(SelfTest.SumGuarded(sum, arguments->Destination, bytes), arguments->IV, IVBytes);
    }
}
