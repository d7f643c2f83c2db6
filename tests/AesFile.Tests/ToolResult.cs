using System;
using System.Text;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>How aesfile ended, and what it said.</summary>
internal sealed record ToolResult(int ExitCode, byte[] Output, string Error)
{
    public string Text => Encoding.UTF8.GetString(Output);

    public ToolResult IsFine()
    {
        Assert.True(ExitCode == 0 && Error == "", $"{ExitCode}: {Error}");
        return this;
    }

    /// <summary>It failed with this code, and a line that the user can understand.</summary>
    public ToolResult Failed(int exitCode, string? because = null)
    {
        Assert.True(ExitCode == exitCode, $"{ExitCode} instead of {exitCode}: {Error}");
        Assert.Matches(@"\Aaesfile: [^\n]{10,}\n\z", Error);
        Assert.Contains(because ?? "", Error, StringComparison.Ordinal);
        return this;
    }
}
