using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
#if NET
using System.Threading;
using Microsoft.Win32.SafeHandles;
#else
using ManagedCrypto.Intrinsics;
#endif

namespace ManagedCrypto;

/// <summary>
/// Random bytes for keys and IVs from the operating system. On Linux and FreeBSD the BCL's <see cref="RandomNumberGenerator"/>
/// needs OpenSSL and ends the process where that is missing, so the kernel's own device is read there.
/// </summary>
internal static unsafe class RandomBytes
{
    private static readonly bool s_readDevice = RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
        || RuntimeInformation.IsOSPlatform(OSPlatform.Create("FREEBSD"));

    /// <summary>Fills the destination with bytes fit for keys.</summary>
    /// <exception cref="CryptographicException">The operating system gave no random bytes.</exception>
    public static void Fill(Span<byte> destination)
    {
        if (!s_readDevice)
        {
            AskBcl(destination);
            return;
        }

        try
        {
            for (int filled = 0, read; filled < destination.Length; filled += read)
            {
                read = ReadDevice(destination.Slice(filled));
                if (read == 0)
                    throw new EndOfStreamException("/dev/urandom ended.");
            }
        }
        catch (Exception cause) when (cause is IOException or UnauthorizedAccessException)
        {
            throw new CryptographicException("The operating system gave no random bytes: " + cause.Message, cause);
        }
    }

    /// <summary>New bytes fit for a key.</summary>
    public static byte[] Get(int count)
    {
        var bytes = new byte[count];
        Fill(bytes);
        return bytes;
    }

#if NET
    // Opened once and kept, so that random padding allocates nothing.
    private static SafeFileHandle? s_device;

    private static int ReadDevice(Span<byte> destination) =>
        RandomAccess.Read(Volatile.Read(ref s_device) ?? OpenDevice(), destination, 0);

    private static SafeFileHandle OpenDevice()
    {
        var device = File.OpenHandle("/dev/urandom", FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        if (Interlocked.CompareExchange(ref s_device, device, null) is not { } opened)
            return device;
        device.Dispose();
        return opened;
    }

    private static void AskBcl(Span<byte> destination) => RandomNumberGenerator.Fill(destination);
#else
    private static int ReadDevice(Span<byte> destination)
    {
        const int Unbuffered = 1;
        using var device = new FileStream("/dev/urandom", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, Unbuffered);
        var read = 0;
        ThroughArray(destination, bytes => read = device.Read(bytes, 0, bytes.Length));
        return read;
    }

    private static void AskBcl(Span<byte> destination)
    {
        using var generator = RandomNumberGenerator.Create();
        ThroughArray(destination, generator.GetBytes);
    }

    private static void ThroughArray(Span<byte> destination, Action<byte[]> fill)
    {
        var bytes = new byte[destination.Length];
        fixed (byte* pinned = bytes)
        {
            fill(bytes);
            bytes.CopyTo(destination);
            Secret.Wipe(pinned, bytes.Length);
        }
    }
#endif
}
