using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>Sealing and opening under keys of both sizes: a short message, and one in batches and what remains after them.</summary>
internal static unsafe class GcmSivSelfTest
{
    /// <summary>By RFC 8452.</summary>
    public const ulong Known = 0x001086ed92e676fc;

    /// <summary>Bytes of associated data and of text, in turns.</summary>
    public static int[] Lengths => [13, 19, 789, SelfTest.TextBytes];

    public static bool Passes(GcmSivKernel kernel)
    {
        byte[] text = SelfTest.Text(SelfTest.TextBytes), output = new byte[SelfTest.TextBytes];
        fixed (byte* source = text, destination = output, memory = new byte[kernel.KeyBytes + SelfTest.Alignment])
        {
            GcmSivArguments arguments = default;
            arguments.Key = SelfTest.Align(memory);
            arguments.AssociatedData = arguments.Source = source;
            arguments.SetNonce(source);
            arguments.Destination = destination;
            var sum = 0UL;
            var lengths = Lengths;
            for (var i = 0; i < lengths.Length; i += 2)
            {
                arguments.AssociatedDataLength = lengths[i];
                arguments.Length = lengths[i + 1];
                for (var keyBytes = 16; keyBytes <= 32; keyBytes += 16)
                    sum = Sum(kernel, keyBytes, &arguments, sum);
            }

            return sum == Known;
        }
    }

    /// <summary>
    /// Seals a text, and opens it as if it were a ciphertext. Key, nonce and associated data begin like the text. A tag of ones has a
    /// counter that wraps.
    /// </summary>
    private static ulong Sum(GcmSivKernel kernel, int keyBytes, GcmSivArguments* arguments, ulong sum)
    {
        var bytes = (int)arguments->Length;
        arguments->Rounds = AesKernel.RoundsFor(keyBytes);
        kernel.ExpandKey(arguments->Source, keyBytes, arguments->Key);
        kernel.Seal(arguments);
        sum = SelfTest.Sum(SelfTest.Sum(sum, arguments->Destination, bytes), (byte*)&arguments->Tag, sizeof(Block128));
        arguments->Given.First = arguments->Given.Second = ulong.MaxValue;
        kernel.Open(arguments);
        return SelfTest.Sum(SelfTest.Sum(sum, arguments->Destination, bytes), (byte*)&arguments->Tag, sizeof(Block128));
    }
}
