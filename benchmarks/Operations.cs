using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Macs;
using Org.BouncyCastle.Security;

namespace ManagedCrypto.Benchmarks;

/// <summary>The matrix: every operation, by the peers that have it.</summary>
internal static class Operations
{
    public const int TagBytes = 16;

    private const int AesBlockBytes = 16, MessageBytes = 1024;

    public static byte[] Iv { get; } = Bytes(16, seed: 3);

    public static byte[] Nonce { get; } = Bytes(12, seed: 4);

    /// <summary>What is timed over sizes of messages.</summary>
    public static IReadOnlyList<Operation> All { get; } =
    [
        .. Aeads, Gmac(128), Gmac(256),
        .. Modes(128), .. Modes(256), WrapKey(128), WrapKey(256), .. Hashes, .. Many, .. Shake, .. Hmacs, .. Kmacs, Cmac(128),
        .. Checksums, .. StreamOperations.All,
    ];

    /// <summary>One for each hash function but Keccak-256, which costs what SHA3-256 does, and which no peer but one has.</summary>
    public static IEnumerable<Operation> Hashes => Algorithms.Hashes.Where(function => function.HasHmacType).Select(Hash);

    /// <summary>
    /// One for each hash function with lanes for many messages: the text is messages of a kibibyte, which the peers hash one by one. What
    /// ours takes for that, the kernel <c>loop</c> shows (<c>--kernel</c>).
    /// </summary>
    public static IEnumerable<Operation> Many => Algorithms.All.OfType<LanesFunction>().Select(lanes =>
        new Operation(lanes.Function.HashName.ToLowerInvariant() + "-many", peer => peer.HashMany(lanes, MessageBytes))
        {
            Algorithm = lanes,
            BlockBytes = MessageBytes,
            ResultBytes = text => text / MessageBytes * lanes.Function.DigestBytes,
        });

    /// <summary>Outputs as long as a digest of such security.</summary>
    public static IEnumerable<Operation> Shake => Algorithms.All.OfType<XofFunction>().Select(function =>
        new Operation(function.Name.ToLowerInvariant(), peer => peer.Shake(function))
        {
            Algorithm = function,
            ResultBytes = _ => DigestBytes(function),
        });

    public static IEnumerable<Operation> Hmacs => [Hmac(Algorithms.Sha256), Hmac(Algorithms.Sha3_256)];

    public static IEnumerable<Operation> Kmacs => Algorithms.All.OfType<XofFunction>().Select(Kmac);

    /// <summary>One for each checksum.</summary>
    public static IEnumerable<Operation> Checksums => Algorithms.All.OfType<ChecksumAlgorithm>().Select(Sum);

    /// <summary>The operations whose names begin with any of the prefixes; all of them without a prefix.</summary>
    /// <exception cref="UsageException">A prefix fits no name.</exception>
    public static List<Operation> StartingWith(IReadOnlyList<string> prefixes, IReadOnlyList<Operation> operations)
    {
        static bool Fits(Operation operation, string prefix) =>
            operation.Id.StartsWith(prefix, StringComparison.OrdinalIgnoreCase);

        var all = string.Join(", ", operations.Select(operation => operation.Id));
        foreach (var prefix in prefixes)
            if (!operations.Any(operation => Fits(operation, prefix)))
                throw new UsageException($"--only {prefix}: no operation begins so; there are {all}");
        return [.. operations.Where(operation => prefixes.Count == 0 || prefixes.Any(prefix => Fits(operation, prefix)))];
    }

    public static byte[] Key(int bits) => Bytes(bits / 8, seed: bits);

    /// <summary>Bytes that look random and are the same in every run.</summary>
    public static byte[] Bytes(int count, int seed)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    /// <summary>The result of a transform in a buffer of its own.</summary>
    public static ArraySegment<byte> Apply(Transform transform, ArraySegment<byte> source, int resultBytes)
    {
        var result = Workspace.Allocate(resultBytes);
        transform(source, result);
        return result;
    }

    /// <summary>The algorithm that an AEAD's kernels are of, or are composed of.</summary>
    public static Algorithm AlgorithmOf(Aead aead) => Algorithms.All.Single(algorithm => algorithm.Types.Any(type => type.Type == aead.Type));

    /// <summary>Sealing and opening under keys of each size but 192 bits.</summary>
    private static IEnumerable<Operation> Aeads =>
        from aead in Algorithms.Aeads
        from keyBytes in aead.KeyBytes
        where keyBytes % 24 != 0
        from operation in Of(aead, 8 * keyBytes)
        select operation;

    /// <summary>The nonce is given, so that results can be compared; to draw one costs what the operating system takes for it.</summary>
    private static IEnumerable<Operation> Of(Aead aead, int bits)
    {
        var name = aead.Name.ToLowerInvariant();
        if (aead.KeyBytes.Length > 1)
            name = name.Replace("aes-", $"aes-{bits}-", StringComparison.Ordinal);
        byte[] key = Key(bits), nonce = NonceOf(aead);
        yield return new(name + "-seal", peer => peer.Seal(aead, key, nonce, freshKey: false))
        {
            Algorithm = AlgorithmOf(aead),
            ResultBytes = text => text + TagBytesOf(aead),
        };
        yield return new(name + "-open", peer => peer.Open(aead, key, nonce))
        {
            Algorithm = AlgorithmOf(aead),

            // Sealed by an implementation that is always there and is none of those that must agree, or else by portable kernels.
            SourceFor = text => Apply(
                (new BouncyCastlePeer().Seal(aead, key, nonce, freshKey: IsGcm(aead))
                    ?? new ManagedPeer("portable", "portable", KernelSet.Forced("portable")).Seal(aead, key, nonce, freshKey: false))!,
                text,
                text.Count + TagBytesOf(aead)),
        };
        if (IsGcm(aead))
        {
            yield return new(name + "-fresh", peer => peer.Seal(aead, key, nonce, freshKey: true))
            {
                Algorithm = AlgorithmOf(aead),
                ResultBytes = text => text + TagBytes,
            };
        }
    }

    /// <summary>The longest: of AEGIS, libsodium has no others.</summary>
    public static int TagBytesOf(Aead aead) => aead.TagBytes[^1];

    private static bool IsGcm(Aead aead) => aead.Type == typeof(AesGcm);

    /// <summary>The longest, but for CCM, where a shorter one leaves room for the longest texts; of a block where there may be none.</summary>
    private static byte[] NonceOf(Aead aead) => aead.NonceBytes switch
    {
        [12] => Nonce,
        [.., 13] => Bytes(11, seed: 5),
        [0, ..] => Bytes(16, seed: 6),
        [.., var most] => Bytes(most, seed: 6),
        [] => [],
    };

    private static int DigestBytes(XofFunction function) => function.SecurityBits / 4;

    private static Operation Gmac(int bits) => new($"aes-{bits}-gmac", peer => peer.Gmac(Key(bits), Nonce))
    {
        Algorithm = Algorithms.AesGcm,
        ResultBytes = _ => TagBytes,
    };

    private static Operation WrapKey(int bits) => new($"aes-{bits}-key-wrap", peer => peer.WrapKey(Key(bits)))
    {
        Algorithm = Algorithms.Aes,
        ResultBytes = Aes.GetKeyWrapPaddedLength,
    };

    private static IEnumerable<Operation> Modes(int bits)
    {
        var key = Key(bits);
        var twoKeys = Key(2 * bits);
        yield return new($"aes-{bits}-ctr", peer => peer.Cipher(CipherMode.Ctr, encrypt: true, key, Iv)) { Algorithm = Algorithms.Aes };
        foreach (var mode in new[] { CipherMode.Ecb, CipherMode.Cbc, CipherMode.Cfb, CipherMode.Xts })
            foreach (var encrypt in new[] { true, false })
            {
                var id = $"aes-{bits}-{mode.ToString().ToLowerInvariant()}-{(encrypt ? "encrypt" : "decrypt")}";
                yield return new(id, peer => peer.Cipher(mode, encrypt, mode == CipherMode.Xts ? twoKeys : key, Iv))
                {
                    Algorithm = Algorithms.Aes,
                    BlockBytes = mode == CipherMode.Xts ? 1 : AesBlockBytes,
                    LeastBytes = AesBlockBytes,
                };
            }
    }

    private static Operation Hash(HashFunction hash) => new(hash.HashName.ToLowerInvariant(), peer => peer.Hash(hash))
    {
        Algorithm = hash,
        ResultBytes = _ => hash.DigestBytes,
    };

    private static Operation Hmac(HashFunction hash)
    {
        var mac = new Mac(
            "HMAC", ("digest", hash.HashName), () => MacUtilities.GetMac("HMAC" + hash.HashName), BclPeer.Hmac(hash), kernels =>
            {
                if (kernels.Of(hash) is not { } kernel)
                    return null;

                var messageHash = hash.With(kernel);
                return (key, source, destination) =>
                {
                    HmacState.Hash(messageHash, key, source, destination);
                    return hash.DigestBytes;
                };
            });
        return Code("hmac-" + hash.HashName.ToLowerInvariant(), mac, hash, Key(256), hash.DigestBytes);
    }

    private static Operation Kmac(XofFunction function)
    {
        var name = "KMAC" + function.SecurityBits;
        var mac = new Mac(
            name, OpenSslParameter: null, () => new KMac(function.SecurityBits, []), BclPeer.Kmac(function), kernels =>
            {
                if (kernels.Of(function) is not { } kernel)
                    return null;

                var hash = function.KmacWith(kernel);
                return (key, source, destination) =>
                {
                    ManagedCrypto.Kmac.Hash(hash, key, default, source, destination, KmacEnd.Length);
                    return destination.Length;
                };
            });
        return Code(name.ToLowerInvariant(), mac, function, Key(256), DigestBytes(function));
    }

    private static Operation Cmac(int bits)
    {
        var mac = new Mac("CMAC", ("cipher", $"AES-{bits}-CBC"), () => new CMac(AesUtilities.CreateEngine()), Bcl: null, kernels =>
        {
            if (kernels.Of(Algorithms.Aes) is not { } kernel)
                return null;
            return (key, source, destination) => AesCmac.HashData(kernel, key, source, destination);
        });
        return Code($"aes-{bits}-cmac", mac, Algorithms.Aes, Key(bits), AesCmac.HashSizeInBytes);
    }

    private static Operation Code(string id, Mac mac, Algorithm algorithm, byte[] key, int codeBytes) =>
        new(id, peer => peer.Mac(mac, key)) { Algorithm = algorithm, ResultBytes = _ => codeBytes };

    private static Operation Sum(ChecksumAlgorithm checksum) => new(checksum.Name.ToLowerInvariant(), peer => peer.Checksum(checksum))
    {
        Algorithm = checksum,
        ResultBytes = _ => ChecksumAlgorithm.DigestBytes,
    };
}
