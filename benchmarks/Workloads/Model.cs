using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using ManagedCrypto.Benchmarks.Results;
using Spectre.Console;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// What LLVM's models of Arm64 cores make of loops: of our machine code, by its listing, and of other people's assembly sources. Nothing is
/// measured.
/// </summary>
internal static partial class Model
{
    private const string Features = "-mattr=+aes,+sha2,+sha3";

    private const int Iterations = 50, FewestRounds = 10, MostRounds = 14;

    private static readonly string[] s_cores = ["neoverse-n1", "neoverse-v1", "neoverse-v2"];

    private static readonly string[] s_programs = ["llvm-mca-19", "llvm-mca"];

    public static int Run(Options options, JsonReport report)
    {
        if (Array.Find(s_programs, program => Ask(program, ["--version"], "") is not null) is not { } program)
        {
            Console.WriteLine("llvm-mca: not here");
            return 0;
        }

        List<(string Name, IReadOnlyList<string> Instructions)> loops = [.. Kernels(), .. options.Peers.SelectMany(Peer)];
        Console.WriteLine($"Cycles of a round of each loop, as {program} models it; nothing was measured. {Version(program)}");
        var table = new Table().AddColumns(["loop", "instructions", .. s_cores]);
        foreach (var loop in loops)
            table.AddRow([Markup.Escape(loop.Name), $"{loop.Instructions.Count}", .. s_cores.Select(core => Cycles(program, core, loop.Instructions))]);
        AnsiConsole.Write(table);
        return 0;
    }

    private static string Version(string program) =>
        Ask(program, ["--version"], "")!.Split('\n').Select(line => line.Trim()).First(line => line.Contains("LLVM version", StringComparison.Ordinal)) + ".";

    private static string Cycles(string program, string core, IReadOnlyList<string> instructions)
    {
        var said = Ask(program, ["-mtriple=aarch64", Features, "-mcpu=" + core, $"-iterations={Iterations}"], string.Join('\n', instructions));
        return said is not null && TotalCycles().Match(said) is { Success: true } match
            ? (double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) / Iterations).ToString("0.0", CultureInfo.InvariantCulture)
            : "not known there";
    }

    /// <summary>The longest loop of each kernel; of one that has rounds of AES, under the shortest key and under the longest.</summary>
    private static IEnumerable<(string Name, IReadOnlyList<string> Instructions)> Kernels()
    {
        foreach (var file in Directory.GetFiles(Path.Combine(Root(), "src/Crypto/Intrinsics/MachineCode/Generated"), "*Arm64Code.g.cs").Order(StringComparer.Ordinal))
        {
            foreach (var kernel in KernelHeading().Split(File.ReadAllText(file)).Skip(1).Chunk(2))
            {
                List<(int Offset, string Text)> listing =
                    [.. Listed().Matches(kernel[1]).Select(match => (Convert.ToInt32(match.Groups[1].Value, 16), match.Groups[2].Value.TrimEnd()))];
                var loop = Loops(listing).DefaultIfEmpty().MaxBy(loop => loop.Length);
                if (loop.Length == 0)
                    continue;
                var body = Unrolled(listing.Where(one => one.Offset >= loop.From && one.Offset < loop.From + loop.Length).ToList());
                var name = Path.GetFileName(file).Split("Arm64")[0] + "." + kernel[0];
                var (shortest, longest) = (Taken(body, FewestRounds), Taken(body, MostRounds));
                if (shortest.Count == longest.Count)
                {
                    yield return (name, longest);
                    continue;
                }

                yield return (name + ", 128 bits", shortest);
                yield return (name + ", 256 bits", longest);
            }
        }
    }

    /// <summary>The body of a loop, in which a loop within it that counts down from a number stands so often.</summary>
    private static List<(int Offset, string Text)> Unrolled(List<(int Offset, string Text)> body)
    {
        var inner = Loops(body).FirstOrDefault(one => one.From > body[0].Offset);
        var (from, end) = (body.FindIndex(one => one.Offset == inner.From), body.FindIndex(one => one.Offset == inner.From + inner.Length));
        if (from <= 0 || CountedDown().Match(body[end - 1].Text) is not { Success: true } counter)
            return body;
        var start = body[..from].FindLast(one => one.Text.StartsWith($"movz {counter.Groups[1].Value}, ", StringComparison.Ordinal)).Text;
        var times = start is null ? 1 : int.Parse(FirstNumber().Match(start).Groups[1].Value, CultureInfo.InvariantCulture);
        return [.. body[..from], .. Enumerable.Repeat(body[from..end], times).SelectMany(round => round), .. body[end..]];
    }

    private static IEnumerable<(int From, int Length)> Loops(List<(int Offset, string Text)> listing) =>
        from one in listing
        let match = BackwardBranch().Match(one.Text)
        where match.Success
        let length = int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)
        select (one.Offset - length, length);

    /// <summary>The instructions but branches, of which those are taken that leave out rounds of AES: what follows a comparison with 10 or 12.</summary>
    private static List<string> Taken(List<(int Offset, string Text)> body, int rounds)
    {
        var taken = new List<string>();
        int? compared = null;
        for (var i = 0; i < body.Count; i++)
        {
            var text = body[i].Text;
            if (RoundsCompared().Match(text) is { Success: true } comparison)
                compared = int.Parse(comparison.Groups[1].Value, CultureInfo.InvariantCulture);
            if (ForwardBranch().Match(text) is { Success: true } branch)
            {
                var isTaken = compared is { } other && branch.Groups[1].Value switch
                {
                    "eq" => rounds == other,
                    "lo" => rounds < other,
                    _ => false,
                };
                var target = body[i].Offset + int.Parse(branch.Groups[2].Value, CultureInfo.InvariantCulture);
                if (isTaken)
                    i = body.FindIndex(one => one.Offset >= target) - 1;
            }
            else if (!AnyBranch().IsMatch(text))
            {
                taken.Add(text);
            }
        }

        return taken;
    }

    /// <summary>The loops of an assembly source of GNU's or LLVM's kind: from a label to a branch back to it.</summary>
    /// <exception cref="UsageException">The file cannot be read.</exception>
    private static IEnumerable<(string Name, IReadOnlyList<string> Instructions)> Peer(string path)
    {
        string[] lines;
        try
        {
            lines = [.. File.ReadLines(path).Select(line => Comment().Replace(line, "").Trim())];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{path}: {failure.Message}");
        }

        for (var i = 0; i < lines.Length; i++)
        {
            var from = BranchToLabel().Match(lines[i]) is { Success: true } branch ? Array.IndexOf(lines, branch.Groups[1].Value + ":", 0, i) : -1;
            if (from < 0)
                continue;
            var body = lines[from..i].Where(line => line.Length > 0 && !line.EndsWith(':') && (!line.StartsWith('.') || line.StartsWith(".inst", StringComparison.Ordinal)));
            yield return ($"{Path.GetFileName(path)} {lines[from].TrimEnd(':')}", [.. body.Where(line => !AnyBranch().IsMatch(line)).Select(Disassembled)]);
        }
    }

    /// <summary>llvm-mca passes over instructions that are written as numbers.</summary>
    private static string Disassembled(string line)
    {
        if (!line.StartsWith(".inst", StringComparison.Ordinal))
            return line;
        var word = Convert.ToUInt32(line[".inst".Length..].Trim(), 16);
        var bytes = string.Join(' ', BitConverter.GetBytes(word).Select(number => $"0x{number:x2}"));
        var said = s_programs.Select(program => Ask(program.Replace("mca", "mc", StringComparison.Ordinal), ["-triple=aarch64", Features, "--disassemble"], bytes))
            .FirstOrDefault(said => said is not null);
        return said?.TrimEnd().Split('\n')[^1].Trim() is { Length: > 0 } text ? text
            : throw new UsageException($"llvm-mc, which reads instructions that are written as numbers, is not here, or does not know {line}.");
    }

    /// <summary>What a program says to its input, or null if it is not here.</summary>
    private static string? Ask(string program, string[] arguments, string input)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo(program, arguments)
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            })!;
            process.ErrorDataReceived += (_, _) => { };
            process.BeginErrorReadLine();
            process.StandardInput.Write(input);
            process.StandardInput.Close();
            var said = process.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return said;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    private static string Root([CallerFilePath] string thisFile = "") => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "../.."));

    [GeneratedRegex(@"^        // (\w+)\r?$", RegexOptions.Multiline)]
    private static partial Regex KernelHeading();

    [GeneratedRegex(@"// ([0-9a-f]{4,})  (\S.*)")]
    private static partial Regex Listed();

    [GeneratedRegex(@"^(?:b|b\.\w+|cbn?z|tbn?z)\b.*\.-(\d+)$")]
    private static partial Regex BackwardBranch();

    [GeneratedRegex(@"^subs (x\d+), \1, #1$")]
    private static partial Regex CountedDown();

    [GeneratedRegex(@"#(\d+)")]
    private static partial Regex FirstNumber();

    [GeneratedRegex(@"^subs xzr, x\d+, #(10|12)$")]
    private static partial Regex RoundsCompared();

    [GeneratedRegex(@"^b\.(\w+) \.\+(\d+)$")]
    private static partial Regex ForwardBranch();

    [GeneratedRegex(@"^(?:b|bl|br|ret|b\.?(?:eq|ne|hs|lo|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)|cbn?z|tbn?z)\b")]
    private static partial Regex AnyBranch();

    [GeneratedRegex(@"^(?:b\.?(?:eq|ne|hs|lo|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)|cbn?z|tbn?z)\b.*?(\.?L\w+)$")]
    private static partial Regex BranchToLabel();

    [GeneratedRegex(@"//.*|/\*.*?\*/")]
    private static partial Regex Comment();

    [GeneratedRegex(@"Total Cycles:\s+(\d+)")]
    private static partial Regex TotalCycles();
}
