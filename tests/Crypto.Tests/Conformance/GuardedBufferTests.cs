using System;
using System.IO;
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

public class GuardedBufferTests
{
    [Fact]
    public void Both_ends_are_usable_and_of_the_length_asked_for()
    {
        using var buffer = new GuardedBuffer(100);
        buffer.AtStart(100).Fill(1);
        buffer.AtEnd(100).Fill(2);
        Assert.Equal(1, buffer.AtStart(100)[0]);
        Assert.Equal(2, buffer.AtEnd(100)[99]);
    }

    /// <summary>The kernel refuses to copy from an unreadable page, so that the guard shows without ending the process.</summary>
    [Fact]
    public unsafe void The_bytes_before_and_behind_are_unreadable()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads its own memory through /proc");
        using var buffer = new GuardedBuffer(100);
        using var memory = new FileStream("/proc/self/mem", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 0);
        Assert.Equal(1, Read(buffer.AtStart(1), 0));
        Assert.Equal(1, Read(buffer.AtEnd(1), 0));
        Assert.True(Read(buffer.AtStart(1), -1) <= 0);
        Assert.True(Read(buffer.AtEnd(1), 1) <= 0);

        int Read(Span<byte> at, int offset)
        {
            fixed (byte* address = at)
            {
                try
                {
                    return RandomAccess.Read(memory.SafeFileHandle, new byte[1], (long)(address + offset));
                }
                catch (IOException)
                {
                    return -1;
                }
            }
        }
    }
}
