#if NET472
using System;
using System.Reflection;
using System.Security.Cryptography;
using ICSharpCode.SharpZipLib.Zip;

namespace ManagedCrypto.ZipClient;

/// <summary>What CryptoProvider.Register() changes for SharpZipLib.</summary>
internal static class Registration
{
    /// <summary>
    /// Whether the AES of an archive's entry is ours after registration, and was the framework's before. Its HMAC-SHA-1 must be
    /// the framework's even so, which is made by <c>new</c>: docs/recipes.md says so.
    /// </summary>
    public static bool ReachesAes()
    {
        var wasOurs = IsOurs(Field<ICryptoTransform>("_encryptor"));
        return CryptoProvider.Register() && !wasOurs && IsOurs(Field<ICryptoTransform>("_encryptor"))
            && !IsOurs(Field<System.Security.Cryptography.IncrementalHash>("_hmacsha1"));
    }

    private static bool IsOurs(object made) => made.GetType().Assembly == typeof(CryptoProvider).Assembly;

    /// <summary>A private field of what encrypts an entry.</summary>
    private static T Field<T>(string name)
    {
        var type = typeof(ZipFile).Assembly.GetType("ICSharpCode.SharpZipLib.Encryption.ZipAESTransform", throwOnError: true)!;
        var transform = Activator.CreateInstance(type, "password", new byte[16], 32, true);
        return (T)type.GetField(name, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(transform)!;
    }
}
#endif
