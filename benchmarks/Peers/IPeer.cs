using System;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>
/// One operation with its key and nonce fixed. It writes the whole result, whose length the operation knows. Segments come by
/// reference: handed over in registers, each would cost a trip through memory, which shows beside a short message.
/// </summary>
internal delegate void Transform(in ArraySegment<byte> source, in ArraySegment<byte> destination);

internal enum CipherMode
{
    Ecb,
    Cbc,
    Cfb,
    Ctr,
    Xts,
}

/// <summary>An implementation to compare. What it does not have is null.</summary>
internal interface IPeer
{
    /// <summary>How files of checks and JSON name it.</summary>
    string Id { get; }

    /// <summary>Its column's heading.</summary>
    string Name { get; }

    /// <summary>Of the library; for .NET's own classes, of .NET.</summary>
    string Version { get; }

    Transform? Hash(HashFunction hash);

    /// <summary>Messages of so many bytes, each hashed into a digest of its own: one by one, unless a peer does better.</summary>
    Transform? HashMany(LanesFunction lanes, int messageBytes) => Hash(lanes.Function) is not { } hash ? null
        : (in source, in destination) =>
        {
            var digestBytes = lanes.Function.DigestBytes;
            for (var i = 0; i < source.Count / messageBytes; i++)
                hash(source.Slice(i * messageBytes, messageBytes), destination.Slice(i * digestBytes, digestBytes));
        };

    /// <summary>A destination full of a SHAKE function's output.</summary>
    Transform? Shake(XofFunction function) => null;

    /// <summary>A hash to which the text is appended in pieces of so many bytes.</summary>
    Transform? HashInPieces(HashFunction hash, int pieceBytes);

    /// <summary>Into four bytes, in the order of the checksum's standard.</summary>
    Transform? Checksum(ChecksumAlgorithm checksum) => null;

    /// <summary>A message authentication code with key set-up in every call.</summary>
    Transform? Mac(Mac mac, byte[] key);

    /// <summary>Whole blocks without padding, except that CTR takes any length. CFB has 128-bit feedback.</summary>
    Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv);

    /// <summary>An AEAD into ciphertext and its 16-byte tag, in the order that a message of it has them.</summary>
    /// <param name="aead">Any.</param>
    /// <param name="key">As given.</param>
    /// <param name="nonce">As given; none is drawn.</param>
    /// <param name="freshKey">Whether the key is set up in every call: asked for AES-GCM alone.</param>
    Transform? Seal(Aead aead, byte[] key, byte[] nonce, bool freshKey) => null;

    /// <summary>An AEAD from ciphertext and its 16-byte tag, in that order.</summary>
    Transform? Open(Aead aead, byte[] key, byte[] nonce) => null;

    /// <summary>GMAC, under a key that is set up.</summary>
    Transform? Gmac(byte[] key, byte[] nonce) => null;

    /// <summary>AES key wrap with padding (RFC 5649), under a key that is set up.</summary>
    Transform? WrapKey(byte[] key) => null;
}
