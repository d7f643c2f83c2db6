using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>
/// Every type that hashes. Constructors and static methods are found by reflection, so that a new type is used without a line
/// here, and a method that no <see cref="HashCall"/> fits ends the program; instance members stand here under their names. All
/// must give one digest.
/// </summary>
internal static class HashMembers
{
    /// <summary>FIPS 180-4's one-block example, and the checksum of the same text.</summary>
    private static readonly Dictionary<Type, string> s_known = new()
    {
        [typeof(SHA256)] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        [typeof(Crc32)] = "c2412435",
    };

    private const BindingFlags OwnInstance = BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    private delegate bool TryCompute(ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

    private static byte[] Text => HashCall.Text;

    public static IEnumerable<Type> Types { get; } =
        [.. typeof(CryptoProvider).Assembly.GetExportedTypes().Where(type => type.IsSubclassOf(typeof(HashAlgorithm)))];

    public static async Task Use()
    {
        foreach (var type in Types)
        {
            var digests = new List<byte[]>();
            foreach (var constructor in type.GetConstructors())
                digests.Add(await Use((HashAlgorithm)constructor.Invoke([.. constructor.GetParameters().Select(Argument)])));
            foreach (var method in type.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)
                .Where(method => !method.IsSpecialName))
            {
                var call = HashCall.All.SingleOrDefault(call => call.Fits(method))
                    ?? throw new InvalidOperationException($"How to call {type.Name}.{method}?");
                digests.Add(await call.Run(method.CreateDelegate(call.Delegate), type, digests[0].Length));
            }

            Check.That(type.GetProperty("IsSupported")?.GetValue(null) is null or true, type.Name + " is supported");
            Check.That(digests.Count >= 10, type.Name + " has no static methods");
            Check.Equal(digests[0], [.. digests]);
        }

        foreach (var (type, digest) in s_known)
            Check.Equal(Convert.FromHexString(digest), await Use((HashAlgorithm)Activator.CreateInstance(type)!));
    }

    /// <summary>Every instance member, on a hash or under a key.</summary>
    /// <returns>The digest of the text, under the key if there is one.</returns>
    public static async Task<byte[]> Use(HashAlgorithm algorithm)
    {
        if (algorithm is HMAC hmac)
        {
            Check.That(hmac.GetType().Name == "HMAC" + hmac.HashName.Replace('-', '_'), "a name");
            hmac.HashName = hmac.HashName;
        }

        if (algorithm is KeyedHashAlgorithm keyed)
        {
            Check.That(keyed.Key.Length > 0, "a key of its own");
            keyed.Key = HashCall.Key;
        }

        Check.That(
            algorithm is { CanReuseTransform: true, CanTransformMultipleBlocks: true, InputBlockSize: 1, OutputBlockSize: 1 },
            "transform");
        algorithm.TransformBlock(Text, 0, 1, null, 0);
        algorithm.Initialize();
        var digest = algorithm.ComputeHash(Text);
        Check.That(algorithm.HashSize == 8 * digest.Length, "hash size");
        Check.Equal(
            digest,
            algorithm.ComputeHash(Text, 0, Text.Length),
            algorithm.ComputeHash(new MemoryStream(Text)),
            await algorithm.ComputeHashAsync(new MemoryStream(Text)),
            Check.Tried(digest.Length, (Span<byte> to, out int written) => algorithm.TryComputeHash(Text, to, out written)));

        // Hides the base class's, with fewer steps.
        if (algorithm.GetType().GetMethod(nameof(algorithm.TryComputeHash), OwnInstance)?.CreateDelegate<TryCompute>(algorithm) is { } own)
            Check.Equal(digest, Check.Tried(digest.Length, (Span<byte> to, out int written) => own(Text, to, out written)));

        // Hides the base class's, which reads 4 KiB at a time.
        var ofStream = algorithm.GetType().GetMethod(nameof(algorithm.ComputeHash), OwnInstance, [typeof(Stream)])
            ?? throw new InvalidOperationException(algorithm.GetType().Name + " has no ComputeHash of a stream of its own");
        Check.Equal(digest, ofStream.CreateDelegate<Func<Stream, byte[]>>(algorithm)(new MemoryStream(Text)));
        algorithm.TransformBlock(Text, 0, 1, null, 0);
        algorithm.TransformFinalBlock(Text, 1, Text.Length - 1);
        Check.Equal(digest, algorithm.Hash!);
        algorithm.Clear();
        algorithm.Dispose();
        return digest;
    }

    private static object Argument(ParameterInfo parameter) =>
        parameter.ParameterType == typeof(byte[]) ? HashCall.Key
        : parameter.ParameterType == typeof(bool) ? true
        : throw new InvalidOperationException("What to pass for " + parameter + "?");
}
