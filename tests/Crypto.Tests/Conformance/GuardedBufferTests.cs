using System;
using System.IO;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

public class GuardedBufferTests
{
    [Fact]
    public void Ends_are_usable_and_of_the_length_asked_for()
    {
        using var buffer = new GuardedBuffer(100);
        buffer.AtStart(100).Fill(1);
        buffer.AtEnd(100).Fill(2);
        Assert.Equal(1, buffer.AtStart(100)[0]);
        Assert.Equal(2, buffer.AtEnd(100)[99]);
    }

    [Fact]
    public unsafe void Bytes_before_and_after_are_unreadable()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads the protection of its pages from /proc/self/maps");
        using var buffer = new GuardedBuffer(100);
        fixed (byte* start = buffer.AtStart(1), end = buffer.AtEnd(1))
        {
            Assert.Equal("rw-", ProtectionOf(start));
            Assert.Equal("rw-", ProtectionOf(end));
            Assert.Equal("---", ProtectionOf(start - 1));
            Assert.Equal("---", ProtectionOf(end + 1));
        }
    }

    private static unsafe string ProtectionOf(byte* address)
    {
        foreach (var line in File.ReadLines("/proc/self/maps"))
        {
            var fields = line.Split('-', ' ');
            if (Convert.ToUInt64(fields[0], 16) <= (ulong)address && (ulong)address < Convert.ToUInt64(fields[1], 16))
                return line.Split(' ')[1].Substring(0, 3);
        }

        return "not mapped";
    }
}
