using System;
using System.Collections.Generic;
using System.Text;
using System.Threading.Tasks;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>Microsoft.IdentityModel's tokens, signed and encrypted by ours and by its stock factory.</summary>
public class JsonWebTokenTests
{
    private const string Issuer = "headquarters";

    private static readonly JsonWebTokenHandler s_handler = new();

    public enum Side
    {
        Ours,
        Stock,
    }

    public static TheoryData<string, Side, Side> Signatures => Ways("HS256", "HS384", "HS512");

    public static TheoryData<string, Side, Side> Encryptions => Ways("A128CBC-HS256", "A192CBC-HS384", "A256CBC-HS512");

    public static TheoryData<string, Side, Side> KeyWraps => Ways("A128KW", "A192KW", "A256KW");

    [Theory]
    [MemberData(nameof(Signatures))]
    public async Task Signed_token_is_read_and_refused_if_changed(string algorithm, Side writer, Side reader)
    {
        var token = s_handler.CreateToken(Descriptor(writer, algorithm, encryption: null));
        Assert.Equal("dawn", await Read(token, reader));
        foreach (var changed in new[] { Replaced(token, 0, "JWT", "JWS"), Replaced(token, 1, "dawn", "dusk"), Flipped(token, 2) })
            await Assert.ThrowsAnyAsync<SecurityTokenInvalidSignatureException>(() => Read(changed, reader));
    }

    [Theory]
    [MemberData(nameof(Encryptions))]
    public async Task Encrypted_token_is_read_and_refused_if_changed(string algorithm, Side writer, Side reader)
    {
        var token = s_handler.CreateToken(Descriptor(writer, "HS256", algorithm));
        Assert.Equal(5, token.Split('.').Length);
        Assert.Equal("dawn", await Read(token, reader));
        string[] allChanged = [Replaced(token, 0, "JWT", "JWS"), Flipped(token, 2), Flipped(token, 3), Flipped(token, 4)];
        foreach (var changed in allChanged)
            await Assert.ThrowsAsync<SecurityTokenDecryptionFailedException>(() => Read(changed, reader));
    }

    [Theory]
    [MemberData(nameof(KeyWraps))]
    public async Task Token_with_a_wrapped_key_is_read_and_refused_if_changed(string algorithm, Side writer, Side reader)
    {
        var token = s_handler.CreateToken(Descriptor(writer, "HS256", "A256CBC-HS512", algorithm));
        Assert.Equal(algorithm, new JsonWebToken(token).Alg);
        Assert.Equal("dawn", await Read(token, reader));
        foreach (var part in new[] { 1, 3, 4 })
            await Assert.ThrowsAnyAsync<SecurityTokenException>(() => Read(Flipped(token, part), reader));
    }

    [Fact]
    public void Wrapping_key_of_a_wrong_length_is_refused()
    {
        var error = Assert.Throws<ArgumentException>(() => new KeyWrap(new SymmetricSecurityKey(new byte[16]), "A256KW"));
        Assert.Equal("key", error.ParamName);
    }

    [Fact]
    public void Factory_creates_our_classes()
    {
        var factory = TokenCrypto.NewFactory();
        Assert.IsType<HMACSHA256>(factory.CreateKeyedHashAlgorithm(new byte[32], "HS256"));
        var key = new SymmetricSecurityKey(new byte[32]);
        Assert.IsType<CbcHmac>(factory.CreateAuthenticatedEncryptionProvider(key, "A128CBC-HS256"));
        Assert.IsType<KeyWrap>(factory.CreateKeyWrapProvider(key, "A256KW"));
        Assert.IsType<KeyWrap>(factory.CreateKeyWrapProviderForUnwrap(key, "A256KW"));
        Assert.IsNotType<HMACSHA256>(new CryptoProviderFactory().CreateKeyedHashAlgorithm(new byte[32], "HS256"));
    }

    [Fact]
    public void Key_of_a_wrong_length_is_refused()
    {
        var error = Assert.Throws<ArgumentException>(() => new CbcHmac(new SymmetricSecurityKey(new byte[48]), "A128CBC-HS256"));
        Assert.Equal("key", error.ParamName);
    }

    private static TheoryData<string, Side, Side> Ways(params string[] algorithms)
    {
        var data = new TheoryData<string, Side, Side>();
        foreach (var algorithm in algorithms)
        {
            data.Add(algorithm, Side.Ours, Side.Stock);
            data.Add(algorithm, Side.Stock, Side.Ours);
            data.Add(algorithm, Side.Ours, Side.Ours);
        }

        return data;
    }

    private static SymmetricSecurityKey Key(Side side, int bytes) => new(Samples.Bytes(bytes, bytes))
    {
        CryptoProviderFactory = side == Side.Ours ? TokenCrypto.NewFactory() : new CryptoProviderFactory(),
    };

    private static SecurityTokenDescriptor Descriptor(
        Side side, string signature, string? encryption, string keyManagement = "dir")
    {
        return new()
        {
            Issuer = Issuer,
            Claims = new Dictionary<string, object> { ["attack"] = "dawn" },
            SigningCredentials = new SigningCredentials(Key(side, 64), signature),
            EncryptingCredentials = encryption is null
                ? null : new EncryptingCredentials(Key(side, KeyBytes(encryption, keyManagement)), keyManagement, encryption),
        };
    }

    private static int KeyBytes(string encryption, string keyManagement) => keyManagement == "dir"
        ? 2 * int.Parse(encryption.AsSpan(1, 3)) / 8
        : int.Parse(keyManagement.AsSpan(1, 3)) / 8;

    /// <returns>What the token says of the attack.</returns>
    private static async Task<object> Read(string token, Side side)
    {
        var unread = new JsonWebToken(token);
        var result = await s_handler.ValidateTokenAsync(token, new TokenValidationParameters
        {
            ValidIssuer = Issuer,
            ValidateAudience = false,
            IssuerSigningKey = Key(side, 64),
            TokenDecryptionKey = string.IsNullOrEmpty(unread.Enc) ? null : Key(side, KeyBytes(unread.Enc, unread.Alg)),
        });
        return result.IsValid ? result.Claims["attack"] : throw result.Exception;
    }

    private static string Replaced(string token, int part, string from, string to) => Changed(token, part, bytes =>
    {
        var text = Encoding.UTF8.GetString(bytes);
        Assert.Contains(from, text, StringComparison.Ordinal);
        return Encoding.UTF8.GetBytes(text.Replace(from, to, StringComparison.Ordinal));
    });

    private static string Flipped(string token, int part) => Changed(token, part, bytes =>
    {
        bytes[^1] ^= 1;
        return bytes;
    });

    private static string Changed(string token, int part, Func<byte[], byte[]> change)
    {
        var parts = token.Split('.');
        parts[part] = Base64UrlEncoder.Encode(change(Base64UrlEncoder.DecodeBytes(parts[part])));
        return string.Join('.', parts);
    }
}
