using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>RFC 2202 (HMAC with older hashes) and RFC 4231, section 4 (HMAC with the SHA-2 family).</summary>
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

    /// <summary>Files are called <c>rfc-4231-sha256.txt</c>.</summary>
    private static bool IsOf(string file, HashSubject subject) => subject.IsKeyed
        && file.EndsWith($"-{subject.Function!.HashName.ToLowerInvariant()}.txt", StringComparison.Ordinal);
}
