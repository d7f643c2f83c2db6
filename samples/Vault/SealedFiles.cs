using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto;

namespace Vault;

/// <summary>
/// A folder of sealed files. The name of a file is the context that it is sealed with, so that one file is not taken for another whose
/// place it was given on the disk.
/// </summary>
internal sealed partial class SealedFiles(string folder, byte[] key)
{
    private const string Ending = ".sealed";
    private const string PartStart = "upload-";
    private const string PartEnding = ".part";
    private const int SaltBytes = 24;

    /// <summary>Whether a file may have that name: it is one in the folder, and no other.</summary>
    public static bool IsName(string name) => Name().IsMatch(name);

    public IEnumerable<string> Names() =>
        Directory.EnumerateFiles(folder, "*" + Ending).Select(path => Path.GetFileNameWithoutExtension(path)).Where(IsName).Order();

    public bool Exists(string name) => File.Exists(PathOf(name));

    public void Delete(string name) => File.Delete(PathOf(name));

    /// <summary>What an earlier process left that was ended in the middle of an upload, and not what another is writing.</summary>
    public void DeleteParts()
    {
        foreach (var path in Directory.EnumerateFiles(folder, PartStart + "*" + PartEnding))
        {
            try
            {
                new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None, 0, FileOptions.DeleteOnClose).Dispose();
            }
            catch (IOException)
            {
                // It is in use.
            }
        }
    }

    /// <summary>Seals a text as it comes. The file is there when all of it is on the disk; if that fails, all is as before.</summary>
    public async Task SaveAsync(string name, Stream text, CancellationToken cancellation)
    {
        var temporary = Path.Combine(folder, PartStart + Path.GetRandomFileName() + PartEnding);
        try
        {
            await using (var file = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, 0, useAsync: true))
            {
                await SealAsync(name, text, file, cancellation);
                file.Flush(flushToDisk: true);
            }

            File.Move(temporary, PathOf(name), overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    /// <summary>The text, as far as it is read, and something that no other text has: the random salt of the sealed file.</summary>
    public (Stream Text, string Version) Open(string name)
    {
        var file = OpenSealed(name);
        try
        {
            var salt = new byte[SaltBytes];
            file.ReadExactly(salt);
            file.Position = 0;
            return (Cobblestone.CreateOpeningStream(file, key, ContextOf(name)), Convert.ToHexStringLower(salt));
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>The file as it is on the disk.</summary>
    public FileStream OpenSealed(string name) =>
        new(PathOf(name), FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete, 0, useAsync: true);

    private async Task SealAsync(string name, Stream text, FileStream file, CancellationToken cancellation)
    {
        await using var sealing = Cobblestone.CreateSealingStream(file, key, ContextOf(name), leaveOpen: true);
        await text.CopyToAsync(sealing, cancellation);
        await sealing.CompleteAsync(cancellation);
    }

    private string PathOf(string name) => Path.Combine(folder, name + Ending);

    private static byte[] ContextOf(string name) => Encoding.UTF8.GetBytes(name);

    [GeneratedRegex(@"\A[A-Za-z0-9][A-Za-z0-9._-]{0,99}\z")]
    private static partial Regex Name();
}
