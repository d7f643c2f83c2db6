using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// The known answers of the self-tests, found again by other implementations; and that a kernel which gives others is not taken.
/// </summary>
public unsafe class SelfTestTests
{
    private static readonly byte[] s_text = SelfTest.Text(ChecksumSelfTest.TextBytes);

    public static TheoryData<string, int> AesOperations
    {
        get
        {
            var rows = new TheoryData<string, int>();
            foreach (var operation in AesExpectation.Names)
                foreach (var keyBytes in AesMatrix.KeyBytes)
                    rows.Add(operation, keyBytes);
            return rows;
        }
    }

    public static TheoryData<string> Hashes => [.. Algorithms.Hashes.Select(hash => hash.Name)];

    public static TheoryData<string> Checksums => [.. Algorithms.All.OfType<ChecksumAlgorithm>().Select(checksum => checksum.Name)];

    [Fact]
    public void Known_answers_of_AES_are_those_of_the_framework()
    {
        Assert.Equal(
            AesSelfTest.Known,
            Enum.GetValues<AesOperation>().Select(operation => OfFramework(operation, AesSelfTest.LengthsOf(operation))));
        var more = 0UL;
        for (var operation = AesOperation.EncryptEcb; operation <= AesOperation.DecryptXts; operation++)
        {
            more = OfFramework(operation, AesSelfTest.MoreLengthsOf(operation), more);
            for (var wrap = 0; operation is AesOperation.TransformCtr or AesOperation.TransformGcmSivCtr && wrap <= AesSelfTest.WrapBlocks; wrap++)
            {
                var first = operation == AesOperation.TransformCtr ? 0 : wrap;
                more = OfFramework(operation, 32, AesSelfTest.WrapBytes, more, wrap, first);
                foreach (var bytes in AesSelfTest.ShortWraps.Where(_ => wrap <= AesSelfTest.ShortWrapBlocks))
                    more = OfFramework(operation, 32, bytes, more, wrap, first);
            }

            if (operation is AesOperation.TransformCtr or AesOperation.TransformGcmSivCtr)
            {
                more = OfFramework(operation, 32, AesSelfTest.WrapBytes, more, 0, 0, AesSelfTest.UnlikeBytes);
                foreach (var bytes in AesSelfTest.LongerCounters)
                {
                    more = OfFramework(operation, 32, bytes, more, AesSelfTest.UnlikeMultiple, 0, AesSelfTest.UnlikeBytes);
                    more = OfFramework(operation, 32, bytes, more, AesSelfTest.FartherWrap, 0);
                }
            }

            for (var tops = 1; operation is AesOperation.EncryptXts or AesOperation.DecryptXts && tops <= 3; tops++)
                more = OfFramework(operation, 32, AesSelfTest.TweakBytes, more, 0x80 * (tops & 1), 0x40 * (tops & 2));
            if (operation is AesOperation.EncryptXts or AesOperation.DecryptXts)
                more = OfFramework(operation, 32, SelfTest.WholeBlocks, more, 0, 0, AesSelfTest.UnlikeBytes);
        }

        Assert.Equal(AesSelfTest.KnownMore, more);
    }

    [Fact]
    public void Known_answers_of_GCM_are_those_of_the_reference()
    {
        Assert.Equal(
            [GcmSelfTest.Known, GcmSelfTest.KnownLong, GcmSelfTest.KnownInParts, GcmSelfTest.KnownRemainders],
            new[] { GcmSelfTest.Short, GcmSelfTest.Long, GcmSelfTest.InParts, GcmSelfTest.RemainderLengths() }.Select((lengths, number) =>
            {
                var sum = 0UL;
                foreach (var message in lengths.Chunk(2))
                    foreach (var keyBytes in AesMatrix.KeyBytes)
                        sum = SealAndOpen(keyBytes, message[0], message[1] + (number < 3 ? 0 : GcmSelfTest.BeyondRemainder(keyBytes)), sum);
                return sum;
            }));
    }

    [Fact]
    public void Known_answers_of_GCM_SIV_are_those_of_the_reference()
    {
        ulong[] known = [OfGcmSiv(GcmSivSelfTest.Lengths), OfGcmSiv(GcmSivSelfTest.MoreLengths)];
        Assert.Equal([GcmSivSelfTest.Known, GcmSivSelfTest.KnownMore], known);
    }

    [Fact]
    public void Known_answer_of_CCM_is_that_of_the_reference()
    {
        var nonce = s_text[..CcmSelfTest.NonceBytes];
        var tag = new byte[CcmSelfTest.TagBytes];
        var sum = 0UL;
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            using var reference = new ReferenceCcm(KeyOf(keyBytes));
            foreach (var message in CcmSelfTest.Lengths.Chunk(2))
            {
                byte[] data = s_text[..message[0]], text = s_text[..message[1]], transformed = new byte[message[1]];
                reference.Encrypt(nonce, text, transformed, tag, data);
                sum = Sum(SumGuarded(sum, transformed), tag);
                reference.Encrypt(nonce, transformed, new byte[text.Length], tag, data);
                sum = Sum(SumGuarded(sum, transformed), tag);
            }
        }

        Assert.Equal(CcmSelfTest.Known, sum);
    }

    [Fact]
    public void Known_answer_of_ChaCha20_Poly1305_is_that_of_the_reference()
    {
        var text = SelfTest.Text(ChaChaPolySelfTest.LongestText);
        var sum = 0UL;
        foreach (var message in ChaChaPolySelfTest.Lengths.Chunk(2))
        {
            foreach (var opens in new[] { false, true })
            {
                var (output, tag) = ReferenceChaCha.Run(
                    text[..32], text[..12], text[..message[0]], text[..message[1]], opens);
                sum = Sum(Sum(sum, output), tag);
            }
        }

        var ciphertext = ChaChaPolySelfTest.Carrying();
        foreach (var length in ChaChaPolySelfTest.CarryingLengths)
        {
            var part = ciphertext[..length];
            var opened = ReferenceChaCha.Run(text[..32], text[..12], text[..ChaChaPolySelfTest.CarryingData], part, opens: true);
            sum = Sum(Sum(sum, opened.Text), opened.Tag);
            sum = Sum(Sum(sum, part), opened.Tag);
        }

        sum = Sum(sum, ReferenceChaCha.Run(text[..32], text[..12], ChaChaPolySelfTest.CarryingAsData(), [], opens: false).Tag);
        Assert.Equal(ChaChaPolySelfTest.Known, Sum(sum, ReferenceChaCha.DeriveSubkey(text[..32], text[..16])));
    }

    /// <summary>Words of 64 bits as machine code has them: h·r + block, and apart what is above 2^130, times 5.</summary>
    [Fact]
    public void Self_test_of_ChaCha20_Poly1305_has_the_rare_carries()
    {
        var text = SelfTest.Text(ChaChaPolySelfTest.LongestText);
        var r = Number(ReferenceChaCha.Block(text[..32], 0, text[..12])[..16]) & UInt128.Parse("0ffffffc0ffffffc0ffffffc0fffffff", NumberStyles.HexNumber);
        var (r0, r1) = ((ulong)r, (ulong)(r >> 64));
        var s1 = r1 + (r1 >> 2);
        var (h0, h1, h2, five) = (0UL, 0UL, 0UL, 0UL);
        List<int> upToTheTop = [], ofProducts = [];
        var data = text[..ChaChaPolySelfTest.CarryingData];
        byte[] padded = [.. data, .. new byte[-data.Length & 15]];
        Hash(padded);

        // The hash of the text goes on from three words.
        var carry = (ulong)(((UInt128)h0 + five) >> 64);
        (h0, h1, h2, five) = (h0 + five, h1 + carry, h2 + (h1 + carry < carry ? 1UL : 0), 0);
        (upToTheTop, ofProducts) = ([], []);
        Hash(ChaChaPolySelfTest.Carrying());
        Assert.Equal([31, 191], upToTheTop);
        Assert.Empty(Enumerable.Range(64, 69).Where(i => i is < 71 or >= 116).Except(ofProducts));

        (h0, h1, h2, five) = (0, 0, 0, 0);
        upToTheTop = [];
        var asData = ChaChaPolySelfTest.CarryingAsData();
        Assert.Equal(padded, asData[..padded.Length]);
        Hash(asData);
        Assert.Equal([padded.Length / 16], upToTheTop);

        void Hash(byte[] bytes)
        {
            foreach (var (i, block) in bytes.Chunk(16).Index())
            {
                var sum = (UInt128)h0 + five;
                var (lowest, mask) = ((ulong)sum, 0 - (ulong)(sum >> 64));
                var (own, others) = ((UInt128)lowest * r0, (UInt128)h1 * s1);
                var first = (UInt128)(ulong)others + (ulong)Number(block);
                sum = (UInt128)(ulong)own + (ulong)first;
                var carried = (ulong)(own >> 64) + (ulong)(others >> 64) + (mask & r0) + (ulong)(sum >> 64);
                var high = ((UInt128)h1 * r0) + ((UInt128)lowest * r1) + ((UInt128)h2 * s1) + ((UInt128)((h2 * r0) + (mask & r1) + 1) << 64)
                    + (ulong)(Number(block) >> 64) + (ulong)(first >> 64);
                if ((ulong)high == ulong.MaxValue && carried > 0 && mask != 0)
                    ofProducts.Add(i);
                high += carried;
                (h0, h1) = ((ulong)sum, (ulong)high);
                var above = (ulong)(high >> 64);
                (h2, five) = (above & 3, (above & ~3UL) + (above >> 2));
                if (h0 == ulong.MaxValue && h1 == ulong.MaxValue && five > 0)
                    upToTheTop.Add(i);
            }
        }

        static UInt128 Number(byte[] bytes) => BinaryPrimitives.ReadUInt128LittleEndian(bytes);
    }

    [Fact]
    public void Known_answers_of_hashes_are_those_of_the_framework()
    {
        HashFunction[] functions =
            [Algorithms.Md5, Algorithms.Sha1, Algorithms.Sha256, Algorithms.Sha512, Algorithms.Sha3_256];
        (ulong Digest, ulong Key)[] known =
        [
            (HashSelfTest.KnownMd5, HashSelfTest.KnownMd5Key), (HashSelfTest.KnownSha1, HashSelfTest.KnownSha1Key),
            (HashSelfTest.KnownSha256, HashSelfTest.KnownSha256Key), (HashSelfTest.KnownSha512, HashSelfTest.KnownSha512Key),
            (HashSelfTest.KnownSha3_256, HashSelfTest.KnownSha3_256Key),
        ];
        Assert.Equal(known, functions.Select(function =>
        {
            var hash = HashSubject.All.First(subject => subject.Name == function.HashType.Type.Name);
            var digest = Sum(0, hash.Expected([], s_text[..HashSelfTest.TextBytes]));
            return (digest, Sum(digest, Pbkdf2(function)));
        }));
    }

    [Fact]
    public void Known_answers_of_two_blocks_of_SHA_512_and_of_SHA_384_are_those_of_the_framework()
    {
        var sum = Sum(0, OracleOperations.HashData(HashAlgorithmName.SHA512, s_text[..HashSelfTest.PairBytes]));
        Assert.Equal((HashSelfTest.KnownPair, HashSelfTest.KnownSha384Key), (sum, Sum(sum, Pbkdf2(Algorithms.Sha384))));
    }

    [Fact]
    public void Known_answer_of_sponges_of_other_rates_is_that_of_the_reference()
    {
        var text = s_text[..HashSelfTest.TextBytes];
        var sum = new[] { nameof(SHA3_384), nameof(SHA3_512) }
            .Select(name => HashSubject.All.First(subject => subject.Name == name).Expected([], text))
            .Append(ReferenceSponge.Shake(128, text, HashSelfTest.OutputBytes))
            .Aggregate(0UL, Sum);
        Assert.Equal(HashSelfTest.KnownOtherRates, sum);
    }

    /// <summary>Code of a kernel's own for iterations, which nothing else calls.</summary>
    [Fact]
    public void Hash_kernel_with_wrong_iterations_is_refused_when_a_key_is_first_derived()
    {
        var sound = Algorithms.Sha256.Kernels.Best;
        CheckRefused(new FaultyIterationKernel(sound, inTwo: false));
        if (sound.IteratesTwo(Algorithms.Sha256.DigestBytes))
            CheckRefused(new FaultyIterationKernel(sound, inTwo: true));

        void CheckRefused(HashKernel faulty)
        {
            HashFunction function = new(
                "Algorithm", "SHA256", "", 32, Algorithms.Sha256.Construction, () => new(HashSelfTest.Sha256, () => [faulty, sound]), () => [Algorithms.Cmac]);
            Assert.Same(faulty, function.Kernels.Best);
            var hash = function.Best;
            Assert.Same(function.Best, hash);
            var digest = HashOf(hash);
            for (var i = 0; i < 2; i++)
            {
                Assert.Throws<CryptographicException>(() => Derive(hash, 1));
                Assert.Throws<CryptographicException>(() => Derive(hash, 2));
            }

            Assert.Equal(Derive(Algorithms.Sha256.Best, 2), Derive(function.Best, 2));
            Assert.Equal(digest, HashOf(function.Best));
            CheckPassedOver(function, faulty, sound);
        }

        static byte[] HashOf(MessageHash hash)
        {
            var digest = new byte[hash.DigestBytes];
            hash.Hash([], digest);
            return digest;
        }

        static byte[] Derive(MessageHash hash, int blocks)
        {
            var key = new byte[blocks * hash.DigestBytes];
            Pbkdf2State.Derive(hash, [], [], 2, key);
            return key;
        }
    }

    /// <summary>Of every hash, also where a kernel has no code of its own for iterations.</summary>
    [Fact]
    public void Iterations_are_tested_when_a_key_is_first_derived()
    {
        foreach (var hash in Algorithms.Hashes)
            foreach (var kernel in hash.Kernels.Runnable.Select(Copy))
            {
                var tests = 0;
                kernel.TestWhenUsed(1 << HashKernel.Iterations, _ => ++tests > 0);
                var best = hash.With(kernel);
                best.Hash([], new byte[hash.DigestBytes]);
                Assert.Equal(0, tests);
                foreach (var blocks in new[] { 2, 1 })
                {
                    Pbkdf2State.Derive(best, [], [], 2, new byte[blocks * hash.DigestBytes]);
                    Assert.Equal(1, tests);
                }
            }
    }

    [Fact]
    public void Known_answers_of_lanes_are_those_of_the_framework() => Assert.Equal(
        [HashLanesSelfTest.KnownSha1, HashLanesSelfTest.KnownSha256, HashLanesSelfTest.KnownSha512, HashLanesSelfTest.KnownSha3_256],
        LanesSubject.Functions.Select(lanes => Sum(0, [.. SelfTest.Text(HashLanesSelfTest.Messages * HashLanesSelfTest.MessageBytes)
            .Chunk(HashLanesSelfTest.MessageBytes)
            .SelectMany(message => OracleOperations.HashData(new HashAlgorithmName(lanes.Function.HashName), message))])));

    [Fact]
    public void Kernel_with_one_wrong_bit_in_one_lane_is_passed_over()
    {
        foreach (var function in LanesSubject.Functions)
            for (var lane = 0; lane < function.Kernels.Best.Lanes; lane++)
                CheckPassedOver(TestOf(function), function.Kernels.Best, kernel => new FaultyLanesKernel(kernel, lane));
    }

    [Fact]
    public void Known_answers_of_checksums_are_those_of_the_reference()
    {
        static uint Reference(Algorithm algorithm, int bytes)
        {
            using var reference = ReferenceChecksum.Of(algorithm);
            reference.Append(s_text.AsSpan(0, bytes));
            return reference.Value;
        }

        Assert.Equal(
            [ChecksumSelfTest.KnownCrc32, ChecksumSelfTest.KnownCrc32C, ChecksumSelfTest.KnownAdler32],
            Algorithms.All.OfType<ChecksumAlgorithm>().Select(algorithm => Reference(algorithm, ChecksumSelfTest.TextBytes)));
        Assert.Equal(
            [ChecksumSelfTest.KnownRemaindersCrc32, ChecksumSelfTest.KnownRemaindersCrc32C, ChecksumSelfTest.KnownRemaindersAdler32],
            Algorithms.All.OfType<ChecksumAlgorithm>().Select(algorithm =>
            {
                var sum = 0u;
                for (var bytes = 0; bytes <= ChecksumSelfTest.LongestRemainder; bytes += ChecksumSelfTest.RemainderStep)
                    sum = (31 * sum) + Reference(algorithm, bytes);
                return sum;
            }));
        Assert.Equal(
            [ChecksumSelfTest.KnownShortCrc32, ChecksumSelfTest.KnownShortCrc32C, ChecksumSelfTest.KnownShortAdler32],
            Algorithms.All.OfType<ChecksumAlgorithm>().Select(algorithm => Reference(algorithm, ChecksumKernel.ShortBytes)));
    }

    [Fact]
    public void Known_answers_of_AEGIS_are_those_of_the_reference()
    {
        Assert.Equal(
            [AegisSelfTest.Known128L, AegisSelfTest.Known256, AegisSelfTest.Known128X2, AegisSelfTest.Known128X4],
            new[] { (ReferenceAegis.Aegis128L, 16), (ReferenceAegis.Aegis256, 32), (ReferenceAegis.Aegis128X2, 16), (ReferenceAegis.Aegis128X4, 16) }
                .Select(each => Of(each.Item1, each.Item2)));

        static ulong Of(ReferenceAegis reference, int keyBytes)
        {
            var (sum, key) = (0UL, s_text[SelfTest.KeyOffset..(SelfTest.KeyOffset + keyBytes)]);
            foreach (var (message, i) in AegisSelfTest.Lengths.Chunk(2).Select((message, i) => (message, i)))
            {
                foreach (var opens in new[] { false, true })
                {
                    var (output, tag) = reference.Run(
                        key, s_text[(2 * i)..((2 * i) + keyBytes)], s_text[..message[0]], s_text[..message[1]], opens,
                        opens ? AegisSelfTest.OpenedTagBytes : AegisSelfTest.SealedTagBytes);
                    sum = Sum(SumGuarded(sum, output), tag);
                }
            }

            return sum;
        }
    }

    [Fact]
    public void Every_kernel_that_runs_here_passes()
    {
        Assert.All(
            Algorithms.Aes.Kernels.Runnable,
            kernel => Assert.True(
                AesSelfTest.Passes(kernel, AesOperation.EncryptEcb, AesOperation.TransformGcmCtr) && AesSelfTest.PassesMore(kernel), kernel.Id));
        Assert.All(
            Algorithms.AesGcm.Kernels.Runnable,
            kernel => Assert.True(GcmSelfTest.Passes(kernel) && GcmSelfTest.PassesLong(kernel), kernel.Id));
        Assert.All(Algorithms.AesGcmSiv.Kernels.Runnable, kernel => Assert.True(GcmSivSelfTest.Passes(kernel), kernel.Id));
        Assert.All(
            Algorithms.ChaCha20Poly1305.Kernels.Runnable, kernel => Assert.True(ChaChaPolySelfTest.Passes(kernel), kernel.Id));
        Assert.All(Algorithms.Aegis128L.Kernels.Runnable, kernel => Assert.True(AegisSelfTest.Passes128L(kernel), kernel.Id));
        Assert.All(Algorithms.Aegis256.Kernels.Runnable, kernel => Assert.True(AegisSelfTest.Passes256(kernel), kernel.Id));
        Assert.All(Algorithms.Aegis128X2.Kernels.Runnable, kernel => Assert.True(AegisSelfTest.Passes128X2(kernel), kernel.Id));
        Assert.All(Algorithms.Aegis128X4.Kernels.Runnable, kernel => Assert.True(AegisSelfTest.Passes128X4(kernel), kernel.Id));
        foreach (var hash in Algorithms.Hashes)
            Assert.All(hash.Kernels.Runnable, kernel => Assert.True(TestOf(hash)(kernel), kernel.Id));
        foreach (var function in LanesSubject.Functions)
            Assert.All(function.Kernels.Runnable, kernel => Assert.True(TestOf(function)(kernel), kernel.Id));
        foreach (var checksum in Algorithms.All.OfType<ChecksumAlgorithm>())
            Assert.All(checksum.Kernels.Runnable, kernel =>
            {
                Assert.True(TestOf(checksum)(kernel), kernel.Id);
                checksum.With(kernel).Hash(s_text);
                Assert.Null(kernel.WhyFaulty);
            });
    }

    [Theory]
    [MemberData(nameof(AesOperations))]
    public void AES_kernel_with_one_wrong_bit_is_passed_over(string operation, int keyBytes) =>
        CheckPassedOver(
            AesSelfTest.Passes,
            Algorithms.Aes.Kernels.Best,
            kernel => new FaultyAesKernel(kernel, Enum.Parse<AesOperation>(operation), keyBytes));

    [Theory]
    [InlineData(false, 16)]
    [InlineData(false, 24)]
    [InlineData(false, 32)]
    [InlineData(true, 16)]
    [InlineData(true, 24)]
    [InlineData(true, 32)]
    public void AES_kernel_with_one_wrong_bit_in_CCM_is_passed_over(bool opens, int keyBytes)
    {
        var kernel = Algorithms.Aes.Kernels.Best;
        Assert.SkipUnless(kernel.Tier == Intrinsics.KernelTier.MachineCode, "has no code for CCM");
        CheckPassedOver(AesSelfTest.Passes, kernel, sound => new FaultyCcmKernel(sound, opens, keyBytes));
    }

    [Theory]
    [InlineData(false, 16)]
    [InlineData(false, 24)]
    [InlineData(false, 32)]
    [InlineData(true, 16)]
    [InlineData(true, 24)]
    [InlineData(true, 32)]
    public void GCM_kernel_with_one_wrong_bit_is_passed_over(bool opens, int keyBytes) =>
        CheckPassedOver(
            GcmSelfTest.Passes, Algorithms.AesGcm.Kernels.Best, kernel => new FaultyGcmKernel(kernel, opens, keyBytes));

    [Theory]
    [InlineData(false, 16)]
    [InlineData(false, 32)]
    [InlineData(true, 16)]
    [InlineData(true, 32)]
    public void GCM_SIV_kernel_with_one_wrong_bit_is_passed_over(bool opens, int keyBytes) =>
        CheckPassedOver(
            GcmSivSelfTest.Passes, Algorithms.AesGcmSiv.Kernels.Best, kernel => new FaultyGcmSivKernel(kernel, opens, keyBytes));

    [Theory]
    [InlineData(ChaChaPolyFault.Sealing)]
    [InlineData(ChaChaPolyFault.Opening)]
    [InlineData(ChaChaPolyFault.Derivation)]
    public void ChaCha20_Poly1305_kernel_with_one_wrong_bit_is_passed_over(ChaChaPolyFault fault) =>
        CheckPassedOver(
            ChaChaPolySelfTest.Passes,
            Algorithms.ChaCha20Poly1305.Kernels.Best,
            kernel => new FaultyChaChaPolyKernel(kernel, fault));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AEGIS_kernel_with_one_wrong_bit_is_passed_over(bool opens) =>
        CheckPassedOver(
            AegisSelfTest.Passes128X4, Algorithms.Aegis128X4.Kernels.Best, kernel => new FaultyAegisKernel(kernel, opens));

    /// <summary>An object that has the kernel already is refused, also for what had passed; the next one has the next kernel.</summary>
    [Theory]
    [MemberData(nameof(AesOperations))]
    public void AES_operation_with_one_wrong_bit_is_refused_when_it_is_first_used(string operation, int keyBytes)
    {
        var sound = Algorithms.Aes.Kernels.All[^1];
        var wrong = Enum.Parse<AesOperation>(operation);
        var right = wrong == AesOperation.EncryptEcb ? AesOperation.DecryptEcb : AesOperation.EncryptEcb;
        var faulty = new FaultyAesKernel(sound, wrong, keyBytes, inParts: true);
        var algorithm = new Algorithm<AesKernel>(
            "Algorithm", () => new(AesSelfTest.Passes, () => [faulty, sound]), () => [Algorithms.Cmac]);
        Assert.Same(faulty, algorithm.Kernels.Best);
        Assert.NotEqual(new byte[16], RunBlock(faulty, right));
        Assert.Throws<CryptographicException>(() => RunBlock(faulty, wrong));
        CheckPassedOver(algorithm, faulty, sound);
        Assert.Throws<CryptographicException>(() => RunBlock(faulty, wrong));
        Assert.Throws<CryptographicException>(() => RunBlock(faulty, right));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void GCM_kernel_with_one_wrong_bit_in_long_messages_is_refused_when_the_first_is_there(bool opens)
    {
        var sound = Algorithms.AesGcm.Kernels.All[^1];
        var faulty = new FaultyGcmKernel(sound, opens, 32, faultyFrom: 128);
        var algorithm = new Algorithm<GcmKernel>(
            "Algorithm", () => new(GcmSelfTest.Passes, () => [faulty, sound]), () => [Algorithms.Cmac]);
        Assert.Same(faulty, algorithm.Kernels.Best);
        using var gcm = new AesGcm(faulty, new byte[16], 16);
        byte[] nonce = new byte[12], tag = new byte[16], output = new byte[128];
        gcm.Encrypt(nonce, new byte[127], output.AsSpan(0, 127), tag);
        output.AsSpan().Clear();
        Assert.Throws<CryptographicException>(() => gcm.Encrypt(nonce, new byte[128], output, tag));
        Assert.Equal(new byte[128], output);
        CheckPassedOver(algorithm, faulty, sound);
    }

    [Theory]
    [MemberData(nameof(Checksums))]
    public void Checksum_kernel_with_one_wrong_bit_in_longer_texts_is_refused_when_the_first_is_there(string name)
    {
        var checksum = Algorithms.All.OfType<ChecksumAlgorithm>().Single(checksum => checksum.Name == name);
        var sound = checksum.Kernels.All[^1];
        var faulty = new FaultyChecksumKernel(sound, faultyFrom: 16);
        var algorithm = new Algorithm<ChecksumKernel>(
            "Algorithm", () => new(TestOf(checksum), () => [faulty, sound]), () => [Algorithms.Cmac]);
        Assert.Same(faulty, algorithm.Kernels.Best);
        checksum.With(faulty).Hash(new byte[15]);
        Assert.Throws<CryptographicException>(() => checksum.With(faulty).Hash(new byte[16]));
        CheckPassedOver(algorithm, faulty, sound);

        // Nor does the public type keep it.
        var kept = checksum.Type.Type.GetField("<Best>k__BackingField", BindingFlags.NonPublic | BindingFlags.Static)!;
        kept.SetValue(null, checksum.With(faulty));
        Assert.Equal(
            checksum.With(sound).Hash(s_text),
            checksum.Type.Type.GetMethod("HashToUInt32", [typeof(ReadOnlySpan<byte>)])!.CreateDelegate<Func<ReadOnlySpan<byte>, uint>>()(s_text));
    }

    /// <summary>As above, for what the catalogue keeps.</summary>
    [Theory]
    [MemberData(nameof(Checksums))]
    public void Checksum_that_was_found_faulty_is_kept_no_longer(string name)
    {
        var checksum = Algorithms.All.OfType<ChecksumAlgorithm>().Single(checksum => checksum.Name == name);
        var sound = checksum.Kernels.All[^1];
        var own = new ChecksumAlgorithm(
            name, () => new(TestOf(checksum), () => [new FaultyChecksumKernel(sound, faultyFrom: 16), sound]), () => [Algorithms.Cmac],
            checksum.Initial, checksum.Inversion, checksum.IsBigEndian);
        var kept = own.Best;
        Assert.Same(kept, own.Best);
        Assert.Throws<CryptographicException>(() => kept.Hash(s_text));
        Assert.Equal(checksum.With(sound).Hash(s_text), own.Best.Hash(s_text));
        Assert.Same(own.Best, own.Best);
    }

    [Fact]
    public void List_without_a_kernel_left_throws_whenever_it_is_asked()
    {
        var faulty = new FaultyAesKernel(Algorithms.Aes.Kernels.All[^1], AesOperation.EncryptCbc, 16, inParts: true);
        var list = new KernelList<AesKernel>(AesSelfTest.Passes, () => [faulty]);
        Assert.Throws<CryptographicException>(() => RunBlock(list.Best, AesOperation.EncryptCbc));
        for (var i = 0; i < 2; i++)
        {
            var exception = Assert.Throws<CryptographicException>(() => list.Best);
            Assert.EndsWith($": {faulty.Id} gave a wrong answer in its self-test.", exception.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>The kernels of vectors in C#, which the JIT compiles: each waits with its operations, and with longer messages.</summary>
    [Fact]
    public void Kernel_in_CSharp_vectors_is_tested_when_it_is_first_used()
    {
        foreach (var kernel in Algorithms.Aes.Kernels.Runnable.Where(kernel => kernel.IsTestedInParts).Select(Copy))
        {
            var tested = new List<AesOperation>();
            kernel.TestWhenUsed((1 << AesSelfTest.Known.Length) - 1, Record);
            foreach (var operation in Enum.GetValues<AesOperation>())
            {
                RunBlock(kernel, operation);
                Assert.Equal(operation, tested[^1]);
                var count = tested.Count;
                RunBlock(kernel, operation);
                Assert.Equal(count, tested.Count);
            }

            bool Record(int part)
            {
                tested.Add((AesOperation)part);
                return true;
            }
        }

        foreach (var kernel in Algorithms.AesGcm.Kernels.Runnable.Where(kernel => kernel.IsTestedInParts).Select(Copy))
        {
            var tests = 0;
            kernel.TestWhenUsed(1 << GcmKernel.LongMessages, _ => ++tests > 0);
            using var gcm = new AesGcm(kernel, new byte[16], 16);
            foreach (var (bytes, associatedBytes, expected) in new[] { (127, 127, 0), (0, 128, 1), (128, 0, 1), (5000, 5000, 1) })
            {
                gcm.Encrypt(new byte[12], new byte[bytes], new byte[bytes], new byte[16], new byte[associatedBytes]);
                Assert.Equal(expected, tests);
            }
        }

        foreach (var checksum in Algorithms.All.OfType<ChecksumAlgorithm>())
            foreach (var kernel in checksum.Kernels.Runnable.Where(kernel => kernel.IsTestedInParts).Select(Copy))
            {
                var tests = 0;
                kernel.TestWhenUsed(1 << ChecksumKernel.LongTexts, _ => ++tests > 0);
                checksum.With(kernel).Hash(new byte[ChecksumKernel.ShortBytes]);
                Assert.Equal(0, tests);
                checksum.With(kernel).Hash(new byte[64]);
                checksum.With(kernel).Hash(new byte[64]);
                Assert.Equal(1, tests);
            }
    }

    /// <summary>Other tests use the kernel meanwhile.</summary>
    private static T Copy<T>(T kernel)
        where T : Kernel =>
        (T)typeof(object).GetMethod(nameof(MemberwiseClone), BindingFlags.NonPublic | BindingFlags.Instance)!.Invoke(kernel, null)!;

    [Theory]
    [MemberData(nameof(Hashes))]
    public void Hash_kernel_with_one_wrong_bit_is_passed_over(string name)
    {
        var hash = Algorithms.Hashes.Single(hash => hash.Name == name);
        CheckPassedOver(TestOf(hash), hash.Kernels.Best, kernel => new FaultyHashKernel(kernel));
    }

    [Theory]
    [MemberData(nameof(Checksums))]
    public void Checksum_kernel_with_one_wrong_bit_is_passed_over(string name)
    {
        var checksum = Algorithms.All.OfType<ChecksumAlgorithm>().Single(checksum => checksum.Name == name);
        CheckPassedOver(TestOf(checksum), checksum.Kernels.Best, kernel => new FaultyChecksumKernel(kernel));
    }

    /// <summary>The test runs when a kernel is chosen, and not on those that cannot run or were not reached.</summary>
    [Fact]
    public void Kernels_are_tested_down_to_the_one_that_is_taken()
    {
        var tested = new List<string>();
        var list = new KernelList<HashKernel>(
            kernel =>
            {
                tested.Add(kernel.Id);
                return tested.Count == 2;
            },
            () => [new FaultyHashKernel(new Md5Portable()), new Md5Portable(), new Sha1Portable()]);
        Assert.Equal(["faulty md5/portable", "md5/portable"], tested);
        Assert.Same(list.All[1], list.Best);
    }

    private static Func<HashKernel, bool> TestOf(HashFunction hash) => hash.Name switch
    {
        "MD5" => HashSelfTest.Md5,
        "SHA-1" => HashSelfTest.Sha1,
        "SHA-224" or "SHA-256" => HashSelfTest.Sha256,
        _ => hash.Construction is Sponge ? HashSelfTest.Sha3 : HashSelfTest.Sha512,
    };

    private static Func<HashLanesKernel, bool> TestOf(LanesFunction function) => function.Function.Name switch
    {
        "SHA-1" => HashLanesSelfTest.Sha1,
        "SHA-256" => HashLanesSelfTest.Sha256,
        "SHA-512" => HashLanesSelfTest.Sha512,
        _ => HashLanesSelfTest.Sha3_256,
    };

    private static Func<ChecksumKernel, bool> TestOf(ChecksumAlgorithm checksum) => checksum.Name switch
    {
        "CRC-32" => ChecksumSelfTest.Crc32,
        "CRC-32C" => ChecksumSelfTest.Crc32C,
        _ => ChecksumSelfTest.Adler32,
    };

    /// <summary>The next kernel is taken, the report says why, and without a next one there is an exception.</summary>
    private static void CheckPassedOver<T>(Func<T, bool> passes, T sound, Func<T, T> spoil)
        where T : Kernel
    {
        var faulty = spoil(sound);
        CheckPassedOver(
            new Algorithm<T>("Algorithm", () => new(passes, () => [faulty, sound]), () => [Algorithms.Cmac]), faulty, sound);

        var exception = Assert.Throws<CryptographicException>(() => new KernelList<T>(passes, () => [faulty, faulty]));
        Assert.Contains($"{faulty.Id} gave a wrong answer in its self-test; {faulty.Id} gave", exception.Message, StringComparison.Ordinal);
    }

    private static void CheckPassedOver<T>(Algorithm<T> algorithm, T faulty, T sound)
        where T : Kernel
    {
        Assert.Same(sound, algorithm.Kernels.Best);
        var report = CryptoProvider.Report([algorithm]).ToString();
        Assert.Contains($"passed over {faulty.Id}: gave a wrong answer in its self-test\n", report, StringComparison.Ordinal);
    }

    /// <summary>Runs an operation on a block of zeros under a key of zeros.</summary>
    private static byte[] RunBlock(AesKernel kernel, AesOperation operation)
    {
        byte[] block = new byte[16], iv = new byte[16];
        fixed (byte* first = block, ivs = iv, key = new byte[16], memory = new byte[kernel.ScheduleBytes + SelfTest.Alignment])
        {
            var schedule = SelfTest.Align(memory);
            kernel.ExpandKey(key, 16, schedule);
            kernel.ExpandDecryptionKey(schedule, 10);
            var arguments = new AesArguments
            {
                Schedule = schedule,
                Source = first,
                Destination = first,
                Length = 16,
                IV = ivs,
                Rounds = 10,
            };
            kernel.Run(operation, &arguments);
        }

        return block;
    }

    /// <summary>The sum that a self-test makes of an operation, under keys of every size.</summary>
    private static ulong OfFramework(AesOperation operation, int[] lengths, ulong sum = 0)
    {
        foreach (var keyBytes in AesMatrix.KeyBytes)
            foreach (var bytes in lengths)
                sum = OfFramework(operation, keyBytes, bytes, sum, AesSelfTest.FarWrap, 0);
        return sum;
    }

    private static ulong OfFramework(AesOperation operation, int keyBytes, int bytes, ulong sum, int last, int first, int step = 0)
    {
        var expectation = AesExpectation.Names.Select(AesExpectation.Of).Single(known => known.Operation == operation);
        using var oracle = OracleAes.Create();
        oracle.Key = KeyOf(keyBytes);
        var iv = new byte[AesSelfTest.IVBytes];
        fixed (byte* counter = iv)
            AesSelfTest.BeginIV(counter, last, first, step);
        if (AesSelfTest.HasTweakKey(operation, bytes))
            iv = oracle.EncryptEcb(iv, PaddingMode.None);
        var source = s_text[..bytes];
        var output = bytes > 0 ? expectation.Expect(oracle, source, iv) : [];
        return Sum(SumGuarded(sum, output), expectation.IVAfter(iv, source, output, source.Length));
    }

    private static byte[] Pbkdf2(HashFunction function)
    {
        var hmac = HashSubject.All.First(subject => subject.Name == function.HmacType.Type.Name);
        var password = s_text[..HashSelfTest.PasswordBytes];
        return ReferenceKdf.Pbkdf2(hmac, password, password, HashSelfTest.Iterations, HashSelfTest.KeyBlocks * hmac.DigestBytes);
    }

    private static byte[] KeyOf(int bytes) => s_text[SelfTest.KeyOffset..(SelfTest.KeyOffset + bytes)];

    /// <summary>The sum over an output and what follows it.</summary>
    private static ulong SumGuarded(ulong sum, byte[] output) => Sum(sum, [.. output, .. new byte[SelfTest.Guard]]);

    private static ulong OfGcmSiv(int[] lengths)
    {
        var sum = 0UL;
        foreach (var (number, message) in lengths.Chunk(2).Index())
        {
            foreach (var keyBytes in new[] { 16, 32 })
            {
                var givenTag = new byte[16];
                BinaryPrimitives.WriteUInt64BigEndian(givenTag, GcmSivSelfTest.GivenFirst);
                BinaryPrimitives.WriteUInt64BigEndian(givenTag.AsSpan(8), GcmSivSelfTest.GivenSecond | (keyBytes == 32 ? GcmSivSelfTest.GivenHighest : 0));
                foreach (var given in new[] { null, givenTag })
                {
                    var (text, tag) = ReferenceGcmSiv.Run(
                        s_text[GcmSivSelfTest.KeyOffset..(GcmSivSelfTest.KeyOffset + keyBytes)], s_text[(2 * number)..((2 * number) + 12)], s_text[..message[0]], s_text[..message[1]], given);
                    sum = Sum(SumGuarded(sum, text), tag);
                }
            }
        }

        return sum;
    }

    private static ulong SealAndOpen(int keyBytes, int associatedBytes, int bytes, ulong sum)
    {
        byte[] j0 = [.. s_text[..12], 0, 0, 0, 1], lengths = new byte[16];
        fixed (byte* words = lengths)
        {
            BigEndian.Write64(words, 8UL * (ulong)associatedBytes);
            BigEndian.Write64(words + 8, 8UL * (ulong)bytes);
        }

        foreach (var open in new[] { false, true })
        {
            var (text, tag) = GcmReference.Run(
                KeyOf(keyBytes), j0, lengths, s_text[..associatedBytes], s_text[..bytes], open);
            sum = Sum(SumGuarded(sum, text), tag);
        }

        return sum;
    }

    private static ulong Sum(ulong sum, byte[] output)
    {
        fixed (byte* bytes = output)
            return SelfTest.Sum(sum, bytes, output.Length);
    }
}
