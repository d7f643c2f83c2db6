using System.IO;
using System.Linq;
using System.Text;
using ManagedCrypto.Tests;
using Xunit;

namespace ManagedCrypto.RepositoryTests.SupplyChain;

/// <summary>All of the repository can be read as text.</summary>
public class BinaryFileTests
{
    /// <summary>docs/dependencies.md tells why each is there.</summary>
    private static readonly string[] s_known =
    [
        "src/ManagedCrypto.snk",
        "src/icon.png",
        "tests/Crypto.Tests/Vectors/aegis.zip", "tests/Crypto.Tests/Vectors/aes.zip",
        "tests/Crypto.Tests/Vectors/ccm.zip",
        "tests/Crypto.Tests/Vectors/gcm.zip",
        "tests/Crypto.Tests/Vectors/hmac.zip",
        "tests/Crypto.Tests/Vectors/kdf.zip",
        "tests/Crypto.Tests/Vectors/keywrap.zip",
        "tests/Crypto.Tests/Vectors/sha.zip",
        "tests/Crypto.Tests/Vectors/sha3.zip",
        "tests/Crypto.Tests/Vectors/wycheproof.zip",
        "tests/Crypto.Tests/Vectors/xts.zip",
        "tests/Repository.Tests/Acvp/public-sets.zip",
    ];

    [Fact]
    public void Binary_files_are_the_known_ones() =>
        Assert.Equal(s_known, RepositoryFiles.All.Where(file => !IsText(File.ReadAllBytes(Path.Combine(Repository.Root, file)))));

    [Fact]
    public void Known_binary_files_are_named_on_the_page()
    {
        var page = RepositoryFiles.Text("docs/dependencies.md");
        Assert.All(s_known, file => Assert.Contains(Path.GetFileName(file) + "`", page));
    }

    public static TheoryData<byte[], bool> Samples => new()
    {
        { "int a = 1;\r\n\tä: Σ\n"u8.ToArray(), true },
        { [], true },
        { "a\0b"u8.ToArray(), false },
        { [0x7F, (byte)'E', (byte)'L', (byte)'F', 2, 1, 1], false },
        { [(byte)'M', (byte)'Z', 0x90, 0xC3], false },
    };

    [Theory]
    [MemberData(nameof(Samples))]
    public void Text_and_binary_content_are_distinguished(byte[] content, bool expected) => Assert.Equal(expected, IsText(content));

    /// <summary>UTF-8 without control characters but those that part lines and words.</summary>
    private static bool IsText(byte[] content)
    {
        try
        {
            return !new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(content)
                .Any(character => char.IsControl(character) && character is not ('\n' or '\r' or '\t'));
        }
        catch (DecoderFallbackException)
        {
            return false;
        }
    }
}
