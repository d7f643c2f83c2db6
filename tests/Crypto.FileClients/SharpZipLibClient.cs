using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ICSharpCode.SharpZipLib.Zip;

namespace ManagedCrypto.FileClients;

internal sealed class SharpZipLibClient : Client
{
    public override string Name => "SharpZipLib";

    public override string[] Reached => ["AES"];

    protected override Format[] Formats => [Format.Aes128Zip, Format.Aes256Zip];

    protected override void Write(Stream file, Format format, string password)
    {
        using var zip = new ZipOutputStream(file) { Password = password };
        foreach (var text in format.Texts)
        {
            zip.PutNextEntry(new ZipEntry($"{text.Length}") { AESKeySize = KeyBits(format) });
            zip.Write(text, 0, text.Length);
            zip.CloseEntry();
        }
    }

    protected override IEnumerable<byte[]> Read(MemoryStream file, Format format, string password)
    {
        using var zip = new ZipFile(file) { Password = password };
        return [.. zip.Cast<ZipEntry>().Select(entry => Text(zip, entry, KeyBits(format)))];
    }

    protected override bool Refuses(Exception exception) => exception is ZipException;

    private static int KeyBits(Format format) => format == Format.Aes128Zip ? 128 : 256;

    private static byte[] Text(ZipFile zip, ZipEntry entry, int keyBits)
    {
        if (entry.AESKeySize != keyBits)
            throw new InvalidDataException($"The entry is encrypted with {entry.AESKeySize} bits.");
        using var stream = zip.GetInputStream(entry);
        var text = new MemoryStream();
        stream.CopyTo(text);
        return text.ToArray();
    }
}
