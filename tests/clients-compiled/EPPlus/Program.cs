using OfficeOpenXml;

const string Password = "correct horse";
EncryptionVersion[] versions = [EncryptionVersion.Standard, EncryptionVersion.Agile];
switch (args)
{
    case ["write", var name]:
        foreach (var version in versions)
        {
            using var package = new ExcelPackage();
            var cells = package.Workbook.Worksheets.Add("Texts").Cells;
            for (var row = 1; row <= 3000; row++)
                cells[row, 1].Value = $"{version} {row}";
            package.Encryption.Version = version;
            package.SaveAs(new FileInfo($"{name}.{version}.xlsx"), Password);
        }

        break;
    case ["read", var name]:
        foreach (var version in versions)
        {
            var file = new FileInfo($"{name}.{version}.xlsx");
            using var package = new ExcelPackage(file, Password);
            var cells = package.Workbook.Worksheets.Single().Cells;
            Console.WriteLine($"{cells[1, 1].Value}, {cells[3000, 1].Value}");
            try
            {
                using var other = new ExcelPackage(file, "another");
                Console.WriteLine(other.Workbook.Worksheets.Count);
            }
            catch (Exception e)
            {
                Console.WriteLine("another password: " + e.GetType().Name);
            }
        }

        break;
    case ["measure", var count, var name]:
        await Process.Measure(count, () =>
        {
            using var package = new ExcelPackage(new FileInfo($"{name}.{EncryptionVersion.Agile}.xlsx"), Password);
            return Task.FromResult(package.Workbook.Worksheets.Count);
        });
        break;
}
