using System;
using System.Formats.Tar;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>What sealed files say of themselves, and what is in them; and what is left out of them.</summary>
public sealed class ListTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Folder_is_listed_as_it_is_opened()
    {
        _folder.Shell("""
            umask 022; mkdir -p photos/deep; printf abc >photos/deep/.hidden; ln -s ../elsewhere photos/link; mkfifo photos/pipe
            chmod 640 photos/deep/.hidden; chmod 644 photos/pipe; touch -h -d '2026-01-02 03:04:05Z' photos/* photos/deep/.hidden photos/deep photos
            $aesfile seal -k key photos
            """).IsFine();
        const string Expected = """
            photos.aesfile: a folder, version 2
              slot 1: a key file
            drwxr-xr-x            0 2026-01-02 03:04:05 ./
            drwxr-xr-x            0 2026-01-02 03:04:05 deep/
            -rw-r-----            3 2026-01-02 03:04:05 deep/.hidden
            lTIME link -> ../elsewhere
            prw-r--r--            0 2026-01-02 03:04:05 pipe

            """;

        var listed = _folder.Run("list", "-k", "key", "photos.aesfile").IsFine().Text;

        Assert.Equal(Expected, System.Text.RegularExpressions.Regex.Replace(listed, "(?m)^l.* link", "lTIME link"));
        var piped = _folder.RunWith(_folder.Read("photos.aesfile"), "list", "-k", "key", "-").IsFine().Text;
        Assert.Equal(listed.Replace("photos.aesfile:", "-:", StringComparison.Ordinal), piped);
    }

    [Fact]
    public void Header_is_listed_without_the_key()
    {
        _folder.WriteRandom("text", 100);
        _folder.Write("photos/a", [1]);
        _folder.WriteSecret("words", "correct horse"u8);
        _folder.Run("seal", "-k", "key", "photos").IsFine();
        _folder.Run("seal", "--passphrase-file", "words", "text").IsFine();

        Assert.Equal(
            "photos.aesfile: a folder, version 2\n  slot 1: a key file\ntext.aesfile: a file, version 2\n  slot 1: a passphrase\n",
            _folder.Run("list", "photos.aesfile", "text.aesfile").IsFine().Text);
    }

    [Fact]
    public void File_is_listed_with_its_length()
    {
        _folder.WriteRandom("text", 100_000);
        _folder.Run("seal", "-k", "key", "text").IsFine();

        Assert.Equal(
            "text.aesfile: a file, version 2\n  slot 1: a key file\n  100000 bytes\n", _folder.Run("list", "-k", "key", "text.aesfile").IsFine().Text);
    }

    /// <summary>Nothing of it is said, but what is in the chunks before is genuine.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(150)]
    [InlineData(210)]
    [InlineData(300)]
    [InlineData(-1)]
    public void What_is_not_genuine_is_not_listed(int at)
    {
        _folder.WriteRandom("photos/a", 10);
        _folder.Run("seal", "-k", "key", "photos").IsFine();
        var file = _folder.Read("photos.aesfile");
        file[at < 0 ? file.Length + at : at] ^= 1;
        _folder.Write("photos.aesfile", file);

        Assert.DoesNotContain("./", _folder.Run("list", "-k", "key", "photos.aesfile").Failed(2).Text, StringComparison.Ordinal);
        Assert.DoesNotContain("./", _folder.RunWith(file, "list", "-k", "key", "-").Failed(2).Text, StringComparison.Ordinal);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Cut_file_is_refused()
    {
        _folder.WriteRandom("photos/a", 1_000_000);
        _folder.Run("seal", "-k", "key", "photos").IsFine();
        var file = _folder.Read("photos.aesfile")[..500_000];
        _folder.Write("cut", file);

        _folder.Run("list", "-k", "key", "cut").Failed(2, "truncated");
        _folder.RunWith(file, "list", "-k", "key", "-").Failed(2, "truncated");
    }

    /// <summary>Names are those of whoever sealed the folder.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Names_and_targets_have_the_terminal_do_nothing()
    {
        const string Evil = "\u001B[31m\nforged";
        _folder.WriteArchive(
            "photos.aesfile",
            new GnuTarEntry(TarEntryType.RegularFile, Evil) { DataStream = new MemoryStream([1]) },
            new GnuTarEntry(TarEntryType.SymbolicLink, "link") { LinkName = Evil });

        var lines = _folder.Run("list", "-k", "key", "photos.aesfile").IsFine().Text.Split('\n');

        Assert.Equal(5, lines.Length);
        Assert.EndsWith(" $'\\x1b[31m\\nforged'", lines[2], StringComparison.Ordinal);
        Assert.EndsWith(" link -> $'\\x1b[31m\\nforged'", lines[3], StringComparison.Ordinal);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Full_disk_under_the_list_is_said()
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "no /dev/full");
        _folder.Write("text", [1]);
        _folder.Run("seal", "-k", "key", "text").IsFine();

        _folder.Shell("$aesfile list text.aesfile >/dev/full").Failed(1, "No space left");
    }

    /// <summary>By name at any depth, or by path; folders with all in them, unread.</summary>
    [Theory]
    [InlineData("", "./ a.o b.txt deep/ deep/.git/ deep/.git/x deep/a.o deep/c/ deep/c/d")]
    [InlineData("-x *.o", "./ b.txt deep/ deep/.git/ deep/.git/x deep/c/ deep/c/d")]
    [InlineData("--exclude=a.?", "./ b.txt deep/ deep/.git/ deep/.git/x deep/c/ deep/c/d")]
    [InlineData("-x .git -x c", "./ a.o b.txt deep/ deep/a.o")]
    [InlineData("-x .git/", "./ a.o b.txt deep/ deep/a.o deep/c/ deep/c/d")]
    [InlineData("-x deep/a.o", "./ a.o b.txt deep/ deep/.git/ deep/.git/x deep/c/ deep/c/d")]
    [InlineData("-x deep/*", "./ a.o b.txt deep/")]
    [InlineData("-x *", "./")]
    [InlineData("-x A.O -x photos -x git -x x/ -x a.o/x", "./ a.o b.txt deep/ deep/.git/ deep/a.o deep/c/ deep/c/d")]
    public void Patterns_are_left_out(string options, string left)
    {
        foreach (var name in (string[])["a.o", "b.txt", "deep/a.o", "deep/.git/x", "deep/c/d"])
            _folder.Write("photos/" + name, []);

        _folder.Run(["seal", "-k", "key", "photos", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]).IsFine();

        var lines = _folder.Run("list", "-k", "key", "photos.aesfile").IsFine().Text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(left.Split(' '), lines.Skip(2).Select(line => line.Split(' ')[^1]));
    }

    /// <summary>Whatever would be an error: what may not be read, a socket's kind, names that are not UTF-8, and the sealed file itself.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("mkdir -m 0 photos/locked", "-x locked", "photos.aesfile")]
    [InlineData("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"photos/socket\")'", "-x socket", "photos.aesfile")]
    [InlineData("touch \"$(printf 'photos/caf\\351')\"", "-x 'caf*'", "photos.aesfile")]
    [InlineData(":", "-x '.aesfile-*.part'", "photos/all.aesfile")]
    public void What_cannot_be_sealed_is_left_out(string making, string options, string output)
    {
        _folder.Write("photos/a", [1]);
        Assert.SkipUnless(_folder.Shell(making).ExitCode == 0, "it cannot be made here");

        var arguments = $"seal -k key photos -o {output}";
        Assert.NotEqual(0, _folder.Shell($"$bound $aesfile {arguments}").ExitCode);
        _folder.Shell($"$bound $aesfile {arguments} {options}").IsFine();
        _folder.Shell("chmod -R u+rwx photos").IsFine();

        Assert.EndsWith(" a\n", _folder.Run("list", "-k", "key", output).IsFine().Text, StringComparison.Ordinal);
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("")]
    [InlineData("/")]
    [InlineData("/photos")]
    [InlineData("./a")]
    [InlineData("b/../a")]
    [InlineData("b//a")]
    [InlineData("a//")]
    public void Pattern_that_fits_nothing_is_refused(string pattern)
    {
        _folder.Write("photos/a", [1]);

        _folder.Run("seal", "-k", "key", "photos", "--exclude", pattern).Failed(1, "--exclude");

        Assert.Equal(["key", "photos"], _folder.Names());
    }

    /// <summary>Errors and warnings are still said.</summary>
    [Fact]
    public void Quiet_says_nothing_but_what_is_wrong()
    {
        _folder.WriteRandom("text", 100);
        _folder.WriteKey("other", new byte[32]);

        Assert.Equal("", _folder.Run("seal", "-k", "key", "-q", "text").IsFine().Text);
        Assert.Equal("", _folder.Run("verify", "-k", "key", "--quiet", "text.aesfile").IsFine().Text);
        Assert.Equal("", _folder.Run("open", "-k", "key", "-q", "text.aesfile", "-o", "again").IsFine().Text);
        Assert.Equal("", _folder.Run("add-key", "-k", "key", "-q", "--new-key-file", "other", "text.aesfile").IsFine().Text);
        _folder.Run("verify", "-q", "-k", "key", "text").Failed(2);
        if (!OperatingSystem.IsWindows())
            Assert.Contains("Others may read", _folder.Shell("chmod 644 key; $aesfile verify -q -k key text.aesfile").Error, StringComparison.Ordinal);
    }
}
