using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace ManagedCrypto.Benchmarks.Seed2005;

/// <summary>EVP of OpenSSL 3, with a context that is kept, called as every host can: by P/Invoke.</summary>
internal sealed unsafe class OpenSslSide : ISide
{
    private const string Library = "libcrypto.so.3";

    private readonly void* _cipher;
    private readonly void* _context;
    private readonly byte[] _key;
    private readonly byte[] _iv;

    private OpenSslSide(byte[] key, byte[] iv)
    {
        fixed (byte* name = "AES-128-CBC\0"u8)
            _cipher = EVP_CIPHER_fetch(null, name, null);
        _context = EVP_CIPHER_CTX_new();
        _key = key;
        _iv = iv;
    }

    // It says "OpenSSL 3.0.19 27 Jan 2026 (...)".
    public static string Version => "OpenSSL " + Marshal.PtrToStringAnsi((IntPtr)OpenSSL_version(0))!.Split(' ')[1];

    /// <returns>Null where there is no OpenSSL 3.</returns>
    public static OpenSslSide? TryCreate(byte[] key, byte[] iv)
    {
        try
        {
            return new OpenSslSide(key, iv);
        }
        catch (DllNotFoundException)
        {
            return null;
        }
    }

    public void Encrypt(byte[] text, byte[] ciphertext) => Transform(text, ciphertext, 1);

    public void Decrypt(byte[] ciphertext, byte[] text) => Transform(ciphertext, text, 0);

    private void Transform(byte[] source, byte[] destination, int encrypt)
    {
        int written, rest;
        fixed (byte* key = _key, iv = _iv, input = source, output = destination)
        {
            if (EVP_CipherInit_ex2(_context, _cipher, key, iv, encrypt, null) != 1
                || EVP_CIPHER_CTX_set_padding(_context, 0) != 1
                || EVP_CipherUpdate(_context, output, &written, input, source.Length) != 1
                || EVP_CipherFinal_ex(_context, output + written, &rest) != 1)
            {
                throw new CryptographicException("OpenSSL refused.");
            }
        }
    }

    [DllImport(Library)]
    private static extern byte* OpenSSL_version(int what);

    [DllImport(Library)]
    private static extern void* EVP_CIPHER_fetch(void* context, byte* name, byte* properties);

    [DllImport(Library)]
    private static extern void* EVP_CIPHER_CTX_new();

    [DllImport(Library)]
    private static extern int EVP_CipherInit_ex2(void* context, void* cipher, byte* key, byte* iv, int encrypt, void* parameters);

    [DllImport(Library)]
    private static extern int EVP_CIPHER_CTX_set_padding(void* context, int pad);

    [DllImport(Library)]
    private static extern int EVP_CipherUpdate(void* context, byte* output, int* written, byte* input, int length);

    [DllImport(Library)]
    private static extern int EVP_CipherFinal_ex(void* context, byte* output, int* written);
}
