using System;
using System.Security.Cryptography;

namespace ManagedCrypto;

/// <summary>
/// Random bytes fit for keys, from the operating system. A drop-in for
/// <see cref="System.Security.Cryptography.RandomNumberGenerator"/> that needs no native library: on Linux and FreeBSD it asks the kernel.
/// </summary>
/// <remarks>
/// It has no state: all members may be called from many threads at once, and disposal has no effect. Numbers, choices and orders are
/// without bias. Every member throws <see cref="CryptographicException"/> if the operating system gives no random bytes.
/// </remarks>
public sealed partial class RandomNumberGenerator : System.Security.Cryptography.RandomNumberGenerator
{
    /// <summary>Makes another object, which does what <see cref="Create()"/>'s does.</summary>
    public RandomNumberGenerator()
    {
    }

    private static RandomNumberGenerator Shared => field ??= new();

    /// <summary>Returns an object, always the same.</summary>
    /// <returns>The object, which need not be disposed.</returns>
    public static new RandomNumberGenerator Create() => Shared;

    /// <summary>Returns the object of <see cref="Create()"/>, if the name is one that the BCL knows; capitals do not matter.</summary>
    /// <param name="rngName">
    /// <c>RandomNumberGenerator</c>, <c>System.Security.Cryptography.RandomNumberGenerator</c> or
    /// <c>System.Security.Cryptography.RNGCryptoServiceProvider</c>.
    /// </param>
    /// <returns>The object, or null if this type does not go by the name.</returns>
    /// <exception cref="ArgumentNullException">
    /// <paramref name="rngName"/> is null; the exception says <c>name</c>, as the BCL's does.
    /// </exception>
#if NET
    [Obsolete("Create the generator by its type instead of by a name.", DiagnosticId = "SYSLIB0045")]
#endif
    public static new RandomNumberGenerator? Create(string rngName) => Algorithms.Random.GoesBy(rngName) ? Shared : null;

    /// <summary>Fills an array with random bytes.</summary>
    /// <param name="data">Receives random bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    public override void GetBytes(byte[] data) => RandomBytes.Fill(Arguments.Required(data, nameof(data)));

    /// <summary>Fills part of an array with random bytes.</summary>
    /// <param name="data">Receives random bytes.</param>
    /// <param name="offset">Bytes of <paramref name="data"/> before them.</param>
    /// <param name="count">How many.</param>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="offset"/> or <paramref name="count"/> is negative.
    /// </exception>
    /// <exception cref="ArgumentException">They end after <paramref name="data"/>.</exception>
    public override void GetBytes(byte[] data, int offset, int count)
    {
        Arguments.RequireHashInput(data, offset, count);
        RandomBytes.Fill(new Span<byte>(data, offset, count));
    }

    /// <summary>Fills an array with bytes that are not zero.</summary>
    /// <param name="data">Receives random bytes.</param>
    /// <exception cref="ArgumentNullException"><paramref name="data"/> is null.</exception>
    public override void GetNonZeroBytes(byte[] data) =>
        FillNonZero(RandomBytes.Fill, Arguments.Required(data, nameof(data)));

#if NET
    /// <inheritdoc/>
    public override void GetBytes(Span<byte> data) => RandomBytes.Fill(data);

    /// <inheritdoc/>
    public override void GetNonZeroBytes(Span<byte> data) => FillNonZero(RandomBytes.Fill, data);
#else
#pragma warning disable CA1822 // It is an instance's, as in later frameworks.
    /// <summary>Fills a span with random bytes, fit for keys.</summary>
    /// <param name="data">Receives random bytes.</param>
    public void GetBytes(Span<byte> data) => RandomBytes.Fill(data);

    /// <summary>Fills a span with bytes that are not zero.</summary>
    /// <param name="data">Receives random bytes.</param>
    public void GetNonZeroBytes(Span<byte> data) => FillNonZero(RandomBytes.Fill, data);
#pragma warning restore CA1822
#endif

    /// <summary>Draws all, drops the zeros, and draws for what is missing until nothing is.</summary>
    internal static void FillNonZero(RandomSource source, Span<byte> data)
    {
        while (!data.IsEmpty)
        {
            source(data);
            var kept = 0;
            foreach (var value in data)
                if (value != 0)
                    data[kept++] = value;
            data = data.Slice(kept);
        }
    }
}
