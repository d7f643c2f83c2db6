using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.SupplyChain;

/// <summary>The workflows for hosted machines, which nobody here can run.</summary>
public partial class WorkflowTests
{
    public static TheoryData<string> Workflows => [.. RepositoryFiles.In(".github/workflows")];

    [Fact]
    public void Tests_and_release_have_a_workflow() => Assert.Equal(2, Workflows.Count);

    /// <summary>A tag can be moved; the hash of a commit cannot.</summary>
    [Theory]
    [MemberData(nameof(Workflows))]
    public void Actions_are_pinned_by_commit_and_say_their_version(string workflow)
    {
        var uses = Lines(workflow).Where(line => line.Contains("uses:", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(uses);
        Assert.All(uses, line => Assert.Matches(@"^ +- uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line));
    }

    /// <summary>What a workflow may do is said once for all jobs, and may only read; what a job may do besides stands with it.</summary>
    [Theory]
    [MemberData(nameof(Workflows))]
    public void Jobs_may_only_read_unless_they_say_more(string workflow)
    {
        var text = RepositoryFiles.Text(workflow);
        Assert.Contains("\npermissions:\n  contents: read\n", text);
        Assert.DoesNotMatch("write-all|pull_request_target", text);
        Assert.DoesNotMatch(@"run:.*\$\{\{", text);
    }

    [Theory]
    [MemberData(nameof(Workflows))]
    public void Scripts_that_run_are_there_and_executable(string workflow)
    {
        var scripts = Lines(workflow).Select(line => Script().Match(line)).Where(match => match.Success).Select(match => match.Groups[1].Value).ToList();
        Assert.NotEmpty(scripts);
        Assert.All(scripts, script => Assert.StartsWith("#!", RepositoryFiles.Text(script), StringComparison.Ordinal));
        if (OperatingSystem.IsWindows())
            return;
        foreach (var script in scripts)
            Assert.True(File.GetUnixFileMode(Path.Combine(Repository.Root, script)).HasFlag(UnixFileMode.UserExecute), script);
    }

    private static string[] Lines(string workflow) => RepositoryFiles.Text(workflow).Split('\n');

    [GeneratedRegex(@"- run: (\S*/\S+)")]
    private static partial Regex Script();
}
