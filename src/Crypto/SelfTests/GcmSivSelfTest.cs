using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Sealing and opening under keys of both sizes: a short message, and one in batches and what remains after them.</summary>
internal static unsafe class GcmSivSelfTest
{
    /// <summary>By RFC 8452, as the next one.</summary>
    public const ulong Known = 0xc88b8c78947134ab;

    public const ulong KnownMore = 0xb6d4e57ad5b80e12;

    /// <summary>
    /// Where the text has a key whose first byte ends with ones: the numbers of the blocks that make a message's keys are XORed to it, and OR
    /// would give another result.
    /// </summary>
    public const int KeyOffset = SelfTest.KeyOffset + 3;

    /// <summary>The tag that is given, two big-endian integers. With a key of 32 bytes its highest bit is set.</summary>
    public const ulong GivenFirst = 0xffffffff67452301, GivenSecond = 0x1133557798bb5d7f, GivenHighest = 0x80;

    /// <summary>Bytes of associated data and of text, in turns.</summary>
    public static int[] Lengths => [13, 19, 789, SelfTest.TextBytes];

    /// <summary>
    /// The same for machine code, which has instructions of their own for each number of blocks in a short message, and for what remains
    /// after batches.
    /// </summary>
    public static int[] MoreLengths =>
        [0, 0, 0, 16, 16, 26, 5, 48, 33, 37, 64, 15, 30, 63, 96, 0, 0, 96, 17, 127, 128, 144, 160, 176, 192, 208, 224, 240, 0, 330, 3, 17, 22, 1, 42, 90, 1, 250,
        48, 64, 256, 267, SelfTest.Batch, SelfTest.Batch];

    public static bool Passes(AeadKernel kernel) => Sum(kernel, Lengths) == Known
        && (kernel.Tier != Intrinsics.KernelTier.MachineCode || Sum(kernel, MoreLengths) == KnownMore);

    private static ulong Sum(AeadKernel kernel, int[] lengths)
    {
        byte[] text = SelfTest.Text(SelfTest.TextBytes), output = new byte[SelfTest.TextBytes + SelfTest.Guard];
        fixed (byte* source = text, destination = output, memory = new byte[kernel.KeyBytes + SelfTest.Alignment])
        {
            AeadArguments arguments = default;
            arguments.Key = SelfTest.Align(memory);
            arguments.AssociatedData = arguments.Source = source;
            arguments.Destination = destination;
            var sum = 0UL;
            for (var i = 0; i < lengths.Length; i += 2)
            {
                arguments.Nonce = source + i;
                arguments.AssociatedDataLength = lengths[i];
                arguments.Length = lengths[i + 1];
                for (var keyBytes = 16; keyBytes <= 32; keyBytes += 16)
                    sum = Sum(kernel, keyBytes, &arguments, sum);
            }

            return sum;
        }
    }

    /// <summary>
    /// Seals a text, and opens it as if it were a ciphertext. Associated data begin like the text, and each message has another nonce. The
    /// counter in the given tag wraps; the highest bit of the byte before its last is not set.
    /// </summary>
    private static ulong Sum(AeadKernel kernel, int keyBytes, AeadArguments* arguments, ulong sum)
    {
        var bytes = (int)arguments->Length;
        arguments->Rounds = AesKernel.RoundsFor(keyBytes);
        SelfTest.Clear(arguments->Key, kernel.KeyBytes);
        kernel.ExpandKey(arguments->Source + KeyOffset, keyBytes, arguments->Key, long.MaxValue);
        SelfTest.Clear(arguments->Destination, bytes + SelfTest.Guard);
        kernel.Seal(arguments);
        sum = SelfTest.Sum(SelfTest.SumGuarded(sum, arguments->Destination, bytes), (byte*)&arguments->Tag, sizeof(Block128));
        Block128 given;
        given.First = BigEndian.InMemory(GivenFirst);
        given.Second = BigEndian.InMemory(GivenSecond | (keyBytes == 32 ? GivenHighest : 0));
        SelfTest.Clear(arguments->Destination, bytes + SelfTest.Guard);
        arguments->Given = (byte*)&given;
        kernel.Open(arguments);
        return SelfTest.Sum(SelfTest.SumGuarded(sum, arguments->Destination, bytes), (byte*)&arguments->Tag, sizeof(Block128));
    }
}
