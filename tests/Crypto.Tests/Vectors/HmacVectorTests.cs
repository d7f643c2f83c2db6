using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>RFC 2202 (HMAC with older hashes), RFC 4231, section 4 (with the SHA-2 family), and NIST's samples of HMAC with SHA-3.</summary>
public class HmacVectorTests
{
    private const string Archive = "hmac.zip";

    public static IEnumerable<TheoryDataRow<string, string>> Cases => HashCases.In(Archive, IsOf);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Test_cases_of_the_RFCs_come_out(string hmac, string kernel)
    {
        var subject = HashSubject.Find(hmac, kernel);
        using var zip = VectorArchive.Open(Archive);
        var file = zip.Entries.Single(entry => IsOf(entry.FullName, subject)).FullName;
        var count = 0;
        foreach (var vector in VectorArchive.Read(Archive, file))
        {
            using var hash = subject.Create(vector.Bytes("Key"));
            Assert.Equal(vector.Bytes("MD"), hash.ComputeHash(vector.Bytes("Msg")));
            count++;
        }

        Assert.Equal(file.StartsWith("rfc-2202", StringComparison.Ordinal) ? 7 : 6, count);
    }

    /// <summary>RFC 4231, section 4.6, which the file leaves out: its digests are cut to 128 bits.</summary>
    [Theory]
    [InlineData("HMACSHA256", "a3b6167473100ee06e0c796c2955552b")]
    [InlineData("HMACSHA384", "3abf34c3503b2a23a46efc619baef897")]
    [InlineData("HMACSHA512", "415fad6271580a531d4179bc891d87a6")]
    public void Test_case_5_of_RFC_4231_comes_out(string hmac, string expected)
    {
        byte[] key = Hex.Bytes("0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c"), message = "Test With Truncation"u8.ToArray();
        var subjects = HashSubject.All.Where(subject => subject.Name == hmac).ToList();
        Assert.NotEmpty(subjects);
        foreach (var subject in subjects)
            Assert.Equal(Hex.Bytes(expected), subject.Hash(key, message)[..16]);
    }

    /// <summary>NIST's "HMAC_SHA3" samples: the key is shorter than a block, as long, or longer, which the message says.</summary>
    [Theory]
    [InlineData("HMACSHA3_256", 32, "<", "4fe8e202c4f058e8dddc23d8c34e467343e23555e24fc2f025d598f558f67205")]
    [InlineData("HMACSHA3_256", 136, "=", "68b94e2e538a9be4103bebb5aa016d47961d4d1aa906061313b557f8af2c3faa")]
    [InlineData("HMACSHA3_256", 168, ">", "9bcf2c238e235c3ce88404e813bd2f3a97185ac6f238c63d6229a00b07974258")]
    [InlineData("HMACSHA3_384", 48, "<",
        "d588a3c51f3f2d906e8298c1199aa8ff6296218127f6b38a90b6afe2c5617725bc99987f79b22a557b6520db710b7f42")]
    [InlineData("HMACSHA3_384", 104, "=",
        "a27d24b592e8c8cbf6d4ce6fc5bf62d8fc98bf2d486640d9eb8099e24047837f5f3bffbe92dcce90b4ed5b1e7e44fa90")]
    [InlineData("HMACSHA3_384", 152, ">",
        "e5ae4c739f455279368ebf36d4f5354c95aa184c899d3870e460ebc288ef1f9470053f73f7c6da2a71bcaec38ce7d6ac")]
    [InlineData("HMACSHA3_512", 64, "<",
        "4efd629d6c71bf86162658f29943b1c308ce27cdfa6db0d9c3ce81763f9cbce5"
        + "f7ebe9868031db1a8f8eb7b6b95e5c5e3f657a8996c86a2f6527e307f0213196")]
    [InlineData("HMACSHA3_512", 72, "=",
        "544e257ea2a3e5ea19a590e6a24b724ce6327757723fe2751b75bf007d80f6b3"
        + "60744bf1b7a88ea585f9765b47911976d3191cf83c039f5ffab0d29cc9d9b6da")]
    [InlineData("HMACSHA3_512", 136, ">",
        "5f464f5e5b7848e3885e49b2c385f0694985d0e38966242dc4a5fe3fea4b37d4"
        + "6b65ceced5dcf59438dd840bab22269f0ba7febdb9fcf74602a35666b2a32915")]
    public void Samples_of_NIST_come_out(string hmac, int keyBytes, string relation, string expected)
    {
        byte[] key = [.. Enumerable.Range(0, keyBytes).Select(i => (byte)i)];
        var message = Encoding.ASCII.GetBytes($"Sample message for keylen{relation}blocklen");
        var subjects = HashSubject.All.Where(subject => subject.Name == hmac).ToList();
        Assert.NotEmpty(subjects);
        foreach (var subject in subjects)
            Assert.Equal(Hex.Bytes(expected), subject.Hash(key, message));
    }

    /// <summary>Files are called <c>rfc-4231-sha256.txt</c>.</summary>
    private static bool IsOf(string file, HashSubject subject) => subject.IsKeyed
        && file.EndsWith($"-{subject.Function!.HashName.ToLowerInvariant()}.txt", StringComparison.Ordinal);
}
