using System;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>The values of checksums, from which messages go on, on every kernel; <see cref="HashTests"/> has the rest.</summary>
public class ChecksumTests
{
    /// <summary>Longer than any stretch that a kernel covers without a reduction or in one piece.</summary>
    private const int LongBytes = (5 << 20) + 4321;

    // Lengths at which vector loops begin, end and leave something over lie below this.
    private const int ShortBytes = 1100;

    public static TheoryData<string> Names => new(Algorithms.All.OfType<ChecksumAlgorithm>().Select(algorithm => algorithm.Name));

    public static MatrixTheoryData<string, byte> Extremes => new(Algorithms.All.OfType<ChecksumAlgorithm>().Select(one => one.Name), [0, 255]);

    /// <summary>The sums of Adler-32 grow most of all bytes by these, and a CRC is left alone by zeros only if it is zero.</summary>
    [Theory]
    [MemberData(nameof(Extremes))]
    public void Long_run_of_one_byte_from_every_extreme_value_gives_the_value_of_the_reference(string name, byte content)
    {
        var algorithm = Find(name);
        var message = new byte[LongBytes];
        message.AsSpan().Fill(content);
        uint[] values = [algorithm.Initial, 0, algorithm.Name == Algorithms.Adler32.Name ? 0xFFF0FFF0 : 0x80000001];
        foreach (var value in values)
        {
            foreach (var length in new[] { 5552, 5553, 100_000, LongBytes })
                AssertUpdate(algorithm, value, message.AsSpan(0, length));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Message_of_every_length_from_a_random_value_gives_the_value_of_the_reference(string name)
    {
        var algorithm = Find(name);
        var random = new Random(1);
        for (var length = 0; length <= ShortBytes; length++)
        {
            var value = ((uint)random.Next(65521) << 16) | (uint)random.Next(65521);
            AssertUpdate(algorithm, value, TestBytes.Random(length, seed: length));
        }
    }

    private static ChecksumAlgorithm Find(string name) => Algorithms.All.OfType<ChecksumAlgorithm>().Single(algorithm => algorithm.Name == name);

    private static void AssertUpdate(ChecksumAlgorithm algorithm, uint value, ReadOnlySpan<byte> message)
    {
        using var reference = ReferenceChecksum.Of(algorithm);
        reference.BeginAt(value);
        reference.Append(message);
        foreach (var kernel in TestedKernels.Of(algorithm.Kernels))
        {
            var checksum = algorithm.With(kernel);
            var actual = checksum.Finish(checksum.Append(value, message));
            Assert.True(
                reference.Value == actual,
                $"{kernel.Id}, {message.Length} bytes from {value:X8}: expected {reference.Value:X8}, got {actual:X8}.");
        }
    }
}
