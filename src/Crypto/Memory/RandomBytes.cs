using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using BclRandom = System.Security.Cryptography.RandomNumberGenerator;

namespace ManagedCrypto;

/// <summary>
/// Random bytes for keys and IVs from the operating system, which keeps no state in this process that a fork could copy. On Linux
/// and FreeBSD the BCL's <see cref="BclRandom"/> needs OpenSSL and ends the process where that is missing, so the kernel
/// is asked there.
/// </summary>
internal static class RandomBytes
{
    private static bool AsksKernel => RuntimeInformation.IsOSPlatform(OSPlatform.Linux)
        || RuntimeInformation.IsOSPlatform(OSPlatform.Create("FREEBSD"));

    /// <summary>Fills the destination with bytes fit for keys.</summary>
    /// <exception cref="CryptographicException">The operating system gave no random bytes; the destination is zeroed.</exception>
    public static void Fill(Span<byte> destination)
    {
        if (!AsksKernel)
            AskBcl(destination);
        else if (KernelRandom.Fill(destination) is { } whyNot)
            throw new CryptographicException("The operating system gave no random bytes: " + whyNot);
    }

#if NET
    private static void AskBcl(Span<byte> destination) => BclRandom.Fill(destination);
#else
    private static unsafe void AskBcl(Span<byte> destination)
    {
        // Not by BclRandom.Create(), which asks CryptoConfig and so gives our own once names are registered.
        using var generator = new RNGCryptoServiceProvider();
        var bytes = new byte[destination.Length];
        fixed (byte* pinned = bytes)
        {
            using var secret = new SecretScope(pinned, bytes.Length);
            generator.GetBytes(bytes);
            bytes.CopyTo(destination);
        }
    }
#endif
}
