using System;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

internal delegate int WriteTo(Span<byte> destination);

internal delegate bool TryWriteTo(Span<byte> destination, out int bytesWritten);

/// <summary>Results, whichever form of a member returns them, compared with one that is known.</summary>
internal static class Check
{
    public static void Equal(byte[] expected, params byte[][] results)
    {
        foreach (var result in results)
            That(
                result.AsSpan().SequenceEqual(expected),
                $"expected {Convert.ToHexString(expected)}, got {Convert.ToHexString(result)}");
    }

    public static void That(bool condition, string otherwise)
    {
        if (!condition)
            throw new InvalidOperationException(otherwise);
    }

    public static byte[] Written(int bytes, WriteTo write)
    {
        var destination = new byte[bytes];
        That(write(destination) == bytes, "wrote another number of bytes than " + bytes);
        return destination;
    }

    public static byte[] Tried(int bytes, TryWriteTo write)
    {
        var destination = new byte[bytes];
        That(write(destination, out var written) && written == bytes, "wrote another number of bytes than " + bytes);
        return destination;
    }

    public static async Task<byte[]> WrittenAsync(int bytes, Func<Memory<byte>, ValueTask<int>> write)
    {
        var destination = new byte[bytes];
        That(await write(destination) == bytes, "wrote another number of bytes than " + bytes);
        return destination;
    }

    public static void Throws<T>(Action action)
        where T : Exception
    {
        try
        {
            action();
        }
        catch (T)
        {
            return;
        }

        throw new InvalidOperationException("no " + typeof(T).Name);
    }
}
