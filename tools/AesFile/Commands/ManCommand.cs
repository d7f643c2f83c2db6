using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Linq;
using System.Text;

namespace ManagedCrypto.AesFile.Commands;

/// <summary>Prints the manual page for man(1), which is made of the commands themselves.</summary>
internal static class ManCommand
{
    private const string ExamplesIndent = "  ";

    public static Command Create()
    {
        var command = new TaughtCommand("man", "Prints the manual page", """
            Examples:
              aesfile man | man -l -
              aesfile man >~/.local/share/man/man1/aesfile.1
            """);
        command.SetAction(_ => Console.Write(PageOf(Program.Commands())));
        return command;
    }

    /// <summary>In roff, by the macros of man(7).</summary>
    public static string PageOf(RootCommand root)
    {
        var version = typeof(ManCommand).Assembly.GetName().Version!.ToString(fieldCount: 3);
        List<string> lines =
        [
            $".TH AESFILE 1 \"\" \"aesfile {version}\" \"User Commands\"",
            ".SH NAME",
            @"aesfile \- seals files and folders with AES\-GCM",
            ".SH SYNOPSIS",
            @"\fBaesfile\fR \fICOMMAND\fR [\fIOPTION\fR...] [\fIFILE\fR...]",
            ".SH DESCRIPTION",
            Escaped(root.Description!),
            ".PP",
            .. Lesson(Program.Lesson),
            ".SH OPTIONS",
            .. root.Options.SelectMany(Option),
            ".SH COMMANDS",
        ];
        foreach (var command in root.Subcommands)
        {
            lines.Add($".SS \"aesfile {Escaped(command.Name)}{string.Concat(command.Arguments.Select(Usage))}\"");
            lines.AddRange([Escaped(command.Description! + "."), .. command.Arguments.SelectMany(Argument), .. command.Options.SelectMany(Option)]);
            lines.AddRange([".PP", .. Lesson(((TaughtCommand)command).Lesson)]);
        }

        return string.Join('\n', lines) + "\n";
    }

    private static string Usage(Argument argument) => $" {Escaped(argument.Name)}{(argument.Arity.MaximumNumberOfValues > 1 ? "..." : "")}";

    private static IEnumerable<string> Argument(Argument argument) => [".TP", $@"\fI{Escaped(argument.Name)}\fR", Escaped(argument.Description! + ".")];

    private static IEnumerable<string> Option(Option option)
    {
        var names = option.Aliases.Prepend(option.Name).Where(name => name[0] == '-').Select(name => $@"\fB{Escaped(name)}\fR");
        var value = option.HelpName is string name ? $@" \fI{Escaped(name)}\fR" : "";
        return [".TP", string.Join(", ", names) + value, Escaped(option.Description! + ".")];
    }

    /// <summary>Paragraphs, and examples, which are indented and stay as they are.</summary>
    private static IEnumerable<string> Lesson(string lesson)
    {
        var isExample = false;
        foreach (var line in lesson.ReplaceLineEndings("\n").Split('\n'))
        {
            if (line.StartsWith(ExamplesIndent, StringComparison.Ordinal) != isExample)
            {
                isExample = !isExample;
                yield return isExample ? ".PP\n.nf" : ".fi";
            }

            yield return line.Length == 0 ? ".PP" : Escaped(line);
        }

        if (isExample)
            yield return ".fi";
    }

    /// <summary>What roff prints as it is: a backslash and a hyphen are commands, and so is a line that begins with a dot or a quote.</summary>
    private static string Escaped(string text)
    {
        var escaped = new StringBuilder(text).Replace(@"\", @"\e").Replace("-", @"\-").Replace("\"", @"\(dq").Replace("'", @"\(aq").Replace("~", @"\(ti");
        return text.Length > 0 && text[0] is '.' ? @"\&" + escaped : escaped.ToString();
    }
}
