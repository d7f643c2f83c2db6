using System.Linq;
using System.Security.Cryptography;
using System.Text;
using ManagedCrypto.Benchmarks.Unlock;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>What <c>unlock</c> times are the formats' own derivations, found again here in another way.</summary>
public class DerivationTests
{
    private static readonly byte[] s_salt = Derivation.Salt(16);

    [Fact]
    public void Pbkdf2_is_that_of_PKCS_5() => Assert.Equal(Pbkdf2(600_000), Derive("pbkdf2"));

    [Fact]
    public void Rar_has_three_values_16_rounds_apart() =>
        Assert.Equal([.. Pbkdf2(1 << 15), .. Pbkdf2((1 << 15) + 16), .. Pbkdf2((1 << 15) + 32)], Derive("rar5"));

    [Fact]
    public void Seven_zip_hashes_one_message()
    {
        byte[] head = [.. s_salt, .. Encoding.Unicode.GetBytes(Derivation.Password)];
        var message = Enumerable.Range(0, 1 << 19).SelectMany(round => head.Concat(System.BitConverter.GetBytes((long)round)));
        Assert.Equal(System.Security.Cryptography.SHA256.HashData([.. message]), Derive("7z"));
    }

    private static byte[] Derive(string id) => Derivation.All.Single(derivation => derivation.Id == id).Derive(new Own());

    [Fact]
    public void One_call_of_Pbkdf2_is_that_of_PKCS_5() => Assert.Equal(Pbkdf2(600_000), Derive("pbkdf2-call"));

    private static byte[] Pbkdf2(int rounds) =>
        System.Security.Cryptography.Rfc2898DeriveBytes.Pbkdf2(
            Encoding.UTF8.GetBytes(Derivation.Password), s_salt, rounds, HashAlgorithmName.SHA256, 32);
}
