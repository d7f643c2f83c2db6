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
        Check.That(CryptoConfig.CreateFromName("SHA256") is SHA256, "SHA256 by name is ours");
        Check.That(new AuthenticationTagMismatchException("tag").Message == "tag", "message");
    }
}
