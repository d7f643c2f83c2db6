using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Enumeration;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.Tests;

namespace ManagedCrypto.RepositoryTests.Docs;

/// <summary>
/// Commands for a shell in the repository's root. They are not run: what they name must be there, and what our programs are
/// told must be something that they know. Words in capitals stand for something of the reader's.
/// </summary>
internal static partial class ShellBlock
{
    /// <summary>Programs that a reader has or knows how to get.</summary>
    private static readonly HashSet<string> s_programs =
        ["apt-get", "cd", "dotnet", "eval", "export", "git", "openssl", "python3", "sudo", "unshare"];

    public static IEnumerable<string> Faults(string text) => text.Replace("\\\n", " ", StringComparison.Ordinal)
        .Split('\n').Select(line => Comment().Replace(line, "").Trim()).Where(line => line != "")
        .SelectMany(FaultsOfLine);

    /// <summary>The paths within the repository that a text names must be there.</summary>
    public static IEnumerable<string> FaultsOfPaths(string text) => text.Split([' ', '"', '\'', '[', ']', '=', '(', ')'])
        .Where(word => OwnPath().IsMatch(word) && !Exists(word.TrimEnd('/')))
        .Select(word => $"there is no '{word}'");

    private static IEnumerable<string> FaultsOfLine(string line)
    {
        var words = Word().Matches(line).Select(match => match.Value.Trim('\'', '"')).ToList();
        var start = words.FindIndex(word => !Assignment().IsMatch(word));
        return FaultsOfPaths(line).Concat(start < 0 ? [] : FaultsOfCommand(words[start], words[(start + 1)..]));
    }

    private static IEnumerable<string> FaultsOfCommand(string program, List<string> arguments)
    {
        if (program == "aesfile")
            return ManagedCrypto.AesFile.Program.Errors(ManagedCrypto.AesFile.Program.Commands().Parse(arguments));
        if (!program.Contains('/') && !s_programs.Contains(program) && !Placeholder().IsMatch(program))
            return [$"'{program}' is no program that a reader is known to have"];
        if (Placeholder().IsMatch(program) && arguments.Count > 0)
            return FaultsOfCommand(arguments[0], arguments[1..]);
        var end = arguments.IndexOf("--");
        if (program != "dotnet" || arguments.FirstOrDefault() != "run" || !arguments.Contains("--project"))
            return FaultsOfTestRun(program.Split("/bin/Release/")[0], arguments);
        var project = arguments[arguments.IndexOf("--project") + 1];
        if (!Directory.Exists(Path.Combine(Repository.Root, project)))
            return [$"there is no project '{project}'"];
        var given = end < 0 ? [] : arguments[(end + 1)..];
        return project switch
        {
            "benchmarks" => ManagedCrypto.Benchmarks.Program.Commands().Parse(given).Errors.Select(error => error.Message),
            // The arguments are BenchmarkDotNet's.
            "benchmarks/BenchmarkDotNet" => [],
            _ => given.Where(word => word.StartsWith("--", StringComparison.Ordinal) && !IsNamedIn(project, word))
                .Select(word => $"{project} has no {word}").Concat(FaultsOfTestRun(project, given)),
        };
    }

    /// <summary>Filters of a test program must name classes that its project has.</summary>
    private static IEnumerable<string> FaultsOfTestRun(string project, List<string> arguments) =>
        arguments.Zip(arguments.Skip(1).Append("")).Where(pair => pair.First is "-class" or "-class-")
            .Where(pair => !ClassesOf(project).Any(
                name => FileSystemName.MatchesSimpleExpression(pair.Second, name, ignoreCase: false)))
            .Select(pair => $"no test class is called {pair.Second}");

    private static IEnumerable<string> ClassesOf(string project) => RepositoryFiles.In(project)
        .Where(file => file.EndsWith(".cs", StringComparison.Ordinal)).Select(RepositoryFiles.Text)
        .SelectMany(text => TestClass().Matches(text)
            .Select(match => $"{Namespace().Match(text).Groups[1].Value}.{match.Groups[1].Value}"));

    private static bool IsNamedIn(string project, string option) => RepositoryFiles.In(project)
        .Any(file => file.EndsWith(".cs", StringComparison.Ordinal)
            && RepositoryFiles.Text(file).Contains($"\"{option}\"", StringComparison.Ordinal));

    /// <summary>A file or folder, or what the build makes of a project.</summary>
    private static bool Exists(string path)
    {
        var built = path.Split("/bin/Release/");
        if (built.Length == 1)
            return Path.Exists(Path.Combine(Repository.Root, path));
        var name = $"<AssemblyName>{Path.GetFileName(path.Replace(".dll", "", StringComparison.Ordinal))}<";
        return RepositoryFiles.ProjectOf(built[0]) is string project && Path.GetDirectoryName(project) == built[0]
            && RepositoryFiles.Text(project).Contains(name, StringComparison.Ordinal);
    }

    [GeneratedRegex(@"(^|\s)#.*$")]
    private static partial Regex Comment();

    [GeneratedRegex("""(?:\$\([^)]*\)|[^\s'"\[\]]|'[^']*'|"[^"]*")+""")]
    private static partial Regex Word();

    [GeneratedRegex(@"^public [\w ]*\bclass (\w+)", RegexOptions.Multiline)]
    private static partial Regex TestClass();

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex Namespace();

    [GeneratedRegex(@"^\w+=")]
    private static partial Regex Assignment();

    [GeneratedRegex(@"^[A-Z]{3,}$")]
    private static partial Regex Placeholder();

    [GeneratedRegex(@"^(src|tests|docs|tools|benchmarks|samples|\.ci)/[^<>*$]*$")]
    private static partial Regex OwnPath();
}
