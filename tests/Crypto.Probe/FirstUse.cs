using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

namespace ManagedCrypto.Probe;

/// <summary>
/// First use of everything where something runs out: each use works or is refused, and nothing of that is remembered. When there is room
/// again, every use works, and the report of kernels is that of any other process. What .NET itself would remember, an assembly that it
/// found no room to load, or an initializer of its own, is done before: everything is used by a copy of our assemblies.
/// </summary>
internal static class FirstUse
{
    private static readonly byte[] s_key = new byte[32], s_text = new byte[96], s_output = new byte[136];
    private static readonly byte[] s_twoKeys = [.. new byte[32], .. Enumerable.Repeat((byte)1, 32)];

    private static readonly (string Name, Action Use)[] s_uses =
    [
        .. AeadMembers.FirstUses,
        ("AesCtr", () => AesCtr.Transform(s_key, s_key.AsSpan(0, 16), s_text.AsSpan(), s_output.AsSpan(0, 96))),
        ("AesXts", () => new AesXts(s_twoKeys).Dispose()),
        ("AesCmac", () => AesCmac.HashData(s_key, s_text.AsSpan(), s_output)),
        ("AesGmac", () => new AesGmac(s_key).Dispose()),
        ("Aes", UseAes),
        ("SHA1", () => SHA1.HashData(s_text, s_output)),
        ("SHA256", () => SHA256.HashData(s_text, s_output)),
        ("SHA512", () => SHA512.HashData(s_text, s_output)),
        ("SHA3_256", () => SHA3_256.HashData(s_text, s_output)),
        ("Shake128", () => Shake128.HashData(s_text, s_output)),
        ("Kmac256", () => Kmac256.HashData(s_key, s_text, s_output)),
        ("HMACSHA256", () => HMACSHA256.HashData(s_key, s_text, s_output)),
        ("Rfc2898DeriveBytes", () => Rfc2898DeriveBytes.Pbkdf2(
            "password", s_text, s_output, 2, System.Security.Cryptography.HashAlgorithmName.SHA256)),
        ("SHA256 of many", () => SHA256.HashMany(s_text, 12, new byte[256])),
        ("Crc32", () => Crc32.HashData(s_text, s_output)),
        ("Crc32C", () => Crc32C.HashData(s_text, s_output)),
        ("Adler32", () => Adler32.HashData(s_text, s_output)),
        ("Cobblestone", () => Cobblestone.SealToArray(s_key, s_text)),
        ("RandomNumberGenerator", () => RandomNumberGenerator.Fill(s_output)),
        ("the sizes", () => _ = (AesGcm.NonceByteSizes, AesCcm.TagByteSizes)),
        ("the report", () => CryptoProvider.Describe().ToString()),
    ];

    public static void WithEverything() => Finish([]);

    /// <summary>The heap is full but for so many bytes. It must be limited (<c>DOTNET_GCHeapHardLimit</c>).</summary>
    public static void WithoutMemory(int bytes)
    {
        Prepare();
        var pieces = new byte[]?[1 << 21];
        var refused = new List<string>(s_uses.Length);
        pieces[0] = new byte[bytes];
        FullHeap.Fill(pieces, 1, smallest: 1);
        pieces[0] = null;
        UseAll(refused);
        Array.Clear(pieces);
        Finish(refused);
    }

    /// <summary>No file can be opened.</summary>
    public static void WithoutFiles()
    {
        const int Files = 7;
        Prepare();
        var refused = new List<string>(s_uses.Length);
        var limit = new ulong[2];
        Check.That(getrlimit(Files, limit) == 0, "the limit of files is not known");
        Check.That(setrlimit(Files, [0, limit[1]]) == 0, "the limit of files could not be set");
        UseAll(refused);
        var aes = CryptoProvider.Describe()[0].PassedOver;
        Check.That(setrlimit(Files, limit) == 0, "the limit of files could not be set back");
        Console.WriteLine("refused: " + string.Join(';', aes));
        Finish(refused);
    }

    private static void Prepare()
    {
        var copy = new Copy().LoadFromAssemblyPath(typeof(FirstUse).Assembly.Location);
        copy.GetType(typeof(FirstUse).FullName!)!.GetMethod(nameof(UseAll), BindingFlags.NonPublic | BindingFlags.Static)!
            .Invoke(null, [new List<string>()]);
        foreach (var name in typeof(AesGcm).Assembly.GetReferencedAssemblies())
            Assembly.Load(name);
    }

    private static void UseAll(List<string> refused)
    {
        foreach (var (name, use) in s_uses)
        {
            try
            {
                use();
            }
            catch (OutOfMemoryException)
            {
                refused.Add(name);
            }
        }
    }

    private static void Finish(List<string> refused)
    {
        foreach (var (_, use) in s_uses)
            use();
        foreach (var name in refused)
            Console.WriteLine("refused: " + name);
        foreach (var row in CryptoProvider.Describe())
            Console.WriteLine($"{row.Algorithm} {row.KernelId} {string.Join(';', row.PassedOver)}");
    }

    private static void UseAes()
    {
        using var aes = Aes.Create();
        aes.Key = s_key;
        aes.EncryptEcb(s_text, s_output, System.Security.Cryptography.PaddingMode.None);
    }

    [DllImport("libc")]
    private static extern int getrlimit(int resource, ulong[] limit);

    [DllImport("libc")]
    private static extern int setrlimit(int resource, ulong[] limit);

    /// <summary>Assemblies of ours once more, with static state of their own.</summary>
    private sealed class Copy() : AssemblyLoadContext(nameof(Copy))
    {
        protected override Assembly? Load(AssemblyName assemblyName) => assemblyName.Name!.StartsWith("ManagedCrypto", StringComparison.Ordinal)
            ? LoadFromAssemblyPath($"{AppContext.BaseDirectory}{assemblyName.Name}.dll")
            : null;
    }
}
