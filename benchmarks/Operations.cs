using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Benchmarks.Peers;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks;

/// <summary>The matrix: every operation, by the peers that have it.</summary>
internal static class Operations
{
    public const int TagBytes = 16;

    private const int AesBlockBytes = 16;

    /// <summary>What is timed over sizes of messages.</summary>
    public static IReadOnlyList<Operation> All { get; } =
    [
        .. Gcm(128), .. Gcm(256), .. Modes(128), .. Modes(256), .. Enum.GetValues<Digest>().Select(Hash), Hmac(Digest.Sha256),
        Sum("crc-32", Checksum.Crc32, set => set.Crc32),
        Sum("crc-32c", Checksum.Crc32C, set => set.Crc32C),
        Sum("adler-32", Checksum.Adler32, set => set.Adler32),
    ];

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
                Kernel = set => set.Gcm,
                ResultBytes = text => text + TagBytes,
            },
            new($"aes-{bits}-gcm-open", peer => peer.Open(key, Nonce))
            {
                Kernel = set => set.Gcm,
                // Sealed by an implementation that is always there and is none of those that must agree.
                SourceFor = text => Apply(new BouncyCastlePeer().Seal(key, Nonce, freshKey: true)!, text, text.Count + TagBytes),
            },
            new($"aes-{bits}-gcm-fresh", peer => peer.Seal(key, Nonce, freshKey: true))
            {
                Kernel = set => set.Gcm,
                ResultBytes = text => text + TagBytes,
            },
        ];
    }

    private static IEnumerable<Operation> Modes(int bits)
    {
        var key = Key(bits);
        yield return new($"aes-{bits}-ctr", peer => peer.Cipher(CipherMode.Ctr, encrypt: true, key, Iv)) { Kernel = set => set.Aes };
        foreach (var mode in new[] { CipherMode.Ecb, CipherMode.Cbc, CipherMode.Cfb })
            foreach (var encrypt in new[] { true, false })
            {
                var id = $"aes-{bits}-{mode.ToString().ToLowerInvariant()}-{(encrypt ? "encrypt" : "decrypt")}";
                yield return new(id, peer => peer.Cipher(mode, encrypt, key, Iv))
                {
                    Kernel = set => set.Aes,
                    BlockBytes = AesBlockBytes,
                };
            }
    }

    private static Operation Hash(Digest digest) =>
        new(digest.ToString().ToLowerInvariant(), peer => peer.Hash(digest))
        {
            Kernel = set => KernelOf(digest, set),
            ResultBytes = _ => DigestBytes(digest),
        };

    private static Operation Hmac(Digest digest)
    {
        var key = Key(256);
        return new("hmac-" + digest.ToString().ToLowerInvariant(), peer => peer.Hmac(digest, key))
        {
            Kernel = set => KernelOf(digest, set),
            ResultBytes = _ => DigestBytes(digest),
        };
    }

    private static Operation Sum(string id, Checksum checksum, Func<KernelSet, Kernel?> kernel) =>
        new(id, peer => peer.Checksum(checksum)) { Kernel = kernel, ResultBytes = _ => sizeof(uint), IsChecksum = true };

    private static HashKernel? KernelOf(Digest digest, KernelSet set) => digest switch
    {
        Digest.Sha1 => set.Sha1,
        Digest.Sha256 => set.Sha256,
        _ => set.Sha512,
    };

    private static int DigestBytes(Digest digest) => digest switch
    {
        Digest.Sha1 => 20,
        Digest.Sha256 => 32,
        Digest.Sha384 => 48,
        _ => 64,
    };
}
