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

    /// <summary>Blocks where counters of shorter texts wrap.</summary>
    public const int ShortWrapBlocks = 12;

    /// <summary>A batch of the widest kernel, and what remains after batches of each.</summary>
    public const int TweakBytes = SelfTest.Batch + 48;

    /// <summary>For a counter or a tweak that has no two bytes alike.</summary>
    public const int UnlikeBytes = 7;

    /// <summary>Of such a counter, so many less: a multiple of the blocks of any batch.</summary>
    public const int UnlikeMultiple = 22;

    /// <summary>Three batches and a part of a block, and where a counter wraps in the third.</summary>
    public const int ThreeBatches = (3 * SelfTest.Batch) + 10, FartherWrap = 70;

    /// <summary>Where a counter wraps in the midst of the second batch of the widest kernel.</summary>
    public const int FarWrap = 38;

    /// <summary>By the same standards: what machine code is asked besides.</summary>
    public const ulong KnownMore = 0x9ece26895e873ec2;

    /// <summary>By FIPS 197, SP 800-38A, SP 800-38D, SP 800-38E and RFC 8452, and by <see cref="AesOperation"/>.</summary>
    public static ulong[] Known =>
    [
        0x53025abc783aa19d,
        0x172e7458ddf27179,
        0x4e5ffe2624dfd592,
        0xefd8910929d705fc,
        0xa6bf0d63a6cffefe,
        0x2512211b09796246,
        0x31f4a86c14733713,
        0x009950e2d12bc3fc,
        0x287e56d0899da929,
        0x34f8819f9eb3249a,
        0xc0ad5860e935ab14,
        0xf1991530e8f1a62f,
        0x739bd7a8f4fe9a40,
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
        AesOperation.EncryptXts or AesOperation.DecryptXts => [SelfTest.WholeBlocks, SelfTest.Batch, SelfTest.Batch + 37],
        _ => [SelfTest.WholeBlocks, SelfTest.Batch],
    };

    /// <summary>
    /// Bytes of more texts for machine code, whose instructions for what remains are not those of batches: none, and parts of a block that
    /// have pieces of each size and lack them; and a vector with a block after it, so that no vector follows, also after a batch.
    /// </summary>
    public static int[] MoreLengthsOf(AesOperation operation) => operation switch
    {
        AesOperation.EncryptCfb8 or AesOperation.DecryptCfb8 => [0, 1, 15],
        AesOperation.TransformCtr => [0, 16, 17, 26, 32, 63, 80, SelfTest.Batch + 10, SelfTest.Batch + 80, LongCtrBytes],
        AesOperation.TransformGcmSivCtr => [0, 16, 17, 26, 32, 63, 80],
        AesOperation.EncryptXts or AesOperation.DecryptXts =>
            [0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 48, 80, 95, SelfTest.Batch + 5, SelfTest.Batch + 80,
                SelfTest.Batch + 85],
        _ => [0, 16, 32, 48, 80, SelfTest.Batch + 80],
    };

    /// <summary>Bytes of texts without a batch: several vectors of narrower kernels, and of the widest one.</summary>
    public static int[] ShortWraps => [127, 191];

    /// <summary>Bytes of texts whose counters wrap late, or not at all.</summary>
    public static int[] LongerCounters => [ThreeBatches, LongCtrBytes];

    /// <summary>
    /// Ones, less so many in the lowest byte of a counter whose last byte is the lowest, in the first byte of each half, and in each byte
    /// after another.
    /// </summary>
    public static void BeginIV(byte* iv, int last, int first, int step)
    {
        for (var i = 0; i < IVBytes; i++)
            iv[i] = (byte)(0xFF - (step * i));
        iv[IVBytes - 1] -= (byte)last;
        iv[0] -= (byte)first;
        iv[(IVBytes / 2) - 1] -= (byte)first;
    }

    /// <summary>Whether the tweak of a data unit is encrypted first, under the key of the blocks: of all that steal, and of some others.</summary>
    public static bool HasTweakKey(AesOperation operation, int bytes) =>
        operation is AesOperation.EncryptXts or AesOperation.DecryptXts && bytes % (2 * IVBytes) > 0;

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

    /// <summary>Under keys of every size. Not by value: Mono on s390x spoils other arguments beside so large a one.</summary>
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

    /// <summary>
    /// After other lengths, counters that wrap at each place of a batch and of what remains; and tweaks with all that may leave them at the
    /// top of either half.
    /// </summary>
    private static ulong SumMore(AesKernel kernel, AesOperation operation, AesArguments* arguments, ulong sum)
    {
        sum = Sum(kernel, operation, MoreLengthsOf(operation), arguments, sum);
        if (operation is AesOperation.TransformCtr or AesOperation.TransformGcmSivCtr)
        {
            var shortWraps = ShortWraps;
            for (var wrap = 0; wrap <= WrapBlocks; wrap++)
            {
                var first = operation == AesOperation.TransformCtr ? 0 : wrap;
                sum = SumMessage(kernel, operation, WrapBytes, arguments, sum, wrap, first);
                for (var i = 0; i < shortWraps.Length && wrap <= ShortWrapBlocks; i++)
                    sum = SumMessage(kernel, operation, shortWraps[i], arguments, sum, wrap, first);
            }

            sum = SumMessage(kernel, operation, WrapBytes, arguments, sum, 0, 0, UnlikeBytes);
            foreach (var bytes in LongerCounters)
            {
                sum = SumMessage(kernel, operation, bytes, arguments, sum, UnlikeMultiple, 0, UnlikeBytes);
                sum = SumMessage(kernel, operation, bytes, arguments, sum, FartherWrap, 0);
            }
        }
        else if (operation is AesOperation.EncryptXts or AesOperation.DecryptXts)
        {
            for (var tops = 1; tops <= 3; tops++)
                sum = SumMessage(kernel, operation, TweakBytes, arguments, sum, 0x80 * (tops & 1), 0x40 * (tops & 2));
            sum = SumMessage(kernel, operation, SelfTest.WholeBlocks, arguments, sum, 0, 0, UnlikeBytes);
        }

        return sum;
    }

    private static void ExpandKey(AesKernel kernel, AesOperation operation, int keyBytes, AesArguments* arguments)
    {
        arguments->Rounds = AesKernel.RoundsFor(keyBytes);
        SelfTest.Clear(arguments->Schedule, kernel.ScheduleBytes);
        kernel.ExpandKey(arguments->Source + SelfTest.KeyOffset, keyBytes, arguments->Schedule);
        if (operation is AesOperation.DecryptEcb or AesOperation.DecryptCbc or AesOperation.DecryptXts)
            kernel.ExpandDecryptionKey(arguments->Schedule, arguments->Rounds);
    }

    private static ulong SumMessage(
        AesKernel kernel, AesOperation operation, int bytes, AesArguments* arguments, ulong sum, int last, int first, int step = 0)
    {
        var message = *arguments;
        message.Length = bytes;
        if (HasTweakKey(operation, bytes))
            message.TweakSchedule = message.Schedule;
        BeginIV(message.IV, last, first, step);
        SelfTest.Soil(&message.Scratch, sizeof(AesScratch));
        SelfTest.Clear(message.Destination, bytes + SelfTest.Guard);
        kernel.Run(operation, &message);
        sum = SelfTest.SumGuarded(sum, arguments->Destination, bytes);
        return HasTweakKey(operation, bytes) && bytes % IVBytes > 0 ? sum : SelfTest.Sum(sum, arguments->IV, IVBytes);
    }
}
