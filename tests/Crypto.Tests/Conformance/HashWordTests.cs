using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Messages of words that are signalling NaNs: a word may be copied as a floating-point number, and the x87 would set a bit of it.</summary>
public class HashWordTests
{
    private static readonly byte[] s_signallingNan = [1, 0, 0, 0, 0, 0, 0xF0, 0x7F], s_key = TestBytes.Random(30, seed: 1);

    public static IEnumerable<TheoryDataRow<string, string>> Subjects => HashTests.Subjects;

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Message_of_signalling_NaNs_gives_the_right_digest(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        for (var length = 0; length <= 3 * s_signallingNan.Length; length++)
        {
            byte[] message = [.. Enumerable.Range(0, length).Select(i => s_signallingNan[i % s_signallingNan.Length])];
            var expected = subject.Expected(s_key, message);
            Assert.Equal(expected, subject.Hash(s_key, message));
            using var hash = subject.Begin(s_key);
            hash.Append(message);
            Assert.Equal(expected, hash.FinishAndReset());
        }
    }
}
