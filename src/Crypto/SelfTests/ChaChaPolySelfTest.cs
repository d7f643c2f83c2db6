using System;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Sealing and opening a short message, one of some vectors of rows, one of a single batch, and one in batches and what remains after
/// them; one whose hash has carries that random texts never have; and the derivation of a key.
/// </summary>
internal static unsafe class ChaChaPolySelfTest
{
    /// <summary>By RFC 8439 and draft-irtf-cfrg-xchacha.</summary>
    public const ulong Known = 0x198f572fc720ff99;

    /// <summary>Two batches of the widest kernel, and almost a third, whose keystream takes another pass.</summary>
    public const int LongestText = (2 * 1024) + 1023;

    /// <summary>
    /// Bytes of the ciphertext with rare carries, and of its associated data: so many that other carries, which are less rare, come where a
    /// kernel may have instructions of their own for the first blocks of a batch.
    /// </summary>
    public const int CarryingText = 4 * CarriesDistance, CarryingData = 456;

    private const int CarriesDistance = 512, BlockBytes = 16;

    /// <summary>Bytes of associated data and of text, in turns.</summary>
    public static int[] Lengths => [13, 63, 300, 389, 0, 575, 5, LongestText];

    /// <summary>
    /// Blocks for the beginnings of the first, the second and the fourth 512 bytes of a ciphertext. With words of 64 bits, in turns: the
    /// lower word of the hash becomes 2^64 - 1 before what is above 2^130 comes down, and so does the middle one, so that a carry goes all the
    /// way up; and the middle word is 2^64 - 1 before what the lower products carry is added. For the sums of other sizes it is any text.
    /// </summary>
    private static ReadOnlySpan<byte> Carries =>
    [
        0xE0, 0xFE, 0xF8, 0x4F, 0xE8, 0xEE, 0x94, 0x08, 0xF0, 0x15, 0x3A, 0xC6, 0xC6, 0x01, 0xE3, 0xF6,
        0x26, 0xEE, 0x63, 0xDB, 0xBA, 0x74, 0x9A, 0x15, 0xB7, 0x60, 0xA7, 0xB0, 0xA1, 0xA8, 0xFF, 0xF0,
        0xB4, 0xB6, 0x12, 0xED, 0x9B, 0xFB, 0x54, 0x7D, 0x5A, 0x2E, 0x98, 0x53, 0x5A, 0x6D, 0x80, 0x3A,
        0x61, 0x20, 0x93, 0xA4, 0xD8, 0xF4, 0xA6, 0x0F, 0x07, 0xA4, 0xD0, 0xE4, 0x6E, 0xE6, 0x1C, 0x07,
        0xC8, 0xA9, 0x3A, 0x99, 0xC1, 0x1D, 0x72, 0x02, 0xCF, 0xF0, 0xCD, 0x5B, 0xEF, 0x91, 0x73, 0x77,
        0x81, 0x83, 0x24, 0xB8, 0x61, 0x5F, 0xBD, 0x32, 0x67, 0x63, 0xB0, 0x0C, 0x17, 0xB6, 0x35, 0xE5,
        0xD6, 0x60, 0x62, 0xFE, 0x9A, 0x5B, 0xD0, 0x23, 0x18, 0xB1, 0x77, 0x62, 0x10, 0x81, 0x9A, 0xEE,
        0xDD, 0xBD, 0xBD, 0xF2, 0x09, 0x77, 0x18, 0xCC, 0x5B, 0xD8, 0xC7, 0xD3, 0x87, 0x54, 0x39, 0xE0,
        0xE7, 0x96, 0x55, 0xFA, 0x14, 0x94, 0x6F, 0x96, 0x7C, 0x38, 0xF1, 0x99, 0xE4, 0x06, 0x7D, 0x30,
        0x3A, 0x49, 0xE0, 0x50, 0xF2, 0x47, 0xB0, 0x76, 0x8B, 0xB3, 0x50, 0x4D, 0xC5, 0x85, 0x65, 0xDF,
        0xCF, 0x67, 0x00, 0xB4, 0x72, 0x1A, 0x34, 0x8C, 0x10, 0x16, 0x07, 0xCD, 0x41, 0x4E, 0x70, 0xAB,
        0x8F, 0x0A, 0xE7, 0x67, 0xDA, 0x9A, 0xB4, 0x19, 0x27, 0x67, 0x79, 0xA3, 0xA0, 0xBE, 0x46, 0x3C,
    ];

    /// <summary>The ciphertext with rare carries.</summary>
    public static byte[] Carrying()
    {
        const int Blocks = 5;
        var text = SelfTest.Text(CarryingText);
        Carries.Slice(0, Blocks * BlockBytes).CopyTo(text);
        Carries.Slice(Blocks * BlockBytes, Blocks * BlockBytes).CopyTo(text.AsSpan(CarriesDistance));
        Carries.Slice(2 * Blocks * BlockBytes).CopyTo(text.AsSpan(3 * CarriesDistance));
        return text;
    }

    /// <summary>The associated data of that ciphertext, padded as it is hashed, and the first blocks of the ciphertext.</summary>
    public static byte[] CarryingAsData()
    {
        const int Blocks = 3, PaddedData = (CarryingData + BlockBytes - 1) & -BlockBytes;
        var data = SelfTest.Text(PaddedData + (Blocks * BlockBytes));
        data.AsSpan(CarryingData, PaddedData - CarryingData).Clear();
        Carries.Slice(0, Blocks * BlockBytes).CopyTo(data.AsSpan(PaddedData));
        return data;
    }

    public static bool Passes(ChaChaPolyKernel kernel)
    {
        byte[] text = SelfTest.Text(LongestText), carrying = Carrying(), output = new byte[LongestText];
        fixed (byte* source = text, ciphertext = carrying, destination = output)
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
                SelfTest.Clear(destination, LongestText);
                kernel.Open(&arguments);
                sum = Sum(&arguments, sum);
            }

            arguments.AssociatedDataLength = CarryingData;
            arguments.Source = ciphertext;
            arguments.Length = CarryingText;
            SelfTest.Clear(destination, LongestText);
            kernel.Open(&arguments);
            sum = Sum(&arguments, sum);
            arguments.Source = destination;
            kernel.Seal(&arguments);
            sum = Sum(&arguments, sum);

            // The same hash, of associated data alone: a kernel may hash that by other instructions.
            var data = CarryingAsData();
            fixed (byte* associatedData = data)
            {
                arguments.AssociatedData = associatedData;
                arguments.AssociatedDataLength = data.Length;
                arguments.Length = 0;
                kernel.Seal(&arguments);
                sum = Sum(&arguments, sum);
            }

            kernel.DeriveSubkey(source, source, destination);
            return SelfTest.Sum(sum, destination, ChaChaPolyKernel.CipherKeyBytes) == Known;
        }
    }

    private static ulong Sum(AeadArguments* arguments, ulong sum) => SelfTest.Sum(
        SelfTest.Sum(sum, arguments->Destination, (int)arguments->Length), (byte*)&arguments->Tag, sizeof(Block128));
}
