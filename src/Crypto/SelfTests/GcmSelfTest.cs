using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Sealing and opening under keys of every size: messages that are shorter than a batch of a kernel in C#; and longer ones, which a
/// kernel that is tested in parts leaves until the first is there. Machine code has instructions of their own for all numbers of
/// vectors that remain after batches, for associated data in batches, and for parts of a message; so its messages are more.
/// </summary>
internal static unsafe class GcmSelfTest
{
    /// <summary>Remainders of machine code: of no vector to those of two of its batches.</summary>
    public const int Remainders = 17;

    /// <summary>Three batches, which is where the counters of one follow from those of the one before, and some bytes.</summary>
    public const int LongestText = (3 * SelfTest.Batch) + 29;

    /// <summary>By SP 800-38D, as the next three.</summary>
    public const ulong Known = 0xb217c7ed3213dccf;

    public const ulong KnownLong = 0xe273f2b3fceb15fa;

    public const ulong KnownRemainders = 0x36860c983afc929e;

    public const ulong KnownInParts = 0x304acd1aef0c947e;

    /// <summary>Bytes of associated data and of text, in turns. The first message has a key that is for short ones only.</summary>
    public static int[] Short => [13, 19, 0, 64, 29, 127];

    /// <inheritdoc cref="Short"/>
    public static int[] Long => [789, SelfTest.TextBytes];

    /// <summary>
    /// The same, for parts of one batch and of three. Texts and associated data end within a part or with one, or are empty.
    /// </summary>
    public static int[] InParts => [(2 * SelfTest.Batch) + 77, LongestText, 13, 2 * SelfTest.Batch, SelfTest.Batch + 77, 0];

    public static bool Passes(GcmKernel kernel) =>
        Sum(kernel, Short, isFirstShort: true) == Known && (kernel.IsTestedInParts ? Defers(kernel) : PassesLong(kernel));

    public static bool PassesLong(GcmKernel kernel) =>
        Sum(kernel, Long) == KnownLong
        && (kernel.Tier != Intrinsics.KernelTier.MachineCode
            || Sum(kernel, RemainderLengths(), isToAndBeyondBlocks: true) == KnownRemainders)
        && (kernel is not GcmMachineCode
            || (Sum(kernel, InParts, partBytes: SelfTest.Batch) == KnownInParts
                && Sum(kernel, InParts, partBytes: 3 * SelfTest.Batch) == KnownInParts));

    /// <summary>
    /// How much longer a text is than its remainder under a key of so many bytes: as long, at the end of a block, and a byte beyond it. So
    /// each number of vectors has all of these, at the cost of one.
    /// </summary>
    public static int BeyondRemainder(int keyBytes) => keyBytes == 16 ? 0 : keyBytes / 8;

    /// <inheritdoc cref="Short"/>
    public static int[] RemainderLengths()
    {
        int[] parts = [17, 1, 22, 17, 42, 22, 47, 31, 1, 26, 269, 16, 128, 8, 65, 45, 64, 45, 32, 29, 5, 0, 0, 29, SelfTest.Batch, 29];
        var lengths = new int[(2 * Remainders) + parts.Length];
        parts.CopyTo(lengths, 2 * Remainders);
        for (var i = 0; i < Remainders; i++)
        {
            lengths[2 * i] = 16 * (Remainders - 1 - i);
            lengths[(2 * i) + 1] = Math.Max(0, (64 * i) - 3);
        }

        return lengths;
    }

    // A method of its own: first use of other kernels would wait for the class of its closure.
    private static bool Defers(GcmKernel kernel)
    {
        kernel.TestWhenUsed(1 << GcmKernel.LongMessages, _ => PassesLong(kernel));
        return true;
    }

    private static ulong Sum(GcmKernel kernel, int[] lengths, bool isFirstShort = false, bool isToAndBeyondBlocks = false, int partBytes = 0)
    {
        byte[] text = SelfTest.Text(LongestText), output = new byte[LongestText + SelfTest.Guard];
        fixed (byte* source = text, destination = output, memory = new byte[kernel.KeyBytes + SelfTest.Alignment])
        {
            AeadArguments arguments = default;
            arguments.Key = SelfTest.Align(memory);
            arguments.AssociatedData = arguments.Source = source;
            arguments.Destination = destination;
            var sum = 0UL;
            for (var i = 0; i < lengths.Length; i += 2)
            {
                arguments.AssociatedDataLength = lengths[i];
                for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
                {
                    arguments.Length = lengths[i + 1] + (isToAndBeyondBlocks ? BeyondRemainder(keyBytes) : 0);
                    var longest = isFirstShort && i == 0 ? arguments.AssociatedDataLength + arguments.Length : long.MaxValue;
                    sum = Sum(kernel, keyBytes, longest, arguments, partBytes, sum);
                }
            }

            return sum;
        }
    }

    /// <summary>Seals a text, and opens it as if it were a ciphertext. The associated data begin like the text; what is empty has no address.</summary>
    private static ulong Sum(GcmKernel kernel, int keyBytes, long longestMessage, AeadArguments arguments, int partBytes, ulong sum)
    {
        var bytes = (int)arguments.Length;
        arguments.Rounds = AesKernel.RoundsFor(keyBytes);
        arguments.Nonce = arguments.Source;
        arguments.NonceLength = GcmKernel.NonceBytes;
        SelfTest.Clear(arguments.Key, kernel.KeyBytes);
        kernel.ExpandKey(arguments.Source + SelfTest.KeyOffset, keyBytes, arguments.Key, longestMessage);
        var keyEnd = kernel.KeyBytesFor(longestMessage);
        if (keyEnd < kernel.KeyBytes && !SelfTest.IsClear(arguments.Key + keyEnd, SelfTest.Guard))
            sum = ~sum;
        if (bytes == 0)
            arguments.Source = null;
        if (arguments.AssociatedDataLength == 0)
            arguments.AssociatedData = null;
        var opening = arguments;
        SelfTest.Soil(&arguments.Scratch, sizeof(GcmScratch));
        SelfTest.Soil(&opening.Scratch, sizeof(GcmScratch));
        SelfTest.Soil(&arguments.Hash, sizeof(Block128));
        SelfTest.Soil(&opening.Hash, sizeof(Block128));
        arguments.BlocksBefore = opening.BlocksBefore = 1;
        var destination = arguments.Destination;
        SelfTest.Clear(destination, bytes + SelfTest.Guard);
        var inParts = partBytes > 0 ? (GcmMachineCode)kernel : null;
        if (inParts is null)
            kernel.Seal(&arguments);
        else
            inParts.SealInParts(&arguments, partBytes);
        sum = SelfTest.Sum(SelfTest.SumGuarded(sum, destination, bytes), (byte*)&arguments.Tag, sizeof(Block128));
        SelfTest.Clear(destination, bytes + SelfTest.Guard);
        if (inParts is null)
            kernel.Open(&opening);
        else
            inParts.OpenInParts(&opening, partBytes);
        var isHashLeft = inParts is not null
            && !(SelfTest.IsClear((byte*)&arguments.Hash, sizeof(Block128)) && SelfTest.IsClear((byte*)&opening.Hash, sizeof(Block128)));
        if (isHashLeft)
            sum = ~sum;
        return SelfTest.Sum(SelfTest.SumGuarded(sum, destination, bytes), (byte*)&opening.Tag, sizeof(Block128));
    }
}
