using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace ManagedCrypto.FileClients;

/// <summary>A library that writes or reads encrypted files, and knows nothing of ManagedCrypto.</summary>
internal abstract class Client
{
    public static readonly Client[] All =
        [new SharpZipLibClient(), new DotNetZipClient(), new EPPlusClient(), new ExcelDataReaderClient(), new NpoiClient()];

    private const string Password = "correct horse";

    public abstract string Name { get; }

    /// <summary>What ManagedCrypto does for it on Mono, once registered. All else the framework does.</summary>
    public abstract string[] Reached { get; }

    /// <summary>Whether it needs those of MS-DOS and Windows. SharpZipLib on Mono fails where they are registered.</summary>
    public virtual bool WantsCodePages => false;

    protected abstract Format[] Formats { get; }

    protected virtual bool CanWrite => true;

    /// <summary>One file of each format, the same on every host but for its salts.</summary>
    public void WriteTo(string folder)
    {
        foreach (var format in Formats)
        {
            using var file = File.Create(Path.Combine(folder, FileName(format)));
            Write(file, format, Password);
        }
    }

    /// <summary>Reads the files of its formats, by each client that writes them.</summary>
    public void ReadFrom(string folder, Checks checks)
    {
        foreach (var format in Formats)
        {
            var writers = All.Where(client => client.CanWrite && client.Formats.Contains(format));
            foreach (var name in writers.Select(writer => writer.FileName(format)))
                Read($"{name} by {Name}", File.ReadAllBytes(Path.Combine(folder, name)), format, checks);
        }
    }

    protected virtual void Write(Stream file, Format format, string password) => throw new NotSupportedException();

    /// <returns>The texts of the file.</returns>
    protected abstract IEnumerable<byte[]> Read(MemoryStream file, Format format, string password);

    /// <summary>Whether it says by this exception that the password is wrong, or that the file was changed.</summary>
    protected abstract bool Refuses(Exception exception);

    protected virtual bool NoticesChange(Format format) => true;

    private void Read(string what, byte[] file, Format format, Checks checks)
    {
        checks.That(what, AreEqual(format.Texts, Read(new(file), format, Password)));
        checks.Throws($"{what}, wrong password", () => Read(new(file), format, Password + "."), Refuses);
        if (!NoticesChange(format))
            return;
        file[file.Length / 2] ^= 1; // within the longest text
        checks.Throws($"{what}, changed", () => Read(new(file), format, Password), Refuses);
    }

    private string FileName(Format format) => $"{Name}.{format}";

    private static bool AreEqual(byte[][] expected, IEnumerable<byte[]> texts)
    {
        var list = texts.ToList();
        return list.Count == expected.Length && list.Zip(expected, (text, other) => text.SequenceEqual(other)).All(same => same);
    }
}
