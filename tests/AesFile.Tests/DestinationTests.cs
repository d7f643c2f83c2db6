using System;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>What is in use is never a destination, under whatever name, and what is no file is written as it is.</summary>
public sealed class DestinationTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>The name of the destination is that of the file, or of a link to it.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key text -o key", "key")]
    [InlineData("seal -k key text -o symbolic", "key", "ln -s key symbolic")]
    [InlineData("seal -k symbolic text -o key", "key", "ln -s key symbolic")]
    [InlineData("seal -k key text -o hard", "key", "ln key hard")]
    [InlineData("seal -k key text -o deep/../key", "key")]
    [InlineData("seal -k key text -o deep/symbolic", "key", "ln -s ../hard deep/symbolic; ln key hard")]
    [InlineData("seal -k key text -o other", "other")]
    [InlineData("seal -k key text -o symbolic", "other", "ln -s other symbolic")]
    [InlineData("open -k key sealed -o key", "key")]
    [InlineData("open -k key sealed -o other", "other")]
    [InlineData("open -k text.aesfile sealed -o key", "key", "ln key text.aesfile")]
    [InlineData("open -k key key.aesfile", "key", "cp sealed key.aesfile")]
    [InlineData("seal --passphrase-file words text -o words", "words")]
    [InlineData("seal -k text.aesfile text", "text.aesfile", "cp key text.aesfile")]
    [InlineData("seal -k key text -o text", "text")]
    [InlineData("seal -k key text -o hard", "text", "ln text hard")]
    [InlineData("seal -k key text text.aesfile", "text.aesfile", "cp sealed text.aesfile")]
    [InlineData("open -k key sealed -o sealed", "sealed")]
    [InlineData("open -k key sealed sealed.aesfile", "sealed", "cp sealed sealed.aesfile")]
    [InlineData("seal -k key - -o text <text", "text")]
    [InlineData("seal -k key - -o text <symbolic", "text", "ln -s text symbolic")]
    [InlineData("seal -k key - >>text <text", "text")]
    [InlineData("seal -k key text -o - >>key", "key")]
    [InlineData("open -k key sealed -o /dev/stdout >>key", "key")]
    public void What_is_in_use_and_any_key_is_never_written_even_by_force(string arguments, string file, string before = ":")
    {
        _folder.WriteRandom("text", 1000);
        _folder.WriteKey("other", new byte[16]);
        _folder.WriteSecret("words", "correct horse"u8);
        _folder.Shell($"mkdir deep; $aesfile seal -k key text -o sealed; {before}").IsFine();
        var content = _folder.Read(file);

        foreach (var force in (string[])["", "--force"])
        {
            var result = _folder.Shell($"$aesfile {arguments} {force}");

            Assert.InRange(result.ExitCode, 1, 3);
            Assert.Matches("never (replaced|written)", result.Error);
            Assert.DoesNotContain("--force", result.Error, StringComparison.Ordinal);
            Assert.Equal(content, _folder.Read(file));
            Assert.DoesNotContain(_folder.Names(), name => name.EndsWith(".part", StringComparison.Ordinal));
        }
    }

    /// <summary>Standard output's place in a file is kept, and the file itself.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("/dev/stdout")]
    [InlineData("/dev/fd/1")]
    [InlineData("/proc/self/fd/1")]
    [InlineData("link")]
    [InlineData("-")]
    public void Standard_output_is_written_under_any_of_its_names(string name)
    {
        Assert.SkipUnless(Path.Exists("/proc/self/fd/1"), "no /proc");
        _folder.Write("text", [.. "text\n"u8]);

        _folder.Shell($"""
            ln -s /dev/stdout link; $aesfile seal -k key text; echo first >log; ls -i log >before
            $aesfile open -k key text.aesfile -o {name} >>log; $aesfile open -k key text.aesfile -o {name} --force >>log
            $aesfile open -k key text.aesfile -o {name} | cat >>log
            """).IsFine();

        Assert.Equal("first\ntext\ntext\ntext\n", File.ReadAllText(_folder.Path("log")));
        Assert.Equal(File.ReadAllText(_folder.Path("before")), _folder.Shell("ls -i log").Text);
    }

    /// <summary>A FIFO and a device stay what they are, and get what is written, with --force and without.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("mkfifo new", "")]
    [InlineData("mkfifo new", "-f")]
    [InlineData("mkfifo pipe; ln -s pipe new", "-f")]
    [InlineData("mkfifo pipe; exec 5<>pipe; ln -s /dev/fd/5 new", "-f")]
    public void Fifo_is_written(string making, string force)
    {
        var text = _folder.WriteRandom("text", 300_000);

        _folder.Shell($"""
            {making}
            head -c {ToolFolder.HeaderBytes + Cobblestone.GetCiphertextLength(text.Length)} new >sealed &
            $aesfile seal -k key text -o new {force} && wait
            """).IsFine();

        Assert.Equal(text, _folder.Run("open", "-k", "key", "sealed", "-o", "-").IsFine().Output);
        Assert.NotEqual("", _folder.Shell("find . -name new -not -type f").IsFine().Text);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Device_is_written()
    {
        _folder.Write("text", [1]);
        Assert.SkipUnless(_folder.Shell("mknod null c 1 3").ExitCode == 0, "only root makes devices");

        _folder.Run("seal", "-k", "key", "text", "-o", "null").IsFine();
        _folder.Run("seal", "-k", "key", "text", "-o", "null", "--force").IsFine();
        _folder.Run("seal", "-k", "key", "text", "-o", "/dev/full").Failed(1, "No space left");

        Assert.Equal("character special file 1 3\n", _folder.Shell("stat -c '%F %t %T' null").Text);
        Assert.Equal(["key", "null", "text"], _folder.Names());
    }

    /// <summary>No message suggests --force, which would change nothing.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("ln -s nowhere new", "is not there")]
    [InlineData("mknod new b 7 77", "a block device")]
    [InlineData("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"new\")'", "a socket")]
    public void What_else_is_no_file_is_neither_replaced_nor_written(string making, string because)
    {
        _folder.Write("text", [1]);
        Assert.SkipUnless(_folder.Shell(making).ExitCode == 0, "it cannot be made here");
        var before = _folder.Shell("stat -c '%N %F' new").IsFine().Text;

        foreach (var force in (string[])["--force=true", "--force=false"])
        {
            var error = _folder.Run("seal", "-k", "key", "text", "-o", "new", force).Failed(1, because).Error;
            Assert.DoesNotContain("--force", error, StringComparison.Ordinal);
        }

        Assert.Equal(before, _folder.Shell("stat -c '%N %F' new").IsFine().Text);
        Assert.DoesNotContain(_folder.Names(), name => name.StartsWith('.') || name == "nowhere");
    }

    /// <summary>It is another descriptor's, whose place in it is not known.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void File_that_a_descriptor_leads_to_is_not_replaced()
    {
        Assert.SkipUnless(Path.Exists("/proc/self/fd/1"), "no /proc");
        _folder.Write("text", [1]);

        _folder.Shell("echo first >log; $aesfile seal -k key text -o /dev/fd/5 --force 5>>log").Failed(1, "open already");

        Assert.Equal("first\n", File.ReadAllText(_folder.Path("log")));
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("photos/", "photos/all.aesfile")]
    [InlineData("link", "photos/all.aesfile")]
    [InlineData("photos", "link/all.aesfile")]
    [InlineData("photos", "link/deep/all.aesfile")]
    [InlineData("photos", "inner/all.aesfile")]
    [InlineData("photos/.", "photos/deep/../all.aesfile")]
    public void Folder_is_not_sealed_into_itself(string folder, string output)
    {
        _folder.Write("photos/deep/a", [1]);
        _folder.Shell("ln -s photos link; ln -s photos/deep inner").IsFine();

        _folder.Run("seal", "-k", "key", folder, "-o", output).Failed(1, "another --output");

        Assert.Equal(["a"], Directory.GetFiles(_folder.Path("photos"), "*", SearchOption.AllDirectories).Select(path => Path.GetFileName(path)));
    }

    /// <summary>The shell has made the file already, which then is one of the folder's, under whatever name.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("photos/all", "-")]
    [InlineData("photos/all", "/dev/stdout")]
    [InlineData("link/deep/all", "-")]
    [InlineData("hard", "-")]
    public void Folder_is_not_sealed_into_itself_by_standard_output(string output, string name)
    {
        _folder.Write("photos/deep/a", [1]);
        _folder.Shell("ln -s photos link; ln photos/deep/a hard").IsFine();
        var before = Directory.GetFiles(_folder.Path("photos"), "*", SearchOption.AllDirectories).Length;

        _folder.Shell($"$aesfile seal -k key photos -o {name} >>{output}").Failed(1, "standard output elsewhere");

        Assert.Equal(output == "hard" ? [1] : [], _folder.Read(output));
        Assert.Equal([1], _folder.Read("photos/deep/a"));
        Assert.InRange(Directory.GetFiles(_folder.Path("photos"), "*", SearchOption.AllDirectories).Length, before, before + 1);
    }

    /// <summary>One of its folders is elsewhere, too.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Folder_is_not_sealed_into_itself_by_a_mount()
    {
        _folder.Write("photos/deep/a", [1]);
        const string Mount = "mkdir elsewhere && mount --bind photos/deep elsewhere";
        Assert.SkipUnless(_folder.Shell($"unshare -m sh -c '{Mount}' && rmdir elsewhere").ExitCode == 0, "only root mounts");

        _folder.Shell($"unshare -m sh -c '{Mount} && $aesfile seal -k key photos -o elsewhere/all'").Failed(1, "another --output");

        Assert.Equal(["a"], Directory.GetFiles(_folder.Path("photos"), "*", SearchOption.AllDirectories).Select(path => Path.GetFileName(path)));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Link_in_a_folder_to_what_is_written_is_a_link()
    {
        _folder.Write("photos/a", [1]);

        _folder.Shell("ln -s ../out photos/link; $aesfile seal -k key photos -o - >out && $aesfile open -k key out -o again").IsFine();

        Assert.Equal("../out", new FileInfo(_folder.Path("again/link")).LinkTarget);
    }
}
