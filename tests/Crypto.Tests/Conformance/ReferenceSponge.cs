using System.Collections.Generic;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// Sponges over Keccak-f[1600] by the words of FIPS 202, each step on its own and every constant computed: sections 3.2 and 4; KMAC by
/// those of SP 800-185, sections 2.3 and 4.
/// </summary>
internal static class ReferenceSponge
{
    private const int Rounds = 24;

    /// <summary>The function that has this name in the catalogue.</summary>
    public static byte[] Digest(HashFunction function, byte[] message) => Digest(
        message, 200 - (2 * function.DigestBytes), function.Name == "Keccak-256" ? 0x01 : 0x06, function.DigestBytes);

    public static byte[] Shake(int securityBits, byte[] message, int outputBytes) =>
        Digest(message, Rate(securityBits), 0x1f, outputBytes);

    public static byte[] Kmac(
        int securityBits, byte[] key, byte[] message, int outputBytes, byte[] customization, bool isXof)
    {
        var rate = Rate(securityBits);
        byte[] all =
        [
            .. BytePad([.. EncodeString("KMAC"u8.ToArray()), .. EncodeString(customization)], rate),
            .. BytePad(EncodeString(key), rate),
            .. message,
            .. Digits(isXof ? 0 : 8 * outputBytes),
            (byte)Digits(isXof ? 0 : 8 * outputBytes).Length,
        ];
        return Digest(all, rate, 0x04, outputBytes);
    }

    /// <summary>With the bits that a family appends and the first bit of the padding in one byte.</summary>
    public static byte[] Digest(byte[] message, int rate, int suffix, int outputBytes)
    {
        var padded = new byte[((message.Length / rate) + 1) * rate];
        message.CopyTo(padded, 0);
        padded[message.Length] = (byte)suffix;
        padded[^1] |= 0x80;
        var state = new ulong[5, 5];
        for (var i = 0; i < padded.Length; i++)
        {
            var lane = i % rate / 8;
            state[lane % 5, lane / 5] ^= (ulong)padded[i] << (8 * (i % rate % 8));
            if (i % rate == rate - 1)
                state = Permute(state);
        }

        var output = new byte[outputBytes];
        for (var i = 0; i < outputBytes; i++)
        {
            if (i > 0 && i % rate == 0)
                state = Permute(state);
            var lane = i % rate / 8;
            output[i] = (byte)(state[lane % 5, lane / 5] >> (8 * (i % rate % 8)));
        }

        return output;
    }

    private static int Rate(int securityBits) => 200 - (2 * securityBits / 8);

    private static byte[] EncodeString(byte[] text) => [.. LeftEncode(8 * text.Length), .. text];

    private static byte[] BytePad(byte[] text, int rate)
    {
        var all = new List<byte>([.. LeftEncode(rate), .. text]);
        while (all.Count % rate != 0)
            all.Add(0);
        return [.. all];
    }

    private static byte[] LeftEncode(int number) => [(byte)Digits(number).Length, .. Digits(number)];

    private static byte[] Digits(int number) =>
        number < 256 ? [(byte)number] : [.. Digits(number / 256), (byte)number];

    private static ulong[,] Permute(ulong[,] a)
    {
        byte register = 1;
        for (var round = 0; round < Rounds; round++)
        {
            var (theta, rhoPi, chi) = (new ulong[5, 5], new ulong[5, 5], new ulong[5, 5]);
            ulong Column(int x) => a[x % 5, 0] ^ a[x % 5, 1] ^ a[x % 5, 2] ^ a[x % 5, 3] ^ a[x % 5, 4];
            for (var x = 0; x < 5; x++)
                for (var y = 0; y < 5; y++)
                    theta[x, y] = a[x, y] ^ Column(x + 4) ^ Rotate(Column(x + 1), 1);

            rhoPi[0, 0] = theta[0, 0];
            var (i, j) = (1, 0);
            for (var t = 0; t < 24; t++)
            {
                rhoPi[j, ((2 * i) + (3 * j)) % 5] = Rotate(theta[i, j], (t + 1) * (t + 2) / 2 % 64);
                (i, j) = (j, ((2 * i) + (3 * j)) % 5);
            }

            for (var x = 0; x < 5; x++)
                for (var y = 0; y < 5; y++)
                    chi[x, y] = rhoPi[x, y] ^ (~rhoPi[(x + 1) % 5, y] & rhoPi[(x + 2) % 5, y]);

            for (var bit = 0; bit < 7; bit++)
            {
                chi[0, 0] ^= (ulong)(register & 1) << ((1 << bit) - 1);
                register = (byte)((register << 1) ^ ((register >> 7) * 0x71));
            }

            a = chi;
        }

        return a;
    }

    private static ulong Rotate(ulong lane, int bits) => bits == 0 ? lane : (lane << bits) | (lane >> (64 - bits));
}
