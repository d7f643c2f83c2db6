using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Sealing and opening an empty message, parts of what all lanes take at once, one of these and many with a part, and as many as loops of up to
/// eight updates have ends.
/// </summary>
internal static unsafe class AegisSelfTest
{
    /// <summary>By draft-irtf-cfrg-aegis-aead, as the next three.</summary>
    public const ulong Known128L = 0xd9286d855a39a316;

    public const ulong Known256 = 0x22accff0e92bfa20;

    public const ulong Known128X2 = 0x08e94b2d1926ae45;

    public const ulong Known128X4 = 0xbf147321c5cda394;

    /// <summary>Bytes of the tag of a message that is sealed, and of one that is opened.</summary>
    public const int SealedTagBytes = 16, OpenedTagBytes = 32;

    /// <summary>Bytes of associated data and of text, in turns.</summary>
    public static int[] Lengths =>
    [
        0, 0, 13, 83, 300, 147, 256, 512, 1, SelfTest.TextBytes, 80, 112, 112, 176, 176, 208, 208, 240, 240, 96, 128, 160,
    ];

    public static bool Passes128L(AegisKernel kernel) => Sum(kernel) == Known128L;

    public static bool Passes256(AegisKernel kernel) => Sum(kernel) == Known256;

    public static bool Passes128X2(AegisKernel kernel) => Sum(kernel) == Known128X2;

    public static bool Passes128X4(AegisKernel kernel) => Sum(kernel) == Known128X4;

    /// <summary>Each text is sealed, and then opened as if it were a ciphertext.</summary>
    private static ulong Sum(AegisKernel kernel)
    {
        byte[] text = SelfTest.Text(SelfTest.TextBytes), output = new byte[SelfTest.TextBytes + SelfTest.Guard];
        fixed (byte* source = text, destination = output, memory = new byte[kernel.KeyBytes + SelfTest.Alignment])
        {
            AeadArguments arguments = default;
            arguments.Key = SelfTest.Align(memory);
            arguments.AssociatedData = arguments.Source = source;
            arguments.Destination = destination;
            kernel.ExpandKey(source + SelfTest.KeyOffset, kernel.KeyBytes, arguments.Key, long.MaxValue);
            var sum = 0UL;
            var lengths = Lengths;
            for (var i = 0; i < lengths.Length; i += 2)
            {
                arguments.Nonce = source + i;
                arguments.AssociatedDataLength = lengths[i];
                arguments.Length = lengths[i + 1];
                SelfTest.Clear(destination, lengths[i + 1] + SelfTest.Guard);
                arguments.TagLength = SealedTagBytes;
                kernel.Seal(&arguments);
                sum = Sum(&arguments, sum);
                SelfTest.Clear(destination, lengths[i + 1] + SelfTest.Guard);
                arguments.TagLength = OpenedTagBytes;
                kernel.Open(&arguments);
                sum = Sum(&arguments, sum);
            }

            return sum;
        }
    }

    private static ulong Sum(AeadArguments* arguments, ulong sum) => SelfTest.Sum(
        SelfTest.SumGuarded(sum, arguments->Destination, (int)arguments->Length), (byte*)&arguments->Tag, (int)arguments->TagLength);
}
