using System;
using System.Collections.Generic;
using System.IO;
using ExcelDataReader;
using ExcelDataReader.Exceptions;

namespace ManagedCrypto.FileClients;

internal sealed class ExcelDataReaderClient : Client
{
    public override string Name => "ExcelDataReader";

    /// <summary>Its AES is <c>new RijndaelManaged()</c>.</summary>
    public override string[] Reached => ["SHA-1", "SHA-512"];

    public override bool WantsCodePages => true;

    protected override Format[] Formats => [Format.StandardWorkbook, Format.AgileWorkbook];

    protected override bool CanWrite => false;

    protected override IEnumerable<byte[]> Read(MemoryStream file, Format format, string password)
    {
        using var reader = ExcelReaderFactory.CreateReader(file, new ExcelReaderConfiguration { Password = password });
        var texts = new List<byte[]>();
        while (reader.Read())
            texts.Add(Convert.FromBase64String(reader.GetString(0)));
        return texts;
    }

    protected override bool Refuses(Exception exception) => exception is InvalidPasswordException;

    /// <summary>It does not compare the HMAC that an agile workbook has.</summary>
    protected override bool NoticesChange(Format format) => false;
}
