using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Peers;

/// <summary>
/// OpenSSL's EVP as a careful C program uses it: algorithms fetched once, a context reused for each operation, its key set once
/// and only the IV anew (which the modes other than ECB need). Contexts live as long as the process.
/// </summary>
internal sealed unsafe class OpenSslPeer(LibCrypto lib) : IPeer
{
    private const int TagBytes = 16;

    public string Id => "openssl";

    public string Name => "OpenSSL";

    // Such as "OpenSSL 3.0.19 27 Jan 2026".
    public string Version => Marshal.PtrToStringUTF8((nint)lib.Version(0))!;

    public Transform? Hash(HashFunction hash)
    {
        var md = Fetch(lib.FetchDigest, hash.HashName);
        var context = lib.NewDigestContext();
        Check(lib.InitDigest(context, md, null));
        return (in source, in destination) =>
        {
            fixed (byte* from = source.AsSpan(), to = destination.AsSpan())
            {
                uint written;
                Check(lib.InitDigest(context, null, null)
                    & lib.UpdateDigest(context, from, (nuint)source.Count)
                    & lib.FinishDigest(context, to, &written));
            }
        };
    }

    public Transform? Shake(XofFunction function)
    {
        var md = Fetch(lib.FetchDigest, function.Name);
        var context = lib.NewDigestContext();
        Check(lib.InitDigest(context, md, null));
        return (in source, in destination) =>
        {
            fixed (byte* from = source.AsSpan(), to = destination.AsSpan())
            {
                Check(lib.InitDigest(context, null, null)
                    & lib.UpdateDigest(context, from, (nuint)source.Count)
                    & lib.FinishXof(context, to, (nuint)destination.Count));
            }
        };
    }

    public Transform? HashInPieces(HashFunction hash, int pieceBytes)
    {
        var md = Fetch(lib.FetchDigest, hash.HashName);
        var context = lib.NewDigestContext();
        Check(lib.InitDigest(context, md, null));
        return (in source, in destination) =>
        {
            Check(lib.InitDigest(context, null, null));
            foreach (var piece in new Pieces(source, pieceBytes))
                fixed (byte* from = piece.AsSpan())
                    Check(lib.UpdateDigest(context, from, (nuint)piece.Count));
            uint written;
            fixed (byte* to = destination.AsSpan())
                Check(lib.FinishDigest(context, to, &written));
        };
    }

    public Transform? Mac(Mac mac, byte[] key)
    {
        var context = KeyedMac(mac.OpenSsl, mac.OpenSslParameter, key);
        return (in source, in destination) =>
        {
            fixed (byte* k = key, from = source.AsSpan(), to = destination.AsSpan())
            {
                nuint written;
                Check(lib.InitMac(context, k, (nuint)key.Length, null)
                    & lib.UpdateMac(context, from, (nuint)source.Count)
                    & lib.FinishMac(context, to, &written, (nuint)destination.Count));
            }
        };
    }

    public Transform? Cipher(CipherMode mode, bool encrypt, byte[] key, byte[] iv)
    {
        var context = KeyedContext(mode.ToString(), encrypt, key, iv);
        Check(lib.SetPadding(context, 0));
        return (in source, in destination) =>
        {
            // Without padding, the last step of EVP does nothing in these modes.
            fixed (byte* nonce = iv, from = source.AsSpan(), to = destination.AsSpan())
            {
                int written;
                if (mode != CipherMode.Ecb)
                    Check(lib.InitCipher(context, null, null, nonce, -1, null));
                Check(lib.UpdateCipher(context, to, &written, from, source.Count));
            }
        };
    }

    public Transform? Seal(Aead aead, byte[] key, byte[] nonce, bool freshKey) => aead.Name switch
    {
        "AES-GCM" => Seal(KeyedContext("GCM", encrypt: true, key, nonce), nonce, freshKey ? key : null),
        "AES-CCM" => SealCcm(key, nonce),
        "AES-GCM-SIV" when HasGcmSiv => Seal(KeyedContext("GCM-SIV", encrypt: true, key, nonce), nonce),
        "ChaCha20-Poly1305" => Seal(Context("ChaCha20-Poly1305", encrypt: true, key, nonce), nonce),
        _ => null,
    };

    public Transform? Open(Aead aead, byte[] key, byte[] nonce) => aead.Name switch
    {
        "AES-GCM" => Open(KeyedContext("GCM", encrypt: false, key, nonce), nonce),
        "AES-CCM" => OpenCcm(key, nonce),
        "AES-GCM-SIV" when HasGcmSiv => OpenGcmSiv(key, nonce),
        "ChaCha20-Poly1305" => Open(Context("ChaCha20-Poly1305", encrypt: false, key, nonce), nonce),
        _ => null,
    };

    public Transform? Gmac(byte[] key, byte[] nonce)
    {
        var context = KeyedContext("GCM", encrypt: true, key, nonce);
        return (in source, in destination) =>
        {
            // What has no destination is associated data.
            fixed (byte* iv = nonce, from = source.AsSpan(), to = destination.AsSpan())
            {
                int written;
                Check(lib.InitCipher(context, null, null, iv, -1, null)
                    & lib.UpdateCipher(context, null, &written, from, source.Count)
                    & lib.FinishCipher(context, to, &written)
                    & lib.ControlCipher(context, LibCrypto.ControlGetTag, TagBytes, to));
            }
        };
    }

    public static void Check(int succeeded)
    {
        if (succeeded != 1)
            throw new CryptographicException("OpenSSL refused the call.");
    }

    public static void* Fetch(delegate* unmanaged<void*, byte*, byte*, void*> fetch, string name)
    {
        var utf8 = Marshal.StringToCoTaskMemUTF8(name);
        var algorithm = fetch(null, (byte*)utf8, null);
        Marshal.FreeCoTaskMem(utf8);
        return algorithm != null ? algorithm : throw new CryptographicException("This libcrypto has no " + name + ".");
    }

    /// <summary>From 3.2 on.</summary>
    private bool HasGcmSiv => lib.VersionNumber() >= 0x30200000;

    private Transform SealCcm(byte[] key, byte[] nonce)
    {
        var context = CcmContext(encrypt: true, key, nonce);
        return (in source, in destination) =>
        {
            fixed (byte* iv = nonce, from = source.AsSpan(), to = destination.AsSpan())
            {
                int written;
                Check(lib.InitCipher(context, null, null, iv, -1, null)
                    & lib.UpdateCipher(context, to, &written, from, source.Count)
                    & lib.ControlCipher(context, LibCrypto.ControlGetTag, TagBytes, to + source.Count));
            }
        };
    }

    private Transform OpenCcm(byte[] key, byte[] nonce)
    {
        var context = CcmContext(encrypt: false, key, nonce);
        return (in source, in destination) =>
        {
            fixed (byte* iv = nonce, from = source.AsSpan(), to = destination.AsSpan())
            {
                // The tag is compared with the text, and so comes before it.
                int written;
                Check(lib.InitCipher(context, null, null, iv, -1, null)
                    & lib.ControlCipher(context, LibCrypto.ControlSetTag, TagBytes, from + destination.Count)
                    & lib.UpdateCipher(context, to, &written, from, destination.Count));
            }
        };
    }

    private Transform OpenGcmSiv(byte[] key, byte[] nonce)
    {
        var context = KeyedContext("GCM-SIV", encrypt: false, key, nonce);
        return (in source, in destination) =>
        {
            fixed (byte* iv = nonce, from = source.AsSpan(), to = destination.AsSpan())
            {
                // The text is decrypted from the tag on, and so the tag comes first.
                int written;
                Check(lib.InitCipher(context, null, null, iv, -1, null)
                    & lib.ControlCipher(context, LibCrypto.ControlSetTag, TagBytes, from + destination.Count)
                    & lib.UpdateCipher(context, to, &written, from, destination.Count)
                    & lib.FinishCipher(context, to + destination.Count, &written));
            }
        };
    }

    /// <param name="context">With a key.</param>
    /// <param name="nonce">As given.</param>
    /// <param name="freshKey">Set up in every call, or null for the key that the context has.</param>
    private Transform Seal(void* context, byte[] nonce, byte[]? freshKey = null) => (in source, in destination) =>
    {
        fixed (byte* k = freshKey, iv = nonce, from = source.AsSpan(), to = destination.AsSpan())
        {
            int written;
            Check(lib.InitCipher(context, null, k, iv, -1, null)
                & lib.UpdateCipher(context, to, &written, from, source.Count)
                & lib.FinishCipher(context, to + source.Count, &written)
                & lib.ControlCipher(context, LibCrypto.ControlGetTag, TagBytes, to + source.Count));
        }
    };

    private Transform Open(void* context, byte[] nonce) => (in source, in destination) =>
    {
        fixed (byte* iv = nonce, from = source.AsSpan(), to = destination.AsSpan())
        {
            int written;
            Check(lib.InitCipher(context, null, null, iv, -1, null)
                & lib.UpdateCipher(context, to, &written, from, destination.Count)
                & lib.ControlCipher(context, LibCrypto.ControlSetTag, TagBytes, from + destination.Count)
                & lib.FinishCipher(context, to + destination.Count, &written));
        }
    };

    /// <summary>The sizes of nonce and tag come before the key.</summary>
    private void* CcmContext(bool encrypt, byte[] key, byte[] nonce)
    {
        var cipher = Fetch(lib.FetchCipher, $"AES-{8 * key.Length}-CCM");
        var context = lib.NewCipherContext();
        fixed (byte* k = key, iv = nonce)
        {
            Check(lib.InitCipher(context, cipher, null, null, encrypt ? 1 : 0, null)
                & lib.ControlCipher(context, LibCrypto.ControlSetNonceBytes, nonce.Length, null)
                & lib.ControlCipher(context, LibCrypto.ControlSetTag, TagBytes, null)
                & lib.InitCipher(context, null, k, iv, -1, null));
        }

        return context;
    }

    public void* KeyedContext(string mode, bool encrypt, byte[] key, byte[] iv)
    {
        var keyBits = 8 * key.Length / (mode == nameof(CipherMode.Xts) ? 2 : 1);
        return Context($"AES-{keyBits}-{mode.ToUpperInvariant()}", encrypt, key, iv);
    }

    private void* Context(string name, bool encrypt, byte[] key, byte[] iv)
    {
        var cipher = Fetch(lib.FetchCipher, name);
        var context = lib.NewCipherContext();
        fixed (byte* k = key, nonce = iv)
            Check(lib.InitCipher(context, cipher, k, nonce, encrypt ? 1 : 0, null));
        return context;
    }

    /// <summary>The context of a MAC under a key, with the one parameter that it must be told, if any.</summary>
    public void* KeyedMac(string algorithm, (string Name, string Value)? parameter, byte[] key)
    {
        var context = lib.NewMacContext(Fetch(lib.FetchMac, algorithm));
        var parameters = stackalloc LibCrypto.Parameter[2];
        parameters[0] = parameter is not var (name, value) ? default : new LibCrypto.Parameter
        {
            Key = (byte*)Marshal.StringToCoTaskMemUTF8(name),
            Type = LibCrypto.Parameter.Utf8String,
            Data = (void*)Marshal.StringToCoTaskMemUTF8(value),
            Size = (nuint)value.Length,
        };
        parameters[1] = default;
        fixed (byte* k = key)
            Check(lib.InitMac(context, k, (nuint)key.Length, parameters));
        return context;
    }
}
