using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>A person at a terminal, which is that of util-linux's "script".</summary>
public sealed partial class TerminalTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public TerminalTests() => Assert.SkipUnless(HasScript(), "no 'script' that has --echo");

    public void Dispose() => _folder.Dispose();

    [ExplicitFact, Trait("run", "ci")]
    public async Task Passphrase_is_asked_for_twice_and_not_shown()
    {
        var text = _folder.WriteRandom("text", 1000);

        var (code, seen) = await TypeAsync("$aesfile seal -p text", ("Passphrase: ", "sesame\n"), ("The same again: ", "sesame\n"));
        Assert.True(code == 0, seen);
        Assert.DoesNotContain("sesame", seen, StringComparison.Ordinal);

        (code, seen) = await TypeAsync("$aesfile open -p text.aesfile -o again", ("Passphrase: ", "sesame\n"));
        Assert.True(code == 0, seen);
        Assert.Equal(text, _folder.Read("again"));
        _folder.WriteSecret("words", "sesame"u8);
        _folder.Run("verify", "--passphrase-file", "words", "text.aesfile").IsFine();
    }

    /// <summary>The old one once, and the new one twice.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public async Task Passphrase_is_changed_at_a_terminal()
    {
        _folder.WriteRandom("text", 1000);
        _folder.WriteSecret("words", "sesame"u8);
        _folder.WriteSecret("new-words", "simsim"u8);
        _folder.Run("seal", "--passphrase-file", "words", "text").IsFine();

        var (code, seen) = await TypeAsync(
            "$aesfile change-key -p --new-passphrase text.aesfile",
            ("Passphrase: ", "sesame\n"), ("New passphrase: ", "simsim\n"), ("The same again: ", "simsim\n"));

        Assert.True(code == 0, seen);
        Assert.DoesNotContain("sesame", seen, StringComparison.Ordinal);
        Assert.DoesNotContain("simsim", seen, StringComparison.Ordinal);
        _folder.Run("verify", "--passphrase-file", "words", "text.aesfile").Failed(2);
        _folder.Run("verify", "--passphrase-file", "new-words", "text.aesfile").IsFine();
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Quiet_shows_no_bar()
    {
        _folder.WriteRandom("text", 3_000_000);
        _folder.WriteKey("other", new byte[32]);

        var (code, seen) = await TypeAsync("""
            $aesfile seal -q -k key text && $aesfile add-key -q -k key --new-key-file other text.aesfile
            $aesfile verify -q -k key text.aesfile && $aesfile open -q -k other text.aesfile -o new
            """);

        Assert.True(code == 0, seen);
        Assert.Equal("", seen);
    }

    /// <summary>What is typed is shown again, even after Ctrl-C: the terminal is that of the shell.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public async Task Terminal_shows_what_is_typed_afterwards()
    {
        _folder.WriteRandom("text", 1000);

        // dash would end by Ctrl+C itself, where bash goes on if what it started has not ended by the signal.
        var (_, seen) = await TypeAsync(
            "trap : INT; $aesfile seal -p text; echo code $?; read line; echo", ("Passphrase: ", "\u0003"), ("code 130", "visible\n"));

        Assert.Contains("visible", seen, StringComparison.Ordinal);
        Assert.Equal(["key", "text"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Ctrl_backslash_at_the_question_leaves_nothing()
    {
        _folder.WriteRandom("text", 1000);

        var (_, seen) = await TypeAsync(
            "trap : QUIT; $aesfile seal -p text; echo code $?; read line; echo", ("Passphrase: ", "\u001C"), ("code 130", "visible\n"));

        Assert.Contains("visible", seen, StringComparison.Ordinal);
        Assert.Equal(["key", "text"], _folder.Names());
    }

    /// <summary>While it was stopped, the shell had the terminal show what is typed.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public async Task Passphrase_is_not_shown_after_Ctrl_Z()
    {
        _folder.WriteRandom("text", 1000);

        var (code, seen) = await TypeAsync(
            "set -m; $aesfile seal -p text; stty echo; echo shell; fg",
            ("Passphrase: ", "\u001A"), ("shell", ""), ("Passphrase: ", "sesame\n"), ("The same again: ", "sesame\n"));

        Assert.True(code == 0, seen);
        Assert.DoesNotContain("sesame", seen, StringComparison.Ordinal);
        _folder.WriteSecret("words", "sesame"u8);
        _folder.Run("verify", "--passphrase-file", "words", "text.aesfile").IsFine();
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("-k -")]
    [InlineData("--passphrase-file -")]
    public async Task Key_is_not_typed_where_it_is_shown(string option)
    {
        _folder.WriteRandom("text", 1000);

        var (code, seen) = await TypeAsync($"$aesfile seal {option} text");

        Assert.True(code == 1, seen);
        Assert.Contains("--passphrase hides it", seen, StringComparison.Ordinal);
        Assert.Equal(["key", "text"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Passphrases_that_differ_seal_nothing()
    {
        _folder.WriteRandom("text", 1000);

        var (code, seen) = await TypeAsync("$aesfile seal -p text", ("Passphrase: ", "sesame\n"), ("The same again: ", "sesama\n"));

        Assert.True(code == 1, seen);
        Assert.Contains("differ", seen, StringComparison.Ordinal);
        Assert.Equal(["key", "text"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Passphrase_is_asked_for_on_the_terminal_when_input_and_output_are_pipes()
    {
        var text = _folder.WriteRandom("text", 1000);

        var (code, seen) = await TypeAsync(
            "cat text | $aesfile seal -p - | cat > sealed", ("Passphrase: ", "sesame\n"), ("The same again: ", "sesame\n"));

        Assert.True(code == 0, seen);
        _folder.WriteSecret("words", "sesame"u8);
        Assert.Equal(text, _folder.Run("open", "--passphrase-file", "words", "sealed", "-o", "-").IsFine().Output);
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Passphrase_is_not_asked_for_in_vain()
    {
        _folder.WriteRandom("text", 1000);
        _folder.WriteSecret("words", "sesame"u8);
        _folder.Run("seal", "--passphrase-file", "words", "text").IsFine();

        Assert.Equal(3, (await TypeAsync("$aesfile seal -p text")).ExitCode);
        Assert.Equal(3, (await TypeAsync("$aesfile open -p text.aesfile")).ExitCode);
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Sealed_file_is_not_written_to_a_terminal()
    {
        _folder.WriteRandom("text", 1000);

        var (code, seen) = await TypeAsync("$aesfile seal -k key text -o -");

        Assert.True(code == 1, seen);
        Assert.Contains("not for a terminal", seen, StringComparison.Ordinal);
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Bar_shows_progress_and_speed()
    {
        _folder.WriteRandom("text", 100_000_000);

        var (code, seen) = await TypeAsync("$aesfile seal -k key text");

        Assert.True(code == 0, seen);
        Assert.Contains("100%", seen, StringComparison.Ordinal);
        Assert.Matches(@"[0-9.]+ [KMG]i?B/s", seen);
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Bar_for_what_nobody_knows_the_length_of_does_not_say_that_all_is_done()
    {
        _folder.WriteRandom("text", 10_000_000);

        var (code, seen) = await TypeAsync("(cat text; sleep 1) | $aesfile seal -k key - -o new");

        Assert.True(code == 0, seen);
        Assert.Contains("B/s", seen, StringComparison.Ordinal);
        Assert.DoesNotContain("%", seen, StringComparison.Ordinal);
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task Results_come_after_the_bar()
    {
        _folder.WriteRandom("text", 1000);
        _folder.Run("seal", "-k", "key", "text").IsFine();

        var (code, seen) = await TypeAsync("$aesfile verify -k key text.aesfile");

        Assert.True(code == 0, seen);
        Assert.EndsWith("text.aesfile: genuine, a file\r\n", seen, StringComparison.Ordinal);
        Assert.Contains("100%", seen, StringComparison.Ordinal);
    }

    [ExplicitFact, Trait("run", "ci")]
    public async Task No_bar_is_drawn_among_the_content()
    {
        _folder.Write("text", [.. "content\n"u8]);
        _folder.Run("seal", "-k", "key", "text").IsFine();

        var (code, seen) = await TypeAsync("$aesfile open -k key text.aesfile -o -");

        Assert.True(code == 0, seen);
        Assert.Equal("content\r\n", seen);
    }

    /// <summary>A long one does not push the bar off its line, and no name has the terminal do anything.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("a-name-that-is-longer-than-the-terminal-is-wide-and-so-breaks-the-line-of-the-bar-in-two-or-three-lines.tar")]
    [InlineData("\u001B[31mred\nforged: genuine, a file")]
    [InlineData("ﬁle-名前の長いファイル-名前の長いファイル-名前の長いファイル-名前の長いファイル")]
    public async Task Bar_has_the_end_of_a_name(string name)
    {
        _folder.WriteRandom(name, 30_000_000);

        var (code, seen) = await TypeAsync("stty cols 80; $aesfile seal -k key -- *" + name[^3..]);

        Assert.True(code == 0, seen);
        Assert.DoesNotContain("\u001B[31m", seen, StringComparison.Ordinal);
        Assert.DoesNotContain("\nforged", seen, StringComparison.Ordinal);
        var bars = seen.Split('\n').Where(line => line.Contains('%', StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(bars);
        Assert.All(bars, line => Assert.Contains(name[^3..], line, StringComparison.Ordinal));
        Assert.Contains("100%", bars[^1], StringComparison.Ordinal);
    }

    /// <summary>Nothing but its line, with the name, is left of it, however narrow the terminal is.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData(200)]
    [InlineData(80)]
    [InlineData(60)]
    [InlineData(59)]
    [InlineData(40)]
    [InlineData(20)]
    public async Task Bar_is_one_line(int columns)
    {
        const string Name = "a-name-that-is-longer-than-a-narrow-terminal-is-wide.tar";
        _folder.WriteRandom(Name, 3_000_000);

        var (code, seen) = await TypeAsync($"stty cols {columns}; $aesfile seal -k key {Name}; $aesfile seal -k key - -o new <{Name}");

        Assert.True(code == 0, seen);
        var lines = Controls().Replace(seen, "").Split('\r', '\n').Where(line => line.Trim().Length > 0).ToList();
        Assert.Contains(lines, line => line.Contains("100%", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.Matches("(tar|-) .*([0-9]%|[0-9]{2}:[0-9]{2})", line));
        Assert.All(lines, line => Assert.InRange(line.Length, 1, columns));
    }

    /// <summary>The terminal would break a line that is longer than it is wide, and within words.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("", 60)]
    [InlineData("seal", 60)]
    [InlineData("open", 60)]
    [InlineData("verify", 60)]
    [InlineData("list", 60)]
    [InlineData("add-key", 60)]
    [InlineData("change-key", 60)]
    [InlineData("remove-key", 60)]
    [InlineData("keygen", 60)]
    [InlineData("bench", 60)]
    [InlineData("completion", 60)]
    [InlineData("seal", 100)]
    [InlineData("open", 100)]
    [InlineData("", 150)]
    public async Task Help_is_as_wide_as_the_terminal_and_breaks_no_word(string command, int columns)
    {
        var whole = _folder.Run([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]).IsFine().Text;

        var (code, seen) = await TypeAsync($"stty cols {columns}; $aesfile {command} --help");

        Assert.True(code == 0, seen);
        seen = Controls().Replace(seen, "");
        Assert.All(seen.Split("\r\n"), line => Assert.InRange(line.TrimEnd().Length, 0, columns));
        Assert.Equal(Words(whole), Words(seen));

        static string[] Words(string text) => [.. text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal)];
    }

    /// <summary>It waits for more of a pipe that both ends of are open.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public async Task Ctrl_C_deletes_what_is_not_complete()
    {
        var (code, seen) = await TypeAsync("mkfifo pipe; exec 3<>pipe; $aesfile seal -k key - -o new <&3", ("00:0", "\u0003"));

        Assert.True(code == 130, $"{code}: {seen}");
        Assert.Contains("Cancelled", seen, StringComparison.Ordinal);
        Assert.Equal(["key", "pipe"], _folder.Names());
    }

    /// <summary>As under nohup(1), or after disown: the bar has nowhere to go, and what is sealed is complete all the same.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key pipe -o new")]
    [InlineData("seal -k key - -o new <pipe")]
    public void Terminal_that_goes_away_does_not_end_what_ignores_it(string arguments)
    {
        _folder.Shell($"""
            mkfifo pipe typed; exec 3<>pipe 4<>typed
            script -q -f -E never -c "trap '' HUP; exec 3>&- 4>&-; $aesfile {arguments}; echo \$? >code" /dev/null <typed >seen & terminal=$!
            until [ -e .aesfile-*.part ] && [ -s seen ]; do sleep 0.1; done
            kill -KILL $terminal; wait $terminal 2>/dev/null
            echo text >&3; exec 3>&-
            for i in $(seq 600); do [ -s code ] && break; sleep 0.1; done
            cat code
            """);

        Assert.Equal("0\n", File.ReadAllText(_folder.Path("code")));
        Assert.Equal("text\n", _folder.Run("open", "-k", "key", "new", "-o", "-").IsFine().Text);
        Assert.Equal(["code", "key", "new", "pipe", "seen", "typed"], _folder.Names());
    }

    /// <summary>In the middle, and at the question.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key pipe -o new")]
    [InlineData("seal -p pipe -o new")]
    public void Terminal_that_goes_away_leaves_nothing(string arguments)
    {
        _folder.Shell($"""
            mkfifo pipe typed; exec 3<>pipe 4<>typed
            script -q -f -E never -c "$aesfile {arguments}" /dev/null <typed >seen & terminal=$!
            until [ -e .aesfile-*.part ] && [ -s seen ]; do sleep 0.1; done
            kill -KILL $terminal; wait $terminal 2>/dev/null
            for i in $(seq 600); do [ -e .aesfile-*.part ] || break; sleep 0.1; done
            """);

        Assert.Equal(["key", "pipe", "seen", "typed"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Without_a_terminal_there_is_a_hint()
    {
        _folder.WriteRandom("text", 1000);

        _folder.Shell("setsid -w $aesfile seal -p text").Failed(1, "--passphrase-file");
    }

    /// <summary>What moves the cursor, or sets colors or modes.</summary>
    [GeneratedRegex(@"\e\[[0-9;?]*[a-zA-Z=]|\e[=>]")]
    private static partial Regex Controls();

    private static bool HasScript() => OperatingSystem.IsLinux() && File.Exists("/usr/bin/script")
        && Child.Run(new ProcessStartInfo("/usr/bin/script", ["--help"]), TimeSpan.FromMinutes(1)).Output.Contains("--echo", StringComparison.Ordinal);

    /// <summary>Runs a line of the shell, and types an answer once each question has been seen, one after the other.</summary>
    private async Task<(int ExitCode, string Seen)> TypeAsync(string line, params (string Question, string Answer)[] dialogue)
    {
        using var limit = new System.Threading.CancellationTokenSource(TimeSpan.FromMinutes(3));

        using var process = _folder.Start("/usr/bin/script", ["-q", "-e", "-f", "-E", "always", "-c", line, "/dev/null"]);
        var seen = new StringBuilder();
        var (bytes, next, from) = (new byte[4096], 0, 0);
        try
        {
            for (int read; (read = await process.StandardOutput.BaseStream.ReadAsync(bytes, limit.Token)) > 0;)
            {
                seen.Append(Encoding.UTF8.GetString(bytes, 0, read));
                while (next < dialogue.Length && seen.ToString().IndexOf(dialogue[next].Question, from, StringComparison.Ordinal) is >= 0 and var at)
                {
                    from = at + dialogue[next].Question.Length;
                    await process.StandardInput.WriteAsync(dialogue[next++].Answer);
                    await process.StandardInput.FlushAsync(limit.Token);
                }
            }

            await process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"Still running, with {next} of {dialogue.Length} questions answered: {seen}");
        }

        Assert.True(next == dialogue.Length, $"Not asked: {seen}");
        return (process.ExitCode, seen.ToString());
    }
}
