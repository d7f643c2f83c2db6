using System;
using System.Formats.Tar;
using System.IO;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>What is not genuine is not opened, and leaves nothing.</summary>
public sealed class RefusalTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [ExplicitFact, Trait("run", "ci")]
    public void Wrong_key_is_refused()
    {
        Seal(100);
        _folder.WriteKey("other", new byte[32]);

        IsRefused("-k", "other");
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Wrong_kind_of_key_is_refused()
    {
        Seal(100);
        _folder.WriteSecret("words", "correct horse"u8);

        IsRefused("--passphrase-file", "words");
    }

    /// <summary>What the user has is a passphrase or a key, and no context. A file that ends too early is no wrong key.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Message_speaks_of_what_the_user_gave()
    {
        Seal(100);
        _folder.WriteKey("other", new byte[32]);
        _folder.WriteSecret("words", "correct horse"u8);
        _folder.WriteSecret("others", "Correct horse"u8);
        _folder.Run("seal", "--passphrase-file", "words", "text", "-o", "worded").IsFine();

        foreach (var command in (string[])["open -o new", "verify"])
        {
            string error = Run($"{command} --passphrase-file others worded").Failed(2, "The passphrase is not the one").Error;
            Assert.DoesNotContain("key", error, StringComparison.OrdinalIgnoreCase);
            error = Run($"{command} -k other text.aesfile").Failed(2, "The key is not the one").Error;
            Assert.DoesNotContain("context", error, StringComparison.OrdinalIgnoreCase);
            _folder.Write("short", _folder.Read("worded")[..(ToolFolder.HeaderBytes + 80)]);
            Run($"{command} --passphrase-file words short").Failed(2, "truncated");
        }

        Assert.DoesNotContain("new", _folder.Names());

        ToolResult Run(string arguments) => _folder.Run(arguments.Split(' '));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Wrong_passphrase_is_refused()
    {
        _folder.WriteRandom("text", 100);
        _folder.WriteSecret("words", "correct horse"u8);
        _folder.Run("seal", "--passphrase-file", "words", "text").IsFine();
        _folder.WriteSecret("words", "Correct horse"u8);

        IsRefused("--passphrase-file", "words");
    }

    /// <summary>In the header, the slot, the MAC, the salt, the commitment, the first and the last chunk, and the last tag.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData(0)]
    [InlineData(9)]
    [InlineData(33)]
    [InlineData(34)]
    [InlineData(137)]
    [InlineData(138)]
    [InlineData(201)]
    [InlineData(202)]
    [InlineData(230)]
    [InlineData(270)]
    [InlineData(39_000)]
    [InlineData(-1)]
    public void Flipped_byte_is_refused(int at)
    {
        var file = Seal(40_000);
        file[at < 0 ? file.Length + at : at] ^= 1;
        _folder.Write("text.aesfile", file);

        IsRefused("-k", "key");
    }

    /// <summary>To nothing, within header, salt and chunks, and to whole chunks.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(9)]
    [InlineData(20)]
    [InlineData(201)]
    [InlineData(202)]
    [InlineData(250)]
    [InlineData(258)]
    [InlineData(258 + 16_400)]
    [InlineData(258 + (2 * 16_400))]
    [InlineData(39_999)]
    public void Truncated_file_is_refused(int length)
    {
        _folder.Write("text.aesfile", Seal(40_000)[..length]);

        IsRefused("-k", "key");
    }

    [ExplicitFact, Trait("run", "ci")]
    public void File_with_more_behind_it_is_refused()
    {
        _folder.Write("text.aesfile", [.. Seal(40_000), 0]);

        IsRefused("-k", "key");
    }

    /// <summary>The archive's end is there, the message's is not.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Folder_without_the_end_of_its_message_is_refused()
    {
        _folder.Write("text/a", [1, 2, 3]);
        _folder.Run("seal", "-k", "key", "text").IsFine();
        _folder.WriteArchive("text.aesfile", [.. _folder.Run("open", "-k", "key", "text.aesfile", "-o", "-").IsFine().Output, .. new byte[1_000_000]]);
        var file = _folder.Read("text.aesfile");

        _folder.Run("open", "-k", "key", "text.aesfile", "-o", "again").IsFine();
        Assert.Equal([1, 2, 3], _folder.Read("again/a"));

        Directory.Delete(_folder.Path("again"), recursive: true);
        _folder.Write("text.aesfile", file[..^1]);
        IsRefused("-k", "key");
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Standard_output_gets_what_is_genuine_and_the_exit_code_says_that_it_is_not_all()
    {
        var file = Seal(3_000_000);
        file[2_900_000] ^= 1;
        _folder.Write("text.aesfile", file);

        var result = _folder.Run("open", "-k", "key", "text.aesfile", "-o", "-").Failed(2, "Chunk 176 ");

        Assert.InRange(result.Output.Length, 1, 176 * 16 * 1024);
        Assert.Equal(_folder.Read("text")[..result.Output.Length], result.Output);
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("../outside")]
    [InlineData("a/../../outside")]
    [InlineData(".")]
    public void Entry_that_would_lie_outside_of_the_folder_is_refused(string name)
    {
        _folder.WriteArchive("text.aesfile", new PaxTarEntry(TarEntryType.RegularFile, name) { DataStream = new MemoryStream([1]) });

        _folder.Run("open", "-k", "key", "text.aesfile").Failed(1, "outside of the folder");

        Assert.Equal(["key", "text.aesfile"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Nothing_is_written_through_a_link()
    {
        Directory.CreateDirectory(_folder.Path("outside"));
        _folder.WriteArchive(
            "text.aesfile",
            new PaxTarEntry(TarEntryType.SymbolicLink, "link") { LinkName = _folder.Path("outside") },
            new PaxTarEntry(TarEntryType.RegularFile, "link/file") { DataStream = new MemoryStream([1]) });

        _folder.Run("open", "-k", "key", "text.aesfile").Failed(1);

        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path("outside")));
        Assert.Equal(["key", "outside", "text.aesfile"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Hard_link_is_refused()
    {
        _folder.WriteArchive("text.aesfile", new PaxTarEntry(TarEntryType.HardLink, "link") { LinkName = "/etc/passwd" });

        _folder.Run("open", "-k", "key", "text.aesfile").Failed(1, "HardLink");

        Assert.Equal(["key", "text.aesfile"], _folder.Names());
    }

    private byte[] Seal(int length)
    {
        _folder.WriteRandom("text", length);
        _folder.Run("seal", "-k", "key", "text").IsFine();
        return _folder.Read("text.aesfile");
    }

    /// <summary>By open and by verify; nothing new is there then.</summary>
    private void IsRefused(params string[] key)
    {
        var before = _folder.Names();
        _folder.Run(["open", .. key, "text.aesfile", "-o", "new"]).Failed(2);
        Assert.Empty(_folder.Run(["verify", .. key, "text.aesfile"]).Failed(2).Output);
        Assert.Equal(before, _folder.Names());
    }
}
