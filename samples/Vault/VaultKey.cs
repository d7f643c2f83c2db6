using System;
using System.Buffers;
using System.IO;
using Microsoft.Extensions.Configuration;

namespace Vault;

/// <summary>The key that all files are sealed with, as it is set.</summary>
internal static class VaultKey
{
    private const int Bytes = 32;

    /// <exception cref="FormatException">It is not 64 hexadecimal digits; the message is for whoever starts the vault, and has none of them.</exception>
    /// <exception cref="IOException">There is no such file.</exception>
    public static byte[] Read(IConfiguration settings)
    {
        var file = settings["KeyFile"] ?? "vault.key";
        var digits = (settings["Key"] ?? File.ReadAllText(file)).Trim();
        var key = new byte[Bytes];
        return digits.Length == 2 * Bytes && Convert.FromHexString(digits, key, out _, out _) == OperationStatus.Done
            ? key
            : throw new FormatException(
                $"The key ({(settings["Key"] is null ? file : "Vault:Key")}) must have {2 * Bytes} hexadecimal digits, which are {Bytes} bytes, "
                + $"and no other character; it has {digits.Length} characters.");
    }
}
