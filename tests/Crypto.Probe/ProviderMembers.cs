using System.Linq;
using System.Security.Cryptography;

namespace ManagedCrypto.Probe;

internal static class ProviderMembers
{
    public static void Use()
    {
        var report = CryptoProvider.Describe();
        Check.That(report.Count == report.ToList().Count && report.ToString().Contains(report[0].KernelId), "the table names each kernel");
        foreach (var row in report)
            Check.That(row.Algorithm.Length > 0 && row.Tier >= KernelTier.MachineCode && (row.IsConstantTime || row.PassedOver.Count >= 0), "row");
        Check.That(CryptoProvider.Register(), "CryptoConfig is open on .NET");
        Check.That(CryptoProvider.Register(), "again, with no further effect");
        Check.That(CryptoConfig.CreateFromName("AES") is Aes, "AES by name is ours");
        Check.That(CryptoConfig.CreateFromName("SHA256") is SHA256, "SHA256 by name is ours");
        Check.That(CryptoConfig.CreateFromName("System.Security.Cryptography.SHA384") is SHA384, "SHA384 by its type's name is ours");
        Check.That(CryptoConfig.CreateFromName("http://www.w3.org/2000/09/xmldsig#sha1") is SHA1, "SHA1 by its XML name is ours");
        Check.That(
            CryptoConfig.CreateFromName("http://www.w3.org/2001/04/xmldsig-more#hmac-sha512") is HMACSHA512, "HMACSHA512 by its XML name is ours");
        Check.That(new AuthenticationTagMismatchException("tag").Message == "tag", "message");
    }
}
