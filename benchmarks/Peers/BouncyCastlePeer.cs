using System;
using System.Reflection;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Macs;
using Org.BouncyCastle.Crypto.Modes;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Security;
using ChaCha = Org.BouncyCastle.Crypto.Modes.ChaCha20Poly1305;
using XChaCha = Org.BouncyCastle.Crypto.Modes.XChaCha20Poly1305;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>
/// Bouncy Castle, through its lightweight classes with the engine that its own <c>CipherUtilities</c> takes. Always there,
/// since it is managed code, too.
/// </summary>
internal sealed class BouncyCastlePeer : IPeer
{
    private const int TagBits = 128;

    public string Id => "bouncycastle";

    public string Name => "BouncyCastle";

    public string Version => typeof(IDigest).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!
        .InformationalVersion.Split('+')[0];

    public Transform? Hash(HashFunction hash)
    {
        var reused = Create(hash);
        return (in source, in destination) =>
        {
            reused.BlockUpdate(source.Array, source.Offset, source.Count);
            reused.DoFinal(destination.Array, destination.Offset);
        };
    }

    public Transform? Shake(XofFunction function)
    {
        var reused = new ShakeDigest(function.SecurityBits);
        return (in source, in destination) =>
        {
            reused.BlockUpdate(source.Array, source.Offset, source.Count);
            reused.OutputFinal(destination.Array, destination.Offset, destination.Count);
        };
    }

    public Transform? HashInPieces(HashFunction hash, int pieceBytes)
    {
        var reused = Create(hash);
        return (in source, in destination) =>
        {
            foreach (var piece in new Pieces(source, pieceBytes))
                reused.BlockUpdate(piece.Array, piece.Offset, piece.Count);
            reused.DoFinal(destination.Array, destination.Offset);
        };
    }

    public Transform? Mac(Mac mac, byte[] key)
    {
        var reused = mac.BouncyCastle();
        var parameter = new KeyParameter(key);
        return (in source, in destination) =>
        {
            reused.Init(parameter);
            reused.BlockUpdate(source.Array, source.Offset, source.Count);
            reused.DoFinal(destination.Array, destination.Offset);
        };
    }

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv)
    {
        if (mode == CipherMode.Xts)
            return null;
        var engine = AesUtilities.CreateEngine();
        var cipher = new BufferedBlockCipher((IBlockCipherMode)(mode switch
        {
            CipherMode.Cbc => new CbcBlockCipher(engine),
            CipherMode.Cfb => new CfbBlockCipher(engine, 8 * iv.Length),
            CipherMode.Ctr => new SicBlockCipher(engine),
            _ => new EcbBlockCipher(engine),
        }));
        var parameter = new KeyParameter(key);
        cipher.Init(encrypt, mode == CipherMode.Ecb ? parameter : new ParametersWithIV(parameter, iv));
        return (in source, in destination) =>
        {
            // DoFinal also takes the cipher back to its IV.
            var written = cipher.ProcessBytes(source.Array, source.Offset, source.Count, destination.Array, destination.Offset);
            cipher.DoFinal(destination.Array, destination.Offset + written);
        };
    }

    public Transform? Seal(Aead aead, byte[] key, byte[] nonce, bool freshKey) =>
        aead.Name != "AES-GCM" ? Of(aead, encrypt: true, key, nonce)
            : freshKey ? Anew(() => new GcmBlockCipher(AesUtilities.CreateEngine()), encrypt: true, key, nonce)
            : SealGcm(key, nonce);

    public Transform? Open(Aead aead, byte[] key, byte[] nonce) =>
        aead.Name == "AES-GCM" ? OpenGcm(key, nonce) : Of(aead, encrypt: false, key, nonce);

    private static Transform? Of(Aead aead, bool encrypt, byte[] key, byte[] nonce) => aead.Name switch
    {
        "AES-CCM" => Ccm(encrypt, key, nonce),
        "AES-GCM-SIV" => Anew(() => new GcmSivBlockCipher(), encrypt, key, nonce),
        "AES-SIV" => Siv(encrypt, key, nonce),
        "XAES-256-GCM" => XAes(encrypt, key, nonce),
        "ChaCha20-Poly1305" => Anew(() => new ChaCha(), encrypt, key, nonce),
        "XChaCha20-Poly1305" => Anew(() => new XChaCha(), encrypt, key, nonce),
        _ => null,
    };

    /// <summary>It refuses the same nonce twice in a row, so two alternate; null stands for the key that it has.</summary>
    private static Transform SealGcm(byte[] key, byte[] nonce)
    {
        var gcm = new GcmBlockCipher(AesUtilities.CreateEngine());
        var other = (byte[])nonce.Clone();
        other[0] ^= 1;
        gcm.Init(true, new AeadParameters(new KeyParameter(key), TagBits, other));
        var (next, afterNext) = (new AeadParameters(null, TagBits, nonce), new AeadParameters(null, TagBits, other));
        return (in source, in destination) =>
        {
            gcm.Init(true, next);
            (next, afterNext) = (afterNext, next);
            Process(gcm, source, destination);
        };
    }

    private static Transform OpenGcm(byte[] key, byte[] nonce)
    {
        var gcm = new GcmBlockCipher(AesUtilities.CreateEngine());
        gcm.Init(false, new AeadParameters(new KeyParameter(key), TagBits, nonce));
        var sameKey = new AeadParameters(null, TagBits, nonce);
        return (in source, in destination) =>
        {
            gcm.Init(false, sameKey);
            Process(gcm, source, destination);
        };
    }

    /// <summary>Put together, as it has none: its CMAC, and its AES-GCM under the key that comes out.</summary>
    private static Transform XAes(bool encrypt, byte[] key, byte[] nonce)
    {
        var mac = new CMac(AesUtilities.CreateEngine());
        mac.Init(new KeyParameter(key));
        byte[] message = [0, 0, (byte)'X', 0, .. nonce[..12]], half = nonce[12..], derived = new byte[32];
        return (in source, in destination) =>
        {
            for (byte block = 0; block < 2; block++)
            {
                message[1] = (byte)(block + 1);
                mac.BlockUpdate(message, 0, message.Length);
                mac.DoFinal(derived, 16 * block);
            }

            var gcm = new GcmBlockCipher(AesUtilities.CreateEngine());
            gcm.Init(encrypt, new AeadParameters(new KeyParameter(derived), TagBits, half));
            Process(gcm, source, destination);
        };
    }

    /// <summary>Put together, as it has none: S2V (RFC 5297, section 2.4) of its CMAC, with empty associated data, and its CTR.</summary>
    private static Transform Siv(bool encrypt, byte[] key, byte[] nonce)
    {
        const int Block = 16;
        var mac = new CMac(AesUtilities.CreateEngine());
        mac.Init(new KeyParameter(key, 0, key.Length / 2));
        var ctr = new SicBlockCipher(AesUtilities.CreateEngine());
        var encryption = new KeyParameter(key, key.Length / 2, key.Length / 2);
        byte[] code = new byte[Block], zero = new byte[Block];
        return (in source, in destination) =>
        {
            var (text, sealedText) = encrypt ? (source, destination) : (destination, source);
            if (!encrypt)
                Transform(sealedText[Block..], text, sealedText);
            var sum = Code(zero, code);
            foreach (var data in (byte[][])[[], nonce])
            {
                Double(sum);
                Add(sum, Code(data, new byte[Block]));
            }

            byte[] last = [.. text];
            if (last.Length >= Block)
            {
                Add(last.AsSpan(last.Length - Block), sum);
            }
            else
            {
                Double(sum);
                Add(sum, [.. last, 0x80, .. new byte[Block - 1 - last.Length]]);
                last = sum;
            }

            var tag = Code(last, new byte[Block]);
            if (!encrypt && !tag.AsSpan().SequenceEqual(sealedText[..Block]))
                throw new InvalidCipherTextException("mac check in SIV failed");
            tag.CopyTo(sealedText.AsSpan());
            if (encrypt)
                Transform(text, sealedText[Block..], tag);
        };

        byte[] Code(byte[] data, byte[] result)
        {
            mac.BlockUpdate(data, 0, data.Length);
            mac.DoFinal(result, 0);
            return result;
        }

        void Transform(ArraySegment<byte> from, ArraySegment<byte> to, ReadOnlySpan<byte> tag)
        {
            byte[] counter = [.. tag[..Block]];
            counter[8] &= 0x7F;
            counter[12] &= 0x7F;
            var cipher = new BufferedBlockCipher(ctr);
            cipher.Init(true, new ParametersWithIV(encryption, counter));
            var written = cipher.ProcessBytes(from.Array, from.Offset, from.Count, to.Array, to.Offset);
            cipher.DoFinal(to.Array, to.Offset + written);
        }

        static void Double(byte[] block)
        {
            var carry = block[0] >> 7;
            for (var i = 0; i < Block; i++)
                block[i] = (byte)((block[i] << 1) | (i + 1 < Block ? block[i + 1] >> 7 : 0));
            block[Block - 1] ^= (byte)(carry * 0x87);
        }

        static void Add(Span<byte> to, byte[] block)
        {
            for (var i = 0; i < Block; i++)
                to[i] ^= block[i];
        }
    }

    /// <summary>It refuses to seal under the same nonce twice in a row, and so is set up anew.</summary>
    private static Transform Anew(Func<IAeadCipher> create, bool encrypt, byte[] key, byte[] nonce) => (in source, in destination) =>
    {
        var aead = create();
        aead.Init(encrypt, new AeadParameters(new KeyParameter(key), TagBits, nonce));
        var written = aead.ProcessBytes(source.Array, source.Offset, source.Count, destination.Array, destination.Offset);
        aead.DoFinal(destination.Array, destination.Offset + written);
    };

    private static Transform Ccm(bool encrypt, byte[] key, byte[] nonce)
    {
        var parameters = new AeadParameters(new KeyParameter(key), TagBits, nonce);
        return (in source, in destination) =>
        {
            var ccm = new CcmBlockCipher(AesUtilities.CreateEngine());
            ccm.Init(encrypt, parameters);
            ccm.ProcessPacket(source.Array, source.Offset, source.Count, destination.Array, destination.Offset);
        };
    }

    private static void Process(GcmBlockCipher gcm, ArraySegment<byte> source, ArraySegment<byte> destination)
    {
        var written = gcm.ProcessBytes(source.Array, source.Offset, source.Count, destination.Array, destination.Offset);
        gcm.DoFinal(destination.Array, destination.Offset + written);
    }

    private static IDigest Create(HashFunction hash) => DigestUtilities.GetDigest(hash.HashName);
}
