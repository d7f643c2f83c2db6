using System;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Files that aesfile sealed when it wrote headers of version 1 are opened for ever. They are in the folder Version1, in Base64.</summary>
public sealed class Version1Tests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public Version1Tests()
    {
        foreach (var bytes in (int[])[16, 32])
            _folder.WriteKey($"key-{bytes}", [.. Enumerable.Range(0, bytes).Select(i => (byte)i)]);
        _folder.WriteSecret("words", "correct horse é\n"u8);
        foreach (var path in Directory.GetFiles(Path.Combine(Repository.Root, "tests", "AesFile.Tests", "Version1")))
            _folder.Write(Path.GetFileNameWithoutExtension(path), Convert.FromBase64String(File.ReadAllText(path)));
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("-k key-16", "key-16.aesfile")]
    [InlineData("-k key-32", "key-32.aesfile")]
    [InlineData("--passphrase-file words", "passphrase.aesfile")]
    public void File_is_opened(string option, string name)
    {
        Assert.Equal(1, _folder.Read(name)[7]);
        _folder.Run(["verify", .. option.Split(' '), name]).IsFine();

        Assert.Equal("attack at dawn\n", _folder.Run(["open", .. option.Split(' '), name, "-o", "-"]).IsFine().Text);
    }

    [Fact]
    public void Folder_is_opened_and_listed()
    {
        Assert.Equal(1, _folder.Read("folder.aesfile")[7]);
        _folder.Run("open", "-k", "key-32", "folder.aesfile").IsFine();

        Assert.Equal("a\n", File.ReadAllText(_folder.Path("folder/a")));
        Assert.Equal(
            """
            folder.aesfile: a folder, version 1
              slot 1: a key file
            drwxr-xr-x            0 2026-01-02 03:04:05 ./
            -rw-r--r--            2 2026-01-02 03:04:05 a

            """,
            _folder.Run("list", "-k", "key-32", "folder.aesfile").IsFine().Text);
    }

    /// <summary>Any flipped bit of a header, of any kind.</summary>
    [Fact]
    public void Changed_header_is_refused()
    {
        var file = _folder.Read("key-32.aesfile");
        for (var at = 0; at < 32; at++)
            _folder.Write($"changed{at}", [.. file[..at], (byte)(file[at] ^ 1), .. file[(at + 1)..]]);

        var result = _folder.Run(["verify", "-k", "key-32", .. Enumerable.Range(0, 32).Select(at => $"changed{at}")]);

        Assert.Equal(2, result.ExitCode);
        Assert.Equal("", result.Text);
        Assert.Equal(32, result.Error.Split('\n').Length - 1);
    }

    /// <summary>Its one key is that of the message.</summary>
    [Theory]
    [InlineData("add-key -k key-32 --new-key-file key")]
    [InlineData("change-key -k key-32 --new-key-file key")]
    [InlineData("remove-key -k key-32 --slot 1")]
    public void Keys_are_not_changed(string arguments)
    {
        var before = _folder.Read("key-32.aesfile");

        _folder.Run([.. arguments.Split(' '), "key-32.aesfile"]).Failed(1, "seal it anew");

        Assert.Equal(before, _folder.Read("key-32.aesfile"));
    }
}
