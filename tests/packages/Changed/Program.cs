using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using ICSharpCode.SharpZipLib.Zip;
using Microsoft.IdentityModel.JsonWebTokens;
using Microsoft.IdentityModel.Tokens;

// Compiled packages do all the cryptography of this program: a token that is signed, another that is encrypted, an archive under AES.
var key = new SymmetricSecurityKey(Enumerable.Range(0, 64).Select(i => (byte)i).ToArray());
var time = new DateTime(2030, 1, 1, 0, 0, 0, DateTimeKind.Utc);
var handler = new JsonWebTokenHandler();
var claims = new SecurityTokenDescriptor
{
    Issuer = "issuer", Audience = "audience", NotBefore = time, IssuedAt = time, Expires = time.AddYears(9), Claims = new Dictionary<string, object> { ["who"] = "somebody" },
    SigningCredentials = new(key, SecurityAlgorithms.HmacSha512),
};
var signed = handler.CreateToken(claims);
Console.WriteLine(signed);

claims.EncryptingCredentials = new(key, JwtConstants.DirectKeyUseAlg, SecurityAlgorithms.Aes256CbcHmacSha512);
var rules = new TokenValidationParameters
{
    ValidIssuer = "issuer", ValidAudience = "audience", IssuerSigningKey = key, TokenDecryptionKey = key, ValidateLifetime = false,
};
foreach (var token in new[] { signed, handler.CreateToken(claims) })
{
    var result = await handler.ValidateTokenAsync(token, rules);
    Console.WriteLine(result.IsValid ? $"of {result.Claims["who"]}" : result.Exception.ToString());
}

Console.WriteLine(ChangedLibrary.Digest.Of(Encoding.ASCII.GetBytes(signed)));
var archive = new MemoryStream();
using (var zip = new ZipOutputStream(archive) { Password = "secret", IsStreamOwner = false })
{
    zip.PutNextEntry(new ZipEntry("a.txt") { AESKeySize = 256 });
    zip.Write(Encoding.ASCII.GetBytes("In the middle of difficulty lies opportunity."));
}

if (args.Length > 0)
    Console.WriteLine(ManagedCrypto.CryptoProvider.Describe());
using (var zip = new ZipFile(archive) { Password = "secret" })
using (var reader = new StreamReader(zip.GetInputStream(0)))
    Console.WriteLine(reader.ReadToEnd());
