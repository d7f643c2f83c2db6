using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using ManagedCrypto.Tests.Dispatch;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace ManagedCrypto.Clients;

/// <summary>ASP.NET Core Data Protection on our Aes and HMACSHA256, with key rings in folders.</summary>
public sealed class DataProtectionTests : IDisposable
{
    private const string Purpose = "letters";
    private const string Text = "attack at dawn";

    private readonly DirectoryInfo _ring = Directory.CreateTempSubdirectory("ring");

    /// <summary>Encrypts the keys in the ring, if there is one.</summary>
    private X509Certificate2? _certificate;

    /// <summary>That of the ring's only key.</summary>
    private string KeyFile => Assert.Single(_ring.GetFiles("key-*.xml")).FullName;

    public void Dispose()
    {
        _certificate?.Dispose();
        _ring.Delete(recursive: true);
    }

    [Fact]
    public void Keys_of_ours_create_our_classes()
    {
        using var services = Services(builder => builder.UseManagedCrypto());
        Protector(services).Protect(Text);
        AssertOurs(services, true);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Letters_protected_before_and_after_the_ring_has_left_are_read_by_both(bool isEncrypted)
    {
        _certificate = isEncrypted ? NewCertificate() : null;
        var ours = ProtectedByOurs();
        Assert.Equal(isEncrypted, File.ReadAllText(KeyFile).Contains("EncryptedData", StringComparison.Ordinal));
        KeyRing.LeaveManagedCrypto(_ring.FullName);
        string theirs;
        using (var services = Services(_ => { }))
        {
            Assert.Equal(Text, Protector(services).Unprotect(ours));
            theirs = Protector(services).Protect(Text);
            AssertOurs(services, false);
        }

        // No recipe: the same key again, by our names.
        Rename("\"Aes\"", $"\"{typeof(Aes).AssemblyQualifiedName}\"");
        Rename("\"HMACSHA256\"", $"\"{typeof(HMACSHA256).AssemblyQualifiedName}\"");
        using (var services = Services(_ => { }))
        {
            Assert.Equal(Text, Protector(services).Unprotect(ours));
            Assert.Equal(Text, Protector(services).Unprotect(theirs));
            AssertOurs(services, true);
        }
    }

    [Fact]
    public void Ring_of_the_stock_classes_stays_readable_and_only_its_new_keys_are_ours()
    {
        string letter;
        using (var services = Services(_ => { }))
            letter = Protector(services).Protect(Text);
        using (var services = Services(builder => builder.UseManagedCrypto()))
        {
            Assert.Equal(Text, Protector(services).Unprotect(letter));
            services.GetRequiredService<IKeyManager>().CreateNewKey(DateTimeOffset.UtcNow, DateTimeOffset.UtcNow.AddDays(90));
        }

        var keys = _ring.GetFiles("key-*.xml").Select(file => File.ReadAllText(file.FullName)).ToList();
        Assert.Equal(2, keys.Count);
        Assert.Single(keys, key => key.Contains("ManagedCrypto.Aes", StringComparison.Ordinal));
    }

    [Fact]
    public void Program_without_the_package_reads_the_ring_only_once_that_has_left()
    {
        var letter = ProtectedByOurs();
        var (exitCode, output) = ReadWithoutUs(letter);
        Assert.True(exitCode != 0 && output.Contains("'ManagedCrypto, Version", StringComparison.Ordinal), output);

        KeyRing.LeaveManagedCrypto(_ring.FullName);
        (exitCode, output) = ReadWithoutUs(letter);
        Assert.True(exitCode == 0 && output == Text, output);
    }

    /// <summary>As if the key had been written by an older or by a newer package.</summary>
    [Theory]
    [InlineData("0.0.0.1", true)]
    [InlineData("99.0.0.0", false)]
    public void Key_is_read_by_the_package_that_wrote_it_and_by_later_ones(string version, bool expected)
    {
        var letter = ProtectedByOurs();
        Rename($"Version={typeof(Aes).Assembly.GetName().Version},", $"Version={version},");
        using var services = Services(builder => builder.UseManagedCrypto());
        var thrown = Record.Exception(() => Assert.Equal(Text, Protector(services).Unprotect(letter)));
        Assert.True(expected ? thrown is null : thrown is CryptographicException, $"{thrown}");
    }

    [Fact]
    public void Changed_letter_is_refused()
    {
        using var services = Services(builder => builder.UseManagedCrypto());
        var letter = Protector(services).Protect(Encoding.UTF8.GetBytes(Text));
        for (var i = 0; i < letter.Length; i++)
        {
            letter[i] ^= 1;
            Assert.Throws<CryptographicException>(() => Protector(services).Unprotect(letter));
            letter[i] ^= 1;
        }

        Assert.Equal(Text, Encoding.UTF8.GetString(Protector(services).Unprotect(letter)));
    }

    private ServiceProvider Services(Action<IDataProtectionBuilder> configure)
    {
        var services = new ServiceCollection();
        var builder = services.AddDataProtection().PersistKeysToFileSystem(_ring);
        if (_certificate is not null)
            builder.ProtectKeysWithCertificate(_certificate).UnprotectKeysWithAnyCertificate(_certificate);
        configure(builder);
        return services.BuildServiceProvider();
    }

    private static X509Certificate2 NewCertificate()
    {
        using var rsa = RSA.Create(2048);
        var request = new CertificateRequest("CN=ring", rsa, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
    }

    private string ProtectedByOurs()
    {
        using var services = Services(builder => builder.UseManagedCrypto());
        return Protector(services).Protect(Text);
    }

    private static IDataProtector Protector(ServiceProvider services) => services.GetDataProtector(Purpose);

    private static void AssertOurs(ServiceProvider services, bool expected)
    {
        var key = Assert.Single(services.GetRequiredService<IKeyManager>().GetAllKeys());
        using var aes = Made<SymmetricAlgorithm>(key.CreateEncryptor()!);
        using var hmac = Made<KeyedHashAlgorithm>(key.CreateEncryptor()!);
        Assert.Equal((expected, expected), (aes is Aes, hmac is HMACSHA256));
    }

    /// <summary>What the encryptor makes by the one of its fields that is a factory of <typeparamref name="T"/>.</summary>
    private static T Made<T>(object encryptor) => encryptor.GetType()
        .GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
        .Select(field => field.GetValue(encryptor)).OfType<Func<T>>().Single()();

    private void Rename(string from, string to)
    {
        var text = File.ReadAllText(KeyFile);
        Assert.Contains(from, text, StringComparison.Ordinal);
        File.WriteAllText(KeyFile, text.Replace(from, to, StringComparison.Ordinal));
    }

    /// <summary>A process of Crypto.RingReader, in whose folder there is no ManagedCrypto.</summary>
    private (int ExitCode, string Output) ReadWithoutUs(string letter)
    {
        var folder = AppContext.BaseDirectory.Replace("Crypto.Clients", "Crypto.RingReader", StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(folder, "ManagedCrypto.dll")));
        return Other.Try(Child.DotNet, Path.Combine(folder, "Crypto.RingReader.dll"), _ring.FullName, Purpose, letter);
    }
}
