using System;
using System.IO;
using System.Linq;
using ICSharpCode.SharpZipLib.Zip;

namespace ManagedCrypto.ZipClient;

/// <summary>One archive for each length of key, the same on every host but for its salts.</summary>
internal static class Archives
{
    private const string Password = "correct horse";

    private static readonly int[] s_keyBits = [128, 256];
    private static readonly int[] s_sizes = [1, 15, 16, 17, 4096, (1 << 20) + 3];

    public static void Write(string folder)
    {
        foreach (var bits in s_keyBits)
        {
            using var zip = new ZipOutputStream(File.Create(PathOf(folder, bits))) { Password = Password };
            foreach (var size in s_sizes)
            {
                zip.PutNextEntry(new ZipEntry($"{size}") { AESKeySize = bits });
                var text = Text(size);
                zip.Write(text, 0, text.Length);
                zip.CloseEntry();
            }
        }
    }

    public static void Read(string folder, Checks checks)
    {
        foreach (var bits in s_keyBits)
        {
            var archive = File.ReadAllBytes(PathOf(folder, bits));
            foreach (var size in s_sizes)
                checks.That($"AES-{bits}, {size} bytes", Entry(archive, Password, size, bits).SequenceEqual(Text(size)));
            checks.Throws<ZipException>($"AES-{bits}, wrong password", () => Entry(archive, Password + ".", s_sizes[0], bits));
            Change(archive, s_sizes.Last());
            checks.Throws<ZipException>($"AES-{bits}, changed", () => Entry(archive, Password, s_sizes.Last(), bits));
        }
    }

    private static byte[] Entry(byte[] archive, string password, int size, int bits)
    {
        using var zip = new ZipFile(new MemoryStream(archive)) { Password = password };
        var entry = zip.GetEntry($"{size}");
        if (entry.AESKeySize != bits)
            throw new InvalidDataException($"The entry is encrypted with {entry.AESKeySize} bits.");
        using var stream = zip.GetInputStream(entry);
        var text = new MemoryStream();
        stream.CopyTo(text);
        return text.ToArray();
    }

    /// <summary>Changes a byte in the middle of an entry's ciphertext.</summary>
    private static void Change(byte[] archive, int size)
    {
        using var zip = new ZipFile(new MemoryStream((byte[])archive.Clone()));
        archive[zip.GetEntry($"{size}").Offset + (size / 2)] ^= 1;
    }

    private static string PathOf(string folder, int bits) => Path.Combine(folder, $"aes-{bits}.zip");

    /// <summary>Nothing that could be compressed.</summary>
    private static byte[] Text(int size)
    {
        var state = (uint)size;
        return Enumerable.Range(0, size).Select(_ => (byte)((state = (state * 1664525) + 1013904223) >> 24)).ToArray();
    }
}
