using System;
using System.Collections.Generic;
using System.Formats.Tar;
using System.IO;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile;
using ManagedCrypto.AesFile.Files;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Folders of which something cannot be sealed, or that change meanwhile.</summary>
public sealed class FolderTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("photos/locked")]
    [InlineData("photos/locked/a")]
    public void What_may_not_be_read_is_an_error(string name)
    {
        _folder.Write("photos/locked/a", [1]);

        _folder.Shell($"chmod 0 {name}; $bound $aesfile seal -k key photos; code=$?; chmod 700 {name}; exit $code")
            .Failed(1, $"{name}' is denied");

        Assert.Equal(["key", "photos"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Socket_is_an_error()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "its sockets are other files");
        Directory.CreateDirectory(_folder.Path("photos"));
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(_folder.Path("photos/socket")));

        _folder.Run("seal", "-k", "key", "photos").Failed(1, "photos/socket is a socket");

        Assert.Equal(["key", "photos"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Device_is_an_error()
    {
        Directory.CreateDirectory(_folder.Path("photos"));
        Assert.SkipUnless(_folder.Shell("mknod photos/null c 1 3").ExitCode == 0, "only root makes devices");

        _folder.Run("seal", "-k", "key", "photos").Failed(1, "photos/null is a character device");

        Assert.Equal(["key", "photos"], _folder.Names());
    }

    /// <summary>The message says which, so that a shell understands it, and what to do.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("touch \"$(printf 'photos/caf\\351')\"", "/photos/caf\\xe9'")]
    [InlineData("touch \"$(printf \"photos/it's\\377\\n \\303\\251\")\"", "/photos/it\\'s\\xff\\n é'")]
    [InlineData("mkdir -p \"$(printf 'photos/deep/\\303/er')\"", "/photos/deep/\\xc3'")]
    [InlineData("ln -s nowhere \"$(printf 'photos/\\200')\"", "/photos/\\x80'")]
    [InlineData("ln -s . \"$(printf 'photos/\\200')\"", "/photos/\\x80'")]
    [InlineData("mkfifo \"$(printf 'photos/\\200')\"", "/photos/\\x80'")]
    [InlineData("touch \"$(printf 'photos/\\200')\" \"$(printf 'photos/\\357\\277\\275')\"", "/photos/\\x80'")]
    public void Name_that_is_not_UTF_8_is_an_error(string making, string shown)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "it has no such names");
        _folder.Write("photos/a", [1]);

        var error = _folder.Shell($"{making}; $aesfile seal -k key photos").Failed(1, "is not UTF-8, and cannot be sealed: rename it").Error;

        Assert.Contains($"The name $'{_folder.Root}{shown} is", error, StringComparison.Ordinal);
        Assert.Equal(["key", "photos"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Link_to_a_name_that_is_not_UTF_8_is_an_error()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "it has no such names");
        _folder.Write("photos/a", [1]);

        _folder.Shell("ln -s \"$(printf 'caf\\351')\" photos/link; $aesfile seal -k key photos")
            .Failed(1, "photos/link is a link to $'caf\\xe9', which is not UTF-8");

        Assert.Equal(["key", "photos"], _folder.Names());
    }

    /// <summary>The character that .NET puts in the place of what is not UTF-8 may be in names and targets.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Name_of_a_replacement_character_is_as_any()
    {
        _folder.Write("\uFFFD/photos/\uFFFD", [1, 2]);

        _folder.Shell("cd \uFFFD; ln -s \uFFFD photos/link; $aesfile seal -k ../key photos && $aesfile open -k ../key photos.aesfile -o again").IsFine();

        Assert.Equal([1, 2], _folder.Read("\uFFFD/again/link"));
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key")]
    [InlineData("verify -k key")]
    [InlineData("open -k key -o new")]
    public void File_whose_name_is_not_UTF_8_is_an_error_that_tells_what_to_do(string command)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "it has no such names");

        _folder.Shell($"name=$(printf 'caf\\351'); echo text >\"$name\"; $aesfile {command} \"$name\"")
            .Failed(1, "/caf\\xe9' is not UTF-8, and cannot be opened: rename it, or redirect standard input");
    }

    /// <summary>The archive has what was there when its turn came, and the next file is where it belongs.</summary>
    [Fact]
    public async Task File_that_grows_meanwhile_is_as_long_as_it_was()
    {
        var text = _folder.WriteRandom("photos/a", 300_000);
        _folder.Write("photos/b", [1, 2, 3]);

        var entries = Read(await ArchiveAsync(() => File.AppendAllText(_folder.Path("photos/a"), "more")));

        Assert.Equal(text, entries["a"]);
        Assert.Equal([1, 2, 3], entries["b"]);
    }

    [Fact]
    public async Task File_that_shrinks_meanwhile_is_an_error()
    {
        _folder.WriteRandom("photos/a", 300_000);

        var error = await Assert.ThrowsAsync<AesFileException>(() => ArchiveAsync(() => _folder.Write("photos/a", [1])));

        Assert.Contains("photos/a changed while it was read", error.Message, StringComparison.Ordinal);
    }

    /// <summary>What the archive has besides is not counted: the bar would be at its end too early.</summary>
    [Fact]
    public async Task Bytes_of_all_files_are_counted()
    {
        _folder.WriteRandom("photos/a", 300_000);
        _folder.WriteRandom("photos/.deep/b", 7);
        _folder.Write("photos/c", []);
        var (archive, counted) = (new FolderArchive(_folder.Path("photos"), []), 0);

        await archive.WriteAsync(Stream.Null, bytes => counted += bytes, Cancellation);

        Assert.Equal(300_007, archive.Length);
        Assert.Equal(300_007, counted);
    }

    /// <summary>Does something when the first bytes of a file have been read.</summary>
    private async Task<byte[]> ArchiveAsync(Action meanwhile)
    {
        var isFirst = true;
        var archive = new MemoryStream();
        await new FolderArchive(_folder.Path("photos"), []).WriteAsync(archive, Count, Cancellation);
        Assert.False(isFirst);
        return archive.ToArray();

        void Count(int bytes)
        {
            if (isFirst)
                meanwhile();
            isFirst = false;
        }
    }

    private static Dictionary<string, byte[]> Read(byte[] archive)
    {
        var contents = new Dictionary<string, byte[]>();
        using var reader = new TarReader(new MemoryStream(archive));
        while (reader.GetNextEntry() is { } entry)
        {
            var content = new MemoryStream();
            entry.DataStream?.CopyTo(content);
            contents.Add(entry.Name, content.ToArray());
        }

        return contents;
    }
}
