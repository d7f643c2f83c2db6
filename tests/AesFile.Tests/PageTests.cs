using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using ManagedCrypto.AesFile;
using ManagedCrypto.AesFile.Commands;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>The manual page and what shells suggest are made of the commands, and leave out none.</summary>
public sealed class PageTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Manual_page_has_all_commands_options_and_lessons()
    {
        var page = ManCommand.PageOf(Program.Commands()).Replace(@"\-", "-", StringComparison.Ordinal)
            .Replace(@"\(aq", "'", StringComparison.Ordinal).Replace(@"\(dq", "\"", StringComparison.Ordinal).Replace(@"\(ti", "~", StringComparison.Ordinal);

        Has(page.Split(".SH COMMANDS")[0], Program.Commands(), Program.Lesson);
        var sections = page.Split(".SS \"aesfile ").Skip(1).ToDictionary(section => section[..section.IndexOfAny([' ', '"'])]);
        var commands = Program.Commands().Subcommands;
        Assert.Equal(commands.Select(command => command.Name), sections.Keys);
        Assert.All(commands, command => Has(sections[command.Name], command, ((TaughtCommand)command).Lesson));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void Manual_page_has_no_fault_that_groff_finds()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/groff"), "no groff");

        Assert.Equal("", _folder.Shell("$aesfile man | groff -man -ww -z -Tutf8 2>&1").IsFine().Text);
        var shown = _folder.Shell("$aesfile man | groff -man -Tutf8 | sed 's/\\x1b\\[[0-9;]*m//g; s/.\\x08//g'").IsFine().Text;
        Assert.All((string[])["aesfile seal FILE...", "--key-file, -k FILE", "  aesfile open -k my.key photos.aesfile", "$(aesfile completion bash)"], text =>
            Assert.Contains(text, shown, StringComparison.Ordinal));
    }

    [ExplicitFact, Trait("run", "ci")]
    public void All_commands_and_options_are_suggested()
    {
        var root = Program.Commands();
        Assert.Equal(root.Subcommands.Select(command => command.Name).Order(StringComparer.Ordinal), Suggested("aesfile ").Where(word => char.IsAsciiLetter(word[0])));
        Assert.All(root.Subcommands, command =>
        {
            var names = Suggested($"aesfile {command.Name} --").ToList();
            Assert.All(command.Options, option => Assert.Contains(option.Name, names));
        });
    }

    private static void Has(string text, Command command, string lesson)
    {
        Assert.Contains(command.Description!, text, StringComparison.Ordinal);
        Assert.All(command.Options, option => Assert.Contains($@"\fB{option.Name}\fR", text, StringComparison.Ordinal));
        Assert.All(command.Options, option => Assert.Contains(option.Description!, text, StringComparison.Ordinal));
        Assert.All(command.Arguments, argument => Assert.Contains(argument.Description!, text, StringComparison.Ordinal));
        Assert.All(lesson.Split('\n'), line => Assert.Contains(line, text, StringComparison.Ordinal));
    }

    private IEnumerable<string> Suggested(string line) => _folder.Run($"[suggest:{line.Length}]", line).IsFine().Text
        .Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal);
}
