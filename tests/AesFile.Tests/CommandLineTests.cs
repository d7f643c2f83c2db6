using System;
using System.IO;
using System.Linq;
using ManagedCrypto.AesFile;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>Keys, help, errors of usage, completion, and the benchmark.</summary>
public sealed class CommandLineTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData(16, "--bits", "128")]
    [InlineData(32, "--bits", "256")]
    [InlineData(32)]
    public void Key_is_new_and_for_its_owner_alone(int keyBytes, params string[] bits)
    {
        _folder.WriteRandom("text", 1000);

        _folder.Run(["keygen", "one", .. bits]).IsFine();
        _folder.Run(["keygen", "two", .. bits]).IsFine();

        var lines = Array.ConvertAll(["one", "two"], name => File.ReadAllText(_folder.Path(name)));
        Assert.NotEqual(lines[0], lines[1]);
        Assert.All(lines, line => Assert.Equal(keyBytes, Convert.FromBase64String(line["aesfile-key-1:".Length..^1]).Length));
        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_folder.Path("one")));
        _folder.Run("seal", "-k", "one", "text").IsFine();
        _folder.Run("open", "-k", "two", "text.aesfile", "-o", "again").Failed(2);
        _folder.Run("open", "-k", "one", "text.aesfile", "-o", "again").IsFine();
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Key_is_never_overwritten()
    {
        var before = _folder.Read("key");

        _folder.Run("keygen", "key").Failed(3);

        Assert.Equal(before, _folder.Read("key"));
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("")]
    [InlineData("aesfile-key-1:")]
    [InlineData("aesfile-key-1:AAAA\n")]
    [InlineData("aesfile-key-1:AAAAAAAAAAAAAAAAAAAAAA!=\n")]
    [InlineData("aesfile-key-2:AAAAAAAAAAAAAAAAAAAAAA==\n")]
    [InlineData("aesfile-key-1:AAAAAAAAAAAAAAAAAAAAAA==\n\n")]
    [InlineData("aesfile-key-1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n")]
    public void File_that_is_no_key_is_refused(string text)
    {
        _folder.WriteRandom("text", 10);
        File.WriteAllText(_folder.Path("key"), text);

        _folder.Run("seal", "-k", "key", "text").Failed(1);

        Assert.Equal(["key", "text"], _folder.Names());
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal text")]
    [InlineData("seal -k key -p text")]
    [InlineData("seal -k key")]
    [InlineData("seal -k key key --forse")]
    [InlineData("seal -k key a b -o c")]
    [InlineData("seal -k key text --threads 2000")]
    [InlineData("keygen new --bits 192")]
    [InlineData("shut -k key text")]
    [InlineData("completion cmd")]
    [InlineData("seal -k - -")]
    [InlineData("seal --passphrase-file - text -")]
    [InlineData("open -k - /dev/stdin")]
    [InlineData("open -k /dev/stdin -")]
    [InlineData("verify -k - --passphrase-file - text")]
    [InlineData("seal -k key -- text --threads 2")]
    [InlineData("keygen --bitz")]
    [InlineData("seal -k key -z -- text")]
    [InlineData("seal -k key text --exclude")]
    [InlineData("list -k key -p text")]
    [InlineData("list")]
    [InlineData("list -k - -")]
    [InlineData("add-key -k key text")]
    [InlineData("add-key -k key --new-key-file - -")]
    [InlineData("remove-key -k key text")]
    public void Wrong_use_is_said_briefly(string arguments)
    {
        var result = _folder.Run(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));

        Assert.Equal(1, result.ExitCode);
        Assert.InRange(result.Error.Split('\n').Length, 2, 8);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
        Assert.Equal(["key"], _folder.Names());
    }

    /// <summary>For all options of all commands that are numbers.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void What_is_no_number_is_said_in_a_line()
    {
        var options = Program.Commands().Subcommands
            .SelectMany(command => command.Options, (command, option) => (Command: command.Name, option.Name, option.ValueType))
            .Where(option => option.ValueType == typeof(int)).ToList();
        Assert.Contains(("seal", "--threads", typeof(int)), options);
        Assert.All(options, option => Assert.All((string[])["x", "", "1.5", "99999999999", "-1", " 1", "0x10", "\u001B[31m"], number =>
        {
            var keyed = option.Command is "seal" or "open" or "verify" or "list" or "remove-key" ? (string[])["-k", "key", "file"] : option.Command == "keygen" ? ["file"] : [];
            _folder.Run([option.Command, .. keyed, $"{option.Name}={number}"]).Failed(1);
        }));
        Assert.Equal(["key"], _folder.Names());
    }

    /// <summary>Here, what .NET needs for any path is not there.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void What_nobody_foresaw_is_a_line_too() =>
        _folder.Shell("mkdir gone; cd gone; rmdir ../gone; $aesfile seal -k key text").Failed(1);

    /// <summary>The file is not a list of arguments.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void File_whose_name_begins_with_an_at_sign_is_sealed()
    {
        var text = _folder.WriteRandom("@notes", 100);

        _folder.Run("seal", "-k", "key", "@notes").IsFine();

        Assert.Equal(text, _folder.Run("open", "-k", "key", "@notes.aesfile", "-o", "-").IsFine().Output);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void No_arguments_print_the_help_and_are_wrong_use()
    {
        var result = _folder.Run();

        Assert.Equal(1, result.ExitCode);
        Assert.Equal("", result.Error);
        Assert.Equal(_folder.Run("--help").IsFine().Text, result.Text);
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("-x")]
    [InlineData("--help")]
    [InlineData("--")]
    [InlineData("-")]
    public void File_whose_name_looks_like_an_option_comes_after_two_dashes(string name)
    {
        var text = _folder.WriteRandom(name, 100);
        var file = name == "-" ? "./-" : name;

        _folder.Run("seal", "-k", "key", "--", file).IsFine();
        _folder.Run("verify", "-k", "key", "--", name + ".aesfile").IsFine();
        _folder.Write(name, []);
        _folder.Run("open", "-k", "key", "-f", "--", name + ".aesfile").IsFine();

        Assert.Equal(text, _folder.Read(name));
        Assert.Equal([name, name + ".aesfile", "key"], _folder.Names());
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("-k -", "key")]
    [InlineData("--key-file /dev/stdin", "key")]
    [InlineData("--passphrase-file -", "words")]
    public void Key_comes_from_standard_input(string option, string file)
    {
        var (one, two) = (_folder.WriteRandom("one", 100), _folder.WriteRandom("two", 200));
        _folder.WriteSecret("words", "correct horse\n"u8);
        string[] options = option.Split(' ');

        _folder.RunWith(_folder.Read(file), ["seal", .. options, "one", "two"]).IsFine();
        _folder.Shell($"$aesfile verify {option} one.aesfile two.aesfile <{file}").IsFine();
        _folder.Run("verify", file == "key" ? "-k" : "--passphrase-file", file, "one.aesfile").IsFine();

        Assert.Equal(one, _folder.RunWith(_folder.Read(file), ["open", .. options, "one.aesfile", "-o", "-"]).IsFine().Output);
        Assert.Equal(two, _folder.RunWith(_folder.Read(file), ["open", .. options, "two.aesfile", "-o", "-"]).IsFine().Output);
        _folder.RunWith([], ["verify", .. options, "one.aesfile"]).Failed(1);
    }

    /// <summary>What is opened next has the number of what is closed: a pipe of the runtime's, or a file that is just written.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("seal -k key - -o new <&-", "Standard input is closed")]
    [InlineData("seal -k - text -o new <&-", "Standard input is closed")]
    [InlineData("seal -k key text -o - >&-", "Standard output is closed")]
    [InlineData("open -k key text.aesfile -o /dev/stdout <&- >&-", "Standard output is closed")]
    [InlineData("seal -k '' text -o new", "A name is empty")]
    [InlineData("seal -k key text -o ''", "A name is empty")]
    [InlineData("seal -k key text ''", "A name is empty")]
    [InlineData("completion none", "Must be one of: 'bash' 'fish'")]
    public void Streams_that_are_closed_and_names_that_are_empty_are_said(string arguments, string message)
    {
        _folder.WriteRandom("text", 100);
        _folder.Run("seal", "-k", "key", "text").IsFine();

        _folder.Shell($"timeout 60 $aesfile {arguments}").Failed(1, message);

        Assert.Equal(["key", "text", "text.aesfile"], _folder.Names());
    }

    /// <summary>There is a warning to be said of the key's rights, which is nobody's.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("2>&-")]
    [InlineData("2</dev/null")]
    [InlineData("<&- >&- 2>&-")]
    public void Streams_that_are_closed_and_not_used_do_not_matter(string closed)
    {
        var text = _folder.WriteRandom("text", 100_000);

        _folder.Shell($"chmod 644 key; for command in 'seal -k key text' 'verify -k key text.aesfile' 'open -k key text.aesfile -o new'; do $aesfile $command {closed} || exit; done").IsFine();

        Assert.Equal(text, _folder.Read("new"));
        Assert.Equal(["key", "new", "text", "text.aesfile"], _folder.Names());
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Standard_input_is_never_replaced_as_a_key()
    {
        _folder.WriteRandom("text", 100);
        var key = _folder.Read("key");

        _folder.Shell("$aesfile seal -k - text -o key -f <key").Failed(1, "never replaced");

        Assert.Equal(key, _folder.Read("key"));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Wait_for_a_key_is_cancelled()
    {
        _folder.WriteRandom("text", 100);

        _folder.Shell("""
            mkfifo pipe; exec 3<>pipe; $aesfile seal -k - text <&3 & tool=$!
            until [ -e .aesfile-*.part ]; do sleep 0.1; done
            kill -TERM $tool; wait $tool
            """).Failed(130);

        Assert.Equal(["key", "pipe", "text"], _folder.Names());
    }

    /// <summary>What editors of Windows begin a file of UTF-8 with.</summary>
    [ExplicitFact, Trait("run", "ci")]
    public void Byte_order_mark_is_no_part_of_a_passphrase_or_key()
    {
        var text = _folder.WriteRandom("text", 100);
        _folder.WriteSecret("words", "correct horse"u8);
        _folder.WriteSecret("marked", [0xEF, 0xBB, 0xBF, .. "correct horse\r\n"u8]);
        _folder.WriteSecret("empty", [0xEF, 0xBB, 0xBF]);
        _folder.WriteSecret("marked-key", [0xEF, 0xBB, 0xBF, .. _folder.Read("key")]);

        _folder.Run("seal", "--passphrase-file", "marked", "text").IsFine();
        Assert.Equal(text, _folder.Run("open", "--passphrase-file", "words", "text.aesfile", "-o", "-").IsFine().Output);
        _folder.Run("seal", "-k", "marked-key", "text", "-f").IsFine();
        Assert.Equal(text, _folder.Run("open", "-k", "key", "text.aesfile", "-o", "-").IsFine().Output);
        _folder.Run("seal", "--passphrase-file", "empty", "text", "-f").Failed(1, "one line");
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("", "aesfile keygen my.key", "Exit codes:")]
    [InlineData("seal", "aesfile seal -k my.key report.pdf photos", "--threads")]
    [InlineData("open", "aesfile open -p safe.aesfile", "the exit code is 2")]
    [InlineData("verify", "aesfile verify -k my.key *.aesfile", "--passphrase-file")]
    [InlineData("list", "aesfile list *.aesfile", "--key-file")]
    [InlineData("add-key", "aesfile add-key -k my.key --new-passphrase", "--new-key-file")]
    [InlineData("change-key", "aesfile change-key -p --new-passphrase", "seal it anew")]
    [InlineData("remove-key", "aesfile remove-key -k my.key --slot 2", "--slot")]
    [InlineData("keygen", "aesfile keygen my.key", "--bits")]
    [InlineData("bench", "on one core and on all", "--megabytes")]
    [InlineData("completion", "aesfile completion bash", "zsh")]
    public void Help_teaches(string command, params string[] texts)
    {
        var help = _folder.Run([.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"]).IsFine().Text;

        Assert.All(texts, text => Assert.Contains(text, help, StringComparison.Ordinal));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Bash_completes()
    {
        Assert.SkipUnless(File.Exists("/bin/bash"), "no bash");
        _folder.Write("bin/aesfile", [.. "#!/bin/sh\nexec $aesfile \"$@\"\n"u8]);
        File.WriteAllText(_folder.Path("try.sh"), """
            chmod +x bin/aesfile
            PATH=$PWD/bin:$PATH
            eval "$(aesfile completion bash)"
            try() { COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _aesfile; echo "${COMPREPLY[*]}"; }
            try aesfile se
            try aesfile seal --pass
            try aesfile completion z
            try aesfile keygen x --bits ""
            complete -p aesfile
            """);

        var lines = _folder.Shell("/bin/bash try.sh").IsFine().Text.Split('\n');

        Assert.Equal(["seal", "--passphrase --passphrase-file", "zsh", "128 256", "complete -o default -F _aesfile aesfile", ""], lines);
    }

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("zsh", "compdef _aesfile aesfile")]
    [InlineData("fish", "complete -c aesfile")]
    [InlineData("pwsh", "Register-ArgumentCompleter")]
    public void Other_shells_have_a_script_that_asks_for_suggestions(string shell, string text)
    {
        var script = _folder.Run("completion", shell).IsFine().Text;

        Assert.Contains(text, script, StringComparison.Ordinal);
        Assert.Contains("[suggest:", script, StringComparison.Ordinal);
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Benchmark_names_the_cpu_and_has_a_line_for_each_key_and_number_of_threads()
    {
        var text = _folder.Run("bench", "--megabytes", "1").IsFine().Text;

        Assert.Equal(Environment.ProcessorCount > 1 ? 4 : 2, text.Split('\n').Count(line => line.Contains("GB/s", StringComparison.Ordinal)));
        Assert.Contains("1 MiB", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\e', text); // it goes to a pipe
    }
}
