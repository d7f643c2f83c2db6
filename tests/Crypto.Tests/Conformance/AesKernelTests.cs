using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// What every AES kernel does in every mode and direction, each axis swept alone and then at random together. The framework's
/// answers are the oracle; all buffers end at unreadable pages, or begin after one.
/// </summary>
public sealed class AesKernelTests : IDisposable
{
    private const int Block = 16;

    /// <summary>Eight batches of the widest kernel, from where on it has a way for long messages, and something that remains.</summary>
    private const int LongestMessage = 4208;

    /// <summary>CFB8 takes a block of AES for each byte, and has no way of its own for longer texts than this: they are tried at night.</summary>
    private const int LongestCfb8 = 1104;

    private static readonly int[] s_keyBytes = [16, 24, 32];
    private static readonly byte[] s_text = TestBytes.Random(LongestMessage, 1);
    private static readonly byte[] s_iv = TestBytes.Random(Block, 2);

    private readonly GuardedBuffer _source = new(LongestMessage);
    private readonly GuardedBuffer _destination = new(LongestMessage);
    private readonly GuardedBuffer _iv = new(Block);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    public static TheoryData<string, string> KernelsAndOperations
    {
        get
        {
            var rows = new TheoryData<string, string>();
            foreach (var row in Kernels)
            {
                foreach (var operation in AesExpectation.Names)
                    rows.Add(row.Data, operation);
            }

            return rows;
        }
    }

    public void Dispose()
    {
        _source.Dispose();
        _destination.Dispose();
        _iv.Dispose();
    }

    [Fact]
    public void Schedule_of_every_kernel_fits_the_longest() => Assert.All(
        Algorithms.Aes.Kernels.All,
        kernel => Assert.InRange(kernel.EncryptionScheduleBytes, 1, AesKernel.LargestEncryptionScheduleBytes));

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Operation_of_every_length_up_to_an_unreadable_page_and_after_one_agrees(string kernel, string operation)
    {
        using var setups = new Setups(kernel, operation);
        var unit = setups.Expectation.Unit;
        var longest = operation.EndsWith("Cfb8", StringComparison.Ordinal) && !TestBytes.AllLengths ? LongestCfb8 : LongestMessage;
        foreach (var length in TestBytes.LengthsTo(longest, unit))
        {
            var setup = setups[length / unit % setups.Count];
            setup.Check(length, _source.AtEnd(length), _destination.AtEnd(length), _iv.AtEnd(Block));
            setup.Check(length, _source.AtStart(length), _destination.AtStart(length), _iv.AtStart(Block));
        }
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Memory_around_the_destination_is_not_written(string kernel, string operation)
    {
        const int Margin = 64;
        using var setups = new Setups(kernel, operation);
        var setup = setups.First();
        for (var length = 0; length <= 20 * Block; length += setups.Expectation.Unit)
        {
            var around = _destination.AtStart(length + (2 * Margin));
            around.Fill(0xA5);
            setup.Check(length, _source.AtStart(length), around.Slice(Margin, length), _iv.AtStart(Block));
            Assert.Equal(-1, around.Slice(0, Margin).IndexOfAnyExcept((byte)0xA5));
            Assert.Equal(-1, around.Slice(Margin + length).IndexOfAnyExcept((byte)0xA5));
        }
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Operation_at_every_alignment_agrees(string kernel, string operation)
    {
        var cases = 0;
        using var setups = new Setups(kernel, operation);
        var setup = setups.First();
        for (var alignment = 0; alignment < 64; alignment++)
        {
            for (var i = 1; i <= 20; i++)
            {
                var length = setups.Expectation.Unit * i * (setups.Expectation.Unit == 1 ? 13 : 1);
                var source = _source.AtStart(alignment + length).Slice(alignment);
                var destination = _destination.AtStart(63 - alignment + length).Slice(63 - alignment);
                setup.Check(length, source, destination, _iv.AtStart(alignment + Block).Slice(alignment));
                cases++;
            }
        }

        Assert.Equal(64 * 20, cases);
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Operation_of_every_length_in_place_agrees(string kernel, string operation)
    {
        using var setups = new Setups(kernel, operation);
        foreach (var setup in setups)
        {
            for (var length = 0; length <= 20 * Block; length += setups.Expectation.Unit)
                setup.Check(length, _source.AtEnd(length), _source.AtEnd(length), _iv.AtEnd(Block));
            setup.Check(LongestMessage, _source.AtEnd(LongestMessage), _source.AtEnd(LongestMessage), _iv.AtEnd(Block));
        }
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Operation_composed_of_blocks_agrees(string kernel, string operation)
    {
        using var setups = new Setups(new ComposedAesKernel(KernelNamed(kernel)), operation);
        var unit = setups.Expectation.Unit;
        foreach (var setup in setups)
        {
            for (var length = 0; length <= 20 * Block; length += unit)
            {
                setup.Check(length, _source.AtEnd(length), _destination.AtEnd(length), _iv.AtEnd(Block));
                setup.Check(length, _source.AtStart(length), _source.AtStart(length), _iv.AtStart(Block));
                CheckSplit(setup, length, [length / (2 * Block) * Block]);
            }
        }
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Short_message_split_anywhere_agrees(string kernel, string operation)
    {
        var cases = 0;
        using var setups = new Setups(kernel, operation);
        var setup = setups.First();
        var resume = setups.Expectation.ResumeUnit;
        for (var length = 0; length <= 3 * Block; length += setups.Expectation.Unit)
        {
            for (var first = 0; first <= length; first += resume)
            {
                for (var second = first; second <= length; second += resume)
                {
                    CheckSplit(setup, length, [first, second]);
                    cases++;
                }
            }
        }

        // Of each length its pairs of places to split at, in order.
        var lengths = Enumerable.Range(0, (3 * Block / setups.Expectation.Unit) + 1);
        Assert.Equal(lengths.Sum(i => Pairs((i * setups.Expectation.Unit / resume) + 1)), cases);
        static int Pairs(int places) => places * (places + 1) / 2;
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Long_message_split_at_random_agrees(string kernel, string operation)
    {
        var random = new Random(3);
        using var setups = new Setups(kernel, operation);
        var resume = setups.Expectation.ResumeUnit;
        foreach (var setup in setups)
        {
            for (var i = 0; i < 50; i++)
            {
                var length = random.Next(1024 / setups.Expectation.Unit) * setups.Expectation.Unit;
                var splits = Enumerable.Range(0, random.Next(1, 9)).Select(_ => random.Next((length / resume) + 1) * resume);
                CheckSplit(setup, length, splits.OrderBy(split => split).ToArray());
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Counter_after_any_number_of_blocks_carries_across_all_128_bits(string kernel)
    {
        // More than two batches of any kernel.
        const int MostBlocks = 68;
        var cases = 0;
        foreach (var carryBit in new[] { 32, 64, 96, 128 })
        {
            foreach (var before in TestBytes.CountsTo(MostBlocks + 1))
            {
                // So many blocks before the lowest bits turn to zero and carry into the rest.
                var counter = (byte[])s_iv.Clone();
                for (var i = 0; i < carryBit / 8; i++)
                    counter[Block - 1 - i] = 0xFF;
                counter[Block - 1] = (byte)(0x100 - before);

                using var setups = new Setups(kernel, nameof(AesOperation.TransformCtr), counter);
                var setup = setups.First();
                for (var blocks = 1; blocks <= MostBlocks; blocks++)
                {
                    var length = blocks * Block;
                    setup.Check(length, _source.AtEnd(length), _destination.AtEnd(length), _iv.AtEnd(Block));
                    setup.Check(length - 3, _source.AtEnd(length - 3), _destination.AtEnd(length - 3), _iv.AtEnd(Block));
                    cases++;
                }
            }
        }

        Assert.Equal(4 * TestBytes.CountsTo(MostBlocks + 1).Count() * MostBlocks, cases);
    }

    /// <summary>More than two batches of any kernel.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Counters_of_GCM_and_GCM_SIV_wrap_within_their_32_bits(string kernel)
    {
        const int Blocks = 68, Length = (Blocks * Block) - 3;
        foreach (var before in TestBytes.CountsTo(Blocks))
        {
            var counter = (byte[])s_iv.Clone();
            BinaryPrimitives.WriteInt32LittleEndian(counter, -before);
            using var setups = new Setups(kernel, nameof(AesOperation.TransformGcmSivCtr), counter);
            setups.First().Check(Length, _source.AtEnd(Length), _destination.AtEnd(Length), _iv.AtEnd(Block));

            counter = (byte[])s_iv.Clone();
            BinaryPrimitives.WriteInt32BigEndian(counter.AsSpan(12), -before);
            using var gcm = new Setups(kernel, nameof(AesOperation.TransformGcmCtr), counter);
            gcm.First().Check(Length, _source.AtEnd(Length), _destination.AtEnd(Length), _iv.AtEnd(Block));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Counter_carries_within_a_long_message(string kernel)
    {
        const int Length = LongestMessage - 3, Step = 7;
        foreach (var carryBit in new[] { 32, 64, 128 })
        {
            foreach (var before in TestBytes.CountsTo(Length / Block / Step).Select(i => 1 + (Step * (i - 1))))
            {
                var counter = (byte[])s_iv.Clone();
                for (var i = 0; i < carryBit / 8; i++)
                    counter[Block - 1 - i] = 0xFF;
                BinaryPrimitives.WriteUInt16BigEndian(counter.AsSpan(Block - sizeof(ushort)), (ushort)(0x10000 - before));
                using var setups = new Setups(kernel, nameof(AesOperation.TransformCtr), counter);
                setups.First().Check(Length, _source.AtEnd(Length), _destination.AtEnd(Length), _iv.AtEnd(Block));
            }
        }
    }

    /// <summary>
    /// A number that a kernel adds to a counter after each batch can be off where the first batches do not show it. The batches here are
    /// more than the widest one has blocks. The parts have lengths that the oracle is asked for above.
    /// </summary>
    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Message_of_many_batches_is_that_of_its_parts(string kernel, string operation)
    {
        const int Part = 4096, Parts = 6;
        var expectation = AesExpectation.Of(operation);
        using var key = new AesExpandedKey(KernelNamed(kernel), TestBytes.Random(16, 16), expectation.NeedsDecryptionKey);
        var text = TestBytes.Random(Part * Parts, 3);
        var (whole, inParts) = (new byte[text.Length], new byte[text.Length]);
        var (ivAfterWhole, ivAfterParts) = ((byte[])s_iv.Clone(), (byte[])s_iv.Clone());
        key.Run(expectation.Operation, text, whole, ivAfterWhole);
        for (var done = 0; done < text.Length; done += Part)
            key.Run(expectation.Operation, text.AsSpan(done, Part), inParts.AsSpan(done, Part), ivAfterParts);
        Assert.Equal(inParts, whole);
        Assert.Equal(ivAfterParts, ivAfterWhole);
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Calls_at_random_agree(string kernel, string operation)
    {
        using var setups = new Setups(kernel, operation);
        var unit = setups.Expectation.Unit;
        var resume = setups.Expectation.ResumeUnit;
        var schedules =
            from key in Gen.Choose(0, s_keyBytes.Length - 1)
            from pieces in Gen.ListOf(Gen.Choose(0, 200 / resume))
            from rest in Gen.Choose(0, 100 / unit)
            from sourceAlignment in Gen.Choose(0, 63)
            from destinationAlignment in Gen.Choose(0, 63)
            from ivAlignment in Gen.Choose(0, 63)
            from inPlace in Gen.Elements(false, true)
            select (key, pieces, rest, sourceAlignment, destinationAlignment, ivAlignment, inPlace);
        var runs = 0;
        Prop.ForAll(schedules.ToArbitrary(), schedule =>
        {
            var splits = new List<int>();
            var length = 0;
            foreach (var piece in schedule.pieces.Take(18))
                splits.Add(length += piece * resume);
            length += schedule.rest * unit;
            var source = _source.AtStart(schedule.sourceAlignment + length).Slice(schedule.sourceAlignment);
            var destination = schedule.inPlace
                ? source
                : _destination.AtStart(schedule.destinationAlignment + length).Slice(schedule.destinationAlignment);
            var iv = _iv.AtStart(schedule.ivAlignment + Block).Slice(schedule.ivAlignment);
            setups[schedule.key].CheckSplit(length, splits, source, destination, iv);
            runs++;
        }).Check(RandomCases.Quietly(500));
        Assert.Equal(500, runs);
    }

    /// <summary>Each kernel against the portable one, both ways, with keys that nothing else has.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Random_keys_and_blocks_give_the_same_as_the_portable_kernel(string kernel)
    {
        const int Bytes = 5 * Block;
        var random = new Random(4);
        var portable = Algorithms.Aes.Kernels.All[^1];
        for (var i = 0; i < 1500; i++)
        {
            var key = new byte[s_keyBytes[i % s_keyBytes.Length]];
            var text = new byte[Bytes];
            random.NextBytes(key);
            random.NextBytes(text);
            using var tried = new AesExpandedKey(KernelNamed(kernel), key, forDecryption: true);
            using var other = new AesExpandedKey(portable, key, forDecryption: true);
            foreach (var operation in new[] { AesOperation.EncryptEcb, AesOperation.DecryptEcb })
            {
                var actual = _source.AtEnd(Bytes);
                var expected = _destination.AtEnd(Bytes);
                text.CopyTo(actual);
                tried.Run(operation, actual, actual, _iv.AtEnd(Block));
                text.CopyTo(expected);
                other.Run(operation, expected, expected, _iv.AtEnd(Block));
                Assert.True(actual.SequenceEqual(expected), $"{operation} of {kernel} differs from {portable.Id}.");
            }
        }
    }

    /// <summary>FIPS 197, appendices B and C, and the keys of appendix A with their blocks in SP 800-38A, appendix F.1.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Examples_of_the_standard_come_out(string kernel)
    {
        const string TextC = "00112233445566778899aabbccddeeff", TextF = "6bc1bee22e409f96e93d7e117393172a";
        (string Key, string Plaintext, string Ciphertext)[] examples =
        [
            ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32"),
            ("000102030405060708090a0b0c0d0e0f", TextC, "69c4e0d86a7b0430d8cdb78070b4c55a"),
            ("000102030405060708090a0b0c0d0e0f1011121314151617", TextC, "dda97ca4864cdfe06eaf70a0ec0d7191"),
            ("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", TextC, "8ea2b7ca516745bfeafc49904b496089"),
            ("2b7e151628aed2a6abf7158809cf4f3c", TextF, "3ad77bb40d7a3660a89ecaf32466ef97"),
            ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", TextF, "bd334f1d6e45f25ff712a214571fa5cc"),
            ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", TextF, "f3eed1bdb5d2a03c064b5a7e3db181f8"),
        ];
        foreach (var (key, plaintext, ciphertext) in examples)
        {
            using var expanded = new AesExpandedKey(KernelNamed(kernel), Convert.FromHexString(key), forDecryption: true);
            var block = _source.AtEnd(Block);
            Convert.FromHexString(plaintext).CopyTo(block);
            expanded.Run(AesOperation.EncryptEcb, block, block, _iv.AtEnd(Block));
            Assert.Equal(ciphertext, Convert.ToHexStringLower(block));
            expanded.Run(AesOperation.DecryptEcb, block, block, _iv.AtEnd(Block));
            Assert.Equal(plaintext, Convert.ToHexStringLower(block));
        }
    }

    private static AesKernel KernelNamed(string id) => KernelMatrix.Find(Algorithms.Aes.Kernels, id);

    private void CheckSplit(Setup setup, int length, int[] splits) =>
        setup.CheckSplit(length, splits, _source.AtEnd(length), _destination.AtEnd(length), _iv.AtEnd(Block));

    /// <summary>One operation of one kernel with a key of each length.</summary>
    private sealed class Setups : List<Setup>, IDisposable
    {
        public Setups(string kernel, string operation, byte[]? iv = null)
            : this(KernelNamed(kernel), operation, iv)
        {
        }

        public Setups(AesKernel kernel, string operation, byte[]? iv = null)
        {
            Expectation = AesExpectation.Of(operation);
            foreach (var keyBytes in s_keyBytes)
                Add(new Setup(kernel, Expectation, TestBytes.Random(keyBytes, keyBytes), iv ?? s_iv));
        }

        public AesExpectation Expectation { get; }

        public void Dispose() => ForEach(setup => setup.Dispose());
    }

    /// <summary>The longest message, whose beginnings are all shorter ones, and what it has to become.</summary>
    private sealed class Setup : IDisposable
    {
        private readonly AesExpectation _expectation;
        private readonly AesExpandedKey _key;
        private readonly byte[] _firstIV;
        private readonly byte[] _expected;

        public Setup(AesKernel kernel, AesExpectation expectation, byte[] key, byte[] iv)
        {
            _expectation = expectation;
            _key = new AesExpandedKey(kernel, key, expectation.NeedsDecryptionKey);
            _firstIV = iv;
            using var oracle = OracleAes.Create();
            oracle.Key = key;
            _expected = expectation.Expect(oracle, s_text, iv);
            Assert.Equal(s_text.Length, _expected.Length);
        }

        public void Check(int length, Span<byte> source, Span<byte> destination, Span<byte> iv) =>
            CheckSplit(length, [], source, destination, iv);

        /// <summary>Runs a message in pieces that end at the splits, carrying the IV along.</summary>
        public void CheckSplit(
            int length, IEnumerable<int> splits, Span<byte> source, Span<byte> destination, Span<byte> iv)
        {
            s_text.AsSpan(0, length).CopyTo(source);
            _firstIV.CopyTo(iv);
            var done = 0;
            foreach (var end in splits.Append(length))
            {
                _key.Run(_expectation.Operation, source.Slice(done, end - done), destination.Slice(done, end - done), iv);
                done = end;
            }

            if (!destination.SequenceEqual(_expected.AsSpan(0, length)))
                Assert.Fail($"{_expectation} of {length} bytes split at [{string.Join(", ", splits)}] is wrong.");
            if (!iv.SequenceEqual(_expectation.IVAfter(_firstIV, s_text, _expected, length)))
                Assert.Fail($"{_expectation} of {length} bytes split at [{string.Join(", ", splits)}] leaves a wrong IV.");
            if (source != destination && !source.SequenceEqual(s_text.AsSpan(0, length)))
                Assert.Fail($"{_expectation} of {length} bytes wrote to its source.");
        }

        public void Dispose() => _key.Dispose();
    }
}
