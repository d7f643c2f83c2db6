using System.Security.Cryptography;

namespace Obstacles;

/// <summary>O9: questions for types, classes that stand for .NET's in tests, and types that are arguments.</summary>
internal static class Tested
{
    public static object[] Run() =>
    [
        Aes.Create() is Aes, CryptoConfig.CreateFromName("AES") is Aes, HMAC.Create("HMACSHA256") is HMACSHA256, new Mock() is RandomNumberGenerator,
        Program.Kind(Make<SHA384Managed>()), Program.Kind(new Lazy<SHA512Managed>().Value), Program.Kind(Quiet()),
    ];

#pragma warning disable
    private static SHA512 Quiet() => SHA512.Create();
#pragma warning restore

    private static T Make<T>()
        where T : new() => new();

    private sealed class Mock : RandomNumberGenerator
    {
        public override void GetBytes(byte[] data) => Array.Fill(data, (byte)4);
    }
}
