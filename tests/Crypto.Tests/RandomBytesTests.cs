using System;
using Xunit;

namespace ManagedCrypto.Tests;

public class RandomBytesTests
{
    [Theory]
    [InlineData(16)]
    [InlineData(128)]
    [InlineData(100_000)]
    public void Destination_is_filled_whole_and_differently_each_time(int length)
    {
        var first = new byte[length];
        var second = new byte[length];
        RandomBytes.Fill(first);
        RandomBytes.Fill(second);
        Assert.NotEqual(first, second);

        // 16 equal bytes in a row come up once in 2^120 places.
        for (var end = 16; end <= length; end++)
            Assert.True(first.AsSpan(end - 16, 16).IndexOfAnyExcept((byte)0) >= 0, "Sixteen zeros before byte " + end);
    }
}
