using System;
using System.Diagnostics;
using System.Formats.Tar;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.AesFileTests;

/// <summary>A folder with a key, in which a user starts aesfile.</summary>
internal sealed class ToolFolder : IDisposable
{
    /// <summary>Of a header with one slot.</summary>
    public const int HeaderBytes = 10 + 128 + 64;

    private const string SetPriv = "/usr/bin/setpriv";

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(10);
    private static readonly byte[] s_folderHeader = [.. "AESFILE"u8, 1, 0, 1, .. new byte[22]];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("aesfile");

    public ToolFolder()
    {
        Key = new byte[32];
        new Random(1).NextBytes(Key);
        WriteKey("key", Key);
    }

    public static string Program => System.IO.Path.Combine(AppContext.BaseDirectory, "aesfile.dll");

    /// <summary>What is in the file "key".</summary>
    public byte[] Key { get; }

    public string Root => _folder.FullName;

    private static bool IsRoot => !OperatingSystem.IsWindows() && Environment.IsPrivilegedProcess;

    public string Path(string name) => System.IO.Path.Combine(Root, name);

    public byte[] Read(string name) => File.ReadAllBytes(Path(name));

    public byte[] Write(string name, byte[] bytes)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path(name))!);
        File.WriteAllBytes(Path(name), bytes);
        return bytes;
    }

    public byte[] WriteRandom(string name, int length, int seed = 2)
    {
        var bytes = new byte[length];
        new Random(seed).NextBytes(bytes);
        return Write(name, bytes);
    }

    public void WriteKey(string name, byte[] key) =>
        WriteSecret(name, Encoding.ASCII.GetBytes($"aesfile-key-1:{Convert.ToBase64String(key)}\n"));

    /// <summary>A file that is for its owner alone.</summary>
    public void WriteSecret(string name, ReadOnlySpan<byte> bytes)
    {
        Write(name, bytes.ToArray());
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(Path(name), UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    /// <summary>The MAC of a header, by .NET.</summary>
    public static byte[] MacOf(byte[] fileKey, byte[] header) => System.Security.Cryptography.HMACSHA512.HashData(
        System.Security.Cryptography.HMACSHA512.HashData(fileKey, "AESFILE\u0002 MAC of the header"u8), header);

    /// <summary>Seals an archive as a folder, with a header of version 1.</summary>
    public void WriteArchive(string name, byte[] archive) =>
        Write(name, [.. s_folderHeader, .. Cobblestone.SealToArray(Key, archive, s_folderHeader)]);

    /// <summary>Seals an archive of these entries as a folder.</summary>
    public void WriteArchive(string name, params TarEntry[] entries)
    {
        using var archive = new MemoryStream();
        using (var writer = new TarWriter(archive, leaveOpen: true))
            Array.ForEach(entries, writer.WriteEntry);
        WriteArchive(name, archive.ToArray());
    }

    /// <summary>Whatever is in the folder, with what has not been completed.</summary>
    public string[] Names() => [.. _folder.EnumerateFileSystemInfos().Select(entry => entry.Name).Order(StringComparer.Ordinal)];

    public ToolResult Run(params string[] arguments) => RunWith([], arguments);

    public ToolResult RunWith(byte[] input, params string[] arguments) =>
        Finish(Start(Child.DotNet, ["exec", Program, .. arguments]), input);

    /// <summary>
    /// Runs a line of the shell, in which $aesfile is the program, and $bound begins a command for which rights count even if the user
    /// is root.
    /// </summary>
    public ToolResult Shell(string line)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "no POSIX shell");
        Assert.SkipWhen(IsRoot && !File.Exists(SetPriv) && line.Contains("$bound", StringComparison.Ordinal), "root, and no setpriv");
        return Finish(Start("/bin/sh", ["-c", line]), []);
    }

    /// <summary>
    /// Starts a program that ends by the signals that end programs: what the parent of the tests ignores (Ctrl+C in the background of a
    /// script, a hang-up under nohup), its children would ignore, too.
    /// </summary>
    public Process Start(string program, string[] arguments)
    {
        var isLinux = OperatingSystem.IsLinux();
        var start = new ProcessStartInfo(
            isLinux ? "/usr/bin/env" : program, isLinux ? ["--default-signal=HUP,INT,QUIT,TERM,TSTP", program, .. arguments] : arguments)
        {
            WorkingDirectory = Root,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["aesfile"] = $"{Child.DotNet} exec {Program}";
        start.Environment["bound"] = IsRoot ? $"{SetPriv} --bounding-set=-dac_override,-dac_read_search" : "";
        start.Environment["TERM"] = "xterm";
        start.Environment.Remove("NO_COLOR"); // a runner without colours sets it
        return Process.Start(start)!;
    }

    public static ToolResult Finish(Process process, byte[] input)
    {
        using (process)
        {
            using var output = new MemoryStream();
            var copied = process.StandardOutput.BaseStream.CopyToAsync(output);
            var error = process.StandardError.ReadToEndAsync();
            var given = Task.Run(() => Give(process, input));
            if (!process.WaitForExit(s_limit))
            {
                process.Kill(entireProcessTree: true);
                throw new TimeoutException("aesfile did not end.");
            }

            Task.WaitAll([copied, error, given], TestContext.Current.CancellationToken);
            return new ToolResult(process.ExitCode, output.ToArray(), error.Result);
        }
    }

    public void Dispose()
    {
        try
        {
            _folder.Delete(recursive: true);
        }
        catch (IOException) when (OperatingSystem.IsLinux())
        {
            // .NET finds no file whose name is not UTF-8.
            Assert.Equal(0, Child.Run(new ProcessStartInfo("rm", ["-rf", Root]), TimeSpan.FromMinutes(1)).ExitCode);
        }
    }

    private static void Give(Process process, byte[] input)
    {
        try
        {
            process.StandardInput.BaseStream.Write(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended without reading all.
        }
    }
}
