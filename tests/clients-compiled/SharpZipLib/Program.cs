using System.Text;
using ICSharpCode.SharpZipLib.Zip;

const string Password = "correct horse";
var text = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, 20000).Select(i => $"Line {i}.\n")));
switch (args)
{
    case ["write", var name]:
        using (var zip = new ZipOutputStream(File.Create(name + ".zip")) { Password = Password })
        {
            foreach (var bits in new[] { 128, 256, 0 }) // 0 is PKZIP's own cipher
            {
                zip.PutNextEntry(new ZipEntry($"{bits}.txt") { AESKeySize = bits });
                zip.Write(text);
            }
        }

        break;
    case ["read", var name]:
        var archive = File.ReadAllBytes(name + ".zip");
        Read(archive, Password);
        Read(archive, "another");
        archive[archive.Length / 5] ^= 1; // in the first entry
        Read(archive, Password);
        break;
}

void Read(byte[] archive, string password)
{
    using var zip = new ZipFile(new MemoryStream(archive)) { Password = password };
    foreach (ZipEntry entry in zip)
    {
        try
        {
            using var stream = zip.GetInputStream(entry);
            var all = new MemoryStream();
            stream.CopyTo(all);
            Console.WriteLine($"{entry.Name}: {(all.ToArray().SequenceEqual(text) ? "read" : "differs")}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{entry.Name}: {e.GetType().Name}");
        }
    }
}
