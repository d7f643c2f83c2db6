using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>Derivations of keys on every kernel of every hash function.</summary>
public class KdfTests
{
    public static IEnumerable<TheoryDataRow<string, string>> Subjects => HmacTests.Subjects;

    public static IEnumerable<TheoryDataRow<string>> Functions => HmacTests.Functions;

    /// <summary>Those that derivations with a name take.</summary>
    public static IEnumerable<TheoryDataRow<string>> FunctionsForKeys => Functions.Where(row => row.Data != "MD5");

    [Theory, MemberData(nameof(Subjects))]
    public void Pbkdf2_gives_the_key_that_its_standard_defines(string hmac, string kernel)
    {
        var subject = HashSubject.Find(hmac, kernel);
        var random = new Random(1);
        // The last are more than one call of machine code where long work is cut. On a sponge they take a reference minutes; for hashes that the
        // framework lacks, the tests' own takes long, and has them at night.
        int[] most = (TestBytes.AllLengths || HashSubject.IsInFramework(subject.Function!)) && subject.Function!.Construction is not Sponge ? [1100] : [];
        foreach (var iterations in (int[])[1, 2, 3, 4, 5, 7, 16, 100, .. most])
        {
            foreach (var bytes in Lengths(subject))
            {
                var password = TestBytes.Random(random.Next(2 * subject.BlockBytes), seed: iterations);
                var salt = TestBytes.Random(random.Next(3 * subject.BlockBytes), seed: bytes);
                var derived = new byte[bytes];
                Pbkdf2State.Derive(subject.MessageHash, password, salt, iterations, derived);
                HashTests.AssertEqual(
                    ReferenceKdf.Pbkdf2(subject, password, salt, iterations, bytes),
                    derived,
                    $"{subject}, {iterations} iterations, password of {password.Length}, salt of {salt.Length}, key of {bytes} bytes");
            }
        }
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Hkdf_gives_the_key_that_its_standard_defines(string hmac, string kernel)
    {
        var subject = HashSubject.Find(hmac, kernel);
        var random = new Random(2);
        foreach (var bytes in Lengths(subject).Append(255 * subject.DigestBytes))
        {
            byte[] secret = Some(random, subject, 1), salt = Some(random, subject, 2), info = Some(random, subject, 3);
            var derived = new byte[bytes];
            HkdfSteps.Derive(subject.MessageHash, secret, derived, salt, info);
            HashTests.AssertEqual(
                ReferenceKdf.Hkdf(subject, secret, salt, info, bytes), derived, $"{subject}, {bytes} bytes, info of {info.Length}");
        }
    }

    [Theory, MemberData(nameof(Subjects))]
    public void Counter_mode_gives_the_key_that_its_standard_defines(string hmac, string kernel)
    {
        var subject = HashSubject.Find(hmac, kernel);
        var random = new Random(3);
        foreach (var bytes in Lengths(subject))
        {
            byte[] key = Some(random, subject, 1), label = Some(random, subject, 2), context = Some(random, subject, 3);
            using var kdf = new SP800108HmacCounterKdf(key, subject.MessageHash);
            for (var again = 0; again < 2; again++)
            {
                HashTests.AssertEqual(
                    ReferenceKdf.Counter(subject, key, label, context, bytes),
                    kdf.DeriveKey(label, context, bytes),
                    $"{subject}, {bytes} bytes, label of {label.Length}, context of {context.Length}");
            }
        }
    }

    /// <summary>As on runtimes that cannot collect during a call of machine code, where long work is cut.</summary>
    [Theory, MemberData(nameof(Subjects))]
    public unsafe void Iterations_go_on_where_a_call_ended(string hmac, string kernel)
    {
        var subject = HashSubject.Find(hmac, kernel);
        var hash = subject.MessageHash;
        Pbkdf2Arguments once, again;
        var bytes = new Span<byte>(&once, sizeof(Pbkdf2Arguments));
        TestBytes.Random(bytes.Length, seed: 1).CopyTo(bytes);
        PadDigest(subject, &once.Block);
        again = once;

        once.Iterations = 60;
        hash.Iterate(&once);
        foreach (var iterations in new[] { 0, 1, 0, 12, 47 })
        {
            again.Iterations = iterations;
            hash.Iterate(&again);
        }

        Assert.Equal(Words(&once.Sum), Words(&again.Sum));
        Assert.Equal(
            new ReadOnlySpan<byte>(&once.Block, hash.BlockBytes).ToArray(), new ReadOnlySpan<byte>(&again.Block, hash.BlockBytes).ToArray());

        byte[] Words(HashWords* sum) => new ReadOnlySpan<byte>(sum, hash.DigestBytes).ToArray();
    }

    /// <summary>The same of code for two blocks: each of them as by code for one.</summary>
    [Fact]
    public void Iterations_of_two_blocks_go_on_where_a_call_ended()
    {
        foreach (var subject in HashSubject.All.Where(subject => subject.IsKeyed && subject.MessageHash.IteratesTwo))
            CheckTwo(subject);
    }

    private static unsafe void PadDigest(HashSubject subject, HashBlock* block)
    {
        HashBuffer room;
        var hash = subject.MessageHash;
        *(HashBlock*)&room = *block;
        subject.Function!.Construction.Pad((byte*)&room, hash.DigestBytes, (ulong)(hash.BlockBytes + hash.DigestBytes));
        *block = *(HashBlock*)&room;
    }

    private static unsafe void CheckTwo(HashSubject subject)
    {
        var hash = subject.MessageHash;
        Pbkdf2Arguments* one = stackalloc Pbkdf2Arguments[2], two = stackalloc Pbkdf2Arguments[1];
        TestBytes.Random(sizeof(Pbkdf2Arguments), seed: 1).CopyTo(new Span<byte>(two, sizeof(Pbkdf2Arguments)));
        PadDigest(subject, &two->Block);
        PadDigest(subject, &two->OtherBlock);
        one[0] = one[1] = *two;
        one[1].Sum = two->OtherSum;
        one[1].Block = two->OtherBlock;
        for (var i = 0; i < 2; i++)
        {
            one[i].Iterations = 60;
            hash.Iterate(&one[i]);
        }

        foreach (var iterations in new[] { 0, 1, 0, 12, 47 })
        {
            two->Iterations = iterations;
            hash.IterateTwo(two);
        }

        Assert.Equal(Bytes(&one[0].Sum, hash.DigestBytes), Bytes(&two->Sum, hash.DigestBytes));
        Assert.Equal(Bytes(&one[0].Block, hash.BlockBytes), Bytes(&two->Block, hash.BlockBytes));
        Assert.Equal(Bytes(&one[1].Sum, hash.DigestBytes), Bytes(&two->OtherSum, hash.DigestBytes));
        Assert.Equal(Bytes(&one[1].Block, hash.BlockBytes), Bytes(&two->OtherBlock, hash.BlockBytes));

        static byte[] Bytes(void* bytes, int count) => new ReadOnlySpan<byte>(bytes, count).ToArray();
    }

    [Theory, MemberData(nameof(Functions))]
    public void Iteration_of_Pbkdf2_costs_two_compressions(string name)
    {
        var function = Algorithms.Hashes.Single(function => function.HashName == name);
        var counting = new HookedKernel(function.Kernels.Best);
        Pbkdf2State.Derive(function.With(counting), new byte[8], new byte[16], 1, new byte[2 * function.DigestBytes]);
        var first = counting.Blocks;
        Assert.Equal(2 + (2 * 2), first);
        Pbkdf2State.Derive(function.With(counting), new byte[8], new byte[16], 101, new byte[2 * function.DigestBytes]);
        Assert.Equal(first + (2 * 2 * 100), counting.Blocks - first);
    }

    [Fact]
    public void Outputs_may_overlap_inputs()
    {
        byte[] memory = TestBytes.Random(200, seed: 1), salt = memory[50..80], info = memory[60..70], name = memory[20..90];
        var sha256 = System.Security.Cryptography.HashAlgorithmName.SHA256;
        Check(to => Rfc2898DeriveBytes.Pbkdf2(to.AsSpan(20, 70), to.AsSpan(50, 30), to.AsSpan(0, 150), 3, sha256),
            to => Rfc2898DeriveBytes.Pbkdf2(name, salt, to.AsSpan(0, 150), 3, sha256));
        Check(to => HKDF.DeriveKey(sha256, to.AsSpan(20, 70), to.AsSpan(0, 150), to.AsSpan(50, 30), to.AsSpan(60, 10)),
            to => HKDF.DeriveKey(sha256, name, to.AsSpan(0, 150), salt, info));
        Check(to => HKDF.Extract(sha256, to.AsSpan(20, 70), to.AsSpan(50, 30), to.AsSpan(40, 32)),
            to => HKDF.Extract(sha256, name, salt, to.AsSpan(40, 32)));
        Check(to => HKDF.Expand(sha256, to.AsSpan(20, 70), to.AsSpan(0, 150), to.AsSpan(60, 10)),
            to => HKDF.Expand(sha256, name, to.AsSpan(0, 150), info));
        Check(
            to => SP800108HmacCounterKdf.DeriveBytes(
                to.AsSpan(20, 70), sha256, to.AsSpan(50, 30), to.AsSpan(60, 10), to.AsSpan(0, 150)),
            to => SP800108HmacCounterKdf.DeriveBytes(name, sha256, salt, info, to.AsSpan(0, 150)));

        void Check(Action<byte[]> overlapping, Action<byte[]> apart)
        {
            byte[] first = (byte[])memory.Clone(), second = (byte[])memory.Clone();
            overlapping(first);
            apart(second);
            Assert.Equal(second, first);
        }
    }

    [Theory, MemberData(nameof(FunctionsForKeys))]
    public void Object_gives_the_key_of_the_one_shot_in_pieces(string name)
    {
        var hash = new System.Security.Cryptography.HashAlgorithmName(name);
        byte[] salt = TestBytes.Random(9, seed: 2), longer = TestBytes.Random(70, seed: 3), many = new byte[500];
        Rfc2898DeriveBytes.Pbkdf2("p\u00e4ssword".AsSpan(), salt, many, 3, hash);
        using var derivation = new Rfc2898DeriveBytes("p\u00e4ssword", salt, 3, hash);
        for (var again = 0; again < 2; again++)
        {
            var done = 0;
            for (var piece = 1; done + piece <= many.Length; piece += 5)
            {
                Assert.Equal(many[done..(done + piece)], derivation.GetBytes(piece));
                done += piece;
            }

            derivation.Reset();
        }

        derivation.Salt = longer;
        derivation.IterationCount = 5;
        Assert.Equal(Rfc2898DeriveBytes.Pbkdf2("p\u00e4ssword", longer, 5, hash, 77), derivation.GetBytes(77));
        Assert.Equal(longer, derivation.Salt);
        Assert.NotSame(longer, derivation.Salt);
        Assert.Equal((5, name), (derivation.IterationCount, derivation.HashAlgorithm.Name));
    }

    private static IEnumerable<int> Lengths(HashSubject subject) =>
        [0, 1, 16, subject.DigestBytes - 1, subject.DigestBytes, subject.DigestBytes + 1, (3 * subject.DigestBytes) + 5];

    private static byte[] Some(Random random, HashSubject subject, int seed) =>
        TestBytes.Random(random.Next(3 * subject.BlockBytes), seed);
}
