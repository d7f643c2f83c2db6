using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Ionic.Zip;

namespace ManagedCrypto.FileClients;

internal sealed class DotNetZipClient : Client
{
    public override string Name => "DotNetZip";

    public override string[] Reached => ["AES"];

    public override bool WantsCodePages => true;

    protected override Format[] Formats => [Format.Aes128Zip, Format.Aes256Zip];

    protected override void Write(Stream file, Format format, string password)
    {
        using var zip = new ZipFile { Password = password, Encryption = Encryption(format) };
        foreach (var text in format.Texts)
            zip.AddEntry($"{text.Length}", text);
        zip.Save(file);
    }

    protected override IEnumerable<byte[]> Read(MemoryStream file, Format format, string password)
    {
        using var zip = ZipFile.Read(file);
        return [.. zip.Select(entry => Text(entry, Encryption(format), password))];
    }

    protected override bool Refuses(Exception exception) => exception is ZipException;

    private static EncryptionAlgorithm Encryption(Format format) =>
        format == Format.Aes128Zip ? EncryptionAlgorithm.WinZipAes128 : EncryptionAlgorithm.WinZipAes256;

    private static byte[] Text(ZipEntry entry, EncryptionAlgorithm encryption, string password)
    {
        if (entry.Encryption != encryption)
            throw new InvalidDataException($"The entry is encrypted by {entry.Encryption}.");
        var text = new MemoryStream();
        entry.ExtractWithPassword(text, password);
        return text.ToArray();
    }
}
