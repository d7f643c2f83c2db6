using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Sealing and opening a short message, one of some vectors of rows, and one in batches and what remains after them; and the derivation
/// of a key.
/// </summary>
internal static unsafe class ChaChaPolySelfTest
{
    /// <summary>By RFC 8439 and draft-irtf-cfrg-xchacha.</summary>
    public const ulong Known = 0x251bec29d1eedb75;

    /// <summary>Two batches of the widest kernel, and almost a third, whose keystream takes another pass.</summary>
    public const int LongestText = (2 * 1024) + 1023;

    /// <summary>Bytes of associated data and of text, in turns.</summary>
    public static int[] Lengths => [13, 19, 300, 389, 5, LongestText];

    public static bool Passes(ChaChaPolyKernel kernel)
    {
        byte[] text = SelfTest.Text(LongestText), output = new byte[LongestText + sizeof(ulong)];
        fixed (byte* source = text, destination = output)
        {
            AeadArguments arguments = default;
            arguments.Key = arguments.AssociatedData = arguments.Source = source;
            arguments.Destination = destination;
            arguments.Nonce = source;
            var sum = 0UL;
            var lengths = Lengths;
            for (var i = 0; i < lengths.Length; i += 2)
            {
                arguments.AssociatedDataLength = lengths[i];
                arguments.Length = lengths[i + 1];
                kernel.Seal(&arguments);
                sum = Sum(&arguments, sum);
                kernel.Open(&arguments);
                sum = Sum(&arguments, sum);
            }

            kernel.DeriveSubkey(source, source, destination);
            return SelfTest.Sum(sum, destination, ChaChaPolyKernel.CipherKeyBytes) == Known;
        }
    }

    private static ulong Sum(AeadArguments* arguments, ulong sum) => SelfTest.Sum(
        SelfTest.Sum(sum, arguments->Destination, (int)arguments->Length), (byte*)&arguments->Tag, sizeof(Block128));
}
