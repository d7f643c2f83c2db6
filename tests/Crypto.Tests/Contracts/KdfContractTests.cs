#pragma warning disable SYSLIB0060, SYSLIB0041, SYSLIB0033, CA5373, CA5379 // Obsolete constructors and members are part of the contract.
using System;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>
/// What derivations of keys refuse, compared with .NET's; disposal; allocations.
/// </summary>
public class KdfContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(40, seed: 1), s_salt = TestBytes.Random(16, seed: 2);
    private static readonly HashAlgorithmName s_sha256 = HashAlgorithmName.SHA256;
    private static readonly string s_half = new('\ud800', 1);

    public static TheoryData<string?> Names => new(null, "", "nope", "sha256", "MD5", "SHA256");

    [Theory, MemberData(nameof(Names))]
    public void Pbkdf2_refuses_what_the_namesake_refuses(string? name)
    {
        var hash = new HashAlgorithmName(name);
        foreach (var password in new[] { s_key, [], null })
        {
            foreach (var salt in new[] { s_salt, [], null })
            {
                foreach (var iterations in new[] { int.MinValue, -1, 0, 1, 2 })
                {
                    foreach (var length in new[] { int.MinValue, -1, 0, 1, 70 })
                    {
                        var room = new byte[Math.Max(0, length)];
                        var text = password is null ? null : Convert.ToBase64String(password);
                        Same(
                            () => Rfc2898DeriveBytes.Pbkdf2(password!, salt!, iterations, hash, length),
                            () => Bcl.Rfc2898DeriveBytes.Pbkdf2(password!, salt!, iterations, hash, length));
                        Same(
                            () => Rfc2898DeriveBytes.Pbkdf2(text!, salt!, iterations, hash, length),
                            () => Bcl.Rfc2898DeriveBytes.Pbkdf2(text!, salt!, iterations, hash, length));
                        Same(
                            () => Rfc2898DeriveBytes.Pbkdf2(password.AsSpan(), salt, iterations, hash, length),
                            () => Bcl.Rfc2898DeriveBytes.Pbkdf2(password.AsSpan(), salt, iterations, hash, length));
                        Same(
                            () => Rfc2898DeriveBytes.Pbkdf2(text.AsSpan(), salt, iterations, hash, length),
                            () => Bcl.Rfc2898DeriveBytes.Pbkdf2(text.AsSpan(), salt, iterations, hash, length));
                        Same(
                            () => Filled(to => Rfc2898DeriveBytes.Pbkdf2(password, salt, to, iterations, hash), room),
                            () => Filled(to => Bcl.Rfc2898DeriveBytes.Pbkdf2(password, salt, to, iterations, hash), room));
                        Same(
                            () => Filled(to => Rfc2898DeriveBytes.Pbkdf2(text.AsSpan(), salt, to, iterations, hash), room),
                            () => Filled(to => Bcl.Rfc2898DeriveBytes.Pbkdf2(text.AsSpan(), salt, to, iterations, hash), room));
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(10)]
    public void Half_of_a_surrogate_pair_is_taken_or_refused_as_by_the_namesake(int length)
    {
        Same(
            () => Rfc2898DeriveBytes.Pbkdf2(s_half, s_salt, 1, s_sha256, length),
            () => Bcl.Rfc2898DeriveBytes.Pbkdf2(s_half, s_salt, 1, s_sha256, length));
        Same(
            () => new Rfc2898DeriveBytes(s_half, s_salt, 1, s_sha256).GetBytes(10),
            () => new Bcl.Rfc2898DeriveBytes(s_half, s_salt, 1, s_sha256).GetBytes(10));
        Same(
            () => SP800108HmacCounterKdf.DeriveBytes(s_key, s_sha256, s_half, "", length),
            () => Bcl.SP800108HmacCounterKdf.DeriveBytes(s_key, s_sha256, s_half, "", length));
        using SP800108HmacCounterKdf ours = new(s_key, s_sha256);
        using Bcl.SP800108HmacCounterKdf theirs = new(s_key, s_sha256);
        Same(() => ours.DeriveKey("", s_half, length), () => theirs.DeriveKey("", s_half, length));
        Same(() => ours.DeriveKey("\u00e4", "\u20ac", length), () => theirs.DeriveKey("\u00e4", "\u20ac", length));
    }

    [Theory, MemberData(nameof(Names))]
    public void Objects_of_PBKDF2_refuse_what_the_namesakes_refuse(string? name)
    {
        var hash = new HashAlgorithmName(name);
        foreach (var salt in new[] { s_salt, [], null })
        {
            foreach (var iterations in new[] { -1, 0, 1 })
            {
                foreach (var password in new[] { s_key, [], null })
                {
                    Same(
                        () => new Rfc2898DeriveBytes(password!, salt!, iterations, hash).GetBytes(70),
                        () => new Bcl.Rfc2898DeriveBytes(password!, salt!, iterations, hash).GetBytes(70));
                    Same(
                        () => new Rfc2898DeriveBytes(password!, salt!, iterations).GetBytes(70),
                        () => new Bcl.Rfc2898DeriveBytes(password!, salt!, iterations).GetBytes(70));
                }

                foreach (var password in new[] { "p\u00e4ssword", "", null })
                {
                    Same(
                        () => new Rfc2898DeriveBytes(password!, salt!, iterations, hash).GetBytes(70),
                        () => new Bcl.Rfc2898DeriveBytes(password!, salt!, iterations, hash).GetBytes(70));
                    Same(
                        () => new Rfc2898DeriveBytes(password!, salt!, iterations).GetBytes(70),
                        () => new Bcl.Rfc2898DeriveBytes(password!, salt!, iterations).GetBytes(70));
                    Same(
                        () => new Rfc2898DeriveBytes(password!, salt!).GetBytes(70),
                        () => new Bcl.Rfc2898DeriveBytes(password!, salt!).GetBytes(70));
                }

                foreach (var saltSize in new[] { -1, 0, 20 })
                {
                    Same(
                        () => new Rfc2898DeriveBytes("password", saltSize, iterations, hash).Salt.Length,
                        () => new Bcl.Rfc2898DeriveBytes("password", saltSize, iterations, hash).Salt.Length);
                    Same(
                        () => new Rfc2898DeriveBytes("password", saltSize, iterations).Salt.Length,
                        () => new Bcl.Rfc2898DeriveBytes("password", saltSize, iterations).Salt.Length);
                    Same(
                        () => new Rfc2898DeriveBytes("password", saltSize).IterationCount,
                        () => new Bcl.Rfc2898DeriveBytes("password", saltSize).IterationCount);
                }
            }
        }
    }

    /// <summary>.NET names the parameter of the encoding that it passes a null password to.</summary>
    [Theory, MemberData(nameof(Names))]
    public void Password_that_is_null_is_refused_when_the_namesake_refuses_it(string? name)
    {
        var hash = new HashAlgorithmName(name);
        foreach (var saltSize in new[] { -1, 0, 20 })
        {
            foreach (var iterations in new[] { -1, 0, 1 })
            {
                var theirs = Record.Exception(() => new Bcl.Rfc2898DeriveBytes((string)null!, saltSize, iterations, hash));
                var ours = Record.Exception(() => new Rfc2898DeriveBytes((string)null!, saltSize, iterations, hash));
                Assert.IsType(theirs!.GetType(), ours);
                var parameter = ((ArgumentException)theirs).ParamName;
                Assert.Equal(parameter == "s" ? "password" : parameter, ((ArgumentException)ours).ParamName);
            }
        }
    }

    [Fact]
    public void Members_of_an_object_of_PBKDF2_refuse_what_the_namesakes_refuse()
    {
        using Rfc2898DeriveBytes ours = new(s_key, s_salt, 3, s_sha256);
        using Bcl.Rfc2898DeriveBytes theirs = new(s_key, s_salt, 3, s_sha256);
        foreach (var number in new[] { int.MinValue, -1, 0, 1, 50 })
        {
            Same(() => ours.GetBytes(number), () => theirs.GetBytes(number));
            Same(() => ours.IterationCount = number, () => theirs.IterationCount = number);
        }

        Same(() => ours.Salt = null!, () => theirs.Salt = null!);
        Same(() => ours.GetBytes(45), () => theirs.GetBytes(45));
        Same(() => ours.CryptDeriveKey("", "", 0, []), () => theirs.CryptDeriveKey("", "", 0, []));
        Assert.NotEqual(
            new Rfc2898DeriveBytes("password", 20, 1, s_sha256).Salt, new Rfc2898DeriveBytes("password", 20, 1, s_sha256).Salt);
        ours.Dispose();
        ours.Dispose();
        theirs.Dispose();
        Same(() => ours.Salt, () => theirs.Salt);
        Assert.Throws<ObjectDisposedException>(() => ours.GetBytes(1));
        Assert.Throws<ObjectDisposedException>(ours.Reset);
    }

    [Theory, MemberData(nameof(Names))]
    public void Hkdf_refuses_what_the_namesake_refuses(string? name)
    {
        var hash = new HashAlgorithmName(name);
        // No empty secret, which OpenSSL refuses.
        foreach (var key in new[] { s_key, s_salt, null })
        {
            foreach (var other in new[] { s_salt, [], null })
            {
                Same(() => HKDF.Extract(hash, key!, other), () => Bcl.HKDF.Extract(hash, key!, other));
                foreach (var length in new[] { -1, 0, 1, 31, 32, 100, 255 * 32, (255 * 32) + 1 })
                {
                    var room = new byte[Math.Max(0, length)];
                    Same(() => HKDF.Expand(hash, key!, length, other), () => Bcl.HKDF.Expand(hash, key!, length, other));
                    Same(
                        () => HKDF.DeriveKey(hash, key!, length, other, s_salt),
                        () => Bcl.HKDF.DeriveKey(hash, key!, length, other, s_salt));
                    if (key is null)
                        continue;
                    Same(
                        () => Filled(to => HKDF.Extract(hash, key, other, to), room),
                        () => Filled(to => Bcl.HKDF.Extract(hash, key, other, to), room));
                    Same(
                        () => Filled(to => HKDF.Expand(hash, key, to, other), room),
                        () => Filled(to => Bcl.HKDF.Expand(hash, key, to, other), room));
                    Same(
                        () => Filled(to => HKDF.DeriveKey(hash, key, to, other, s_salt), room),
                        () => Filled(to => Bcl.HKDF.DeriveKey(hash, key, to, other, s_salt), room));
                }
            }
        }
    }

    [Theory, MemberData(nameof(Names))]
    public void Counter_mode_refuses_what_the_namesake_refuses(string? name)
    {
        var hash = new HashAlgorithmName(name);
        foreach (var key in new[] { s_key, [], null })
        {
            Same<IDisposable>(() => new SP800108HmacCounterKdf(key!, hash), () => new Bcl.SP800108HmacCounterKdf(key!, hash));
            Same<IDisposable>(
                () => new SP800108HmacCounterKdf(key.AsSpan(), hash), () => new Bcl.SP800108HmacCounterKdf(key.AsSpan(), hash));
            foreach (var label in new[] { s_salt, [], null })
            {
                foreach (var context in new[] { s_salt, null })
                {
                    foreach (var length in new[] { -1, 0, 1, 100, 0x20000000 })
                    {
                        var room = new byte[length is < 0 or > 100 ? 0 : length];
                        string? first = label is null ? null : "label", second = context is null ? null : "";
                        Same(
                            () => SP800108HmacCounterKdf.DeriveBytes(key!, hash, label!, context!, length),
                            () => Bcl.SP800108HmacCounterKdf.DeriveBytes(key!, hash, label!, context!, length));
                        Same(
                            () => SP800108HmacCounterKdf.DeriveBytes(key!, hash, first!, second!, length),
                            () => Bcl.SP800108HmacCounterKdf.DeriveBytes(key!, hash, first!, second!, length));
                        Same(
                            () => SP800108HmacCounterKdf.DeriveBytes(key.AsSpan(), hash, label.AsSpan(), context, length),
                            () => Bcl.SP800108HmacCounterKdf.DeriveBytes(key.AsSpan(), hash, label.AsSpan(), context, length));
                        Same(
                            () => SP800108HmacCounterKdf.DeriveBytes(key.AsSpan(), hash, first.AsSpan(), second, length),
                            () => Bcl.SP800108HmacCounterKdf.DeriveBytes(key.AsSpan(), hash, first.AsSpan(), second, length));
                        Same(
                            () => Filled(to => SP800108HmacCounterKdf.DeriveBytes(key, hash, label.AsSpan(), context, to), room),
                            () => Filled(to => Bcl.SP800108HmacCounterKdf.DeriveBytes(key, hash, label.AsSpan(), context, to), room));
                        Same(
                            () => Filled(to => SP800108HmacCounterKdf.DeriveBytes(key, hash, first.AsSpan(), second, to), room),
                            () => Filled(to => Bcl.SP800108HmacCounterKdf.DeriveBytes(key, hash, first.AsSpan(), second, to), room));
                    }
                }
            }
        }
    }

    [Fact]
    public void Members_of_an_object_of_counter_mode_refuse_what_the_namesakes_refuse()
    {
        using SP800108HmacCounterKdf ours = new(s_key, s_sha256);
        using Bcl.SP800108HmacCounterKdf theirs = new(s_key, s_sha256);
        for (var disposed = 0; disposed < 2; disposed++)
        {
            foreach (var label in new[] { s_salt, [], null })
            {
                foreach (var length in new[] { -1, 0, 1, 100, 0x20000000 })
                {
                    // Ours is not alive for an empty key, either.
                    if (disposed == 1 && length == 0)
                        continue;
                    var text = label is null ? null : "label";
                    Same(() => ours.DeriveKey(label!, s_salt, length), () => theirs.DeriveKey(label!, s_salt, length));
                    Same(() => ours.DeriveKey(s_salt, label!, length), () => theirs.DeriveKey(s_salt, label!, length));
                    Same(() => ours.DeriveKey(text!, "", length), () => theirs.DeriveKey(text!, "", length));
                    Same(() => ours.DeriveKey("", text!, length), () => theirs.DeriveKey("", text!, length));
                    Same(() => ours.DeriveKey(label.AsSpan(), s_salt, length), () => theirs.DeriveKey(label.AsSpan(), s_salt, length));
                    Same(() => ours.DeriveKey(text.AsSpan(), "", length), () => theirs.DeriveKey(text.AsSpan(), "", length));
                }
            }

            ours.Dispose();
            theirs.Dispose();
        }

        Assert.Throws<ObjectDisposedException>(() => ours.DeriveKey(s_salt, s_salt, 0));
        Assert.Throws<ObjectDisposedException>(() => ours.DeriveKey("", "", 0));
    }

    [Fact]
    public void Object_of_counter_mode_serves_many_threads_at_once()
    {
        using SP800108HmacCounterKdf ours = new(s_key, s_sha256);
        using Bcl.SP800108HmacCounterKdf theirs = new(s_key, s_sha256);
        Parallel.For(0, 8, i =>
        {
            byte[] label = TestBytes.Random(i, seed: i), room = new byte[200 + i];
            var text = new string('x', 40 * i);
            byte[] ofBytes = theirs.DeriveKey(label, s_salt, room.Length), ofText = theirs.DeriveKey(text, "", room.Length);
            for (var round = 0; round < 1000; round++)
            {
                ours.DeriveKey(label.AsSpan(), s_salt, room);
                Assert.Equal(ofBytes, room);
                ours.DeriveKey(text.AsSpan(), "", room);
                Assert.Equal(ofText, room);
            }
        });
    }

    [ExplicitTheory, Trait("run", "nightly")]
    [InlineData(false)]
    [InlineData(true)]
    public void Call_of_counter_mode_that_races_disposal_gives_the_right_key_or_none(bool isText)
    {
        byte[] room = new byte[100], otherKey = TestBytes.Random(40, seed: 3);
        var expected = Bcl.SP800108HmacCounterKdf.DeriveBytes(s_key, s_sha256, "label", "context", room.Length);
        Outcome.RaceDisposal(
            () => new SP800108HmacCounterKdf(s_key, s_sha256),
            () => new SP800108HmacCounterKdf(otherKey, s_sha256),
            CallAndCheck,
            () => Assert.Equal(new byte[room.Length], room));

        void CallAndCheck(SP800108HmacCounterKdf kdf)
        {
            Array.Clear(room);
            if (isText)
                kdf.DeriveKey("label".AsSpan(), "context", room);
            else
                kdf.DeriveKey("label"u8, "context"u8, room);
            Assert.Equal(expected, room);
        }
    }

    [Fact]
    public void Span_members_allocate_nothing()
    {
        var room = new byte[100];
        using var kdf = new SP800108HmacCounterKdf(s_key, s_sha256);
        var text = new string('x', 200);
        foreach (var call in new Action[]
        {
            () => Rfc2898DeriveBytes.Pbkdf2(s_key, s_salt, room, 3, s_sha256),
            () => Rfc2898DeriveBytes.Pbkdf2(text.AsSpan(), s_salt, room, 3, s_sha256),
            () => HKDF.Extract(s_sha256, s_key, s_salt, room),
            () => HKDF.Expand(s_sha256, s_key, room, s_salt),
            () => HKDF.DeriveKey(s_sha256, s_key, room, s_salt, s_salt),
            () => SP800108HmacCounterKdf.DeriveBytes(s_key, s_sha256, s_salt.AsSpan(), s_salt, room),
            () => SP800108HmacCounterKdf.DeriveBytes(s_key, s_sha256, text.AsSpan(), text, room),
            () => kdf.DeriveKey(s_salt.AsSpan(), s_salt, room),
            () => kdf.DeriveKey(text.AsSpan(), text, room),
            () => RandomNumberGenerator.Fill(room),
            () => RandomNumberGenerator.GetInt32(10),
            () => RandomNumberGenerator.GetItems<byte>(s_salt, room),
            () => RandomNumberGenerator.Shuffle(room.AsSpan()),
            () => RandomNumberGenerator.Create().GetNonZeroBytes(room.AsSpan()),
        })
        {
            Assert.Equal(0, Outcome.Allocated(call));
        }
    }

    private static byte[] Filled(FillSpan fill, byte[] room)
    {
        fill(room);
        return (byte[])room.Clone();
    }

    private static void Same<T>(Func<T> ours, Func<T> theirs)
    {
        T? own = default, bcl = default;
        Outcome.Of(() => own = ours()).AssertSameAs(Outcome.Of(() => bcl = theirs()), "call");
        if (own is not IDisposable)
            Assert.Equal(bcl, own);
    }

    private delegate void FillSpan(Span<byte> room);

    /// <summary>A call that is under way may read the salt.</summary>
    [Fact]
    public void Salt_is_left_alone_by_disposal_during_a_call_and_reads_as_zeros()
    {
        const BindingFlags Private = BindingFlags.Instance | BindingFlags.NonPublic;
        var derivation = new Rfc2898DeriveBytes(s_key, s_salt, 1, s_sha256);
        var slot = (StateSlot)typeof(Rfc2898DeriveBytes).GetField("_slot", Private)!.GetValue(derivation)!;
        var salt = (byte[])typeof(Rfc2898DeriveBytes).GetField("_salt", Private)!.GetValue(derivation)!;
        using (slot.Enter(derivation))
        {
            derivation.Dispose();
            Assert.Equal(s_salt, salt);
            Assert.Equal(new byte[s_salt.Length], derivation.Salt);
        }

        Assert.Equal(new byte[s_salt.Length], derivation.Salt);
        Assert.Throws<ObjectDisposedException>(() => derivation.Salt = s_salt);
    }
}
