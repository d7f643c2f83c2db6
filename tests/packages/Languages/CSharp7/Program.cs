using System;
using System.Security.Cryptography;

/// <summary>In the C# of .NET Framework, 7.3, with its older classes.</summary>
internal static class Program
{
    private static void Main()
    {
        foreach (var algorithm in new IDisposable[] { new AesManaged(), SHA256.Create(), new HMACSHA256(new byte[] { 1 }), new RNGCryptoServiceProvider() })
            Console.WriteLine(algorithm.GetType().FullName);
        using (var sha256 = new SHA256CryptoServiceProvider())
            Console.WriteLine(BitConverter.ToString(sha256.ComputeHash(new byte[0])).Replace("-", ""));
        using (var bytes = new Rfc2898DeriveBytes("p", new byte[8], 2))
            Console.WriteLine(BitConverter.ToString(bytes.GetBytes(4)));
    }
}
