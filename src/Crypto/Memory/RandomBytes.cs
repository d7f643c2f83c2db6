using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

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
        var bytes = new byte[destination.Length];
        fixed (byte* pinned = bytes)
        {
            if (s_readDevice)
                ReadDevice(bytes);
            else
                AskBcl(bytes);
            bytes.CopyTo(destination);
            Secret.Wipe(pinned, bytes.Length);
        }
    }

    /// <summary>New bytes fit for a key.</summary>
    public static byte[] Get(int count)
    {
        var bytes = new byte[count];
        Fill(bytes);
        return bytes;
    }

    private static void ReadDevice(byte[] bytes)
    {
        const int Unbuffered = 1;
        try
        {
            using var device = new FileStream("/dev/urandom", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, Unbuffered);
            for (int filled = 0, read; filled < bytes.Length; filled += read)
            {
                read = device.Read(bytes, filled, bytes.Length - filled);
                if (read == 0)
                    throw new EndOfStreamException("/dev/urandom ended.");
            }
        }
        catch (Exception cause) when (cause is IOException or UnauthorizedAccessException)
        {
            throw new CryptographicException("The operating system gave no random bytes: " + cause.Message, cause);
        }
    }

    private static void AskBcl(byte[] bytes)
    {
        using var generator = RandomNumberGenerator.Create();
        generator.GetBytes(bytes);
    }
}
