using System.Security.Cryptography;
using System.Text;

/// <summary>The server's side of SCRAM (RFC 5802), for one user: salt, number of iterations and nonce are fixed.</summary>
internal sealed class ScramServer(HashAlgorithmName hash, string password)
{
    private const string Nonce = "of-the-server";
    private const int Iterations = 5000;
    private string _soFar = "";

    private static byte[] Salt => [.. Enumerable.Range(1, 16).Select(i => (byte)i)];

    public string First(string client)
    {
        var bare = client[client.IndexOf("n=", StringComparison.Ordinal)..];
        var first = $"r={Value(bare, 'r')}{Nonce},s={Convert.ToBase64String(Salt)},i={Iterations}";
        _soFar = $"{bare},{first}";
        return first;
    }

    /// <summary>Null, if the client does not know the password.</summary>
    public string? Final(string client)
    {
        var length = hash == HashAlgorithmName.SHA1 ? 20 : 32;
        var salted = Rfc2898DeriveBytes.Pbkdf2(password, Salt, Iterations, hash, length);
        var proof = client.LastIndexOf(",p=", StringComparison.Ordinal);
        var message = Encoding.UTF8.GetBytes($"{_soFar},{client[..proof]}");
        var stored = CryptographicOperations.HashData(hash, Mac(salted, "Client Key"u8));
        var key = Mac(stored, message).Zip(Convert.FromBase64String(client[(proof + 3)..]), (one, other) => (byte)(one ^ other)).ToArray();
        return CryptographicOperations.HashData(hash, key).SequenceEqual(stored)
            ? "v=" + Convert.ToBase64String(Mac(Mac(salted, "Server Key"u8), message))
            : null;
    }

    private static string Value(string message, char name) => message.Split(',').First(part => part[0] == name)[2..];

    private byte[] Mac(byte[] key, ReadOnlySpan<byte> message) => CryptographicOperations.HmacData(hash, key, message);
}
