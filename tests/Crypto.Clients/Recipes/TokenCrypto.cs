using System;
using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using Microsoft.IdentityModel.Tokens;

/// <summary>A SymmetricSecurityKey whose CryptoProviderFactory is this one's signs and encrypts with ManagedCrypto.</summary>
internal sealed class TokenCrypto : ICryptoProvider
{
    public static CryptoProviderFactory NewFactory() => new() { CustomCryptoProvider = new TokenCrypto() };

    public bool IsSupportedAlgorithm(string algorithm, params object[] args) => args switch
    {
        [byte[]] => algorithm is "HS256" or "HS384" or "HS512",
        [SymmetricSecurityKey] => algorithm is "A128CBC-HS256" or "A192CBC-HS384" or "A256CBC-HS512",
        [SymmetricSecurityKey, bool] => algorithm is "A128KW" or "A192KW" or "A256KW",
        _ => false,
    };

    public object Create(string algorithm, params object[] args) => (algorithm, args) switch
    {
        ("HS256", [byte[] key]) => new ManagedCrypto.HMACSHA256(key),
        ("HS384", [byte[] key]) => new ManagedCrypto.HMACSHA384(key),
        ("HS512", [byte[] key]) => new ManagedCrypto.HMACSHA512(key),
        (_, [SymmetricSecurityKey key]) => new CbcHmac(key, algorithm),
        (_, [SymmetricSecurityKey key, bool]) => new KeyWrap(key, algorithm),
        _ => throw new NotSupportedException(algorithm),
    };

    public void Release(object cryptoInstance) => (cryptoInstance as IDisposable)?.Dispose();
}

/// <summary>AES-CBC with HMAC, RFC 7518, section 5.2. The key's first half is HMAC's, its second AES's.</summary>
internal sealed class CbcHmac : AuthenticatedEncryptionProvider
{
    private readonly byte[] _key;
    private readonly HashAlgorithmName _hash;

    public CbcHmac(SymmetricSecurityKey key, string algorithm) // A128CBC-HS256: 128 bits of key, SHA-256
        : base(key, algorithm)
    {
        _key = key.Key;
        _hash = new HashAlgorithmName("SHA" + algorithm[^3..]);
        if (_key.Length * 4 != int.Parse(algorithm.AsSpan(1, 3), CultureInfo.InvariantCulture))
            throw new ArgumentException($"{algorithm} does not take a key of {_key.Length} bytes.", nameof(key));
    }

    private int Half => _key.Length / 2;

    public override AuthenticatedEncryptionResult Encrypt(byte[] plaintext, byte[] authenticatedData) =>
        Encrypt(plaintext, authenticatedData, null!);

    public override AuthenticatedEncryptionResult Encrypt(byte[] plaintext, byte[] authenticatedData, byte[] iv)
    {
        using var aes = NewAes();
        iv ??= aes.IV; // a random one
        var ciphertext = aes.EncryptCbc(plaintext, iv);
        return new AuthenticatedEncryptionResult(Key, ciphertext, iv, Tag(authenticatedData, iv, ciphertext));
    }

    public override byte[] Decrypt(byte[] ciphertext, byte[] authenticatedData, byte[] iv, byte[] authenticationTag)
    {
        if (!ManagedCrypto.CryptographicOperations.FixedTimeEquals(Tag(authenticatedData, iv, ciphertext), authenticationTag))
            throw new SecurityTokenDecryptionFailedException("The token was changed, or is for another key.");
        using var aes = NewAes();
        return aes.DecryptCbc(ciphertext, iv);
    }

    private ManagedCrypto.Aes NewAes()
    {
        var aes = ManagedCrypto.Aes.Create();
        aes.Key = _key[Half..];
        return aes;
    }

    private byte[] Tag(byte[] authenticatedData, byte[] iv, byte[] ciphertext)
    {
        using var hmac = ManagedCrypto.IncrementalHash.CreateHMAC(_hash, _key[..Half]);
        var bits = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(bits, authenticatedData.Length * 8L);
        hmac.AppendData(authenticatedData);
        hmac.AppendData(iv);
        hmac.AppendData(ciphertext);
        hmac.AppendData(bits);
        return hmac.GetHashAndReset()[..Half];
    }
}

/// <summary>AES key wrap, RFC 7518, section 4.4: a token's own key, encrypted under a key that both sides have.</summary>
internal sealed class KeyWrap : KeyWrapProvider
{
    private readonly ManagedCrypto.Aes _aes = new();

    public KeyWrap(SymmetricSecurityKey key, string algorithm) // A256KW: 256 bits of key
    {
        (Key, Algorithm) = (key, algorithm);
        _aes.Key = key.Key;
        if (_aes.KeySize != int.Parse(algorithm.AsSpan(1, 3), CultureInfo.InvariantCulture))
            throw new ArgumentException($"{algorithm} does not take a key of {_aes.KeySize} bits.", nameof(key));
    }

    public override string Algorithm { get; }

    public override string? Context { get; set; }

    public override SecurityKey Key { get; }

    public override byte[] WrapKey(byte[] keyBytes) => _aes.EncryptKeyWrap(keyBytes);

    public override byte[] UnwrapKey(byte[] keyBytes)
    {
        try
        {
            return _aes.DecryptKeyWrap(keyBytes);
        }
        catch (CryptographicException exception)
        {
            throw new SecurityTokenKeyWrapException("The key was changed, or is for another key.", exception);
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _aes.Dispose();
    }
}
