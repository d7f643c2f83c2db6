using System;
using System.Diagnostics;
using System.IO;
using System.Net.Http;
using ManagedCrypto.Tests.Dispatch;

namespace ManagedCrypto.RepositoryTests.Samples;

/// <summary>samples/Vault as its user starts it, on a free port, with a folder and a key of its own.</summary>
public sealed class VaultServer : IDisposable
{
    private readonly Process _process;

    public VaultServer()
        : this(Directory.CreateTempSubdirectory().FullName)
    {
    }

    /// <summary>Starts one whose files are in a folder, which it deletes.</summary>
    internal VaultServer(string folder)
    {
        Folder = folder;
        _process = Process.Start(new ProcessStartInfo(Child.DotNet,
            [Program, "--urls", "http://127.0.0.1:0", $"--Vault:Folder={Folder}", $"--Vault:Key={Key}"])
        {
            RedirectStandardOutput = true,
            WorkingDirectory = Folder,
        })!;
        Client = new HttpClient { BaseAddress = Address() };
    }

    public string Folder { get; }

    public string Key { get; } = RandomNumberGenerator.GetHexString(64);

    public HttpClient Client { get; }

    internal static string Program => Sample.PathOf("Vault");

    public string PathOf(string name) => Path.Combine(Folder, name + ".sealed");

    public void Dispose()
    {
        Client.Dispose();
        _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        Directory.Delete(Folder, recursive: true);
    }

    private Uri Address()
    {
        const string Announcement = "Now listening on: ";
        var output = _process.StandardOutput;
        string? line;
        do
            line = output.ReadLine() ?? throw new InvalidOperationException("The vault ended before it listened.");
        while (!line.Contains(Announcement, StringComparison.Ordinal));

        _ = output.ReadToEndAsync(); // so that the vault does not wait for room
        return new Uri(line.Split(Announcement)[1]);
    }
}
