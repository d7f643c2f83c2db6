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

    /// <summary>Held while a file's version is compared and the file replaced or deleted, so that no other comes between.</summary>
    private readonly Lock _change = new();

    /// <summary>Whether a file may have that name: it is one in the folder, and no other.</summary>
    public static bool IsName(string name) => Name().IsMatch(name);

    public IEnumerable<string> Names() =>
        new DirectoryInfo(folder).EnumerateFiles("*" + Ending).Where(file => file.LinkTarget is null)
            .Select(file => Path.GetFileNameWithoutExtension(file.Name)).Where(IsName).Order();

    /// <summary>Whether there is a file of that name. A link is none: the vault makes none, and what it leads to is not the vault's.</summary>
    public bool Exists(string name) => new FileInfo(PathOf(name)) is { Exists: true, LinkTarget: null };

    /// <summary>Whether the file of that name, or that there is none, is as a request demands.</summary>
    public bool Meet(Conditions conditions, string name) => conditions.Hold(Exists(name), () => VersionOf(name));

    /// <summary>Deletes a file, if it is as demanded.</summary>
    public Outcome Delete(string name, Conditions conditions)
    {
        lock (_change)
        {
            if (!Exists(name))
                return Outcome.Missing;
            if (!Meet(conditions, name))
                return Outcome.Refused;
            File.Delete(PathOf(name));
            return Outcome.Done;
        }
    }

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

    /// <summary>
    /// Seals a text as it comes. The file is there when all of it is on the disk, if what it replaces is as demanded then; otherwise, and
    /// if anything fails, all is as before.
    /// </summary>
    public async Task<Outcome> SaveAsync(string name, Stream text, Conditions conditions, CancellationToken cancellation)
    {
        var temporary = Path.Combine(folder, PartStart + Path.GetRandomFileName() + PartEnding);
        try
        {
            await using (var file = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, 0, useAsync: true))
            {
                await SealAsync(name, text, file, cancellation);
                file.Flush(flushToDisk: true);
            }

            lock (_change)
            {
                if (!Meet(conditions, name))
                    return Outcome.Refused;
                var isNew = !Exists(name);
                File.Move(temporary, PathOf(name), overwrite: true);
                return isNew ? Outcome.New : Outcome.Done;
            }
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    /// <summary>The text, as far as it is read, and the file's version.</summary>
    public (Stream Text, string Version) Open(string name)
    {
        var (file, version) = OpenFile(name);
        try
        {
            return (Cobblestone.CreateOpeningStream(file, key, ContextOf(name)), version);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>
    /// The file as it is on the disk, and its version. Its beginning and its end are those of what this key sealed under this name: nothing
    /// else is given out, whatever lies there or is put there after <see cref="Exists"/>, since it is the open file that is looked at.
    /// </summary>
    public (Stream File, string Version) OpenSealed(string name)
    {
        var (file, version) = OpenFile(name);
        try
        {
            using (var text = Cobblestone.CreateOpeningStream(file, key, ContextOf(name), leaveOpen: true))
                _ = text.Length;
            file.Position = 0;
            return (file, version);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>A file, and something that no other has: its random salt.</summary>
    private (FileStream File, string Version) OpenFile(string name)
    {
        var file = new FileStream(PathOf(name), FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete, 0, useAsync: true);
        try
        {
            var salt = new byte[SaltBytes];
            file.ReadExactly(salt);
            file.Position = 0;
            return (file, Convert.ToHexStringLower(salt));
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>The version of a file; null if it is too short to have one, or gone.</summary>
    private string? VersionOf(string name)
    {
        try
        {
            var (file, version) = OpenFile(name);
            file.Dispose();
            return version;
        }
        catch (Exception failure) when (failure is EndOfStreamException or FileNotFoundException)
        {
            return null;
        }
    }

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
