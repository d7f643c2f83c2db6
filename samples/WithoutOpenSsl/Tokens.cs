using System;
using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

namespace WithoutOpenSsl;

/// <summary>JSON Web Tokens signed by HMAC-SHA-256 (HS256 of RFC 7518).</summary>
internal sealed class Tokens(byte[] key)
{
    private static readonly string s_header = Base64Url.EncodeToString("""{"alg":"HS256","typ":"JWT"}"""u8);

    public string Issue(string subject, DateTimeOffset expires)
    {
        var payload = JsonSerializer.SerializeToUtf8Bytes(new { sub = subject, exp = expires.ToUnixTimeSeconds() });
        var signed = s_header + "." + Base64Url.EncodeToString(payload);
        return signed + "." + Base64Url.EncodeToString(Sign(signed));
    }

    /// <returns>Whom the token names; null if it is not ours, or no longer counts.</returns>
    public string? Subject(string token, DateTimeOffset now)
    {
        var parts = token.Split('.');
        if (parts.Length != 3 || parts[0] != s_header)
            return null;

        // What a stranger sends is compared and not decoded: it may be no Base64, or another spelling of what is right.
        var right = Base64Url.EncodeToUtf8(Sign(parts[0] + "." + parts[1]));
        if (!CryptographicOperations.FixedTimeEquals(right, Encoding.UTF8.GetBytes(parts[2])))
            return null;
        using var payload = JsonDocument.Parse(Base64Url.DecodeFromChars(parts[1]));
        var expires = payload.RootElement.GetProperty("exp").GetInt64();
        return expires > now.ToUnixTimeSeconds() ? payload.RootElement.GetProperty("sub").GetString() : null;
    }

    private byte[] Sign(string signed) => HMACSHA256.HashData(key, Encoding.ASCII.GetBytes(signed));
}
