using System;
using System.IO;
using System.Security.Cryptography;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>Messages that go from Python's "cryptography" to us, and back.</summary>
public sealed class PythonTests : IDisposable
{
    private const string Header = "to: all";

    private static readonly string s_program = Path.Combine(Repository.Root, "tests", "Crypto.Clients", "Recipes", "aes_gcm.py");

    private readonly DirectoryInfo _folder;

    public PythonTests()
    {
        Other.Demand(Other.Python is not null, "Python with its package cryptography");
        _folder = Directory.CreateTempSubdirectory("python");
    }

    public static TheoryData<int, int> KeysAndSizes => new MatrixTheoryData<int, int>([16, 24, 32], Samples.Sizes);

    private string Source => Path.Combine(_folder.FullName, "source");

    private string Destination => Path.Combine(_folder.FullName, "destination");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(KeysAndSizes))]
    public void Message_of_either_side_is_opened_by_the_other(int keyBytes, int size)
    {
        byte[] key = Samples.Bytes(keyBytes, 1), text = Samples.Bytes(size, 2);
        Assert.Equal(text, Python("open", key, Header, PythonMessage.Seal(key, Header, text)));
        var message = Python("seal", key, Header, text);
        Assert.Equal(size + 28, message.Length);
        Assert.Equal(text, PythonMessage.Open(key, Header, message));
    }

    /// <summary>A bit in the nonce, in the ciphertext, in the tag; the end cut off; another header; another key.</summary>
    [Fact]
    public void Changed_message_is_refused_by_both_sides()
    {
        byte[] key = Samples.Bytes(32, 3), message = PythonMessage.Seal(key, Header, Samples.Bytes(100, 4));
        foreach (var at in new[] { 0, 11, 12, 60, 112, 127 })
        {
            byte[] changed = [.. message];
            changed[at] ^= 0x80;
            AssertRefused(key, Header, changed);
        }

        AssertRefused(key, Header, message[..^1]);
        AssertRefused(key, Header + ".", message);
        AssertRefused(Samples.Bytes(32, 5), Header, message);
        Python("open", key, Header, message);
    }

    private void AssertRefused(byte[] key, string header, byte[] message)
    {
        Assert.Throws<AuthenticationTagMismatchException>(() => PythonMessage.Open(key, header, message));
        File.WriteAllBytes(Source, message);
        var (exitCode, output) = Other.TryPython(Arguments("open", key, header));
        Assert.True(exitCode != 0 && output.Contains("InvalidTag", StringComparison.Ordinal), output);
    }

    private byte[] Python(string command, byte[] key, string header, byte[] source)
    {
        File.WriteAllBytes(Source, source);
        var (exitCode, output) = Other.TryPython(Arguments(command, key, header));
        Assert.True(exitCode == 0, output);
        return File.ReadAllBytes(Destination);
    }

    private string[] Arguments(string command, byte[] key, string header) =>
        [s_program, command, Convert.ToHexString(key), header, Source, Destination];
}
