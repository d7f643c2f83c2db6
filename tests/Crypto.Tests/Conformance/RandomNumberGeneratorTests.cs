using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>
/// Random numbers from random bytes: what becomes of bytes that a test gives shows that every result comes from as many of them.
/// </summary>
public class RandomNumberGeneratorTests
{
    /// <summary>All bytes in turn: as many give each number, and what is too large is drawn again.</summary>
    [Fact]
    public void Every_byte_that_is_not_too_large_gives_a_number_and_all_numbers_as_often()
    {
        Span<byte> buffer = stackalloc byte[4];
        for (var most = 0; most <= 255; most++)
        {
            var counts = new int[most + 1];
            var masked = 1;
            while (masked <= most)
                masked *= 2;
            var source = new CountingSource();
            var indices = new RandomIndices(source.Fill, buffer);
            var numbers = 256 / masked * (most + 1);
            for (var i = 0; i < numbers; i++)
                counts[indices.UpTo((uint)most)]++;
            Assert.Equal([256 / masked], counts.Distinct());
            Assert.InRange(source.Given, numbers, 256);
        }
    }

    [Theory]
    [InlineData(256u, "01ff030000000000", new uint[] { 256, 0 })]
    [InlineData(256u, "01ff0100", new uint[] { 256 })]
    [InlineData(1000u, "ffff03e903e8000a", new uint[] { 1000, 10 })]
    [InlineData(65535u, "fffe0001", new uint[] { 65534, 1 })]
    [InlineData(65536u, "0001000100010000ffffffff00000007", new uint[] { 65536, 7 })]
    [InlineData(uint.MaxValue, "fffffffe00000000", new uint[] { uint.MaxValue - 1, 0 })]
    [InlineData(0x80000000u, "8000000180000000ffffffff7fffffff", new uint[] { 0x80000000, 0x7fffffff })]
    public void Number_takes_as_many_bytes_as_the_largest_and_draws_again(uint most, string bytes, uint[] expected)
    {
        var source = new GivenSource(Vectors.Hex.Bytes(bytes.Replace(" ", "")));
        Span<byte> buffer = stackalloc byte[4];
        var indices = new RandomIndices(source.Fill, buffer);
        foreach (var number in expected)
            Assert.Equal(number, indices.UpTo(most));
        Assert.Equal(0, source.Left);
    }

    [Fact]
    public void Zeros_are_dropped_and_the_rest_keeps_its_order()
    {
        var data = new byte[6];
        var source = new GivenSource([0, 1, 0, 0, 2, 3, 4, 0, 5, 0, 6]);
        RandomNumberGenerator.FillNonZero(source.Fill, data);
        Assert.Equal([1, 2, 3, 4, 5, 6], data);
        Assert.Equal(0, source.Left);
    }

    /// <summary>Of four values, the bytes lead to each of the 24 orders once.</summary>
    [Fact]
    public void Shuffle_leads_to_every_order_as_often()
    {
        var orders = new HashSet<string>();
        for (byte first = 0; first < 4; first++)
        {
            for (byte second = 0; second < 3; second++)
            {
                for (byte third = 0; third < 2; third++)
                {
                    var values = "abcd".ToCharArray();
                    RandomNumberGenerator.Shuffle(new GivenSource([first, second, third, 0]).Fill, values.AsSpan());
                    Assert.True(orders.Add(new string(values)));
                }
            }
        }

        Assert.Equal(24, orders.Count);
        Assert.All(orders, order => Assert.Equal("abcd", new string([.. order.OrderBy(letter => letter)])));
    }

    [Fact]
    public void Choices_are_those_that_the_bytes_point_to()
    {
        var chosen = new char[5];
        RandomNumberGenerator.Choose(
            new GivenSource([0, 3, 2, 1, 5, 6, 0, 0, 0, 0, 0, 0]).Fill, "xyz".AsSpan(), chosen.AsSpan());
        Assert.Equal("xzyyz", new string(chosen));
    }

    [Fact]
    public void Numbers_stay_in_their_range_and_reach_its_ends()
    {
        var seen = new HashSet<int>();
        for (var i = 0; i < 1000; i++)
        {
            seen.Add(RandomNumberGenerator.GetInt32(-3, 3));
            Assert.InRange(RandomNumberGenerator.GetInt32(7), 0, 6);
            Assert.InRange(RandomNumberGenerator.GetInt32(int.MinValue, int.MaxValue), int.MinValue, int.MaxValue - 1);
            Assert.Equal(41, RandomNumberGenerator.GetInt32(41, 42));
        }

        Assert.Equal([-3, -2, -1, 0, 1, 2], seen.OrderBy(number => number));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(257)]
    [InlineData(100_000)]
    public void Strings_and_items_of_every_length_are_of_the_choices(int length)
    {
        var upper = RandomNumberGenerator.GetHexString(length);
        var lower = RandomNumberGenerator.GetHexString(length, lowercase: true);
        var text = RandomNumberGenerator.GetString("abc".AsSpan(), length);
        var numbers = Enumerable.Range(0, 300).ToArray();
        var items = RandomNumberGenerator.GetItems<int>(numbers, length);
        Assert.Equal([length, length, length, length], new[] { upper.Length, lower.Length, text.Length, items.Length });
        Assert.Equal("", upper.Trim("0123456789ABCDEF".ToCharArray()));
        Assert.Equal("", lower.Trim("0123456789abcdef".ToCharArray()));
        Assert.DoesNotContain(text, letter => letter is < 'a' or > 'c');
        Assert.All(items, item => Assert.InRange(item, 0, 299));
        if (length == 100_000)
        {
            Assert.Equal((16, 16), (upper.Distinct().Count(), lower.Distinct().Count()));
            Assert.Equal((3, 300), (text.Distinct().Count(), items.Distinct().Count()));
        }
    }

    [Fact]
    public void Shuffled_values_are_the_same_values()
    {
        var values = Enumerable.Range(0, 1000).ToArray();
        RandomNumberGenerator.Shuffle(values.AsSpan());
        Assert.NotEqual(Enumerable.Range(0, 1000), values);
        Assert.Equal(Enumerable.Range(0, 1000), values.OrderBy(value => value));
        RandomNumberGenerator.Shuffle(Span<int>.Empty);
    }

    [Fact]
    public void Bytes_fill_all_that_is_given_and_nothing_else()
    {
        var random = RandomNumberGenerator.Create();
        var (bytes, part) = (new byte[1000], new byte[1000]);
        random.GetBytes(bytes);
        random.GetBytes(part, 100, 800);
        Assert.InRange(bytes.Distinct().Count(), 200, 256);
        Assert.All(part.Take(100).Concat(part.Skip(900)), value => Assert.Equal(0, value));
        Assert.InRange(part.Skip(100).Take(800).Distinct().Count(), 200, 256);
        random.GetNonZeroBytes(bytes);
        Assert.DoesNotContain((byte)0, bytes);
        Assert.Equal(33, RandomNumberGenerator.GetBytes(33).Length);
        Assert.NotEqual(RandomNumberGenerator.GetBytes(16), RandomNumberGenerator.GetBytes(16));
    }

    private sealed class CountingSource
    {
        public int Given { get; private set; }

        public void Fill(Span<byte> destination)
        {
            for (var i = 0; i < destination.Length; i++)
                destination[i] = (byte)Given++;
        }
    }

    private sealed class GivenSource(byte[] bytes)
    {
        private int _given;

        public int Left => bytes.Length - _given;

        public void Fill(Span<byte> destination)
        {
            bytes.AsSpan(_given, destination.Length).CopyTo(destination);
            _given += destination.Length;
        }
    }
}
