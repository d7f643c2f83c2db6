using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>NIST's short, long and Monte Carlo vectors (SHAVS) of SHA-1 and the SHA-2 family, byte oriented.</summary>
public class ShaVectorTests
{
    public static IEnumerable<TheoryDataRow<string, string>> Cases =>
        HashCases.In("sha.zip", (file, subject) => file == subject.Name + "Monte.rsp");

    [Theory]
    [MemberData(nameof(Cases))]
    public void Short_messages_of_NIST_come_out(string hash, string kernel) =>
        Check(hash, kernel, "ShortMsg", HashSubject.Find(hash, kernel).BlockBytes + 1);

    [Theory]
    [MemberData(nameof(Cases))]
    public void Long_messages_of_NIST_come_out(string hash, string kernel) =>
        Check(hash, kernel, "LongMsg", HashSubject.Find(hash, kernel).BlockBytes);

    /// <summary>
    /// SHAVS, section 6.4: each digest hashes the three before it, 1,000 times a round; a round begins with three times the
    /// last one.
    /// </summary>
    [Theory]
    [MemberData(nameof(Cases))]
    public void Monte_Carlo_digests_of_NIST_come_out(string hash, string kernel)
    {
        using var algorithm = HashSubject.Find(hash, kernel).Create([]);
        var vectors = VectorArchive.Read("sha.zip", hash + "Monte.rsp").ToList();
        var last = vectors[0].Bytes("Seed");
        var count = 0;
        foreach (var vector in vectors.Skip(1))
        {
            byte[] message = [.. last, .. last, .. last];
            for (var i = 0; i < 1000; i++)
            {
                last = algorithm.ComputeHash(message);
                message = [.. message.Skip(last.Length), .. last];
            }

            Assert.Equal(count++, vector.Number("COUNT"));
            Assert.Equal(vector.Bytes("MD"), last);
        }

        Assert.Equal(100, count);
    }

    private static void Check(string hash, string kernel, string kind, int expectedCount)
    {
        using var algorithm = HashSubject.Find(hash, kernel).Create([]);
        var count = 0;
        foreach (var vector in VectorArchive.Read("sha.zip", hash + kind + ".rsp"))
        {
            var message = vector.Bytes("Msg");
            Assert.Equal(vector.Bytes("MD"), algorithm.ComputeHash(message, 0, vector.Number("Len") / 8));
            count++;
        }

        Assert.Equal(expectedCount, count);
    }
}
