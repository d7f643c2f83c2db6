using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using ICSharpCode.SharpZipLib.Zip;
using NPOI.POIFS.Crypt;
using NPOI.POIFS.FileSystem;
using NPOI.XSSF.UserModel;

namespace ManagedCrypto.FileClients;

/// <summary>This version encrypts nothing, and decrypts the older encryption alone.</summary>
internal sealed class NpoiClient : Client
{
    public override string Name => "NPOI";

    public override string[] Reached => ["AES", "SHA-1"];

    protected override Format[] Formats => [Format.StandardWorkbook];

    protected override bool CanWrite => false;

    protected override IEnumerable<byte[]> Read(MemoryStream file, Format format, string password)
    {
        var files = new NPOIFSFileSystem(file);
        var decryptor = Decryptor.GetInstance(new EncryptionInfo(files));
        decryptor.VerifyPassword(password); // is always true, but derives the key
        var stream = decryptor.GetDataStream(files);
        var package = new byte[decryptor.Length];
        for (var i = 0; i < package.Length; i++) // what it reads from throws at its end
            package[i] = (byte)stream.ReadByte();
        var sheet = new XSSFWorkbook(new MemoryStream(package)).GetSheetAt(0);
        return
        [
            .. from row in Enumerable.Range(0, sheet.LastRowNum + 1)
               select Convert.FromBase64String(sheet.GetRow(row).GetCell(0).StringCellValue),
        ];
    }

    /// <summary>What a wrong password decrypts is no workbook.</summary>
    protected override bool Refuses(Exception exception) => exception is ZipException;

    protected override bool NoticesChange(Format format) => false;
}
