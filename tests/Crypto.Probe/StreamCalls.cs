using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

#pragma warning disable CA1835 // Overloads with arrays are to be used, too.

/// <summary>A byte written to a stream, or read from it, by each of its members.</summary>
internal static class StreamCalls
{
    public const int WaysToWrite = 5;

    private const int BufferBytes = 1000;

    public static async Task WriteOne(Stream stream, byte[] one, int way)
    {
        switch (way)
        {
            case 0:
                stream.WriteByte(one[0]);
                break;
            case 1:
                stream.Write(one);
                break;
            case 2:
                stream.Write(one, 0, 1);
                break;
            case 3:
                await stream.WriteAsync(one.AsMemory());
                break;
            default:
                await stream.WriteAsync(one, 0, 1, CancellationToken.None);
                break;
        }
    }

    /// <summary>Reads five bytes.</summary>
    public static async Task ReadEachWay(Stream stream, byte[] expected)
    {
        var read = new byte[5];
        read[0] = (byte)stream.ReadByte();
        Check.Equal([1, 1], [(byte)stream.Read(read.AsSpan(1, 1)), (byte)stream.Read(read, 2, 1)]);
        Check.Equal([1], [(byte)await stream.ReadAsync(read, 3, 1, CancellationToken.None)]);
        Check.Equal([1], [(byte)await stream.ReadAsync(read.AsMemory(4))]);
        Check.Equal(expected, read);
    }

    /// <summary>Copies all of a stream that seeks.</summary>
    public static async Task CopyEachWay(Stream stream, byte[] expected)
    {
        using MemoryStream copy = new(), other = new();
        stream.Position = 0;
        stream.CopyTo(copy, BufferBytes);
        stream.Position = 0;
        await stream.CopyToAsync(other, BufferBytes, CancellationToken.None);
        Check.Equal(expected, copy.ToArray());
        Check.Equal(expected, other.ToArray());
    }
}
