using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security;
using OfficeOpenXml;

namespace ManagedCrypto.FileClients;

internal sealed class EPPlusClient : Client
{
    public override string Name => "EPPlus";

    public override string[] Reached => ["AES", "SHA-1", "SHA-512"];

    protected override Format[] Formats => [Format.StandardWorkbook, Format.AgileWorkbook];

    protected override void Write(Stream file, Format format, string password)
    {
        using var package = new ExcelPackage();
        var cells = package.Workbook.Worksheets.Add("Texts").Cells;
        for (var i = 0; i < format.Texts.Length; i++)
            cells[i + 1, 1].Value = Convert.ToBase64String(format.Texts[i]);
        package.Encryption.Version = format == Format.AgileWorkbook ? EncryptionVersion.Agile : EncryptionVersion.Standard;
        package.SaveAs(file, password);
    }

    protected override IEnumerable<byte[]> Read(MemoryStream file, Format format, string password)
    {
        using var package = new ExcelPackage();
        package.Load(file, password);
        return [.. package.Workbook.Worksheets.Single().Cells.Select(cell => Convert.FromBase64String((string)cell.Value))];
    }

    protected override bool Refuses(Exception exception) =>
        exception is SecurityException or UnauthorizedAccessException || exception.Message == "Dataintegrity key mismatch";

    /// <summary>The standard encryption has nothing to notice it by.</summary>
    protected override bool NoticesChange(Format format) => format == Format.AgileWorkbook;
}
