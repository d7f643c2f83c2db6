using System;

namespace ManagedCrypto;

/// <summary>
/// The array through which a stream reads or writes ciphertext. It is as long as what is asked for needs, and grows with that: the longest,
/// which .NET zeroes, takes longer than all else that is done for a short message.
/// </summary>
internal static class StreamBatch
{
    /// <summary>Large enough that a system call is no burden, and small enough for the fastest cache.</summary>
    public const int Bytes = 32 * 1024;

    /// <summary>The shortest, for many small calls.</summary>
    private const int LeastBytes = 256;

    /// <summary>Makes room for so many bytes, if that is within the most that the stream takes; what is in the array stays there.</summary>
    /// <param name="batch">The array, a longer one after that.</param>
    /// <param name="wanted">Bytes; more than the most mean the most.</param>
    /// <param name="most">Bytes of the longest array.</param>
    public static void Grow(ref byte[] batch, long wanted, int most = Bytes)
    {
        if (batch.Length < Math.Min(wanted, most))
            Array.Resize(ref batch, (int)Math.Min(Math.Max(wanted, Math.Max(LeastBytes, 2L * batch.Length)), most));
    }
}
