using System;

namespace ManagedCrypto;

/// <summary>How <see cref="Cobblestone"/> works. It changes nothing in what it writes.</summary>
public sealed class CobblestoneOptions
{
    private int _parallelism = 1;

    /// <summary>
    /// How many threads work at once, the caller's and threads of the thread pool: 1, unless it is set; 0 for as many as there are processors.
    /// </summary>
    /// <remarks>
    /// A stream has a buffer of 256 KiB for each. A file is opened by way of two buffers, each of 2 MiB at least, unless the caller works
    /// alone: one of the threads then reads ahead while the others open what has been read.
    /// </remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative, or more than 1,024.</exception>
    public int Parallelism
    {
        get => _parallelism;
        set => _parallelism = value is >= 0 and <= MostThreads ? value : throw new ArgumentOutOfRangeException(
            nameof(value), value, "There are 1 to 1,024 threads, or 0 for as many as processors.");
    }

    private const int MostThreads = 1024;

    internal static int ThreadsOf(CobblestoneOptions? options) => options is null ? 1
        : options.Parallelism == 0 ? Math.Min(Environment.ProcessorCount, MostThreads)
        : options.Parallelism;
}
