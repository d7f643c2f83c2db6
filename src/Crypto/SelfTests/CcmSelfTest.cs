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
            for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
            {
                message.Whole.Schedule = SelfTest.Align(memory);
                message.Whole.Rounds = AesKernel.RoundsFor(keyBytes);
                kernel.ExpandKey(source + SelfTest.KeyOffset, keyBytes, message.Whole.Schedule);
                for (var i = 0; i < lengths.Length; i += 2)
                {
                    message.Whole.Source = source;
                    message.Whole.Destination = destination;
                    message.Whole.Length = lengths[i + 1];
                    sum = Sum(kernel, &message, lengths[i], opens: false, sum);
                    sum = Sum(kernel, &message, lengths[i], opens: true, sum);
                }
            }

            return sum == Known;
        }
    }

    private static ulong Sum(AesKernel kernel, CcmMessage* message, int dataBytes, bool opens, ulong sum)
    {
        var whole = message->Whole;
        SelfTest.Soil(&message->Whole.Scratch, sizeof(AesScratch));
        SelfTest.Clear(whole.Destination, (int)whole.Length + SelfTest.Guard);
        CcmMessage.Transform(kernel, message, whole.Source, NonceBytes, TagBytes, whole.Source, dataBytes, opens);
        sum = SelfTest.SumGuarded(sum, whole.Destination, (int)whole.Length);
        sum = SelfTest.Sum(sum, (byte*)&message->Whole.Tag, TagBytes);
        message->Whole.Source = whole.Source;
        message->Whole.Destination = whole.Destination;
        message->Whole.Length = whole.Length;
        return sum;
    }
}
