using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.AesFile;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>No name makes up a line, or has a terminal do something.</summary>
public sealed partial class NameTests : IDisposable
{
    private const string Evil = "\u001B[31m\nforged: genuine, a file\u009B\u202E";

    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("plain.txt", "plain.txt")]
    [InlineData("with space 'quoted' \\", "with space 'quoted' \\")]
    [InlineData("名前 é 😀", "名前 é 😀")]
    [InlineData("", "$''")]
    [InlineData(" ", "$' '")]
    [InlineData("a: genuine, a file", "$'a: genuine, a file'")]
    [InlineData("a\nb", "$'a\\nb'")]
    [InlineData("\u001B[1m'\\", "$'\\x1b[1m\\'\\\\'")]
    [InlineData("\u0085\u202E\u2028", "$'\\U00000085\\U0000202e\\U00002028'")]
    public void Name_is_shown_so_that_a_shell_understands_it(string name, string shown) => Assert.Equal(shown, Shown.Name(name));

    [Theory]
    [InlineData("short", 5, "short")]
    [InlineData("shorts", 5, "…orts")]
    [InlineData("名前名前", 8, "名前名前")]
    [InlineData("名前名前", 7, "…前名前")]
    public void End_of_a_name_is_as_wide_as_there_is_room(string name, int cells, string shown) =>
        Assert.Equal(shown, Shown.End(name, cells));

    /// <summary>On the command line, in files, in archives and in messages of .NET.</summary>
    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("verify -k key EVIL")]
    [InlineData("verify -k key missingEVIL")]
    [InlineData("verify -k missingEVIL text.aesfile")]
    [InlineData("verify -k EVIL text.aesfile")]
    [InlineData("verify -k key -EVIL")]
    [InlineData("verify -k key text --EVIL")]
    [InlineData("verify -k key text --threads EVIL")]
    [InlineData("verify -k key text --threads=EVIL")]
    [InlineData("verify --passphrase-file folder text.aesfile")]
    [InlineData("EVIL")]
    [InlineData("completion EVIL")]
    [InlineData("keygen EVIL")]
    [InlineData("keygen missingEVIL/key")]
    [InlineData("seal -k key text -o EVIL")]
    [InlineData("seal -k key text -o missingEVIL/file")]
    [InlineData("seal -k key text -o linkEVIL")]
    [InlineData("seal -k key text -o linkEVIL -f")]
    [InlineData("seal -k key sockets")]
    [InlineData("list EVIL")]
    [InlineData("list -k key EVIL missingEVIL")]
    [InlineData("add-key -k key --new-key-file key EVIL")]
    [InlineData("add-key -k key --new-key-file EVIL text.aesfile")]
    [InlineData("change-key -k EVIL --new-key-file key text.aesfile")]
    [InlineData("remove-key -k key --slot EVIL text.aesfile")]
    [InlineData("remove-key -k key --slot 1 EVIL missingEVIL")]
    [InlineData("seal -k key text --exclude /EVIL")]
    [InlineData("open -k key EVIL -o folder")]
    [InlineData("open -k key EVIL")]
    [InlineData("open -k key archive -o new")]
    [InlineData("open -k key links -o new")]
    public void Line_that_a_name_is_in_is_one_line_without_controls(string arguments)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "it has no such names");
        _folder.Write("text", [1]);
        Directory.CreateDirectory(_folder.Path("folder"));
        _folder.Run("seal", "-k", "key", "text").IsFine();
        _folder.Write(Evil, _folder.Read("text.aesfile"));
        File.CreateSymbolicLink(_folder.Path("link" + Evil), "nowhere" + Evil);
        _folder.WriteArchive("archive", new System.Formats.Tar.PaxTarEntry(System.Formats.Tar.TarEntryType.HardLink, Evil) { LinkName = "a" });
        _folder.WriteArchive("links", new System.Formats.Tar.PaxTarEntry(System.Formats.Tar.TarEntryType.RegularFile, "../" + Evil));
        Directory.CreateDirectory(_folder.Path("sockets"));
        using var socket = new System.Net.Sockets.Socket(
            System.Net.Sockets.AddressFamily.Unix, System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Unspecified);
        socket.Bind(new System.Net.Sockets.UnixDomainSocketEndPoint(_folder.Path("sockets/" + Evil)));

        var result = _folder.Run([.. arguments.Split(' ').Select(word => word.Replace("EVIL", Evil, StringComparison.Ordinal))]);

        Assert.NotEqual("", result.Text + result.Error);
        Assert.All((string[])[result.Text, result.Error], text =>
        {
            Assert.DoesNotMatch(@"[\x00-\x09\x0B-\x1F\x7F-\x9F\u202E]", text);
            Assert.DoesNotMatch("(?m)^forged", text);
        });
    }

    /// <summary>
    /// Whatever writes for people does so in these places alone: each quotes the names that it is given, or is given none. A new one is
    /// to be looked at.
    /// </summary>
    [Fact]
    public void All_places_where_something_is_written_are_known()
    {
        var root = Path.Combine(Repository.Root, "tools", "AesFile");
        var places = Directory.GetFiles(root, "*.cs", SearchOption.AllDirectories)
            .Where(path => !path.Contains($"{Path.DirectorySeparatorChar}obj{Path.DirectorySeparatorChar}", StringComparison.Ordinal))
            .SelectMany(path => File.ReadAllLines(path), (path, line) => (File: Path.GetFileName(path), Line: line.Trim()))
            .Where(place => Writes().IsMatch(place.Line))
            .Select(place => $"{place.File}: {place.Line}")
            .Order(StringComparer.Ordinal).ToList();

        Assert.Equal(
        [
            "BenchCommand.cs: AnsiConsole.Profile.Capabilities.Ansi = false; // or else a pipe gets the controls of the terminal that TERM names",
            "BenchCommand.cs: AnsiConsole.Write(table);",
            "BenchCommand.cs: var table = new Table().Title($\"{Markup.Escape(CpuName())}, {megabytes} MiB\").AddColumns(\"key\", \"threads\", \"seal\", \"open\");",
            "CompletionCommand.cs: command.SetAction(arguments => Console.WriteLine(arguments.GetValue(shell) switch",
            "ExitCode.cs: Console.Error.WriteLine($\"aesfile: {Shown.Line(message)}\");",
            "LenientOutput.cs: internal sealed class LenientOutput(IAnsiConsoleOutput terminal) : IAnsiConsoleOutput",
            "ListCommand.cs: Console.WriteLine($\"  slot {slot + 1}: {SealedFileHeader.Name(header.Recipes[slot].Kind)}\");",
            "ListCommand.cs: Console.WriteLine($\"  {message.Length} bytes\");",
            "ListCommand.cs: Console.WriteLine($\"{Rights(entry)} {entry.Length,12} {entry.ModificationTime.UtcDateTime:yyyy-MM-dd HH:mm:ss} {Shown.Name(entry.Name)}{target}\");",
            "ListCommand.cs: Console.WriteLine($\"{Shown.Name(file)}: a {(header.Content == ContentKind.Folder ? \"folder\" : \"file\")}, version {header.Version}\");",
            "ManCommand.cs: command.SetAction(_ => Console.Write(PageOf(Program.Commands())));",
            "OpenCommand.cs: Console.WriteLine($\"{Shown.Name(file)}: genuine, a {(header.Content == ContentKind.Folder ? \"folder\" : \"file\")}\");",
            "Progress.cs: Out = new LenientOutput(new AnsiConsoleOutput(Console.Error)),",
            "Progress.cs: var console = AnsiConsole.Create(new AnsiConsoleSettings",
            "Progress.cs: var task = context.AddTask(Markup.Escape(Shown.End(name, CellsForName(width))), maxValue: total is null ? double.MaxValue : Math.Max(total.Value, 1));",
            "TaughtCommand.cs: Console.WriteLine(WrappedText.Of(lesson, Console.IsOutputRedirected ? int.MaxValue : help.MaxWidth));",
            "Terminal.cs: Console.Error.Write(prompt);",
            "Terminal.cs: Console.Error.WriteLine();",
        ], places);
    }

    /// <summary>To the console, to a bar, and to the terminal. Content goes by OpenStandardOutput.</summary>
    [GeneratedRegex(@"Console\.(Write|Out\b|Error\b)|AnsiConsole|AddTask|Markup")]
    private static partial Regex Writes();
}
