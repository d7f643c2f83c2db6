using System;
using System.IO;
using System.Xml.Linq;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.AuthenticatedEncryption.ConfigurationModel;

internal static class KeyRing
{
    /// <summary>New keys of the ring are for ManagedCrypto's classes: services.AddDataProtection().UseManagedCrypto().</summary>
    public static IDataProtectionBuilder UseManagedCrypto(this IDataProtectionBuilder builder) =>
        builder.UseCustomCryptographicAlgorithms(new ManagedAuthenticatedEncryptorConfiguration
        {
            EncryptionAlgorithmType = typeof(ManagedCrypto.Aes),
            EncryptionAlgorithmKeySize = 256,
            ValidationAlgorithmType = typeof(ManagedCrypto.HMACSHA256),
        });

    /// <summary>All keys of the ring are for .NET's own classes from now on. What they protected stays readable.</summary>
    public static void LeaveManagedCrypto(string folder)
    {
        foreach (var file in Directory.GetFiles(folder, "key-*.xml"))
        {
            var key = XDocument.Load(file);
            foreach (var algorithm in key.Descendants().Attributes("algorithm"))
            {
                if (algorithm.Value.Split(',')[0] is var type && type.StartsWith("ManagedCrypto.", StringComparison.Ordinal))
                    algorithm.Value = type["ManagedCrypto.".Length..]; // Data Protection knows Aes, HMACSHA256... by these names
            }

            key.Save(file);
        }
    }
}
