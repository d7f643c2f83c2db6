using System;
using System.Collections.Generic;
using System.Formats.Tar;
using System.IO;
using System.Linq;
using ManagedCrypto.AesFile.Files;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>What aesfile seals it opens again.</summary>
public sealed class RoundTripTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0, "0")]
    [InlineData(1, "1")]
    [InlineData(16 * 1024, "2")]
    [InlineData(5_000_003, "0")]
    [InlineData(5_000_003, "1")]
    [InlineData(5_000_003, "7")]
    public void File_is_sealed_verified_and_opened(int length, string threads)
    {
        var text = _folder.WriteRandom("text", length);

        _folder.Run("seal", "-k", "key", "text", "-t", threads).IsFine();
        var verified = _folder.Run("verify", "-k", "key", "text.aesfile", "-t", threads).IsFine();
        _folder.Run("open", "-k", "key", "text.aesfile", "-o", "again", "-t", threads).IsFine();

        Assert.Equal("text.aesfile: genuine, a file\n", verified.Text);
        Assert.Equal(text, _folder.Read("again"));
        Assert.Equal(ToolFolder.HeaderBytes + Cobblestone.GetCiphertextLength(length), _folder.Read("text.aesfile").Length);
        Assert.Equal(["again", "key", "text", "text.aesfile"], _folder.Names());
    }

    [Fact]
    public void Sealed_file_is_as_documented()
    {
        var text = _folder.WriteRandom("text", 100_000);

        _folder.Run("seal", "-k", "key", "text").IsFine();

        var file = _folder.Read("text.aesfile");
        Assert.Equal([.. "AESFILE"u8, 2, 0, 1, .. new byte[24]], file[..34]);
        var key = Cobblestone.OpenToArray(_folder.Key, file[34..138], [.. "AESFILE"u8, 2, .. file[10..34]]);
        Assert.Equal(32, key.Length);
        Assert.Equal(ToolFolder.MacOf(key, file[..138]), file[138..202]);
        Assert.Equal(text, Cobblestone.OpenToArray(key, file[202..], file[..9]));
    }

    [Fact]
    public void Passphrase_makes_a_key_as_documented()
    {
        var text = _folder.WriteRandom("text", 1000);
        _folder.WriteSecret("words", "correct horse é\r\n"u8);

        _folder.Run("seal", "--passphrase-file", "words", "text").IsFine();
        _folder.Run("open", "--passphrase-file", "words", "text.aesfile", "-o", "again").IsFine();

        var file = _folder.Read("text.aesfile");
        var key = System.Security.Cryptography.Rfc2898DeriveBytes.Pbkdf2(
            "correct horse é", file[18..34], 600_000, System.Security.Cryptography.HashAlgorithmName.SHA512, 32);
        Assert.Equal([.. "AESFILE"u8, 2, 0, 1, 1, 0, 0, 0, 0, 0x09, 0x27, 0xC0], file[..18]);
        var fileKey = Cobblestone.OpenToArray(key, file[34..138], [.. "AESFILE"u8, 2, .. file[10..34]]);
        Assert.Equal(text, Cobblestone.OpenToArray(fileKey, file[202..], file[..9]));
        Assert.Equal(text, _folder.Read("again"));
    }

    [Fact]
    public void Folder_comes_back_with_all_that_is_in_it()
    {
        _folder.WriteRandom("photos/a", 100_000);
        _folder.WriteRandom("photos/deep/er/b", 0);
        _folder.WriteRandom("photos/.hidden", 10);
        _folder.WriteRandom("photos/.deep/x", 10);
        Directory.CreateDirectory(_folder.Path("photos/empty"));
        if (!OperatingSystem.IsWindows())
        {
            File.CreateSymbolicLink(_folder.Path("photos/deep/link"), "../a");
            File.CreateSymbolicLink(_folder.Path("photos/elsewhere"), "/nowhere/at/all");
            File.SetUnixFileMode(_folder.Path("photos/a"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
            File.SetUnixFileMode(_folder.Path("photos/empty"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
            File.SetUnixFileMode(_folder.Path("photos"), Rights.Owner);
        }

        var old = new DateTime(2005, 6, 7, 8, 9, 10, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(_folder.Path("photos/a"), old);
        File.SetLastWriteTimeUtc(_folder.Path("photos/deep/er/b"), old);
        Directory.SetLastWriteTimeUtc(_folder.Path("photos/deep"), old);
        var before = Listing("photos");
        _folder.Run("seal", "-k", "key", "photos/").IsFine();
        Directory.Move(_folder.Path("photos"), _folder.Path("before"));
        _folder.Run("open", "-k", "key", "photos.aesfile").IsFine();

        Assert.Equal(before, Listing("photos"));
        Assert.Contains("a folder", _folder.Run("verify", "-k", "key", "photos.aesfile").IsFine().Text, StringComparison.Ordinal);
    }

    /// <summary>As they are, whatever the user's mask says, but without those that have a program run as somebody else.</summary>
    [Fact]
    public void Rights_of_a_folder_come_back()
    {
        _folder.Shell("""
            umask 022; mkdir -p photos/open; touch photos/open/shared photos/program; mkfifo photos/pipe
            chmod 664 photos/open/shared; chmod 4755 photos/program; chmod 622 photos/pipe; chmod 777 photos/open; chmod 700 photos
            $aesfile seal -k key photos && $aesfile open -k key photos.aesfile -o again
            """).IsFine();

        var rights = _folder.Shell("cd again; stat -c '%n %A' . *").IsFine().Text;

        Assert.Equal(". drwx------\nopen drwxrwxrwx\npipe prw--w--w-\nprogram -rwxr-xr-x\n", rights);
        Assert.Equal("-rw-rw-r--\n", _folder.Shell("stat -c %A again/open/shared").IsFine().Text);
    }

    /// <summary>It is for its owner alone, as nobody knows who else may look into it.</summary>
    [Fact]
    public void Archive_without_an_entry_for_the_folder_itself_is_opened()
    {
        _folder.WriteArchive("photos.aesfile", new PaxTarEntry(TarEntryType.RegularFile, "a") { DataStream = new MemoryStream([1, 2]) });

        _folder.Run("open", "-k", "key", "photos.aesfile").IsFine();

        Assert.Equal([1, 2], _folder.Read("photos/a"));
        if (!OperatingSystem.IsWindows())
            Assert.Equal(Rights.Owner, File.GetUnixFileMode(_folder.Path("photos")));
    }

    /// <summary>Short ones, and such as have no room in a header of tar.</summary>
    [Fact]
    public void Names_in_which_lines_end_come_back()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "it has no such names");
        var name = "a\nb " + new string('x', 200);
        _folder.WriteRandom("photos/a\nb", 10);
        _folder.WriteRandom($"photos/\n/{name}", 20);
        foreach (var file in (string[])["photos/a\nb", $"photos/\n/{name}"])
            File.SetLastWriteTimeUtc(_folder.Path(file), new DateTime(2005, 6, 7, 8, 9, 10, DateTimeKind.Utc));
        File.CreateSymbolicLink(_folder.Path("photos/link"), "a\nb");
        File.CreateSymbolicLink(_folder.Path("photos/link\n"), name);
        var before = Listing("photos");

        _folder.Run("seal", "-k", "key", "photos").IsFine();
        _folder.Run("open", "-k", "key", "photos.aesfile", "-o", "again").IsFine();

        Assert.Equal(before, Listing("again"));
        Assert.Contains(" link -> $'a\\nb'\n", _folder.Run("list", "-k", "key", "photos.aesfile").IsFine().Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Hard_links_come_back_as_files()
    {
        _folder.Write("photos/a", [1, 2, 3]);
        _folder.Shell("ln photos/a photos/b; $aesfile seal -k key photos; $aesfile open -k key photos.aesfile -o again").IsFine();

        Assert.Equal([1, 2, 3], _folder.Read("again/b"));
        Assert.Equal("1\n1\n", _folder.Shell("stat -c %h again/*").IsFine().Text);
    }

    [Fact]
    public void Folder_to_standard_output_is_a_tar_archive_in_the_order_of_names()
    {
        _folder.Write("photos/z", [1, 2, 3]);
        _folder.Write("photos/.deep/x", []);
        _folder.Write("photos/b-", []);
        _folder.Write("photos/b/y", []);
        _folder.Run("seal", "-k", "key", "photos").IsFine();

        var tar = _folder.Run("open", "-k", "key", "photos.aesfile", "-o", "-").IsFine().Output;

        using var reader = new TarReader(new MemoryStream(tar));
        var names = new List<string>();
        while (reader.GetNextEntry() is { } entry)
            names.Add(entry.Name);
        Assert.Equal(["./", ".deep/", ".deep/x", "b/", "b-", "b/y", "z"], names);
    }

    [Fact]
    public void Link_to_a_folder_is_sealed_as_that_folder()
    {
        _folder.Write("photos/a", [1, 2, 3]);
        _folder.Shell("""
            chmod 700 photos; touch -d '@1118131750' photos; ln -s photos link
            $aesfile seal -k key link && $aesfile open -k key link.aesfile -o again
            """).IsFine();

        Assert.Equal([1, 2, 3], _folder.Read("again/a"));
        Assert.Equal("drwx------ 1118131750\n", _folder.Shell("stat -c '%A %Y' again").IsFine().Text);
    }

    [Fact]
    public void Standard_input_goes_to_standard_output()
    {
        var text = _folder.WriteRandom("text", 3_000_001);

        var ciphertext = _folder.RunWith(text, "seal", "-k", "key", "-").IsFine().Output;
        var opened = _folder.RunWith(ciphertext, "open", "-k", "key", "-").IsFine().Output;

        Assert.Equal(text, opened);
        Assert.StartsWith("-: genuine", _folder.RunWith(ciphertext, "verify", "-k", "key", "-").IsFine().Text, StringComparison.Ordinal);
    }

    /// <summary>Other programs write to the same file before and after.</summary>
    [Fact]
    public void Standard_output_may_be_the_middle_of_a_file()
    {
        _folder.Write("text", [.. "middle\n"u8]);

        _folder.Shell("$aesfile seal -k key text; (echo first; $aesfile open -k key text.aesfile -o -; echo last) > all").IsFine();

        Assert.Equal("first\nmiddle\nlast\n", File.ReadAllText(_folder.Path("all")));
    }

    [Fact]
    public void Several_files_are_done_and_one_that_fails_keeps_none_from_it()
    {
        var texts = Enumerable.Range(0, 3).Select(i => _folder.WriteRandom($"text{i}", 1000 * i, i)).ToList();

        var result = _folder.Run("seal", "-k", "key", "text0", "text1", "missing", "text2");

        result.Failed(1, "missing");
        Assert.All(Enumerable.Range(0, 3), i =>
            Assert.Equal(texts[i], _folder.Run("open", "-k", "key", $"text{i}.aesfile", "-o", "-").IsFine().Output));
    }

    private string[] Listing(string folder) =>
    [
        .. new DirectoryInfo(_folder.Path(folder)).EnumerateFileSystemInfos("*", SearchOption.AllDirectories)
            .Prepend(new DirectoryInfo(_folder.Path(folder)))
            .Select(entry => $"{Path.GetRelativePath(_folder.Path(folder), entry.FullName)} {entry.LinkTarget} {entry.UnixFileMode} "
                + (entry is FileInfo { LinkTarget: null } file
                    ? $"{file.LastWriteTimeUtc:O} {Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file.FullName)))}"
                    : entry.Name == "deep" ? $"{entry.LastWriteTimeUtc:O}" : ""))
            .Order(StringComparer.Ordinal),
    ];
}
