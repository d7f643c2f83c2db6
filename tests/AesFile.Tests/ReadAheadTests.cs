using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using ManagedCrypto.AesFile.Commands;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>While chunks are opened, others are read already: Cobblestone does so with files, which it has to be given as they are.</summary>
public sealed class ReadAheadTests : IDisposable
{
    private readonly ToolFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void File_is_given_to_the_library_as_it_is_and_a_pipe_so_that_it_can_be_cancelled()
    {
        _folder.Write("text", [1]);
        using var file = new FileStream(_folder.Path("text"), FileMode.Open);
        using var pipe = new MemoryStream();

        Assert.Same(file, SealedFiles.Cancellable(file, TestContext.Current.CancellationToken));
        Assert.NotSame(pipe, SealedFiles.Cancellable(pipe, TestContext.Current.CancellationToken));
    }

    /// <summary>
    /// Nobody reads what the program writes: it has read one buffer, of 256 KiB for each thread, and another if it reads ahead.
    /// </summary>
    [Theory]
    [InlineData("open -k key text.aesfile -t 64 -o -")]
    [InlineData("open -k key photos.aesfile -t 64 -o -")]
    public void Second_buffer_is_read_while_the_first_is_opened(string arguments)
    {
        const int Buffer = 64 * 256 * 1024;
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.ProcessorCount > 1, "no /proc, or nobody who would read ahead");
        _folder.WriteRandom("text", 3 * Buffer);
        _folder.Shell("mkdir photos; ln text photos/text; $aesfile seal -k key text photos").IsFine();
        using var process = _folder.Start(Child.DotNet, ["exec", ToolFolder.Program, .. arguments.Split(' ')]);

        var isRead = SpinWait.SpinUntil(() => process.HasExited || BytesRead(process) > Buffer * 7L / 4, TimeSpan.FromMinutes(1));

        Assert.False(process.HasExited);
        Assert.True(isRead, $"{BytesRead(process)} bytes were read.");
        process.Kill();
        process.WaitForExit();
    }

    /// <summary>By all reads of the process, of which those that start it are some megabytes.</summary>
    private static long BytesRead(Process process) => long.Parse(
        File.ReadLines($"/proc/{process.Id}/io").Single(line => line.StartsWith("rchar: ", StringComparison.Ordinal))["rchar: ".Length..],
        CultureInfo.InvariantCulture);
}
