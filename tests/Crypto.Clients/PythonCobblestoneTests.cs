using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Tests;
using ManagedCrypto.Tests.Dispatch;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>
/// Messages of <see cref="Cobblestone"/>, and files of aesfile, that go to a reader of their format in Python, and back. It shares
/// nothing with ours: its AES-GCM, HKDF and PBKDF2 are Python's.
/// </summary>
public sealed class PythonCobblestoneTests : IDisposable
{
    private const string Words = "correct horse é";

    private static readonly string s_program = Path.Combine(Repository.Root, "tests", "Crypto.Clients", "cobblestone.py");

    private readonly DirectoryInfo _folder;

    public PythonCobblestoneTests()
    {
        Other.Demand(Other.Python is not null, "Python with its package cryptography");
        _folder = Directory.CreateTempSubdirectory("cobblestone");
    }

    /// <summary>Around the end of a chunk, and of many.</summary>
    public static MatrixTheoryData<int, int> KeysAndLengths =>
        new([16, 32], [0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 32 * 1024, 1_000_003]);

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(KeysAndLengths))]
    public void Message_of_either_side_is_opened_by_the_other(int keyBytes, int length)
    {
        byte[] key = Samples.Bytes(keyBytes, 1), text = Samples.Bytes(length, 2), context = Samples.Bytes(length % 100, 3);

        Write("ours", Cobblestone.SealToArray(key, text, context));
        Write("text", text);

        Assert.Equal(0, Python("open", Hex(key), Hex(context), PathOf("ours"), PathOf("opened")));
        Assert.Equal(text, Read("opened"));
        Assert.Equal(0, Python("seal", Hex(key), Hex(context), PathOf("text"), PathOf("theirs")));
        Assert.Equal(text, Cobblestone.OpenToArray(key, Read("theirs"), context));
        using var stream = Cobblestone.CreateOpeningStream(
            File.OpenRead(PathOf("theirs")), key, context, options: new CobblestoneOptions { Parallelism = 3 });
        using var streamed = new MemoryStream();
        stream.CopyTo(streamed);
        Assert.Equal(text, streamed.ToArray());
    }

    [Fact]
    public void Changed_message_is_refused_by_both_sides()
    {
        byte[] key = Samples.Bytes(32, 1), message = Cobblestone.SealToArray(key, Samples.Bytes(40_000, 2));
        foreach (var at in new[] { 0, 30, 60, 20_000, message.Length - 1 })
        {
            message[at] ^= 1;
            Write("changed", message);
            Assert.Equal(2, Python("open", Hex(key), "", PathOf("changed"), PathOf("opened")));
            Assert.Throws<AuthenticationTagMismatchException>(() => Cobblestone.OpenToArray(key, message));
            message[at] ^= 1;
        }
    }

    [Theory]
    [InlineData(16, "seal-file")]
    [InlineData(32, "seal-file")]
    [InlineData(null, "seal-file")]
    [InlineData(16, "seal-file-1")]
    [InlineData(32, "seal-file-1")]
    [InlineData(null, "seal-file-1")]
    public void File_of_either_side_is_opened_by_the_other(int? keyBytes, string command)
    {
        var key = Samples.Bytes(keyBytes ?? 0, 1);
        Write("text", Samples.Bytes(100_000, 2));
        File.WriteAllText(PathOf("key"), keyBytes is null ? Words : $"aesfile-key-1:{Convert.ToBase64String(key)}\n");
        string option = keyBytes is null ? "--passphrase-file" : "--key-file", python = keyBytes is null ? "passphrase:" + Words : Hex(key);

        AesFile("seal", option, PathOf("key"), PathOf("text"), "-o", PathOf("ours"));
        Assert.Equal(0, Python("open-file", python, PathOf("ours"), PathOf("opened")));
        Assert.Equal(Read("text"), Read("opened"));
        Assert.Equal(0, Python(command, python, PathOf("text"), PathOf("theirs")));
        AesFile("open", option, PathOf("key"), PathOf("theirs"), "-o", PathOf("again"));
        Assert.Equal(Read("text"), Read("again"));
    }

    [Fact]
    public void File_with_two_keys_is_opened_by_the_other_side_with_each()
    {
        byte[] first = Samples.Bytes(32, 1), second = Samples.Bytes(16, 3);
        Write("text", Samples.Bytes(100_000, 2));
        File.WriteAllText(PathOf("second"), $"aesfile-key-1:{Convert.ToBase64String(second)}\n");
        File.WriteAllText(PathOf("words"), Words);

        Assert.Equal(0, Python("seal-file", Hex(first), PathOf("text"), PathOf("sealed")));
        File.WriteAllText(PathOf("key"), $"aesfile-key-1:{Convert.ToBase64String(first)}\n");
        AesFile("add-key", "--key-file", PathOf("key"), "--new-key-file", PathOf("second"), PathOf("sealed"));
        AesFile("add-key", "--key-file", PathOf("second"), "--new-passphrase-file", PathOf("words"), PathOf("sealed"));

        foreach (var key in new[] { Hex(first), Hex(second), "passphrase:" + Words })
        {
            Assert.Equal(0, Python("open-file", key, PathOf("sealed"), PathOf("opened")));
            Assert.Equal(Read("text"), Read("opened"));
        }
    }

    private static void AesFile(params string[] arguments) =>
        Other.Run(Child.DotNet, ["exec", Path.Combine(AppContext.BaseDirectory, "aesfile.dll"), .. arguments]);

    private static int Python(params string[] arguments)
    {
        var (exitCode, output) = Other.TryPython([s_program, .. arguments]);
        Assert.True(output == "", output);
        return exitCode;
    }

    private static string Hex(byte[] bytes) => Convert.ToHexString(bytes);

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);

    private byte[] Read(string name) => File.ReadAllBytes(PathOf(name));

    private void Write(string name, byte[] bytes) => File.WriteAllBytes(PathOf(name), bytes);
}
