using System;
using System.IO;
using System.Linq;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Keys that are added to sealed files, changed and removed.</summary>
public sealed class KeyCommandTests : IDisposable
{
    private readonly ToolFolder _folder = new();
    private readonly byte[] _text;

    public KeyCommandTests()
    {
        _folder.WriteKey("other", new byte[16]);
        _folder.WriteKey("third", new byte[32]);
        _folder.WriteSecret("words", "correct horse"u8);
        _folder.WriteSecret("new-words", "battery staple"u8);
        _text = _folder.WriteRandom("text", 100_000);
        _folder.Run("seal", "-k", "key", "text").IsFine();
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Key_that_is_added_opens_the_file_and_so_does_the_one_before()
    {
        var before = _folder.Read("text.aesfile");

        _folder.Run("add-key", "-k", "key", "--new-passphrase-file", "words", "text.aesfile").IsFine();
        _folder.Run("add-key", "--passphrase-file", "words", "--new-key-file", "other", "text.aesfile").IsFine();

        Assert.All((string[])["-k key", "--passphrase-file words", "-k other"], option => Opens(option));
        var after = _folder.Read("text.aesfile");
        Assert.Equal(before[ToolFolder.HeaderBytes..], after[(ToolFolder.HeaderBytes + 256)..]);
        Assert.Equal("text.aesfile: a file, version 2\n  slot 1: a key file\n  slot 2: a passphrase\n  slot 3: a key file\n", List());
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("-k key", "--new-passphrase-file words", "--passphrase-file words")]
    [InlineData("-k key", "--new-key-file other", "-k other")]
    [InlineData("-k key", "--new-key-file - <third", "-k third")]
    [InlineData("-k - <key", "--new-key-file third", "-k third")]
    public void Key_that_is_changed_opens_the_file_alone(string old, string changed, string opens)
    {
        _folder.Shell($"$aesfile add-key -k key --new-passphrase-file new-words text.aesfile && $aesfile change-key text.aesfile {old} {changed}").IsFine();

        Opens(opens);
        Opens("--passphrase-file new-words");
        _folder.Run("verify", "-k", "key", "text.aesfile").Failed(2);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Key_that_is_removed_opens_the_file_no_longer()
    {
        _folder.Run("add-key", "-k", "key", "--new-key-file", "other", "text.aesfile").IsFine();
        _folder.Run("add-key", "-k", "key", "--new-passphrase-file", "words", "text.aesfile").IsFine();

        _folder.Run("remove-key", "--passphrase-file", "words", "--slot", "1", "text.aesfile").IsFine();
        _folder.Run("verify", "-k", "key", "text.aesfile").Failed(2, "The key is not the one");
        _folder.Run("remove-key", "-k", "other", "--slot", "3", "text.aesfile").Failed(1, "no slot 3");
        _folder.Run("remove-key", "-k", "other", "--slot", "1", "text.aesfile").IsFine();
        _folder.Run("verify", "-k", "other", "text.aesfile").Failed(2, "sealed with a passphrase");
        _folder.Run("remove-key", "--passphrase-file", "words", "--slot", "1", "text.aesfile").Failed(1, "the only one");

        Opens("--passphrase-file words");
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Key_is_not_added_twice_and_there_are_sixteen()
    {
        _folder.Run("add-key", "-k", "key", "--new-key-file", "key", "text.aesfile").Failed(1, "opens it already");
        for (byte i = 2; i <= 17; i++)
            _folder.WriteKey($"key{i}", [i, .. new byte[31]]);
        for (var i = 2; i <= 16; i++)
            _folder.Run("add-key", "-k", "key", "--new-key-file", $"key{i}", "text.aesfile").IsFine();

        _folder.Run("add-key", "-k", "key16", "--new-key-file", "key17", "text.aesfile").Failed(1, "16 passphrases and keys");
        _folder.Run("change-key", "-k", "key16", "--new-key-file", "key2", "text.aesfile").Failed(1, "opens it already");
        _folder.Run("change-key", "-k", "key16", "--new-key-file", "key17", "text.aesfile").IsFine();

        Opens("-k key");
        Opens("-k key17");
        _folder.Run("verify", "-k", "key16", "text.aesfile").Failed(2);
    }

    /// <summary>Of several, each is done; one that fails keeps none from it, and stays as it is.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Several_files_get_a_key()
    {
        _folder.Run("seal", "-k", "other", "text", "-o", "theirs").IsFine();
        _folder.Run("seal", "-k", "key", "text", "-o", "mine").IsFine();
        var before = _folder.Read("theirs");

        Assert.Equal(2, _folder.Run("add-key", "-k", "key", "--new-key-file", "third", "text.aesfile", "theirs", "missing", "mine").ExitCode);

        Assert.Equal(before, _folder.Read("theirs"));
        Opens("-k third");
        _folder.Run("verify", "-k", "third", "mine").IsFine();
    }

    /// <summary>With its rights, and behind a link, which stays one.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void File_keeps_its_rights_and_its_place()
    {
        _folder.Shell("""
            umask 022; mkdir deep; mv text.aesfile deep/file; chmod 640 deep/file; ln -s deep/file text.aesfile
            $aesfile add-key -k key --new-key-file other text.aesfile
            """).IsFine();

        Assert.Equal("deep/file", new FileInfo(_folder.Path("text.aesfile")).LinkTarget);
        Assert.Equal("640\n", _folder.Shell("stat -c %a deep/file").IsFine().Text);
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path("deep")));
        Opens("-k other");
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("add-key -k third --new-key-file other text.aesfile", 2)]
    [InlineData("add-key --passphrase-file words --new-key-file other text.aesfile", 2)]
    [InlineData("add-key -k key --new-key-file missing text.aesfile", 1)]
    [InlineData("add-key -k key --new-key-file text text.aesfile", 1)]
    [InlineData("add-key -k key --new-key-file other text", 2)]
    [InlineData("add-key -k key --new-key-file other key", 3)]
    [InlineData("add-key -k key --new-key-file other other", 3)]
    [InlineData("add-key -k key --new-key-file other missing", 1)]
    [InlineData("add-key -k key --new-key-file other folder", 1)]
    [InlineData("add-key -k key --new-key-file other pipe", 1)]
    [InlineData("add-key -k key --new-key-file other -", 1)]
    [InlineData("add-key -k key --new-key-file other /dev/stdin <text.aesfile", 1)]
    [InlineData("add-key -k key --new-key-file other /dev/stdout >>text.aesfile", 1)]
    [InlineData("add-key -k key --new-key-file other /dev/fd/5 5<text.aesfile", 1)]
    [InlineData("add-key -k key --new-key-file other /dev/null", 1)]
    [InlineData("add-key -k key --new-passphrase text.aesfile </dev/null", 1)]
    [InlineData("add-key -k - --new-key-file - text.aesfile <key", 1)]
    [InlineData("add-key -k key text.aesfile", 1)]
    [InlineData("add-key --new-key-file other text.aesfile", 1)]
    [InlineData("change-key -k key --new-key-file other --new-passphrase text.aesfile", 1)]
    [InlineData("change-key -k third --new-key-file other text.aesfile", 2)]
    [InlineData("remove-key -k key text.aesfile", 1)]
    [InlineData("remove-key -k key --slot 0 text.aesfile", 1)]
    [InlineData("remove-key -k key --slot 17 text.aesfile", 1)]
    [InlineData("remove-key -k key --slot x text.aesfile", 1)]
    [InlineData("remove-key -k key --slot 1 text.aesfile text", 1)]
    [InlineData("remove-key -k third --slot 1 text.aesfile", 2)]
    public void What_fails_leaves_all_as_it_was(string arguments, int exitCode)
    {
        _folder.Shell("mkdir folder; mkfifo pipe").IsFine();
        var (before, names) = (_folder.Read("text.aesfile"), _folder.Names());
        var keys = _folder.Read("key");

        var result = _folder.Shell($"setsid -w $aesfile {arguments}");

        Assert.Equal(exitCode, result.ExitCode);
        Assert.Matches(@"\A(aesfile: [^\n]{10,}\n)+\z", result.Error);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
        Assert.Equal("", result.Text);
        Assert.Equal(before, _folder.Read("text.aesfile"));
        Assert.Equal(keys, _folder.Read("key"));
        Assert.Equal(names, _folder.Names());
    }

    /// <summary>A limit for the length of files stands for the disk. With it, .NET cannot have memory for code that is in a file.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("add-key -k key --new-key-file other big.aesfile")]
    [InlineData("change-key -k key --new-key-file other big.aesfile")]
    [InlineData("remove-key -k key --slot 2 big.aesfile")]
    public void Full_disk_leaves_the_file_as_it_was(string arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "other limits");
        _folder.WriteRandom("big", 1_000_000);
        _folder.Run("seal", "-k", "key", "big").IsFine();
        _folder.Run("add-key", "-k", "key", "--new-key-file", "third", "big.aesfile").IsFine();
        var (before, names) = (_folder.Read("big.aesfile"), _folder.Names());

        _folder.Shell($"ulimit -f 100; DOTNET_EnableWriteXorExecute=0 $aesfile {arguments}").Failed(1);

        Assert.Equal(before, _folder.Read("big.aesfile"));
        Assert.Equal(names, _folder.Names());
    }

    /// <summary>A signal in the middle, while the new key is waited for.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("TERM", 130)]
    [InlineData("KILL", 137)]
    public void Process_that_ends_in_the_middle_leaves_the_file_as_it_was(string signal, int exitCode)
    {
        var before = _folder.Read("text.aesfile");

        var result = _folder.Shell($"""
            mkfifo pipe; exec 3<>pipe; $aesfile add-key -k key --new-key-file - text.aesfile <&3 & tool=$!
            until [ -e .aesfile-*.part ]; do sleep 0.1; done
            kill -{signal} $tool; wait $tool
            """);

        Assert.Equal(exitCode, result.ExitCode);
        Assert.Equal(before, _folder.Read("text.aesfile"));
        Assert.Equal(signal == "KILL", _folder.Names().Any(name => name.EndsWith(".part", StringComparison.Ordinal)));
    }

    /// <summary>The one that was read is not the one that would be replaced.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void File_that_comes_meanwhile_stays()
    {
        Assert.SkipUnless(Path.Exists("/proc/self/fd/1"), "no /proc");
        _folder.Shell("""
            mkfifo pipe; $aesfile add-key -k key --new-key-file - text.aesfile <pipe & tool=$!
            exec 3>pipe; until ls -l /proc/$tool/fd 2>/dev/null | grep -q /text.aesfile$; do sleep 0.1; done
            echo new >second; mv second text.aesfile; cat other >&3; exec 3>&-; wait $tool
            """).Failed(1, "Another file has its name");

        Assert.Equal("new\n", File.ReadAllText(_folder.Path("text.aesfile")));
        Assert.DoesNotContain(_folder.Names(), name => name.EndsWith(".part", StringComparison.Ordinal));
    }

    /// <summary>Under the same name and in the same file: it would be lost. The new key is opened once the header has been read, and the pipe then.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void What_is_written_into_the_file_meanwhile_stays()
    {
        _folder.Shell("""
            mkfifo pipe; $aesfile add-key -k key --new-key-file pipe text.aesfile & tool=$!
            exec 3>pipe; echo new >text.aesfile; cat other >&3; exec 3>&-; wait $tool
            """).Failed(1, "It changed while it was read");

        Assert.Equal("new\n", File.ReadAllText(_folder.Path("text.aesfile")));
        Assert.DoesNotContain(_folder.Names(), name => name.EndsWith(".part", StringComparison.Ordinal));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void What_is_not_complete_is_for_its_owner_alone()
    {
        var result = _folder.Shell("""
            umask 0; chmod 666 text.aesfile; mkfifo pipe
            $aesfile add-key -k key --new-key-file - text.aesfile <pipe & tool=$!
            exec 3>pipe; until [ -e .aesfile-*.part ]; do sleep 0.1; done
            stat -c %a .aesfile-*.part; cat other >&3; exec 3>&-; wait $tool && stat -c %a text.aesfile
            """).IsFine();

        Assert.Equal("600\n666\n", result.Text);
    }

    private string List() => _folder.Run("list", "text.aesfile").IsFine().Text;

    private void Opens(string option)
    {
        Assert.Equal(_text, _folder.Run(["open", .. option.Split(' '), "text.aesfile", "-o", "-"]).IsFine().Output);
        Assert.DoesNotContain(_folder.Names(), name => name.EndsWith(".part", StringComparison.Ordinal));
    }
}
