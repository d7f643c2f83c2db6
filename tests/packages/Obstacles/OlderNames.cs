using System.Security.Cryptography;

namespace Obstacles;

/// <summary>O6 to O8: several old names are one type of ours; a program that tells them apart keeps them.</summary>
internal static class OlderNames
{
    private static readonly Dictionary<Type, int> s_sizes = new() { [typeof(SHA1Managed)] = 1, [typeof(SHA1CryptoServiceProvider)] = 2 };

    public static object[] Run() =>
    [
        Name(new SHA1Managed()), Name(new SHA1CryptoServiceProvider()), Overload(new SHA256Managed()), Overload(new SHA256CryptoServiceProvider()),
        s_sizes.Count, CryptoConfig.CreateFromName(typeof(SHA256).FullName!) is SHA256, Program.Kind(new SHA384Managed()),
    ];

    private static string Name(SHA1 hash) => hash switch { SHA1Managed => "managed", SHA1CryptoServiceProvider => "provider", _ => "another" };

    private static string Overload(SHA256Managed hash) => "managed " + hash.HashSize;

    private static string Overload(SHA256CryptoServiceProvider hash) => "provider " + hash.HashSize;
}
