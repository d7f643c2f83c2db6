using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>Files that go from the openssl command line to us, and back.</summary>
public sealed class OpenSslTests : IDisposable
{
    private const string Password = "correct horse";

    private static readonly string? s_openSsl = Other.Find("openssl");

    private static readonly byte[] s_key = Samples.Bytes(32, 1);

    /// <summary>As a counter it carries through all of its bytes.</summary>
    private static readonly byte[] s_iv = [.. Enumerable.Repeat((byte)0xff, 15), 0xf0];

    private static readonly string[] s_keyAndIV = ["-K", Convert.ToHexString(s_key), "-iv", Convert.ToHexString(s_iv)];

    private readonly DirectoryInfo _folder;

    public OpenSslTests()
    {
        Other.Demand(s_openSsl is not null, "openssl");
        _folder = Directory.CreateTempSubdirectory("openssl");
    }

    public static TheoryData<int> Sizes => [.. Samples.Sizes];

    private string Text => Path.Combine(_folder.FullName, "text");

    private string Encrypted => Path.Combine(_folder.FullName, "encrypted");

    private string Decrypted => Path.Combine(_folder.FullName, "decrypted");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(Sizes))]
    public void File_in_CBC_goes_both_ways(int size) => BothWays(
        size,
        (text, file) => OpenSslFile.EncryptCbc(s_key, s_iv, text, file),
        (file, text) => OpenSslFile.DecryptCbc(s_key, s_iv, file, text),
        ["-aes-256-cbc", .. s_keyAndIV]);

    [Theory]
    [MemberData(nameof(Sizes))]
    public void File_in_CTR_goes_both_ways(int size) => BothWays(
        size,
        (text, file) => OpenSslFile.TransformCtr(s_key, s_iv, text, file),
        (file, text) => OpenSslFile.TransformCtr(s_key, s_iv, file, text),
        ["-aes-256-ctr", .. s_keyAndIV]);

    [Theory]
    [MemberData(nameof(Sizes))]
    public void File_under_a_password_goes_both_ways(int size) => BothWays(
        size,
        (text, file) => OpenSslFile.Encrypt(Password, text, file),
        (file, text) => OpenSslFile.Decrypt(Password, file, text),
        ["-aes-256-cbc", "-pbkdf2", "-pass", "pass:" + Password]);

    [Fact]
    public void File_under_another_key_is_refused_by_both_sides()
    {
        File.WriteAllBytes(Text, Samples.Bytes(100, 2));
        Samples.Convert(Text, Encrypted, (text, file) => OpenSslFile.EncryptCbc(Samples.Bytes(32, 3), s_iv, text, file));
        var (exitCode, output) = Other.Try(s_openSsl!, ["enc", "-d", "-aes-256-cbc", .. s_keyAndIV, "-in", Encrypted]);
        Assert.True(exitCode != 0 && output.Contains("bad decrypt", StringComparison.Ordinal), output);
        Assert.Throws<CryptographicException>(() =>
            Samples.Convert(Encrypted, Decrypted, (file, text) => OpenSslFile.DecryptCbc(s_key, s_iv, file, text)));
    }

    [Fact]
    public void File_without_salt_is_refused() => Assert.Throws<InvalidDataException>(() =>
        OpenSslFile.Decrypt(Password, new MemoryStream(Samples.Bytes(32, 4)), new MemoryStream()));

    private void BothWays(int size, Action<Stream, Stream> encrypt, Action<Stream, Stream> decrypt, string[] options)
    {
        var text = Samples.Bytes(size, 5);
        File.WriteAllBytes(Text, text);
        Samples.Convert(Text, Encrypted, encrypt);
        Other.Run(s_openSsl!, ["enc", "-d", .. options, "-in", Encrypted, "-out", Decrypted]);
        Assert.Equal(text, File.ReadAllBytes(Decrypted));

        Other.Run(s_openSsl!, ["enc", .. options, "-in", Text, "-out", Encrypted]);
        Samples.Convert(Encrypted, Decrypted, decrypt);
        Assert.Equal(text, File.ReadAllBytes(Decrypted));
    }
}
