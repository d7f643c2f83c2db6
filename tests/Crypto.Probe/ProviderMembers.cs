using System;
using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

internal static class ProviderMembers
{
    public static void Use()
    {
        var report = CryptoProvider.Describe();
        var table = report.ToString();
        Check.That(report.Count == report.ToList().Count && table.Contains(report[0].KernelId), "rows");
        foreach (var row in report)
        {
            Check.That(Enum.IsDefined(row.Tier), "tier");
            Check.That(table.Contains(row.IsConstantTime ? "constant" : "variable"), "timing");
            Check.That(table.Contains(row.Algorithm) && row.PassedOver.All(better => table.Contains(better.KernelId)), "names");
        }

        Check.That(CryptoProvider.Register(), "CryptoConfig is open on .NET");
        Check.That(CryptoProvider.Register(), "again, with no further effect");
        Check.That(CryptoConfig.CreateFromName("AES") is Aes, "AES by name is ours");
        Check.That(CryptoConfig.CreateFromName("SHA256") is SHA256, "SHA256 by name is ours");
        Check.That(
            CryptoConfig.CreateFromName("System.Security.Cryptography.SHA384") is SHA384, "SHA384 by its type's name is ours");
        Check.That(CryptoConfig.CreateFromName("http://www.w3.org/2000/09/xmldsig#sha1") is SHA1, "SHA1 by its XML name is ours");
        const string XmlName = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512";
        Check.That(CryptoConfig.CreateFromName(XmlName) is HMACSHA512, "HMACSHA512 by its XML name is ours");
        Check.That(CryptoConfig.CreateFromName("RandomNumberGenerator") is RandomNumberGenerator, "random numbers by name are ours");
        Check.That(new AuthenticationTagMismatchException("tag").Message == "tag", "message");
    }
}
