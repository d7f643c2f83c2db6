using System.Net;
using System.Security.Cryptography;
using System.Text;
using MailKit.Security;
using MimeKit;
using MimeKit.Cryptography;
using Org.BouncyCastle.Asn1.X509;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Generators;
using Org.BouncyCastle.Crypto.Operators;
using Org.BouncyCastle.Crypto.Prng;
using Org.BouncyCastle.Math;
using Org.BouncyCastle.Security;
using Org.BouncyCastle.X509;

HeaderId[] signedHeaders = [HeaderId.From, HeaderId.Subject, HeaderId.Date];
switch (args)
{
    case ["write", var name]:
        Digests();
        SignedByDomain(name);
        SignedAndEncrypted(name);
        break;
    case ["read", var name]:
        ReadSignedByDomain(name);
        ReadSignedAndEncrypted(name);
        break;
    case ["measure", var count, "dkim"]:
        var signer = Signer();
        var large = Message(100_000);
        large.Prepare(EncodingConstraint.SevenBit);
        await Process.Measure(count, () =>
        {
            signer.Sign(large, signedHeaders);
            large.Headers.RemoveAt(0);
            return Task.CompletedTask;
        });
        break;
    case ["measure", var count, "md5"]:
        var part = new MimePart { Content = new MimeContent(new MemoryStream(new byte[10_000_000])) };
        await Process.Measure(count, () => Task.FromResult(part.ComputeContentMd5()));
        break;
    case ["measure", var count, "scram"]:
        await Process.Measure(count, () =>
        {
            var mechanism = new SaslMechanismScramSha256("somebody", "correct horse");
            var first = Text(mechanism.Challenge(null));
            return Task.FromResult(mechanism.Challenge(Base64(first[first.IndexOf("r=", StringComparison.Ordinal)..] + "of-the-server,s=AQIDBAUGBwg=,i=5000")));
        });
        break;
}

// What is the same each time: a digest of a part, and proofs of a password to servers.
void Digests()
{
    var part = new MimePart("text", "plain") { Content = new MimeContent(new MemoryStream(Encoding.ASCII.GetBytes("A text.\r\n"))) };
    Console.WriteLine(part.ComputeContentMd5());
    var cram = new SaslMechanismCramMd5("somebody", "correct horse");
    Console.WriteLine(cram.Challenge(Base64("<1896.697170952@localhost>")));
    foreach (var (hash, mechanism) in new (HashAlgorithmName, SaslMechanism)[]
    {
        (HashAlgorithmName.SHA1, new SaslMechanismScramSha1("somebody", "correct horse")),
        (HashAlgorithmName.SHA256, new SaslMechanismScramSha256("somebody", "correct horse")),
    })
    {
        var server = new ScramServer(hash, "correct horse");
        var first = mechanism.Challenge(null);
        var second = mechanism.Challenge(Base64(server.First(Text(first))));
        var final = server.Final(Text(second))!;
        Console.WriteLine($"{mechanism.MechanismName}: {mechanism.Challenge(Base64(final))} {mechanism.IsAuthenticated}");
    }
}

static string Base64(string text) => Convert.ToBase64String(Encoding.ASCII.GetBytes(text));

static string Text(string base64) => Encoding.ASCII.GetString(Convert.FromBase64String(base64));

void SignedByDomain(string name)
{
    var message = Message(1000);
    message.Prepare(EncodingConstraint.SevenBit);
    Signer().Sign(message, signedHeaders);
    Console.WriteLine(message.Headers[0].Value.Split(';').Single(part => part.Trim().StartsWith("bh=", StringComparison.Ordinal)).Trim());
    message.WriteTo(name + ".dkim");
}

void ReadSignedByDomain(string name)
{
    var verifier = new DkimVerifier(new Keys(Pair("domain").Public));
    var message = MimeMessage.Load(name + ".dkim");
    Console.WriteLine($"DKIM: {verifier.Verify(message, message.Headers[0])}");
    message.Subject = "Another";
    Console.WriteLine($"DKIM, another subject: {verifier.Verify(message, message.Headers[0])}");
}

void SignedAndEncrypted(string name)
{
    var (certificate, pair) = Certificate();
    using var context = new TemporarySecureMimeContext();
    MultipartSigned.Create(context, new CmsSigner(certificate, pair.Private), Message(1000).Body!).WriteTo(name + ".signed");
    var recipients = new CmsRecipientCollection { new CmsRecipient(certificate) };
    ApplicationPkcs7Mime.Encrypt(context, recipients, Message(1000).Body!).WriteTo(name + ".encrypted");
}

void ReadSignedAndEncrypted(string name)
{
    var (certificate, pair) = Certificate();
    using var context = new TemporarySecureMimeContext();
    context.Import(certificate);
    var signed = (MultipartSigned)MimeEntity.Load(name + ".signed");
    Console.WriteLine($"S/MIME: {signed.Verify(context).Single().Verify(true)}");
    var store = new Org.BouncyCastle.Pkcs.Pkcs12StoreBuilder().Build();
    store.SetKeyEntry("somebody", new(pair.Private), [new(certificate)]);
    var file = new MemoryStream();
    store.Save(file, "secret".ToCharArray(), new());
    file.Position = 0;
    context.Import(file, "secret");
    var decrypted = (TextPart)((ApplicationPkcs7Mime)MimeEntity.Load(name + ".encrypted")).Decrypt(context);
    Console.WriteLine($"S/MIME, decrypted: {decrypted.Text.Length}");
}

static DkimSigner Signer() => new(Pair("domain").Private, "example.org", "selector") { SignatureAlgorithm = DkimSignatureAlgorithm.RsaSha256 };

static MimeMessage Message(int lines) => new([new MailboxAddress("Somebody", "somebody@example.org")], [], "A subject", new TextPart("plain")
{
    Text = string.Concat(Enumerable.Range(0, lines).Select(i => $"Line {i}.\r\n")),
})
{
    Date = DateTimeOffset.UnixEpoch, MessageId = "1@example.org",
};

// The same each time, so that another process can read what one has written.
static AsymmetricCipherKeyPair Pair(string owner)
{
    var random = new SecureRandom(new DigestRandomGenerator(DigestUtilities.GetDigest("SHA-256")));
    random.SetSeed(Encoding.ASCII.GetBytes(owner));
    var generator = new RsaKeyPairGenerator();
    generator.Init(new(random, 2048));
    return generator.GenerateKeyPair();
}

static (X509Certificate Certificate, AsymmetricCipherKeyPair Pair) Certificate()
{
    var pair = Pair("somebody");
    var generator = new X509V3CertificateGenerator();
    generator.SetSerialNumber(BigInteger.One);
    generator.SetIssuerDN(new("CN=Somebody"));
    generator.SetSubjectDN(new("CN=Somebody"));
    generator.SetNotBefore(new(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
    generator.SetNotAfter(new(2099, 1, 1, 0, 0, 0, DateTimeKind.Utc));
    generator.SetPublicKey(pair.Public);
    generator.AddExtension(X509Extensions.SubjectAlternativeName, false, new GeneralNames(new GeneralName(GeneralName.Rfc822Name, "somebody@example.org")));
    return (generator.Generate(new Asn1SignatureFactory("SHA256WithRSA", pair.Private)), pair);
}

internal sealed class Keys(AsymmetricKeyParameter key) : IDkimPublicKeyLocator
{
    public AsymmetricKeyParameter LocatePublicKey(string methods, string domain, string selector, CancellationToken cancellationToken) => key;

    public Task<AsymmetricKeyParameter> LocatePublicKeyAsync(string methods, string domain, string selector, CancellationToken cancellationToken) => Task.FromResult(key);
}
