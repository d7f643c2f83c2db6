#pragma warning disable CA2012 // A task that a test does not await, or late, is the subject.
using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

/// <summary><see cref="CryptographicOperations"/>, random numbers, and what verifies codes, compared with .NET's.</summary>
public class OperationsContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(40, seed: 1), s_text = TestBytes.Random(300, seed: 2);

    public static TheoryData<string?> Names => new(null, "", "nope", "sha256", "SHA256", "MD5", "SHA1", "SHA384", "SHA512");

    [Theory, MemberData(nameof(Names))]
    public async Task Hashes_by_name_give_and_refuse_what_the_namesakes_do(string? name)
    {
        var hash = new HashAlgorithmName(name);
        foreach (var source in new[] { s_text, [], null })
        {
            Same(() => CryptographicOperations.HashData(hash, source!), () => OracleOperations.HashData(hash, source!));
            Same(() => CryptographicOperations.HashData(hash, source.AsSpan()), () => OracleOperations.HashData(hash, source.AsSpan()));
            Same(() => CryptographicOperations.HashData(hash, Stream(source)!), () => OracleOperations.HashData(hash, Stream(source)!));
            await SameAsync(
                () => CryptographicOperations.HashDataAsync(hash, Stream(source)!), () => OracleOperations.HashDataAsync(hash, Stream(source)!));
            foreach (var bytes in new[] { 0, 15, 16, 31, 32, 100 })
            {
                byte[] own = new byte[bytes], bcl = new byte[bytes];
                Same(
                    () => (CryptographicOperations.HashData(hash, source, own), Text(own)),
                    () => (OracleOperations.HashData(hash, source, bcl), Text(bcl)));
                Same(
                    () => (CryptographicOperations.TryHashData(hash, source, own, out var written), written),
                    () => (OracleOperations.TryHashData(hash, source, bcl, out var written), written));
                Same(
                    () => (CryptographicOperations.HashData(hash, Stream(source)!, own), Text(own)),
                    () => (OracleOperations.HashData(hash, Stream(source)!, bcl), Text(bcl)));
                await SameAsync(
                    () => CryptographicOperations.HashDataAsync(hash, Stream(source)!, own.AsMemory()),
                    () => OracleOperations.HashDataAsync(hash, Stream(source)!, bcl.AsMemory()));
                Assert.Equal(bcl, own);
            }
        }
    }

    [Theory, MemberData(nameof(Names))]
    public async Task Codes_by_name_give_and_refuse_what_the_namesakes_do(string? name)
    {
        var hash = new HashAlgorithmName(name);
        foreach (var source in new[] { s_text, [], null })
        {
            foreach (var key in new[] { s_key, [], null })
            {
                Same(() => CryptographicOperations.HmacData(hash, key!, source!), () => OracleOperations.HmacData(hash, key!, source!));
                Same(
                    () => CryptographicOperations.HmacData(hash, key.AsSpan(), source.AsSpan()),
                    () => OracleOperations.HmacData(hash, key.AsSpan(), source.AsSpan()));
                Same(
                    () => CryptographicOperations.HmacData(hash, key!, Stream(source)!),
                    () => OracleOperations.HmacData(hash, key!, Stream(source)!));
                Same(
                    () => CryptographicOperations.HmacData(hash, key.AsSpan(), Stream(source)!),
                    () => OracleOperations.HmacData(hash, key.AsSpan(), Stream(source)!));
                await SameAsync(
                    () => CryptographicOperations.HmacDataAsync(hash, key!, Stream(source)!),
                    () => OracleOperations.HmacDataAsync(hash, key!, Stream(source)!));
                await SameAsync(
                    () => CryptographicOperations.HmacDataAsync(hash, key.AsMemory(), Stream(source)!),
                    () => OracleOperations.HmacDataAsync(hash, key.AsMemory(), Stream(source)!));
                foreach (var bytes in new[] { 0, 15, 16, 100 })
                {
                    byte[] own = new byte[bytes], bcl = new byte[bytes];
                    Same(
                        () => (CryptographicOperations.HmacData(hash, key, source, own), Text(own)),
                        () => (OracleOperations.HmacData(hash, key, source, bcl), Text(bcl)));
                    Same(
                        () => (CryptographicOperations.TryHmacData(hash, key, source, own, out var written), written),
                        () => (OracleOperations.TryHmacData(hash, key, source, bcl, out var written), written));
                    Same(
                        () => (CryptographicOperations.HmacData(hash, key, Stream(source)!, own), Text(own)),
                        () => (OracleOperations.HmacData(hash, key, Stream(source)!, bcl), Text(bcl)));
                    await SameAsync(
                        () => CryptographicOperations.HmacDataAsync(hash, key, Stream(source)!, own.AsMemory()),
                        () => OracleOperations.HmacDataAsync(hash, key, Stream(source)!, bcl.AsMemory()));
                }
            }
        }
    }

    /// <summary>The right code, each bit of it wrong, and other lengths, by every member that verifies.</summary>
    [Fact]
    public async Task Right_codes_are_verified_and_wrong_ones_are_not()
    {
        var name = HashAlgorithmName.SHA256;
        var code = OracleOperations.HmacData(name, s_key, s_text);
        for (var bit = -1; bit < 8 * code.Length; bit++)
        {
            var tried = (byte[])code.Clone();
            if (bit >= 0)
                tried[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.All(await Verify(tried), isRight => Assert.Equal(bit < 0, isRight));
        }

        foreach (var length in new[] { 0, 16, 31, 33 })
        {
            var tried = code.Concat(code).Take(length).ToArray();
            Outcome.Throws<ArgumentException>("hash", () => HMACSHA256.Verify(s_key, s_text, tried));
            Outcome.Throws<ArgumentException>("hash", () => HMACSHA256.Verify(s_key, Stream(s_text)!, tried));
            Outcome.Throws<ArgumentException>("hash", () => HMACSHA256.VerifyAsync(s_key, Stream(s_text)!, tried));
            Outcome.Throws<ArgumentException>("hash", () => CryptographicOperations.VerifyHmac(name, s_key, s_text, tried));
            Outcome.Throws<ArgumentException>("hash", () => CryptographicOperations.VerifyHmac(name, s_key, Stream(s_text)!, tried));
            Outcome.Throws<ArgumentException>("hash", () => CryptographicOperations.VerifyHmacAsync(name, s_key, Stream(s_text)!, tried));
            using var hmac = IncrementalHash.CreateHMAC(name, s_key);
            hmac.AppendData(s_text);
            Outcome.Throws<ArgumentException>("hash", () => hmac.VerifyCurrentHash(tried));
            Outcome.Throws<ArgumentException>("hash", () => hmac.VerifyHashAndReset(tried));
            Assert.True(hmac.VerifyHashAndReset(code));
        }

        async Task<bool[]> Verify(byte[] tried)
        {
            using var hmac = IncrementalHash.CreateHMAC(name, s_key);
            hmac.AppendData(s_text);
            bool current = hmac.VerifyCurrentHash(tried), ofSpan = hmac.VerifyCurrentHash(tried.AsSpan());
            var last = hmac.VerifyHashAndReset(tried);
            hmac.AppendData(s_text);
            return
            [
                current, ofSpan, last, hmac.VerifyHashAndReset(tried.AsSpan()),
                HMACSHA256.Verify(s_key, s_text, tried),
                HMACSHA256.Verify(s_key.AsSpan(), s_text.AsSpan(), tried.AsSpan()),
                HMACSHA256.Verify(s_key, Stream(s_text)!, tried),
                HMACSHA256.Verify(s_key.AsSpan(), Stream(s_text)!, tried.AsSpan()),
                await HMACSHA256.VerifyAsync(s_key, Stream(s_text)!, tried),
                await HMACSHA256.VerifyAsync(s_key.AsMemory(), Stream(s_text)!, tried.AsMemory()),
                CryptographicOperations.VerifyHmac(name, s_key, s_text, tried),
                CryptographicOperations.VerifyHmac(name, s_key.AsSpan(), s_text.AsSpan(), tried.AsSpan()),
                CryptographicOperations.VerifyHmac(name, s_key, Stream(s_text)!, tried),
                CryptographicOperations.VerifyHmac(name, s_key.AsSpan(), Stream(s_text)!, tried.AsSpan()),
                await CryptographicOperations.VerifyHmacAsync(name, s_key, Stream(s_text)!, tried),
                await CryptographicOperations.VerifyHmacAsync(name, s_key.AsMemory(), Stream(s_text)!, tried.AsMemory()),
            ];
        }
    }

    [Fact]
    public void What_verifies_refuses_null_and_what_is_disposed()
    {
        var code = new byte[32];
        foreach (var (key, source, hash, parameter) in new (byte[]?, byte[]?, byte[]?, string)[]
        {
            (null, s_text, code, "key"), (s_key, null, code, "source"), (s_key, s_text, null, "hash"), (null, null, null, "key"),
        })
        {
            Outcome.Throws<ArgumentNullException>(parameter, () => HMACSHA256.Verify(key!, source!, hash!));
            Outcome.Throws<ArgumentNullException>(
                parameter, () => CryptographicOperations.VerifyHmac(HashAlgorithmName.SHA256, key!, source!, hash!));
            Outcome.Throws<ArgumentNullException>(parameter, () => HMACSHA256.Verify(key!, Stream(source)!, hash!));
            Outcome.Throws<ArgumentNullException>(parameter, () => HMACSHA256.VerifyAsync(key!, Stream(source)!, hash!));
        }

        var incremental = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Outcome.Throws<ArgumentNullException>("hash", () => incremental.VerifyCurrentHash((byte[])null!));
        Outcome.Throws<ArgumentNullException>("hash", () => incremental.VerifyHashAndReset((byte[])null!));
        incremental.Dispose();
        Assert.Throws<ObjectDisposedException>(() => incremental.VerifyCurrentHash(code));
        Assert.Throws<ObjectDisposedException>(() => incremental.VerifyHashAndReset(code));
        Assert.True(HMACSHA256.VerifyAsync(s_key, Stream(s_text)!, code, new CancellationToken(true)).IsCanceled);
    }

    /// <summary>As .NET 11 does: of a null stream and a code of a wrong length it names the stream.</summary>
    [Fact]
    public void What_verifies_streams_refuses_null_before_a_code_of_another_length()
    {
        const BindingFlags Static = BindingFlags.Public | BindingFlags.Static;
        var methods = typeof(HMACSHA256).Assembly.GetExportedTypes().SelectMany(type => type.GetMethods(Static))
            .Where(method => method.Name.StartsWith("Verify", StringComparison.Ordinal))
            .Where(method => Has(method, "source", typeof(Stream)) && Has(method, "hash", typeof(byte[])))
            .ToList();
        Assert.Equal((2 * (11 + 4 + 1)) + 1, methods.Count);
        Assert.All(methods, method =>
        {
            var arguments = method.GetParameters().Select(parameter => parameter.Name switch
            {
                "hashAlgorithm" => HashAlgorithmName.SHA256,
                "key" => s_key,
                "hash" => Array.Empty<byte>(),
                "source" => null,
                _ => Type.Missing,
            });
            Outcome.Throws<ArgumentNullException>("source", () => method.Invoke(
                null, BindingFlags.DoNotWrapExceptions | BindingFlags.OptionalParamBinding, null, [.. arguments], null));
        });

        static bool Has(MethodInfo method, string name, Type type) =>
            method.GetParameters().Any(parameter => parameter.Name == name && parameter.ParameterType == type);
    }

    [Fact]
    public void Verification_allocates_nothing()
    {
        var name = HashAlgorithmName.SHA256;
        using var hmac = IncrementalHash.CreateHMAC(name, s_key);
        byte[] code = HMACSHA256.HashData(s_key, s_text), room = new byte[32];
        foreach (var call in new Action[]
        {
            () => HMACSHA256.Verify(s_key.AsSpan(), s_text.AsSpan(), code.AsSpan()),
            () => CryptographicOperations.VerifyHmac(name, s_key.AsSpan(), s_text.AsSpan(), code.AsSpan()),
            () => CryptographicOperations.HashData(name, s_text, room),
            () => CryptographicOperations.HmacData(name, s_key, s_text, room),
            () => hmac.VerifyCurrentHash(code.AsSpan()),
            () => hmac.VerifyHashAndReset(code.AsSpan()),
            () => CryptographicOperations.FixedTimeEquals(code, room),
            () => CryptographicOperations.FixedTimeEquals(code, 0),
        })
        {
            Assert.Equal(0, Outcome.Allocated(call));
        }
    }

    [Fact]
    public void Comparison_finds_every_difference_at_every_length_and_wiping_zeroes_all()
    {
        for (var length = 0; length < 70; length++)
        {
            byte[] left = TestBytes.Random(length, seed: length), right = (byte[])left.Clone();
            Assert.True(CryptographicOperations.FixedTimeEquals(left, right));
            Assert.False(CryptographicOperations.FixedTimeEquals(left, [.. right, 0]));
            for (var i = 0; i < length; i++)
            {
                right[i] ^= 0x80;
                Assert.False(CryptographicOperations.FixedTimeEquals(left, right));
                right[i] ^= 0x80;
            }

            CryptographicOperations.ZeroMemory(left);
            Assert.Equal(new byte[length], left);
        }
    }

    /// <summary>What is before and after the bytes has another value.</summary>
    [Theory, InlineData(0x00), InlineData(0x01), InlineData(0x80), InlineData(0xFF)]
    public void Comparison_with_one_value_finds_every_wrong_bit_at_every_length(byte value)
    {
        for (var length = 0; length < 40; length++)
        {
            var room = new byte[length + 2];
            room.AsSpan().Fill((byte)~value);
            room.AsSpan(1, length).Fill(value);
            Assert.True(CryptographicOperations.FixedTimeEquals(room.AsSpan(1, length), value), $"{length} bytes");
            for (var bit = 8; bit < 8 * (length + 1); bit++)
            {
                room[bit / 8] ^= (byte)(1 << (bit % 8));
                Assert.False(CryptographicOperations.FixedTimeEquals(room.AsSpan(1, length), value), $"{length} bytes, bit {bit - 8}");
                room[bit / 8] ^= (byte)(1 << (bit % 8));
            }
        }
    }

    [Fact]
    public void Random_numbers_refuse_what_the_namesakes_refuse()
    {
        var (ours, theirs) = (RandomNumberGenerator.Create(), Bcl.RandomNumberGenerator.Create());
        foreach (var data in new[] { new byte[10], [], null })
        {
            SameOutcome(() => ours.GetBytes(data!), () => theirs.GetBytes(data!));
            SameOutcome(() => ours.GetNonZeroBytes(data!), () => theirs.GetNonZeroBytes(data!));
            foreach (var offset in new[] { int.MinValue, -1, 0, 1, 10, 11, int.MaxValue })
                foreach (var count in new[] { int.MinValue, -1, 0, 1, 9, 10, int.MaxValue })
                    SameOutcome(() => ours.GetBytes(data!, offset, count), () => theirs.GetBytes(data!, offset, count));
        }

        foreach (var number in new[] { int.MinValue, -1, 0, 1 })
        {
            SameOutcome(() => RandomNumberGenerator.GetBytes(number), () => Bcl.RandomNumberGenerator.GetBytes(number));
            SameOutcome(() => RandomNumberGenerator.GetInt32(number), () => Bcl.RandomNumberGenerator.GetInt32(number));
            SameOutcome(() => RandomNumberGenerator.GetInt32(0, number), () => Bcl.RandomNumberGenerator.GetInt32(0, number));
            SameOutcome(() => RandomNumberGenerator.GetHexString(number), () => Bcl.RandomNumberGenerator.GetHexString(number));
            foreach (var choices in new[] { "", "a" })
            {
                SameOutcome(
                    () => RandomNumberGenerator.GetString(choices, number), () => Bcl.RandomNumberGenerator.GetString(choices, number));
                SameOutcome(
                    () => RandomNumberGenerator.GetItems<char>(choices, number),
                    () => Bcl.RandomNumberGenerator.GetItems<char>(choices, number));
                SameOutcome(
                    () => RandomNumberGenerator.GetItems<char>(choices, new char[1]),
                    () => Bcl.RandomNumberGenerator.GetItems<char>(choices, new char[1]));
            }
        }

        Assert.Same(ours, RandomNumberGenerator.Create());
        ours.Dispose();
        ours.GetBytes(new byte[1]);
#pragma warning disable SYSLIB0045 // Creation by name is part of the contract.
        Outcome.Throws<ArgumentNullException>("name", () => RandomNumberGenerator.Create(null!));
        Assert.Same(ours, RandomNumberGenerator.Create("randomnumbergenerator"));
        Assert.Null(RandomNumberGenerator.Create("SHA256"));
#pragma warning restore SYSLIB0045
    }

    private static MemoryStream? Stream(byte[]? content) => content is null ? null : new(content);

    private static string Text(byte[] bytes) => Convert.ToHexString(bytes);

    private static void SameOutcome(Action ours, Action theirs) => Outcome.Of(ours).AssertSameAs(Outcome.Of(theirs), "call");

    private static void Same<T>(Func<T> ours, Func<T> theirs)
    {
        T? own = default, bcl = default;
        SameOutcome(() => own = ours(), () => bcl = theirs());
        Assert.Equal(bcl, own);
    }

    private static async Task SameAsync<T>(Func<ValueTask<T>> ours, Func<ValueTask<T>> theirs)
    {
        ValueTask<T> own = default, bcl = default;
        SameOutcome(() => own = ours(), () => bcl = theirs());
        Assert.Equal(await bcl, await own);
    }
}
