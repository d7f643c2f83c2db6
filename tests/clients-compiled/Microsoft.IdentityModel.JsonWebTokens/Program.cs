using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

var handler = new JsonWebTokenHandler();
var time = new DateTime(2030, 1, 1, 0, 0, 0, DateTimeKind.Utc);
switch (args)
{
    case ["write", var name]:
        var tokens = new List<string>();
        foreach (var algorithm in new[] { "HS256", "HS384", "HS512" })
        {
            tokens.Add(handler.CreateToken(Claims(algorithm)));
            Console.WriteLine(tokens[^1]);
        }

        foreach (var (wrap, encryption) in new[]
        {
            ("dir", "A128CBC-HS256"), ("dir", "A192CBC-HS384"), ("dir", "A256CBC-HS512"), ("A128KW", "A128CBC-HS256"), ("A256KW", "A256CBC-HS512"),
        })
        {
            var claims = Claims("HS256");
            claims.EncryptingCredentials = new(Key(wrap == "dir" ? encryption : wrap), wrap, encryption);
            tokens.Add(handler.CreateToken(claims));
        }

        File.WriteAllLines(name + ".tokens", tokens);
        break;
    case ["read", var name]:
        foreach (var token in File.ReadAllLines(name + ".tokens"))
        {
            var parts = token.Split('.');
            await Read(token);
            ref var part = ref parts[parts.Length == 3 ? 2 : 3]; // the signature, or what is encrypted
            part = (part[0] == 'A' ? "B" : "A") + part[1..];
            await Read(string.Join('.', parts));
        }

        break;
}

async Task Read(string token)
{
    var jwt = handler.ReadJsonWebToken(token);
    var result = await handler.ValidateTokenAsync(token, new()
    {
        ValidIssuer = "issuer", ValidAudience = "audience", IssuerSigningKey = Key("HS"), ValidateLifetime = false,
        TokenDecryptionKey = Key(jwt.Alg == "dir" ? jwt.Enc : jwt.Alg),
    });
    Console.WriteLine($"{jwt.Alg} {jwt.Enc}: {(result.IsValid ? result.Claims["who"] : result.Exception.GetType().Name)}");
}

SecurityTokenDescriptor Claims(string algorithm) => new()
{
    Issuer = "issuer", Audience = "audience", NotBefore = time, IssuedAt = time, Expires = time.AddYears(9),
    Claims = new Dictionary<string, object> { ["who"] = "somebody" }, SigningCredentials = new(Key("HS"), algorithm),
};

static SymmetricSecurityKey Key(string use) => new([.. Enumerable.Range(1, use switch
{
    "A128KW" => 16,
    "A192KW" => 24,
    "A256KW" or "A128CBC-HS256" => 32,
    "A192CBC-HS384" => 48,
    _ => 64,
}).Select(i => (byte)i)]);
