using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// Random bytes for keys and IVs from the operating system, which keeps no state in this process that a fork could copy. On Linux
/// and FreeBSD the BCL's <see cref="RandomNumberGenerator"/> needs OpenSSL and ends the process where that is missing, so the kernel
/// is asked there.
/// </summary>
internal static class RandomBytes
{
    private static readonly bool s_asksKernel = RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
        || RuntimeInformation.IsOSPlatform(OSPlatform.Create("FREEBSD"));

    /// <summary>Fills the destination with bytes fit for keys.</summary>
    /// <exception cref="CryptographicException">The operating system gave no random bytes; the destination is zeroed.</exception>
    public static void Fill(Span<byte> destination)
    {
        if (!s_asksKernel)
            AskBcl(destination);
        else if (KernelRandom.Fill(destination) is { } whyNot)
            throw new CryptographicException("The operating system gave no random bytes: " + whyNot);
    }

#if NET
    private static void AskBcl(Span<byte> destination) => RandomNumberGenerator.Fill(destination);
#else
    private static unsafe void AskBcl(Span<byte> destination)
    {
        using var generator = RandomNumberGenerator.Create();
        var bytes = new byte[destination.Length];
        fixed (byte* pinned = bytes)
        {
            generator.GetBytes(bytes);
            bytes.CopyTo(destination);
            Secret.Wipe(pinned, bytes.Length);
        }
    }
#endif
}
