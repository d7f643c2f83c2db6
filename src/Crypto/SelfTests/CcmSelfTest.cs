using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>A short message of CCM, sealed and opened under keys of every size: whole blocks, and a part of one that has pieces of all sizes.</summary>
internal static unsafe class CcmSelfTest
{
    public const int DataBytes = 20, TextBytes = 47, NonceBytes = 13, TagBytes = 16;

    /// <summary>By SP 800-38C.</summary>
    public const ulong Known = 0x70c4bcbe5d44c473;

    /// <summary>Seals a text, and opens it as if it were a ciphertext. Key, nonce and associated data begin like the text.</summary>
    public static bool Passes(AesKernel kernel)
    {
        byte[] text = SelfTest.Text(TextBytes), output = new byte[TextBytes];
        fixed (byte* source = text, destination = output, memory = new byte[kernel.EncryptionScheduleBytes + SelfTest.Alignment])
        {
            var sum = 0UL;
            CcmMessage message;
            for (var keyBytes = 16; keyBytes <= 32; keyBytes += 8)
            {
                message.Whole.Schedule = SelfTest.Align(memory);
                message.Whole.Rounds = AesKernel.RoundsFor(keyBytes);
                kernel.ExpandKey(source, keyBytes, message.Whole.Schedule);
                sum = Sum(kernel, &message, source, destination, opens: false, sum);
                sum = Sum(kernel, &message, source, destination, opens: true, sum);
            }

            return sum == Known;
        }
    }

    private static ulong Sum(AesKernel kernel, CcmMessage* message, byte* source, byte* destination, bool opens, ulong sum)
    {
        message->Whole.Source = source;
        message->Whole.Destination = destination;
        message->Whole.Length = TextBytes;
        CcmMessage.Transform(kernel, message, source, NonceBytes, TagBytes, source, DataBytes, opens);
        return SelfTest.Sum(SelfTest.Sum(sum, destination, TextBytes), (byte*)&message->Whole.Tag, TagBytes);
    }
}
