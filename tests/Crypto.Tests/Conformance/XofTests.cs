using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;
#if NET10_0_OR_GREATER
using Bcl = System.Security.Cryptography;
#endif

namespace ManagedCrypto.Tests.Conformance;

/// <summary>SHAKE and KMAC on every kernel: outputs of all lengths, messages and outputs in parts, keys and customizations.</summary>
public class XofTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, seed: 1);

    public static IEnumerable<TheoryDataRow<int, string>> Kernels =>
        from function in Algorithms.All.OfType<XofFunction>()
        from kernel in TestedKernels.Of(function.Kernels)
        select new TheoryDataRow<int, string>(function.SecurityBits, kernel.Id);

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Shake_of_every_length_of_message_and_output_is_right(int securityBits, string kernel)
    {
        var hash = Shake(securityBits, kernel);
        for (var length = 0; length <= 400; length++)
        {
            var message = TestBytes.Random(length, seed: length);
            var output = new byte[length * 37 % 700];
            XofOutput.Hash(hash, message, output);
            HashTests.AssertEqual(
                ReferenceSponge.Shake(securityBits, message, output.Length), output, $"{kernel}, {length} to {output.Length} bytes");
        }
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Output_read_in_any_parts_is_that_read_at_once(int securityBits, string kernel)
    {
        var hash = Shake(securityBits, kernel);
        var random = new Random(1);
        using var xof = XofEngine.Begin(hash, this);
        for (var n = 0; n < 300; n++)
        {
            var message = TestBytes.Random(random.Next(400), seed: n);
            var expected = ReferenceSponge.Shake(securityBits, message, 1000);
            xof.Append(message.AsSpan(0, message.Length / 3));
            xof.Append(message.AsSpan(message.Length / 3));
            var actual = new byte[expected.Length];
            for (int done = 0, part; done < actual.Length; done += part)
            {
                part = Math.Min(actual.Length - done, random.Next(random.Next(4) == 0 ? 400 : 20));
                XofEngine.Read(xof, actual.AsSpan(done, part));
            }

            HashTests.AssertEqual(expected, actual, $"{kernel}, message {n}");
            xof.Reset();
        }
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Copy_goes_on_from_the_same_place_of_message_and_output(int securityBits, string kernel)
    {
        var expected = ReferenceSponge.Shake(securityBits, [1, 2, 3], 600);
        using var xof = XofEngine.Begin(Shake(securityBits, kernel), this);
        xof.Append([1, 2]);
        using var ofMessage = xof.Clone(this);
        xof.Append([3]);
        ofMessage.Append([3]);
        byte[] first = new byte[200], second = new byte[400], other = new byte[400], all = new byte[600];
        XofEngine.Read(xof, first);
        using var ofOutput = xof.Clone(this);
        XofEngine.Read(xof, second);
        XofEngine.Read(ofOutput, other);
        ofMessage.Current(all);
        Assert.Equal(expected, all);
        XofEngine.Read(ofMessage, all);
        Assert.Equal(expected, all);
        Assert.Equal(expected, first.Concat(second));
        Assert.Equal(second, other);
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Kmac_under_keys_and_customizations_of_any_length_is_right(int securityBits, string kernel)
    {
        var function = Algorithms.All.OfType<XofFunction>().Single(function => function.SecurityBits == securityBits);
        var hash = function.KmacWith(KernelMatrix.Find(function.Kernels, kernel));
        var random = new Random(2);
        foreach (var end in new[] { KmacEnd.Length, KmacEnd.AnyLength })
        {
            for (var n = 0; n < 400; n++)
            {
                var key = TestBytes.Random(n, seed: n);
                var customization = TestBytes.Random(random.Next(3) == 0 ? 0 : random.Next(400), seed: n);
                var message = TestBytes.Random(random.Next(600), seed: -n);
                var code = new byte[random.Next(3) == 0 ? random.Next(500) : 32];
                var expected = ReferenceSponge.Kmac(
                    securityBits, key, message, code.Length, customization, end == KmacEnd.AnyLength);
                Kmac.Hash(hash, key, customization, message, code, end);
                HashTests.AssertEqual(expected, code, $"{kernel}, {end}, {n}, at once");

                using var running = KmacEngine.Begin(hash, this, key, customization, end);
                for (var again = 0; again < 2; again++)
                {
                    running.Append(message.AsSpan(0, message.Length / 2));
                    running.Append(message.AsSpan(message.Length / 2));
                    running.Current(code);
                    HashTests.AssertEqual(expected, code, $"{kernel}, {end}, {n}, so far");
                    using var copy = running.Clone(this);
                    running.FinishAndReset(code);
                    HashTests.AssertEqual(expected, code, $"{kernel}, {end}, {n}, in parts");
                    copy.FinishAndReset(code);
                    HashTests.AssertEqual(expected, code, $"{kernel}, {end}, {n}, copied");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Memory_outside_the_buffers_is_not_touched(int securityBits, string kernel)
    {
        var hash = Shake(securityBits, kernel);
        using GuardedBuffer source = new(1024), destination = new(1024);
        for (var length = 0; length <= 600; length++)
        {
            var message = TestBytes.Random(length, seed: length);
            var expected = ReferenceSponge.Shake(securityBits, message, 600 - length);
            message.CopyTo(source.AtStart(length));
            XofOutput.Hash(hash, source.AtStart(length), destination.AtEnd(expected.Length));
            HashTests.AssertEqual(expected, destination.AtEnd(expected.Length), $"{kernel}, {length} bytes");
            message.CopyTo(source.AtEnd(length));
            XofOutput.Hash(hash, source.AtEnd(length), destination.AtStart(expected.Length));
            HashTests.AssertEqual(expected, destination.AtStart(expected.Length), $"{kernel}, {length} bytes");
        }
    }

    /// <summary>A kernel that permutes wrongly after a block of any number of lanes would not show at the rates of FIPS 202.</summary>
    [Theory]
    [MemberData(nameof(Kernels))]
    public void Block_of_any_number_of_lanes_is_absorbed(int securityBits, string kernel)
    {
        Assert.True(securityBits > 0);
        for (var lanes = 1; lanes < 25; lanes++)
        {
            var message = TestBytes.Random(3 * 8 * lanes, seed: lanes);
            var hash = new MessageHash(
                "any", new Sponge(8 * lanes, 1), Math.Min(8 * lanes, 64), KernelMatrix.Find(Algorithms.Shake128.Kernels, kernel));
            var digest = new byte[hash.DigestBytes];
            hash.Hash(message, digest);
            HashTests.AssertEqual(
                ReferenceSponge.Digest(message, 8 * lanes, 1, digest.Length), digest, $"{kernel}, {lanes} lanes");
        }
    }

#if NET10_0_OR_GREATER
    [Fact]
    public void Bcl_gives_the_same_where_it_has_them()
    {
        Assert.SkipUnless(Bcl.Shake128.IsSupported && Bcl.Kmac128.IsSupported, "no SHAKE or KMAC in the BCL");
        for (var length = 0; length < 500; length += 7)
        {
            var message = TestBytes.Random(length, seed: length);
            Assert.Equal(Bcl.Shake128.HashData(message, length), Shake128.HashData(message, length));
            Assert.Equal(Bcl.Shake256.HashData(message, length), Shake256.HashData(message, length));
            Assert.Equal(Bcl.Kmac128.HashData(s_key, message, length, message), Kmac128.HashData(s_key, message, length, message));
            Assert.Equal(Bcl.Kmac256.HashData(s_key, message, length), Kmac256.HashData(s_key, message, length));
            Assert.Equal(Bcl.KmacXof128.HashData(s_key, message, length), KmacXof128.HashData(s_key, message, length));
            Assert.Equal(Bcl.KmacXof256.HashData(s_key, message, length, s_key), KmacXof256.HashData(s_key, message, length, s_key));
        }
    }
#endif

    /// <summary>.NET's <c>Read</c> needs OpenSSL 3.3; what follows it is refused by a field of its own.</summary>
    [Fact]
    public void Message_after_reading_is_refused_until_Reset()
    {
        using var shake = new Shake128();
        shake.AppendData([1]);
        shake.Read([]);
        Assert.Throws<InvalidOperationException>(() => shake.AppendData([1]));
        Assert.Throws<InvalidOperationException>(() => shake.GetHashAndReset(1));
        Assert.Throws<InvalidOperationException>(() => shake.GetCurrentHash(1));
        shake.Reset();
        shake.AppendData([1]);
        Assert.Equal(Shake128.HashData([1], 9), shake.GetHashAndReset(9));
        shake.Dispose();
        Assert.Throws<ObjectDisposedException>(() => shake.AppendData([1]));
        Assert.Throws<ObjectDisposedException>(() => shake.Read(1));
        Assert.Throws<ObjectDisposedException>(() => shake.Clone());
    }

    [Fact]
    public void Bad_arguments_are_refused_as_by_the_namesake()
    {
        using var shake = new Shake128();
        using var kmac = new Kmac128(s_key);
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () => shake.Read(-1));
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () => shake.GetHashAndReset(-1));
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () => kmac.GetCurrentHash(-1));
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () => Shake128.HashData(s_key, -1));
        Assert.Throws<ArgumentOutOfRangeException>("outputLength", () => Kmac256.HashData(s_key, s_key, -1));
        Assert.Throws<ArgumentNullException>("source", () => Shake128.HashData((byte[])null!, -1));
        Assert.Throws<ArgumentNullException>("source", () => Shake256.HashData((System.IO.Stream)null!, -1));
        Assert.Throws<ArgumentNullException>("source", () => KmacXof256.HashData(s_key, (System.IO.Stream)null!, -1));
        Assert.Throws<ArgumentNullException>("key", () => Kmac128.HashData((byte[])null!, (byte[])null!, -1));
        Assert.Throws<ArgumentNullException>("key", () => new KmacXof128((byte[])null!));
        Assert.Throws<ArgumentNullException>("data", () => shake.AppendData((byte[])null!));
        Assert.Throws<ArgumentNullException>("data", () => kmac.AppendData((byte[])null!));
    }

    [Theory, InlineData("Kmac128"), InlineData("Kmac256"), InlineData("KmacXof128"), InlineData("KmacXof256")]
    public void Only_the_whole_right_code_is_verified(string type)
    {
        var verifier = KmacVerifier.Of(type);
        foreach (var bytes in new[] { 1, 32, 63, 64, 65, 128, 200 })
        {
            var code = verifier.Code(s_key, s_key, bytes);
            Assert.True(verifier.Verify(s_key, s_key, code), $"{bytes} bytes");
            for (var at = 0; at < bytes; at++)
            {
                code[at] ^= 0x80;
                Assert.False(verifier.Verify(s_key, s_key, code), $"{bytes} bytes, byte {at} wrong");
                code[at] ^= 0x80;
            }
        }

        var whole = verifier.Code(s_key, s_key, 32);
        Assert.False(verifier.Verify(s_key, [.. s_key, 0], whole), "another message");
        Assert.False(verifier.Verify([.. s_key, 1], s_key, whole), "another key");
    }

    [Fact]
    public void Code_of_no_bytes_is_refused()
    {
        using var kmac = new Kmac128(s_key);
        kmac.AppendData(s_key);
        Assert.Throws<ArgumentException>("hash", () => Kmac128.Verify(s_key, s_key, Array.Empty<byte>()));
        Assert.Throws<ArgumentException>("hash", () => Kmac256.Verify(s_key, new System.IO.MemoryStream(), Array.Empty<byte>()));
        Assert.Throws<ArgumentException>("hash", () => kmac.VerifyHashAndReset(Array.Empty<byte>()));
        Assert.Throws<ArgumentException>("hash", () => kmac.VerifyCurrentHash(Array.Empty<byte>()));
        Assert.Throws<ArgumentNullException>("hash", () => kmac.VerifyCurrentHash((byte[])null!));
        Assert.Throws<ArgumentNullException>("key", () => KmacXof128.Verify(null!, s_key, s_key));
        Assert.Throws<ArgumentNullException>("source", () => KmacXof256.Verify(s_key, (byte[])null!, s_key));
        Assert.Throws<ArgumentNullException>("source", () => KmacXof256.Verify(s_key, (System.IO.Stream)null!, s_key));
        Assert.True(kmac.VerifyHashAndReset(Kmac128.HashData(s_key, s_key, 9)));
        kmac.Dispose();
        Assert.Throws<ObjectDisposedException>(() => kmac.VerifyCurrentHash(s_key));
        Assert.Throws<ObjectDisposedException>(() => kmac.VerifyHashAndReset(s_key));
    }

    [Fact]
    public void Spans_allocate_nothing()
    {
        var room = new byte[300];
        using var shake = new Shake256();
        using var kmac = new Kmac128(s_key);
        Assert.Equal(0, Contracts.Outcome.Allocated(() => Shake128.HashData(s_key, room.AsSpan())));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => Kmac256.HashData(s_key, s_key, room.AsSpan())));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => shake.AppendData(s_key.AsSpan())));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => shake.GetHashAndReset(room.AsSpan())));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => kmac.GetHashAndReset(room.AsSpan())));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => Kmac128.Verify(s_key.AsSpan(), s_key, room)));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => kmac.VerifyCurrentHash(room.AsSpan())));
        Assert.Equal(0, Contracts.Outcome.Allocated(() => kmac.VerifyHashAndReset(room.AsSpan())));
    }

    private static MessageHash Shake(int securityBits, string kernel)
    {
        var function = Algorithms.All.OfType<XofFunction>().Single(function => function.SecurityBits == securityBits);
        return function.With(KernelMatrix.Find(function.Kernels, kernel));
    }
}
