using System;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests;

public class RandomBytesTests
{
    [Fact]
    public void Device_gives_other_bytes_each_time()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the device is Linux's");
        var (first, second) = (new byte[100], new byte[100]);
        Assert.Null(KernelRandom.ReadDevice("/dev/urandom", first));
        Assert.Null(KernelRandom.ReadDevice("/dev/urandom", second));
        Assert.NotEqual(first, second);
    }

    /// <summary>Else the same file would make the same key each time.</summary>
    [Theory]
    [InlineData("/dev/zero", "is not the kernel's device")]
    [InlineData("/proc/self/exe", "is not the kernel's device")]
    [InlineData("/dev", "is not the kernel's device")]
    [InlineData("/nowhere", "open: error 2")]
    public void What_is_not_the_device_is_not_read(string path, string reason)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the device is Linux's");
        var destination = new byte[16];
        Assert.Contains(reason, KernelRandom.ReadDevice(path, destination));
        Assert.Equal(new byte[16], destination);
    }

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
