using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

internal delegate void FillSpan(Span<byte> destination);

/// <summary>Keys from passwords and keys (RFC 7914, RFC 5869, RFC 8009), hashes and HMACs by name, and random numbers.</summary>
internal static class DerivationMembers
{
    private const string Password = "passwd";

    private static readonly HashAlgorithmName s_hash = HashAlgorithmName.SHA256;
    private static readonly byte[] s_password = "passwd"u8.ToArray(), s_salt = "salt"u8.ToArray();

    public static async Task Use()
    {
        Pbkdf2();
        Hkdf();
        Counter();
        await Operations();
        Random();
    }

    private static void Pbkdf2()
    {
        var key = Convert.FromHexString("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc");
        Check.Equal(
            key,
            Rfc2898DeriveBytes.Pbkdf2(s_password, s_salt, 1, s_hash, 32),
            Rfc2898DeriveBytes.Pbkdf2(s_password.AsSpan(), s_salt.AsSpan(), 1, s_hash, 32),
            Filled(32, to => Rfc2898DeriveBytes.Pbkdf2(s_password, s_salt, to, 1, s_hash)),
            Rfc2898DeriveBytes.Pbkdf2(Password, s_salt, 1, s_hash, 32),
            Rfc2898DeriveBytes.Pbkdf2(Password.AsSpan(), s_salt, 1, s_hash, 32),
            Filled(32, to => Rfc2898DeriveBytes.Pbkdf2(Password.AsSpan(), s_salt, to, 1, s_hash)));
        foreach (var derivation in new[]
        {
            new Rfc2898DeriveBytes(s_password, s_salt, 1, s_hash), new Rfc2898DeriveBytes(Password, s_salt, 1, s_hash),
            new Rfc2898DeriveBytes(Password, 16, 2, s_hash),
        })
        {
            derivation.IterationCount = 1;
            derivation.Salt = s_salt;
            Check.That(derivation.IterationCount == 1 && derivation.HashAlgorithm == s_hash, "settings");
            Check.Equal(s_salt, derivation.Salt);
            Check.Equal(key, derivation.GetBytes(32));
            derivation.Reset();
            Check.Equal(key, derivation.GetBytes(32));
#pragma warning disable SYSLIB0033 // Obsolete, but there.
            Check.Throws<PlatformNotSupportedException>(() => derivation.CryptDeriveKey("", "", 0, []));
#pragma warning restore SYSLIB0033
            derivation.Dispose();
        }

        key = new Rfc2898DeriveBytes(s_password, s_salt, 1000).GetBytes(20);
        Check.Equal(
            key, new Rfc2898DeriveBytes(Password, s_salt).GetBytes(20), new Rfc2898DeriveBytes(Password, s_salt, 1000).GetBytes(20));
        Check.That(
            new Rfc2898DeriveBytes(Password, 16).Salt.Length == 16 && new Rfc2898DeriveBytes(Password, 9, 3).Salt.Length == 9,
            "random salts");
    }

    private static void Hkdf()
    {
        byte[] secret = [.. Enumerable.Repeat((byte)0x0b, 22)], salt = [.. Enumerable.Range(0, 13).Select(i => (byte)i)];
        byte[] info = [.. Enumerable.Range(0xf0, 10).Select(i => (byte)i)];
        var prk = Convert.FromHexString("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5");
        Check.Equal(
            prk, HKDF.Extract(s_hash, secret, salt), Check.Written(32, to => HKDF.Extract(s_hash, secret, salt, to)));
        Check.Equal(
            Convert.FromHexString("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
            HKDF.Expand(s_hash, prk, 42, info),
            Filled(42, to => HKDF.Expand(s_hash, prk, to, info)),
            HKDF.DeriveKey(s_hash, secret, 42, salt, info),
            Filled(42, to => HKDF.DeriveKey(s_hash, secret, to, salt, info)));
    }

    private static void Counter()
    {
        var key = Convert.FromHexString("3705d96080c17728a0e800eab6e0d23c");
        byte[] label = [0, 0, 0, 2, 0x19], none = [];
        const string Label = "\0\0\0\u0002\u0019";
        SP800108HmacCounterKdf kdf = new(key, s_hash), ofSpan = new(key.AsSpan(), s_hash);
        Check.Equal(
            kdf.DeriveKey(label, none, 16),
            ofSpan.DeriveKey(label.AsSpan(), none, 16),
            Filled(16, to => kdf.DeriveKey(label, none, to)),
            kdf.DeriveKey(Label, "", 16),
            kdf.DeriveKey(Label.AsSpan(), "", 16),
            Filled(16, to => kdf.DeriveKey(Label.AsSpan(), "", to)),
            SP800108HmacCounterKdf.DeriveBytes(key, s_hash, label, none, 16),
            SP800108HmacCounterKdf.DeriveBytes(key.AsSpan(), s_hash, label.AsSpan(), none, 16),
            Filled(16, to => SP800108HmacCounterKdf.DeriveBytes(key, s_hash, label.AsSpan(), none, to)),
            SP800108HmacCounterKdf.DeriveBytes(key, s_hash, Label, "", 16),
            SP800108HmacCounterKdf.DeriveBytes(key.AsSpan(), s_hash, Label.AsSpan(), "", 16),
            Filled(16, to => SP800108HmacCounterKdf.DeriveBytes(key, s_hash, Label.AsSpan(), "", to)));
        label[4] = 0x99;
        Check.Equal(Convert.FromHexString("b31a018a48f54776f403e9a396325dc3"), kdf.DeriveKey(label, none, 16));
        kdf.Dispose();
        ofSpan.Dispose();
    }

    private static async Task Operations()
    {
        byte[] key = HashCall.Key, text = HashCall.Text;
        byte[] digest = SHA256.HashData(text), code = HMACSHA256.HashData(key, text);
        MemoryStream Text() => new(text);
        Check.Equal(
            digest,
            CryptographicOperations.HashData(s_hash, text),
            CryptographicOperations.HashData(s_hash, text.AsSpan()),
            Check.Written(32, to => CryptographicOperations.HashData(s_hash, text, to)),
            Check.Tried(
                32, (Span<byte> to, out int written) => CryptographicOperations.TryHashData(s_hash, text, to, out written)),
            CryptographicOperations.HashData(s_hash, Text()),
            Check.Written(32, to => CryptographicOperations.HashData(s_hash, Text(), to)),
            await CryptographicOperations.HashDataAsync(s_hash, Text()),
            await Check.WrittenAsync(32, to => CryptographicOperations.HashDataAsync(s_hash, Text(), to)));
        Check.Equal(
            code,
            CryptographicOperations.HmacData(s_hash, key, text),
            CryptographicOperations.HmacData(s_hash, key.AsSpan(), text.AsSpan()),
            Check.Written(32, to => CryptographicOperations.HmacData(s_hash, key, text, to)),
            Check.Tried(
                32, (Span<byte> to, out int written) => CryptographicOperations.TryHmacData(s_hash, key, text, to, out written)),
            CryptographicOperations.HmacData(s_hash, key, Text()),
            CryptographicOperations.HmacData(s_hash, key.AsSpan(), Text()),
            Check.Written(32, to => CryptographicOperations.HmacData(s_hash, key, Text(), to)),
            await CryptographicOperations.HmacDataAsync(s_hash, key, Text()),
            await CryptographicOperations.HmacDataAsync(s_hash, key.AsMemory(), Text()),
            await Check.WrittenAsync(32, to => CryptographicOperations.HmacDataAsync(s_hash, key, Text(), to)));
        Check.That(
            CryptographicOperations.VerifyHmac(s_hash, key, text, code)
            && CryptographicOperations.VerifyHmac(s_hash, key.AsSpan(), text.AsSpan(), code)
            && CryptographicOperations.VerifyHmac(s_hash, key, Text(), code)
            && CryptographicOperations.VerifyHmac(s_hash, key.AsSpan(), Text(), code)
            && await CryptographicOperations.VerifyHmacAsync(s_hash, key, Text(), code)
            && await CryptographicOperations.VerifyHmacAsync(s_hash, key.AsMemory(), Text(), code),
            "the right code is verified");
        Check.That(!CryptographicOperations.VerifyHmac(s_hash, key, text, digest), "a wrong code is not");
        CryptographicOperations.ZeroMemory(digest);
        Check.That(
            CryptographicOperations.FixedTimeEquals(digest, new byte[32]) && CryptographicOperations.FixedTimeEquals(digest, 0),
            "zeros");
    }

    private static void Random()
    {
#pragma warning disable SYSLIB0045 // Obsolete, but there.
        Check.That(RandomNumberGenerator.Create("RandomNumberGenerator") == RandomNumberGenerator.Create(), "by name");
#pragma warning restore SYSLIB0045
        var random = new RandomNumberGenerator();
        byte[] bytes = new byte[32], zeros = new byte[32];
        var filled = new FillSpan[]
        {
            to => RandomNumberGenerator.Fill(to), to => random.GetBytes(to), to => random.GetNonZeroBytes(to),
        };
        foreach (var fill in filled)
            Check.That(!Filled(32, fill).SequenceEqual(zeros), "random bytes");
        random.GetBytes(bytes);
        random.GetBytes(bytes, 1, 31);
        random.GetNonZeroBytes(bytes);
        Check.That(!bytes.Contains((byte)0) && RandomNumberGenerator.GetBytes(32).Length == 32, "random bytes");
        Check.That(RandomNumberGenerator.GetInt32(9) is >= 0 and < 9, "a number");
        Check.That(RandomNumberGenerator.GetInt32(-9, 0) is >= -9 and < 0, "a negative number");
        var letters = new char[40];
        RandomNumberGenerator.GetItems<char>("ab", letters);
        RandomNumberGenerator.GetHexString(letters.AsSpan(1));
        RandomNumberGenerator.Shuffle(letters.AsSpan());
        Check.That(
            RandomNumberGenerator.GetItems<char>("ab", 40).Length == RandomNumberGenerator.GetString("ab", 40).Length
            && RandomNumberGenerator.GetHexString(40).Length == letters.Length,
            "choices");
        random.Dispose();
    }

    private static byte[] Filled(int bytes, FillSpan fill)
    {
        var destination = new byte[bytes];
        fill(destination);
        return destination;
    }
}
