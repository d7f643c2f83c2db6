using System;
using System.Runtime.InteropServices.JavaScript;
using System.Runtime.Versioning;
using System.Text;
using ManagedCrypto;

namespace Vault;

/// <summary>What the page has .NET do.</summary>
[SupportedOSPlatform("browser")]
internal static partial class Page
{
    /// <summary>Nothing happens before the page asks for it.</summary>
    private static void Main()
    {
    }

    /// <summary>Opens a file as the vault stores it.</summary>
    [JSExport]
    internal static byte[] Open(byte[] ciphertext, string key, string name) =>
        Cobblestone.OpenToArray(Convert.FromHexString(key), ciphertext, Encoding.UTF8.GetBytes(name));
}
