using System;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// What ManagedCrypto runs on in this process, and its registration with the framework's <see cref="CryptoConfig"/>. All
/// members are thread-safe.
/// </summary>
public static class CryptoProvider
{
    /// <summary>
    /// Tells which kernel each algorithm uses, and why each better one was passed over. The choice is made once, at first
    /// use, from the CPU, the runtime's settings and the switches <c>ManagedCrypto.MachineCode</c> and
    /// <c>ManagedCrypto.RequireConstantTime</c>.
    /// </summary>
    /// <returns>
    /// A row for each algorithm; its <see cref="object.ToString"/> is a table. HMAC uses the row of its hash, CTR that of AES.
    /// </returns>
    public static KernelReport Describe() => new(
        Row("AES", AesKernels.List),
        Row("AES-GCM", GcmKernels.List),
        Row("SHA-1", Sha1Kernels.List),
        Row("SHA-256", Sha256Kernels.List),
        Row("SHA-384", Sha512Kernels.List),
        Row("SHA-512", Sha512Kernels.List),
        Row("CRC-32", Crc32Kernels.List),
        Row("CRC-32C", Crc32CKernels.List),
        Row("Adler-32", Adler32Kernels.List));

    /// <summary>
    /// Maps the names of AES, SHA and HMAC in <see cref="CryptoConfig"/> to the types of this namespace. On Mono and .NET
    /// Framework that reaches <c>Aes.Create()</c>, <c>SHA256.Create()</c>, <c>HMAC.Create(name)</c> and whatever else creates by
    /// name there; on .NET it reaches creation by name alone (<c>CryptoConfig.CreateFromName</c>, <c>Aes.Create(name)</c>, XML
    /// signatures), since <c>Aes.Create()</c> and the static one-shots do not ask <see cref="CryptoConfig"/> there. Calling it
    /// again has no further effect.
    /// </summary>
    /// <returns>
    /// Whether the names were registered: false where the platform's <see cref="CryptoConfig"/> takes no names, as in a browser.
    /// This method does not throw.
    /// </returns>
    public static bool Register()
    {
        try
        {
            const string Bcl = "System.Security.Cryptography.";
            const string XmlDsig = "http://www.w3.org/2000/09/xmldsig#";
            const string XmlDsigMore = "http://www.w3.org/2001/04/xmldsig-more#";
            const string XmlEnc = "http://www.w3.org/2001/04/xmlenc#";
            CryptoConfig.AddAlgorithm(typeof(Aes), "AES", Bcl + "Aes");
            CryptoConfig.AddAlgorithm(typeof(SHA1), "SHA", "SHA1", Bcl + "SHA1", XmlDsig + "sha1");
            CryptoConfig.AddAlgorithm(typeof(SHA256), "SHA256", "SHA-256", Bcl + "SHA256", XmlEnc + "sha256");
            CryptoConfig.AddAlgorithm(typeof(SHA384), "SHA384", "SHA-384", Bcl + "SHA384", XmlDsigMore + "sha384");
            CryptoConfig.AddAlgorithm(typeof(SHA512), "SHA512", "SHA-512", Bcl + "SHA512", XmlEnc + "sha512");
            CryptoConfig.AddAlgorithm(typeof(HMACSHA1), "HMACSHA1", Bcl + "HMACSHA1", XmlDsig + "hmac-sha1");
            CryptoConfig.AddAlgorithm(typeof(HMACSHA256), "HMACSHA256", Bcl + "HMACSHA256", XmlDsigMore + "hmac-sha256");
            CryptoConfig.AddAlgorithm(typeof(HMACSHA384), "HMACSHA384", Bcl + "HMACSHA384", XmlDsigMore + "hmac-sha384");
            CryptoConfig.AddAlgorithm(typeof(HMACSHA512), "HMACSHA512", Bcl + "HMACSHA512", XmlDsigMore + "hmac-sha512");
            return true;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    private static KernelRow Row<T>(string algorithm, KernelList<T> list)
        where T : Kernel =>
        new(algorithm, list.Best.Id, (KernelTier)list.Best.Tier, list.Best.IsConstantTime, list.BetterOnesPassedOver);
}
