using System;
using System.Collections.Generic;
using System.Linq;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// What every AES kernel does in every mode and direction, each axis swept alone and then at random together. The framework's
/// answers are the oracle; all buffers end at unreadable pages, or begin behind one.
/// </summary>
public sealed class AesKernelTests : IDisposable
{
    private const int Block = 16;
    private const int LongestMessage = 4096;

    private static readonly int[] s_keyBytes = [16, 24, 32];
    private static readonly byte[] s_text = TestBytes.Random(LongestMessage, 1);
    private static readonly byte[] s_register = TestBytes.Random(Block, 2);

    private readonly GuardedBuffer _source = new(LongestMessage);
    private readonly GuardedBuffer _destination = new(LongestMessage);
    private readonly GuardedBuffer _register = new(Block);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    public static TheoryData<string, string> KernelsAndOperations
    {
        get
        {
            var rows = new TheoryData<string, string>();
            foreach (var row in Kernels)
            {
                foreach (var operation in AesOperation.Names)
                    rows.Add(row.Data, operation);
            }

            return rows;
        }
    }

    public void Dispose()
    {
        _source.Dispose();
        _destination.Dispose();
        _register.Dispose();
    }

    [Fact]
    public void No_schedule_is_longer_than_the_longest() => Assert.All(
        Algorithms.Aes.Kernels.All,
        kernel => Assert.InRange(kernel.EncryptionScheduleBytes, 1, AesKernel.LargestEncryptionScheduleBytes));

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Every_length_agrees_up_to_an_unreadable_page_and_behind_one(string kernel, string operation)
    {
        var cases = 0;
        using var setups = new Setups(kernel, operation);
        var unit = setups.Operation.Unit;
        for (var length = 0; length <= LongestMessage; length += unit)
        {
            var setup = setups[length / unit % setups.Count];
            setup.Check(length, _source.AtEnd(length), _destination.AtEnd(length), _register.AtEnd(Block));
            setup.Check(length, _source.AtStart(length), _destination.AtStart(length), _register.AtStart(Block));
            cases++;
        }

        Assert.Equal((LongestMessage / unit) + 1, cases);
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Nothing_but_the_destination_is_written(string kernel, string operation)
    {
        const int Margin = 64;
        using var setups = new Setups(kernel, operation);
        var setup = setups.First();
        for (var length = 0; length <= 20 * Block; length += setups.Operation.Unit)
        {
            var around = _destination.AtStart(length + (2 * Margin));
            around.Fill(0xA5);
            setup.Check(length, _source.AtStart(length), around.Slice(Margin, length), _register.AtStart(Block));
            Assert.Equal(-1, around.Slice(0, Margin).IndexOfAnyExcept((byte)0xA5));
            Assert.Equal(-1, around.Slice(Margin + length).IndexOfAnyExcept((byte)0xA5));
        }
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Every_alignment_agrees(string kernel, string operation)
    {
        var cases = 0;
        using var setups = new Setups(kernel, operation);
        var setup = setups.First();
        for (var alignment = 0; alignment < 64; alignment++)
        {
            for (var i = 1; i <= 20; i++)
            {
                var length = setups.Operation.Unit * i * (setups.Operation.Unit == 1 ? 13 : 1);
                var source = _source.AtStart(alignment + length).Slice(alignment);
                var destination = _destination.AtStart(63 - alignment + length).Slice(63 - alignment);
                setup.Check(length, source, destination, _register.AtStart(alignment + Block).Slice(alignment));
                cases++;
            }
        }

        Assert.Equal(64 * 20, cases);
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Every_length_agrees_in_place(string kernel, string operation)
    {
        using var setups = new Setups(kernel, operation);
        foreach (var setup in setups)
        {
            for (var length = 0; length <= 20 * Block; length += setups.Operation.Unit)
                setup.Check(length, _source.AtEnd(length), _source.AtEnd(length), _register.AtEnd(Block));
            setup.Check(LongestMessage, _source.AtEnd(LongestMessage), _source.AtEnd(LongestMessage), _register.AtEnd(Block));
        }
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Every_split_of_a_short_message_agrees(string kernel, string operation)
    {
        var cases = 0;
        using var setups = new Setups(kernel, operation);
        var setup = setups.First();
        var resume = setups.Operation.ResumeUnit;
        for (var length = 0; length <= 3 * Block; length += setups.Operation.Unit)
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
        var lengths = Enumerable.Range(0, (3 * Block / setups.Operation.Unit) + 1);
        Assert.Equal(lengths.Sum(i => Pairs((i * setups.Operation.Unit / resume) + 1)), cases);
        static int Pairs(int places) => places * (places + 1) / 2;
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Random_splits_of_a_long_message_agree(string kernel, string operation)
    {
        var random = new Random(3);
        using var setups = new Setups(kernel, operation);
        var resume = setups.Operation.ResumeUnit;
        foreach (var setup in setups)
        {
            for (var i = 0; i < 50; i++)
            {
                var length = random.Next(1024 / setups.Operation.Unit) * setups.Operation.Unit;
                var splits = Enumerable.Range(0, random.Next(1, 9)).Select(_ => random.Next((length / resume) + 1) * resume);
                CheckSplit(setup, length, splits.OrderBy(split => split).ToArray());
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void The_counter_carries_across_all_128_bits(string kernel)
    {
        // More than two batches of any kernel.
        const int MostBlocks = 68;
        var cases = 0;
        foreach (var carryBit in new[] { 32, 64, 96, 128 })
        {
            for (var before = 1; before <= MostBlocks + 1; before++)
            {
                // So many blocks before the lowest bits turn to zero and carry into the rest.
                var counter = (byte[])s_register.Clone();
                for (var i = 0; i < carryBit / 8; i++)
                    counter[Block - 1 - i] = 0xFF;
                counter[Block - 1] = (byte)(0x100 - before);

                using var setups = new Setups(kernel, "TransformCtr", counter);
                var setup = setups.First();
                for (var blocks = 1; blocks <= MostBlocks; blocks++)
                {
                    var length = blocks * Block;
                    setup.Check(length, _source.AtEnd(length), _destination.AtEnd(length), _register.AtEnd(Block));
                    setup.Check(length - 3, _source.AtEnd(length - 3), _destination.AtEnd(length - 3), _register.AtEnd(Block));
                    cases++;
                }
            }
        }

        Assert.Equal(4 * 69 * 68, cases);
    }

    [Theory, MemberData(nameof(KernelsAndOperations))]
    public void Random_schedules_of_calls_agree(string kernel, string operation)
    {
        using var setups = new Setups(kernel, operation);
        var unit = setups.Operation.Unit;
        var resume = setups.Operation.ResumeUnit;
        var schedules =
            from key in Gen.Choose(0, s_keyBytes.Length - 1)
            from pieces in Gen.ListOf(Gen.Choose(0, 200 / resume))
            from rest in Gen.Choose(0, 100 / unit)
            from sourceAlignment in Gen.Choose(0, 63)
            from destinationAlignment in Gen.Choose(0, 63)
            from registerAlignment in Gen.Choose(0, 63)
            from inPlace in Gen.Elements(false, true)
            select (key, pieces, rest, sourceAlignment, destinationAlignment, registerAlignment, inPlace);
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
            var register = _register.AtStart(schedule.registerAlignment + Block).Slice(schedule.registerAlignment);
            setups[schedule.key].CheckSplit(length, splits, source, destination, register);
            runs++;
        }).Check(Config.QuickThrowOnFailure.WithQuietOnSuccess(true).WithMaxTest(500));
        Assert.Equal(500, runs);
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Random_keys_and_blocks_agree_with_every_other_kernel(string kernel)
    {
        const int Bytes = 5 * Block;
        var random = new Random(4);
        for (var i = 0; i < 1500; i++)
        {
            var key = new byte[s_keyBytes[i % s_keyBytes.Length]];
            var text = new byte[Bytes];
            random.NextBytes(key);
            random.NextBytes(text);
            var block = _source.AtEnd(Bytes);
            text.CopyTo(block);
            foreach (var other in KernelMatrix.Ids(Algorithms.Aes.Kernels))
            {
                using var encryption = new AesExpandedKey(KernelNamed(kernel), key, forDecryption: false);
                using var decryption = new AesExpandedKey(KernelNamed(other.Data), key, forDecryption: true);
                encryption.Run(AesOperation.Named("EncryptEcb"), block, block, _register.AtEnd(Block));
                Assert.False(block.SequenceEqual(text));
                decryption.Run(AesOperation.Named("DecryptEcb"), block, block, _register.AtEnd(Block));
                Assert.True(block.SequenceEqual(text), $"{kernel} enciphers and {other.Data} deciphers differently.");
            }
        }
    }

    /// <summary>FIPS 197, appendices B and C, and the keys of appendix A with their blocks in SP 800-38A, appendix F.1.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void The_examples_of_the_standard_come_out(string kernel)
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
            expanded.Run(AesOperation.Named("EncryptEcb"), block, block, _register.AtEnd(Block));
            Assert.Equal(ciphertext, Convert.ToHexStringLower(block));
            expanded.Run(AesOperation.Named("DecryptEcb"), block, block, _register.AtEnd(Block));
            Assert.Equal(plaintext, Convert.ToHexStringLower(block));
        }
    }

    private static AesKernel KernelNamed(string id) => KernelMatrix.Find(Algorithms.Aes.Kernels, id);

    private void CheckSplit(Setup setup, int length, int[] splits) =>
        setup.CheckSplit(length, splits, _source.AtEnd(length), _destination.AtEnd(length), _register.AtEnd(Block));

    /// <summary>One operation of one kernel with a key of each length.</summary>
    private sealed class Setups : List<Setup>, IDisposable
    {
        public Setups(string kernel, string operation, byte[]? register = null)
        {
            Operation = AesOperation.Named(operation);
            foreach (var keyBytes in s_keyBytes)
                Add(new Setup(KernelNamed(kernel), Operation, TestBytes.Random(keyBytes, keyBytes), register ?? s_register));
        }

        public AesOperation Operation { get; }

        public void Dispose() => ForEach(setup => setup.Dispose());
    }

    /// <summary>The longest message, whose beginnings are all shorter ones, and what it has to become.</summary>
    private sealed class Setup : IDisposable
    {
        private readonly AesOperation _operation;
        private readonly AesExpandedKey _key;
        private readonly byte[] _firstRegister;
        private readonly byte[] _expected;

        public Setup(AesKernel kernel, AesOperation operation, byte[] key, byte[] register)
        {
            _operation = operation;
            _key = new AesExpandedKey(kernel, key, operation.NeedsDecryptionKey);
            _firstRegister = register;
            using var oracle = OracleAes.Create();
            oracle.Key = key;
            _expected = operation.Expect(oracle, s_text, register);
            Assert.Equal(s_text.Length, _expected.Length);
        }

        public void Check(int length, Span<byte> source, Span<byte> destination, Span<byte> register) =>
            CheckSplit(length, [], source, destination, register);

        /// <summary>Runs a message in pieces that end at the splits, carrying the register along.</summary>
        public void CheckSplit(
            int length, IEnumerable<int> splits, Span<byte> source, Span<byte> destination, Span<byte> register)
        {
            s_text.AsSpan(0, length).CopyTo(source);
            _firstRegister.CopyTo(register);
            var done = 0;
            foreach (var end in splits.Append(length))
            {
                _key.Run(_operation, source.Slice(done, end - done), destination.Slice(done, end - done), register);
                done = end;
            }

            if (!destination.SequenceEqual(_expected.AsSpan(0, length)))
                Assert.Fail($"{_operation} of {length} bytes split at [{string.Join(", ", splits)}] is wrong.");
            if (!register.SequenceEqual(_operation.RegisterAfter(_firstRegister, s_text, _expected, length)))
                Assert.Fail($"{_operation} of {length} bytes split at [{string.Join(", ", splits)}] leaves a wrong register.");
            if (source != destination && !source.SequenceEqual(s_text.AsSpan(0, length)))
                Assert.Fail($"{_operation} of {length} bytes wrote to its source.");
        }

        public void Dispose() => _key.Dispose();
    }
}
