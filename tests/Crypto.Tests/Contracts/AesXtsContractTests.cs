using System;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What XTS promises besides right results: errors, threads, disposal, memory.</summary>
public class AesXtsContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_tweak = TestBytes.Random(16, 2);
    private static readonly byte[] s_text = TestBytes.Random(1000, 3);
    private static readonly byte[] s_expected = ReferenceXts.Encrypt(s_key, s_tweak, s_text);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Fact]
    public void Bad_arguments_are_refused_and_the_object_stays_usable()
    {
        using var xts = new AesXts(s_key);
        byte[] text = new byte[20], output = new byte[20];

        Outcome.Throws<ArgumentNullException>("key", () => new AesXts(null!).Dispose());
        foreach (var keyBytes in new[] { 0, 16, 24, 31, 33, 48, 63, 65, 128 })
        {
            Assert.Throws<CryptographicException>(() => new AesXts(TestBytes.Random(keyBytes, 4)).Dispose());
            Assert.Throws<CryptographicException>(() => new AesXts(TestBytes.Random(keyBytes, 4).AsSpan()).Dispose());
        }

        Outcome.Throws<ArgumentNullException>("tweak", () => xts.Encrypt(null!, text));
        Outcome.Throws<ArgumentNullException>("tweak", () => xts.Decrypt(null!, text));
        Outcome.Throws<ArgumentNullException>("source", () => xts.Encrypt(s_tweak, null!));
        Outcome.Throws<ArgumentNullException>("source", () => xts.Decrypt(s_tweak, null!));
        Outcome.Throws<ArgumentNullException>("source", () => xts.Encrypt(1, null!));
        Outcome.Throws<ArgumentNullException>("source", () => xts.Decrypt(1, null!));
        foreach (var tweakBytes in new[] { 0, 8, 15, 17 })
        {
            var tweak = new byte[tweakBytes];
            Outcome.Throws<ArgumentException>("tweak", () => xts.Encrypt(tweak, text));
            Outcome.Throws<ArgumentException>("tweak", () => xts.Decrypt(tweak, text));
            Outcome.Throws<ArgumentException>("tweak", () => xts.Encrypt(tweak, text, output.AsSpan()));
            Outcome.Throws<ArgumentException>("tweak", () => xts.Decrypt(tweak, text, output.AsSpan()));
        }

        foreach (var bytes in new[] { 0, 1, 15, (16 << 20) + 1 })
        {
            var unit = new byte[bytes];
            Outcome.Throws<ArgumentException>("source", () => xts.Encrypt(s_tweak, unit));
            Outcome.Throws<ArgumentException>("source", () => xts.Decrypt(s_tweak, unit, unit.AsSpan()));
            Outcome.Throws<ArgumentException>("source", () => xts.Encrypt(7, unit, unit.AsSpan()));
            Outcome.Throws<ArgumentException>("source", () => xts.Decrypt(7, unit));
        }

        foreach (var sector in new[] { -1, long.MinValue })
        {
            Outcome.Throws<ArgumentOutOfRangeException>("sector", () => xts.Encrypt(sector, text));
            Outcome.Throws<ArgumentOutOfRangeException>("sector", () => xts.Decrypt(sector, text, output.AsSpan()));
        }

        Outcome.Throws<ArgumentException>("destination", () => xts.Encrypt(s_tweak, text, output.AsSpan(1)));
        Outcome.Throws<ArgumentException>("destination", () => xts.Decrypt(7, text, output.AsSpan(1)));
        Assert.Equal(new byte[20], output);
        Assert.Equal(s_expected, xts.Encrypt(s_tweak, s_text));
    }

    /// <summary>SP 800-38E, by way of FIPS 140's guidance: a key whose halves are equal is no key.</summary>
    [Theory]
    [InlineData(16)]
    [InlineData(32)]
    public void Key_with_equal_halves_is_refused_and_one_that_differs_in_a_bit_is_not(int halfBytes)
    {
        var half = TestBytes.Random(halfBytes, 5);
        byte[] key = [.. half, .. half];
        var refusal = Assert.Throws<CryptographicException>(() => new AesXts(key).Dispose());
        Assert.Contains("halves of the key are equal", refusal.Message, StringComparison.Ordinal);
        for (var i = 0; i < key.Length; i++)
        {
            key[i] ^= 0x10;
            new AesXts(key).Dispose();
            key[i] ^= 0x10;
        }
    }

    [Fact]
    public void Buffers_that_overlap_in_part_are_refused_before_anything_is_written()
    {
        using var xts = new AesXts(s_key);
        var memory = s_text.AsSpan(0, 200).ToArray();
        foreach (var shift in new[] { -49, -16, -1, 1, 15, 49 })
        {
            Outcome.Throws<ArgumentException>("destination", () => xts.Encrypt(s_tweak, At(50), At(50 + shift)));
            Outcome.Throws<ArgumentException>("destination", () => xts.Decrypt(s_tweak, At(50), At(50 + shift)));
            Outcome.Throws<ArgumentException>("destination", () => xts.Encrypt(3, At(50), At(50 + shift)));
        }

        Assert.Equal(s_text.AsSpan(0, 200).ToArray(), memory);

        // The tweak is read before anything is written.
        xts.Encrypt(memory.AsSpan(60, 16), At(50), At(50));
        Assert.Equal(ReferenceXts.Encrypt(s_key, s_text[60..76], s_text[50..100]), memory[50..100]);

        Span<byte> At(int offset) => memory.AsSpan(offset, 50);
    }

    [Fact]
    public void Disposed_objects_refuse_every_call()
    {
        var xts = new AesXts(s_key);
        xts.Dispose();
        xts.Dispose();
        var output = (byte[])s_text.Clone();
        Assert.Throws<ObjectDisposedException>(() => xts.Encrypt(s_tweak, s_text, output.AsSpan()));
        Assert.Equal(new byte[output.Length], output);
        Assert.Throws<ObjectDisposedException>(() => xts.Decrypt(s_tweak, s_text));
        Assert.Throws<ObjectDisposedException>(() => xts.Encrypt(1, s_text));
        Assert.Throws<ObjectDisposedException>(() => xts.Decrypt(1, s_text));
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Object_shared_by_many_threads_serves_all_at_once(string id)
    {
        using var xts = new AesXts(KernelMatrix.Find(Algorithms.Aes.Kernels, id), s_key);
        Parallel.For(0, 8, sector =>
        {
            var text = s_text.AsSpan(sector, 900).ToArray();
            var expected = xts.Encrypt(sector, text);
            for (var round = 0; round < 200; round++)
            {
                Assert.Equal(expected, xts.Encrypt(sector, text));
                Assert.Equal(text, xts.Decrypt(sector, expected));
            }
        });
    }

    [ExplicitTheory, Trait("run", "nightly"), MemberData(nameof(Kernels))]
    public void Call_that_races_disposal_returns_the_right_result_or_none(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        var otherKey = TestBytes.Random(32, 9);
        var output = new byte[s_text.Length];
        Outcome.RaceDisposal(() => new AesXts(kernel, s_key), () => new AesXts(kernel, otherKey), CallAndCheck, CheckRefused);

        void CallAndCheck(AesXts xts)
        {
            xts.Encrypt(s_tweak, s_text, output.AsSpan());
            Assert.Equal(s_expected, output);
        }

        void CheckRefused() => Assert.Equal(new byte[output.Length], output);
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Calls_with_spans_allocate_nothing_and_calls_with_arrays_their_result(string id)
    {
        using var xts = new AesXts(KernelMatrix.Find(Algorithms.Aes.Kernels, id), s_key);
        var output = new byte[100];
        var input = s_text.AsSpan(0, 100).ToArray();
        var result = Outcome.Allocated(() => GC.KeepAlive(new byte[100]));
        Assert.Equal(0, Outcome.Allocated(() => xts.Encrypt(s_tweak, input, output.AsSpan())));
        Assert.Equal(0, Outcome.Allocated(() => xts.Decrypt(s_tweak, input, output.AsSpan())));
        Assert.Equal(0, Outcome.Allocated(() => xts.Encrypt(3, input, output.AsSpan())));
        Assert.Equal(0, Outcome.Allocated(() => xts.Decrypt(3, input, output.AsSpan())));
        Assert.Equal(result, Outcome.Allocated(() => xts.Encrypt(s_tweak, input)));
        Assert.Equal(result, Outcome.Allocated(() => xts.Decrypt(3, input)));
    }
}
