using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.AesFile;
using ManagedCrypto.AesFile.Files;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>A file is there whole or not at all, and what was there stays unless the user says otherwise.</summary>
public sealed class WholeOrNothingTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [ExplicitFact, Trait("run", "ci")]
    public void File_that_is_there_is_replaced_by_force_alone()
    {
        var text = _folder.WriteRandom("text", 1000);
        _folder.Write("text.aesfile", [1]);

        _folder.Run("seal", "-k", "key", "text").Failed(3, "--force");
        Assert.Equal([1], _folder.Read("text.aesfile"));
        _folder.Run("seal", "-k", "key", "text", "--force").IsFine();
        _folder.Run("open", "-k", "key", "text.aesfile").Failed(3, "--force");
        _folder.Write("text", [1]);
        _folder.Run("open", "-k", "key", "text.aesfile", "-f").IsFine();

        Assert.Equal(text, _folder.Read("text"));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void File_behind_a_link_is_replaced_and_the_link_stays()
    {
        _folder.Write("text", [1]);

        _folder.Shell("mkdir deep; touch deep/file; ln -s deep/file link; $aesfile seal -k key text -o link -f").IsFine();

        Assert.Equal("deep/file", new FileInfo(_folder.Path("link")).LinkTarget);
        _folder.Run("verify", "-k", "key", "deep/file").IsFine();
        Assert.Single(Directory.EnumerateFileSystemEntries(_folder.Path("deep")));
    }

    /// <summary>Two that are written at once must not both be told that theirs is there.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Name_is_given_to_one_file_alone()
    {
        for (var round = 0; round < 300; round++)
        {
            var path = _folder.Path($"name{round}");
            using var start = new Barrier(2);
            var given = 0;
            Parallel.Invoke(new ParallelOptions { MaxDegreeOfParallelism = 2 }, Write, Write);
            Assert.Equal(1, given);

            void Write()
            {
                using var file = new NewFile(path, isReplacing: false);
                start.SignalAndWait();
                try
                {
                    file.Complete();
                    Interlocked.Increment(ref given);
                }
                catch (AesFileException)
                {
                    // It was the other's.
                }
            }
        }

        Assert.DoesNotContain(_folder.Names(), name => name.StartsWith('.'));
    }

    /// <summary>Its rights come last, and are such that nobody may delete what is in it.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Folder_that_comes_meanwhile_stays_and_the_other_is_deleted()
    {
        _folder.Shell("""
            mkdir -p photos/locked; touch photos/locked/x; chmod 500 photos/locked photos; $aesfile seal -k key photos
            chmod 700 photos photos/locked; rm -r photos; mkfifo pipe
            $bound $aesfile open -k key - -o photos <pipe & tool=$!
            exec 3>pipe; head -c 300 photos.aesfile >&3
            until [ -e .aesfile-*.part ]; do sleep 0.1; done
            mkdir photos; tail -c +301 photos.aesfile >&3; exec 3>&-; wait $tool
            """).Failed(3);

        Assert.Equal(["key", "photos", "photos.aesfile", "pipe"], _folder.Names());
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder.Path("photos")));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void File_that_cannot_be_opened_replaces_nothing_even_by_force()
    {
        _folder.WriteRandom("text", 100_000);
        _folder.Run("seal", "-k", "key", "text").IsFine();
        _folder.Write("text.aesfile", _folder.Read("text.aesfile")[..^1]);
        _folder.Write("text", [1]);

        _folder.Run("open", "-k", "key", "text.aesfile", "--force").Failed(2);

        Assert.Equal([1], _folder.Read("text"));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Folder_is_never_replaced()
    {
        _folder.Write("photos/a", [1]);
        _folder.Run("seal", "-k", "key", "photos").IsFine();
        _folder.Write("photos/a", [2]);

        _folder.Run("open", "-k", "key", "photos.aesfile", "--force").Failed(3);

        Assert.Equal([2], _folder.Read("photos/a"));
    }

    [Fact]
    public void File_that_comes_meanwhile_stays()
    {
        using var process = StartSealing();
        _folder.Write("text.aesfile", [1]);

        ToolFolder.Finish(process, [2]).Failed(3);

        Assert.Equal([1], _folder.Read("text.aesfile"));
        Assert.Equal(["key", "text.aesfile"], _folder.Names());
    }

    [Fact]
    public void Killed_process_leaves_no_file_under_the_final_name()
    {
        using var process = StartSealing();

        process.Kill();
        process.WaitForExit();

        Assert.Equal(2, _folder.Names().Length);
        Assert.Single(_folder.Names(), name => name.StartsWith(".aesfile-", StringComparison.Ordinal));
    }

    /// <summary>SIGHUP is what a terminal that is closed sends, and SIGQUIT is Ctrl-\.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("TERM")]
    [InlineData("INT")]
    [InlineData("HUP")]
    [InlineData("QUIT")]
    public void Process_that_is_asked_to_end_deletes_what_is_not_complete(string signal)
    {
        using var process = StartSealing();

        Assert.Equal(0, Child.Run(new ProcessStartInfo("kill", [$"-{signal}", $"{process.Id}"]), TimeSpan.FromMinutes(1)).ExitCode);

        Assert.True(process.WaitForExit(TimeSpan.FromMinutes(2)), $"{signal} did not end it");
        Assert.Equal(130, process.ExitCode);
        Assert.Equal(["key"], _folder.Names());
    }

    /// <summary>nohup(1) has it ignored.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Hang_up_that_is_ignored_does_not_end_it()
    {
        _folder.Shell("""
            mkfifo pipe; exec 3<>pipe; trap '' HUP
            (trap - HUP; exec 3>pipe; cat) </dev/null & $aesfile seal -k key pipe -o new 3>&- & tool=$!
            until [ -e .aesfile-*.part ]; do sleep 0.1; done
            kill -HUP $tool; sleep 0.3; echo text >pipe; exec 3>&-; wait $tool
            """).IsFine();

        Assert.Equal("text\n", _folder.Run("open", "-k", "key", "new", "-o", "-").IsFine().Text);
    }

    /// <summary>What has gone to standard output cannot be taken back, but it must not look like a whole message.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Cancelled_sealing_to_standard_output_gives_no_whole_message()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "no POSIX shell");

        _folder.Shell("""
            mkfifo pipe; exec 3<>pipe
            head -c 3000000 /dev/zero >&3 2>/dev/null & head=$!
            $aesfile seal -k key - -o - -t 1 <pipe >sealed 3>&- & tool=$!
            until [ "$(find sealed -size +8k 2>/dev/null)" ]; do sleep 0.1; done
            kill -TERM $tool; wait $tool; code=$?
            kill $head 2>/dev/null; exit $code
            """).Failed(130);

        _folder.Run("verify", "-k", "key", "sealed").Failed(2, "truncated");
    }

    /// <summary>It is cut while a reader of the sealed file keeps aesfile waiting.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void File_that_shrinks_meanwhile_is_an_error()
    {
        _folder.WriteRandom("text", 20_000_000);

        _folder.Shell("""
            mkfifo pipe; $aesfile seal -k key text -o pipe -t 1 & tool=$!
            exec 3<pipe; head -c 1000 <&3 >start; echo short >text
            cat <&3 >rest; wait $tool
            """).Failed(1, "text changed while it was read: it is shorter than before");
    }

    /// <summary>
    /// What is not complete has a minute to be deleted, after which the process would end without a word; a reader that does not read is
    /// not waited for so long.
    /// </summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Cancelling_waits_for_what_is_deleted_and_not_for_a_pipe_that_nobody_reads()
    {
        _folder.WriteRandom("text", 3_000_000);

        _folder.Shell("""
            mkfifo pipe; exec 3<>pipe
            $aesfile seal -k key text -o - >&3 & tool=$!
            head -c 1000 <&3 >start; kill -TERM $tool; wait $tool
            """).Failed(130);
    }

    /// <summary>System.CommandLine would not wait for what is deleted, if a signal came before the work had first waited.</summary>
    [Fact]
    public void What_is_deleted_has_a_minute_whenever_a_signal_comes()
    {
        Assert.Null(Program.Invocation.ProcessTerminationTimeout);
        Assert.InRange(Program.Patience, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(5));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Wait_for_somebody_who_writes_to_a_pipe_is_cancelled()
    {
        _folder.Shell("""
            mkfifo pipe; $aesfile seal -k key pipe -o new & tool=$!
            until [ -e .aesfile-*.part ]; do sleep 0.1; done
            kill -TERM $tool; wait $tool
            """).Failed(130);

        Assert.Equal(["key", "pipe"], _folder.Names());
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key text -o -")]
    [InlineData("open -k key text.aesfile -o -")]
    public void Full_disk_under_standard_output_is_said(string arguments)
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "no /dev/full");
        _folder.WriteRandom("text", 1_000_000);
        _folder.Run("seal", "-k", "key", "text").IsFine();

        _folder.Shell($"$aesfile {arguments} > /dev/full").Failed(1, "No space left");
    }

    /// <summary>A limit for the length of files stands for the disk. With it, .NET cannot have memory for code that is in a file.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key text -o new")]
    [InlineData("open -k key text.aesfile -o new")]
    [InlineData("open -k key photos.aesfile -o new")]
    public void Full_disk_leaves_nothing(string arguments)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "other limits");
        _folder.WriteRandom("text", 1_000_000);
        _folder.WriteRandom("photos/a", 1_000_000);
        _folder.Run("seal", "-k", "key", "text", "photos").IsFine();
        var before = _folder.Names();

        _folder.Shell($"ulimit -f 100; DOTNET_EnableWriteXorExecute=0 $aesfile {arguments}").Failed(1);

        Assert.Equal(before, _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Reader_that_goes_away_is_said()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "no POSIX shell");
        _folder.WriteRandom("text", 10_000_000);

        var result = _folder.Shell("($aesfile seal -k key text -o -; echo $? > code) | head -c 10 > start");

        Assert.Contains("Broken pipe", result.Error, StringComparison.Ordinal);
        Assert.Equal("1\n", File.ReadAllText(_folder.Path("code")));
    }

    /// <summary>Starts to seal its standard input, which has not ended yet, and waits until there is a part of the file.</summary>
    private Process StartSealing()
    {
        var process = _folder.Start(Child.DotNet, ["exec", ToolFolder.Program, "seal", "-k", "key", "-", "-o", "text.aesfile"]);
        process.StandardInput.BaseStream.Write(new byte[3_000_000]);
        process.StandardInput.BaseStream.Flush();
        SpinWait.SpinUntil(
            () => process.HasExited || _folder.Names().Any(name => name.StartsWith('.') && new FileInfo(_folder.Path(name)).Length > 0),
            TimeSpan.FromMinutes(1));
        Assert.False(process.HasExited);
        return process;
    }
}
