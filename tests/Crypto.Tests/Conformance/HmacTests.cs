using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The keys of HMAC, over every kernel; <see cref="HashTests"/> has the rest.</summary>
public class HmacTests
{
    public static IEnumerable<TheoryDataRow<string, string>> Subjects =>
        from subject in HashSubject.All
        where subject.IsKeyed
        select new TheoryDataRow<string, string>(subject.Name, subject.Kernel.Id);

    public static IEnumerable<TheoryDataRow<string>> Functions =>
        HashSubject.All.Where(subject => subject.IsKeyed).Select(subject => subject.Function!.HashName).Distinct()
            .Select(name => new TheoryDataRow<string>(name));

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Key_of_every_length_to_three_blocks_gives_the_code_of_the_BCL(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        var random = new Random(1);
        for (var length = 0; length <= 3 * subject.BlockBytes; length++)
        {
            var key = TestBytes.Random(length, seed: length);
            var message = TestBytes.Random(random.Next(500), seed: -length);
            var expected = subject.Expected(key, message);
            HashTests.AssertEqual(expected, subject.Hash(key, message), $"{subject}, key of {length} bytes, at once");

            using var hash = subject.Begin(key);
            hash.Append(message.AsSpan(0, message.Length / 2));
            hash.Append(message.AsSpan(message.Length / 2));
            HashTests.AssertEqual(expected, hash.FinishAndReset(), $"{subject}, key of {length} bytes, in two");
        }
    }

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Key_serves_many_messages_and_is_replaced_whole(string name, string kernel)
    {
        var subject = HashSubject.Find(name, kernel);
        var key = TestBytes.Random(20, seed: 3);
        using var hmac = (HMAC)subject.Create(key);
        for (var n = 0; n < 300; n++)
        {
            if (n % 7 == 0)
                hmac.Key = key = TestBytes.Random(n, seed: n);
            var message = TestBytes.Random(n, seed: 2 * n);
            HashTests.AssertEqual(subject.Expected(key, message), hmac.ComputeHash(message), $"{subject}, message {n}");
        }
    }

    /// <summary>Two compressions for a short message under an expanded key, four for a one-shot.</summary>
    [Theory]
    [MemberData(nameof(Functions))]
    public void Short_message_under_an_expanded_key_costs_two_compressions(string name)
    {
        var function = Algorithms.Hashes.Single(function => function.HashName == name);
        var counting = new HookedKernel(function.Kernels.Best);
        var hash = function.With(counting);
        using var hmac = HmacEngine.Begin(hash, this, new byte[function.DigestBytes]);
        Assert.Equal(2, counting.Blocks);
        hmac.Append(new byte[20]);
        hmac.FinishAndReset();
        Assert.Equal(4, counting.Blocks);
        HmacState.Hash(hash, new byte[20], new byte[20], new byte[64]);
        Assert.Equal(8, counting.Blocks);
    }
}
