using System.Text;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Generators;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Security;

var key = Convert.FromHexString("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
var text = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Range(0, 20000).Select(i => $"Line {i}.\n")));
switch (args)
{
    case ["write", var name]:
        foreach (var digest in new[] { "MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256", "RIPEMD160" })
            Console.WriteLine($"{digest} {Convert.ToHexString(DigestUtilities.CalculateDigest(digest, text))}");
        Console.WriteLine($"HMAC {Convert.ToHexString(MacUtilities.CalculateMac("HMAC-SHA256", new KeyParameter(key), text))}");
        var random = new SecureRandom();
        var nonce = SecureRandom.GetNextBytes(random, 12);
        File.WriteAllBytes(name + ".gcm", [.. nonce, .. Gcm(true, nonce).DoFinal(text)]);
        var pairs = new Ed25519KeyPairGenerator();
        pairs.Init(new(random, 255));
        var pair = pairs.GenerateKeyPair();
        var signer = SignerUtilities.InitSigner("Ed25519", true, pair.Private, random);
        signer.BlockUpdate(text);
        File.WriteAllBytes(name + ".signed", [.. ((Ed25519PublicKeyParameters)pair.Public).GetEncoded(), .. signer.GenerateSignature()]);
        break;
    case ["read", var name]:
        var message = File.ReadAllBytes(name + ".gcm");
        Console.WriteLine($"AES-GCM: {Gcm(false, message[..12]).DoFinal(message[12..]).SequenceEqual(text)}");
        message[100] ^= 1;
        try
        {
            Gcm(false, message[..12]).DoFinal(message[12..]);
        }
        catch (InvalidCipherTextException e)
        {
            Console.WriteLine(e.Message);
        }

        var signed = File.ReadAllBytes(name + ".signed");
        var verifier = SignerUtilities.InitSigner("Ed25519", false, new Ed25519PublicKeyParameters(signed[..32]), null);
        verifier.BlockUpdate(text);
        Console.WriteLine($"Ed25519: {verifier.VerifySignature(signed[32..])}");
        break;
}

IBufferedCipher Gcm(bool forEncryption, byte[] nonce)
{
    var cipher = CipherUtilities.GetCipher("AES/GCM/NoPadding");
    cipher.Init(forEncryption, new ParametersWithIV(new KeyParameter(key), nonce));
    return cipher;
}
