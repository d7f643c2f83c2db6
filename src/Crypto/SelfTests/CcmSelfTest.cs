using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Short messages of CCM, sealed and opened under keys of every size: whole blocks, none, and parts of a block that have pieces of all sizes
/// and lack them.
/// </summary>
internal static unsafe class CcmSelfTest
{
    public const int NonceBytes = 13, TagBytes = 16, LongestText = 47;

    /// <summary>By SP 800-38C.</summary>
    public const ulong Known = 0x7d40a6e1f2a5f278;

    /// <summary>Bytes of associated data and of text, in turns.</summary>
    public static int[] Lengths => [20, LongestText, 0, 16, 5, 26, 33, 21, 16, 0, 14, 33, 8, 17, 3, 40, 6, 32];

    /// <summary>Seals a text, and opens it as if it were a ciphertext. Nonce and associated data begin like the text.</summary>
    public static bool Passes(AesKernel kernel)
    {
        byte[] text = SelfTest.Text(SelfTest.TextBytes), output = new byte[LongestText + SelfTest.Guard];
        fixed (byte* source = text, destination = output, memory = new byte[kernel.EncryptionScheduleBytes + SelfTest.Alignment])
        {
            var sum = 0UL;
            var lengths = Lengths;
            CcmMessage message;
            AeadArguments arguments = default;
            arguments.Key = SelfTest.Align(memory);
            arguments.Nonce = arguments.AssociatedData = arguments.Source = source;
            (arguments.NonceLength, arguments.TagLength) = (NonceBytes, TagBytes);
            arguments.Destination = destination;
            for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
            {
                arguments.Rounds = AesKernel.RoundsFor(keyBytes);
                kernel.ExpandKey(source + SelfTest.KeyOffset, keyBytes, arguments.Key);
                for (var i = 0; i < lengths.Length; i += 2)
                {
                    (arguments.AssociatedDataLength, arguments.Length) = (lengths[i], lengths[i + 1]);
                    sum = Sum(kernel, &message, &arguments, opens: false, sum);
                    sum = Sum(kernel, &message, &arguments, opens: true, sum);
                }
            }

            return sum == Known;
        }
    }

    private static ulong Sum(AesKernel kernel, CcmMessage* message, AeadArguments* arguments, bool opens, ulong sum)
    {
        var bytes = (int)arguments->Length;
        SelfTest.Soil(&message->Whole.Scratch, sizeof(AesScratch));
        SelfTest.Clear(arguments->Destination, bytes + SelfTest.Guard);
        CcmMessage.Transform(kernel, message, arguments, opens);
        return SelfTest.Sum(SelfTest.SumGuarded(sum, arguments->Destination, bytes), (byte*)&message->Whole.Tag, TagBytes);
    }
}
