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

    /// <summary>What is timed over sizes of messages.</summary>
    public static IReadOnlyList<Operation> All { get; } =
    [
        .. Gcm(128), .. Gcm(256), Gmac(128), Gmac(256), .. GcmSiv(128), .. GcmSiv(256), .. XAes, .. ChaCha, .. XChaCha, .. Ccm(128), .. Ccm(256),
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
    public static IEnumerable<Operation> Shake => Algorithms.Xofs.Select(function =>
        new Operation(function.Name.ToLowerInvariant(), peer => peer.Shake(function))
        {
            Algorithm = function,
            ResultBytes = _ => DigestBytes(function),
        });

    public static IEnumerable<Operation> Hmacs => [Hmac(Algorithms.Sha256), Hmac(Algorithms.Sha3_256)];

    public static IEnumerable<Operation> Kmacs => Algorithms.Xofs.Select(Kmac);

    /// <summary>One for each checksum.</summary>
    public static IEnumerable<Operation> Checksums => Algorithms.Checksums.Select(Sum);

    public static byte[] Iv { get; } = Bytes(16, seed: 3);

    public static byte[] Nonce { get; } = Bytes(12, seed: 4);

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

    private static Operation[] Gcm(int bits)
    {
        var key = Key(bits);
        return
        [
            new($"aes-{bits}-gcm-seal", peer => peer.Seal(key, Nonce, freshKey: false))
            {
                Algorithm = Algorithms.AesGcm,
                ResultBytes = text => text + TagBytes,
            },
            new($"aes-{bits}-gcm-open", peer => peer.Open(key, Nonce))
            {
                Algorithm = Algorithms.AesGcm,
                // Sealed by an implementation that is always there and is none of those that must agree.
                SourceFor = text => Apply(new BouncyCastlePeer().Seal(key, Nonce, freshKey: true)!, text, text.Count + TagBytes),
            },
            new($"aes-{bits}-gcm-fresh", peer => peer.Seal(key, Nonce, freshKey: true))
            {
                Algorithm = Algorithms.AesGcm,
                ResultBytes = text => text + TagBytes,
            },
        ];
    }

    /// <summary>The nonce is given, so that results can be compared; to draw one costs what the operating system takes for it.</summary>
    private static Operation[] XAes
    {
        get
        {
            byte[] key = Key(256), nonce = Bytes(24, seed: 6);
            return
            [
                new("xaes-256-gcm-seal", peer => peer.SealXAes(key, nonce))
                {
                    Algorithm = Algorithms.AesGcm,
                    ResultBytes = text => text + TagBytes,
                },
                new("xaes-256-gcm-open", peer => peer.OpenXAes(key, nonce))
                {
                    Algorithm = Algorithms.AesGcm,
                    SourceFor = text => Apply(new BouncyCastlePeer().SealXAes(key, nonce)!, text, text.Count + TagBytes),
                },
            ];
        }
    }

    private static Operation[] GcmSiv(int bits)
    {
        var key = Key(bits);
        return
        [
            new($"aes-{bits}-gcm-siv-seal", peer => peer.SealGcmSiv(key, Nonce))
            {
                Algorithm = Algorithms.AesGcmSiv,
                ResultBytes = text => text + TagBytes,
            },
            new($"aes-{bits}-gcm-siv-open", peer => peer.OpenGcmSiv(key, Nonce))
            {
                Algorithm = Algorithms.AesGcmSiv,
                SourceFor = text => Apply(new BouncyCastlePeer().SealGcmSiv(key, Nonce)!, text, text.Count + TagBytes),
            },
        ];
    }

    private static Operation[] ChaCha
    {
        get
        {
            var key = Key(256);
            return
            [
                new("chacha20-poly1305-seal", peer => peer.SealChaCha(key, Nonce))
                {
                    Algorithm = Algorithms.ChaCha20Poly1305,
                    ResultBytes = text => text + TagBytes,
                },
                new("chacha20-poly1305-open", peer => peer.OpenChaCha(key, Nonce))
                {
                    Algorithm = Algorithms.ChaCha20Poly1305,
                    SourceFor = text => Apply(new BouncyCastlePeer().SealChaCha(key, Nonce)!, text, text.Count + TagBytes),
                },
            ];
        }
    }

    private static Operation[] XChaCha
    {
        get
        {
            byte[] key = Key(256), nonce = Bytes(24, seed: 6);
            return
            [
                new("xchacha20-poly1305-seal", peer => peer.SealXChaCha(key, nonce))
                {
                    Algorithm = Algorithms.ChaCha20Poly1305,
                    ResultBytes = text => text + TagBytes,
                },
                new("xchacha20-poly1305-open", peer => peer.OpenXChaCha(key, nonce))
                {
                    Algorithm = Algorithms.ChaCha20Poly1305,
                    SourceFor = text => Apply(new BouncyCastlePeer().SealXChaCha(key, nonce)!, text, text.Count + TagBytes),
                },
            ];
        }
    }

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

    private static Operation[] Ccm(int bits)
    {
        var key = Key(bits);

        // Short enough for the longest texts.
        var nonce = Bytes(11, seed: 5);
        return
        [
            new($"aes-{bits}-ccm-seal", peer => peer.SealCcm(key, nonce))
            {
                Algorithm = Algorithms.Aes,
                ResultBytes = text => text + TagBytes,
            },
            new($"aes-{bits}-ccm-open", peer => peer.OpenCcm(key, nonce))
            {
                Algorithm = Algorithms.Aes,
                SourceFor = text => Apply(new BouncyCastlePeer().SealCcm(key, nonce)!, text, text.Count + TagBytes),
            },
        ];
    }

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
                    BlockBytes = AesBlockBytes,
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
                    HmacKey.Hash(messageHash, key, source, destination);
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
