using System;
using System.IO;
using System.Linq;
using System.Text;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Sources;

/// <summary>What .editorconfig says of all files, and the build, which looks at the formatting of C#, does not see.</summary>
public class LineEndTests
{
    private const string ByteOrderMark = "\u00ef\u00bb\u00bf";

    private static readonly string[] s_kinds = [".cs", ".csproj", ".json", ".md", ".props", ".targets", ".sh", ".mjs"];

    /// <summary>NuGet writes these, without a newline at the end.</summary>
    private const string LockFile = "packages.lock.json";

    [Fact]
    public void Files_end_with_one_newline_and_lines_with_nothing_else() => Assert.DoesNotContain(
        RepositoryFiles.All.Where(file => s_kinds.Contains(Path.GetExtension(file)) && Path.GetFileName(file) != LockFile), file => !IsRight(file));

    private static bool IsRight(string file)
    {
        var text = Encoding.Latin1.GetString(File.ReadAllBytes(Path.Combine(Repository.Root, file)));
        return text.EndsWith('\n') && !text.EndsWith("\n\n", StringComparison.Ordinal) && !text.Contains('\r')
            && !text.StartsWith(ByteOrderMark, StringComparison.Ordinal)
            && (Path.GetExtension(file) == ".md" || !text.Contains(" \n", StringComparison.Ordinal));
    }
}
