using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Intrinsics;
#if NET
using ManagedCrypto.Tests.Contracts;
#endif
using Xunit;

namespace ManagedCrypto.Tests.Conformance;

/// <summary>AES-CMAC: the examples of SP 800-38B and RFC 4493, all lengths and splits on every kernel, and its contract.</summary>
public sealed class AesCmacTests : IDisposable
{
    private const int Block = 16;

    private const string Message =
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";

    private readonly GuardedBuffer _source = new(4096);
    private readonly GuardedBuffer _destination = new(Block);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    public void Dispose()
    {
        _source.Dispose();
        _destination.Dispose();
    }

    /// <summary>SP 800-38B, appendices D.1 to D.3 (as corrected in 2016); those of 128 bits are RFC 4493's, too.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Examples_of_SP_800_38B_come_out(string kernel)
    {
        (string Key, int Bytes, string Code)[] examples =
        [
            ("2b7e151628aed2a6abf7158809cf4f3c", 0, "bb1d6929e95937287fa37d129b756746"),
            ("2b7e151628aed2a6abf7158809cf4f3c", 16, "070a16b46b4d4144f79bdd9dd04a287c"),
            ("2b7e151628aed2a6abf7158809cf4f3c", 20, "7d85449ea6ea19c823a7bf78837dfade"),
            ("2b7e151628aed2a6abf7158809cf4f3c", 40, "dfa66747de9ae63030ca32611497c827"),
            ("2b7e151628aed2a6abf7158809cf4f3c", 64, "51f0bebf7e3b9d92fc49741779363cfe"),
            ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", 0, "d17ddf46adaacde531cac483de7a9367"),
            ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", 16, "9e99a7bf31e710900662f65e617c5184"),
            ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", 20, "3d75c194ed96070444a9fa7ec740ecf8"),
            ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", 40, "8a1de5be2eb31aad089a82e6ee908b0e"),
            ("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b", 64, "a1d5df0eed790f794d77589659f39a11"),
            ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", 0, "028962f61b7bf89efc6b551f4667d983"),
            ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", 16, "28a7023f452e8f82bd4bf28d8c37c35c"),
            ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", 20, "156727dc0878944a023c1fe03bad6d93"),
            ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", 40, "aaf3d8f1de5640c232f5b169b9c911e6"),
            ("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4", 64, "e1992190549f6ed5696a2c056c315410"),
        ];
        foreach (var (key, bytes, code) in examples)
        {
            using var cmac = new AesCmac(Find(kernel), Convert.FromHexString(key));
            Assert.Equal(Convert.FromHexString(code), cmac.ComputeHash(Convert.FromHexString(Message)[..bytes]));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Message_of_every_length_between_unreadable_pages_has_the_right_code(string kernel)
    {
        var random = TestBytes.Random(4096, seed: 1);
        foreach (var keyBytes in AesMatrix.KeyBytes)
        {
            var key = TestBytes.Random(keyBytes, seed: keyBytes);
            foreach (var length in Enumerable.Range(0, 130).Concat([1008, 1023, 1024, 1025, 1040, 2047, 2048, 2049, 4096]))
            {
                var message = random[..length];
                var expected = ReferenceCmac.Code(key, message);
                Check(_source.AtEnd(length), _destination.AtStart(Block));
                Check(_source.AtStart(length), _destination.AtEnd(Block));

                void Check(Span<byte> source, Span<byte> destination)
                {
                    message.CopyTo(source);
                    AesCmac.HashData(Find(kernel), key, source, destination);
                    HashTests.AssertEqual(expected, destination, $"{kernel}, {length} bytes");
                }
            }
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Message_in_any_two_parts_has_the_same_code(string kernel)
    {
        var key = TestBytes.Random(32, seed: 2);
        using var cmac = CmacEngine.Begin(Find(kernel), this, key);
        for (var length = 0; length <= 5 * Block; length++)
        {
            var message = TestBytes.Random(length, seed: length);
            var expected = ReferenceCmac.Code(key, message);
            for (var split = 0; split <= length; split++)
            {
                cmac.Append(message.AsSpan(0, split));
                cmac.Append(message.AsSpan(split));
                HashTests.AssertEqual(expected, cmac.FinishAndReset(), $"{kernel}, {split} of {length} bytes first");
            }
        }
    }

    [Fact]
    public async Task Members_agree_on_one_code()
    {
        byte[] key = TestBytes.Random(24, seed: 3), message = TestBytes.Random(100_000, seed: 4), to = new byte[Block + 1];
        var code = ReferenceCmac.Code(key, message);
        var token = TestContext.Current.CancellationToken;
        Assert.Equal(code, AesCmac.HashData(key, message));
        Assert.Equal(code, AesCmac.HashData(key.AsSpan(), message.AsSpan()));
        Assert.True(AesCmac.TryHashData(key, message, to, out var written) && written == Block);
        Assert.False(AesCmac.TryHashData(key, message, new byte[Block - 1], out written) || written != 0);
        Assert.Equal(code, to[..Block]);
        Assert.Equal(code, AesCmac.HashData(key, new MemoryStream(message)));
#if NET
        Assert.Equal(code, await AesCmac.HashDataAsync(key, new MemoryStream(message), token));
        Assert.Equal(Block, await AesCmac.HashDataAsync(key.AsMemory(), new MemoryStream(message), to.AsMemory(), token));
#endif
        using var cmac = new AesCmac(key);
        Assert.Equal(code, await cmac.ComputeHashAsync(new MemoryStream(message), token));
        Assert.Equal(key, cmac.Key);
        cmac.Key = key[..16];
        Assert.Equal(ReferenceCmac.Code(key[..16], message), cmac.ComputeHash(message));
        Assert.Equal(128, cmac.HashSize);
        using var named = AesCmac.Create("aes-cmac");
        Assert.Equal(32, named!.Key.Length);
        Assert.Null(AesCmac.Create("HMACSHA256"));
    }

    [Fact]
    public void Wrong_code_in_any_bit_is_refused()
    {
        byte[] key = TestBytes.Random(16, seed: 5), message = TestBytes.Random(50, seed: 6);
        var code = AesCmac.HashData(key, message);
        Assert.True(AesCmac.Verify(key, message, code));
        Assert.True(AesCmac.Verify(key, new MemoryStream(message), code));
        for (var bit = 0; bit < 8 * Block; bit++)
        {
            var wrong = code.ToArray();
            wrong[bit / 8] ^= (byte)(1 << (bit % 8));
            Assert.False(AesCmac.Verify(key, message, wrong));
            Assert.False(AesCmac.Verify(key, new MemoryStream(message), wrong));
        }
    }

    [Fact]
    public void Bad_arguments_are_refused_and_do_no_harm()
    {
        byte[] key = TestBytes.Random(16, seed: 7), message = TestBytes.Random(40, seed: 8);
        using var cmac = new AesCmac(key);
        cmac.TransformBlock(message, 0, 20, null, 0);
        foreach (var bytes in new[] { 0, 15, 17, 31, 33, 64 })
        {
            Assert.Throws<CryptographicException>(() => new AesCmac(new byte[bytes]));
            Assert.Throws<CryptographicException>(() => AesCmac.HashData(new byte[bytes], message));
            Assert.Throws<CryptographicException>(() => cmac.Key = new byte[bytes]);
        }

        Assert.Throws<ArgumentNullException>("value", () => cmac.Key = null!);
        Assert.Throws<ArgumentNullException>("key", () => new AesCmac(null!));
        Assert.Throws<ArgumentNullException>("source", () => AesCmac.HashData(key, (byte[])null!));
        Assert.Throws<ArgumentException>("destination", () => AesCmac.HashData(key, message, new byte[Block - 1]));
        Assert.Throws<ArgumentException>("hash", () => AesCmac.Verify(key, message, new byte[Block - 1]));
        cmac.TransformFinalBlock(message, 20, 20);
        Assert.Equal(ReferenceCmac.Code(key, message), cmac.Hash);
        cmac.Dispose();
        Assert.Throws<ObjectDisposedException>(() => cmac.ComputeHash(message));
        Assert.Throws<ObjectDisposedException>(() => cmac.Key);
        Assert.Throws<ObjectDisposedException>(() => cmac.Key = key);
    }

#if NET
    /// <summary>Older frameworks do not count what a thread allocates.</summary>
    [Fact]
    public void Span_members_allocate_nothing()
    {
        byte[] key = new byte[16], message = new byte[1000], to = new byte[Block];
        using var cmac = new AesCmac(key);
        Assert.Equal(0, Outcome.Allocated(() => AesCmac.HashData(key, message, to)));
        Assert.Equal(0, Outcome.Allocated(() => AesCmac.Verify(key.AsSpan(), message.AsSpan(), to)));
        Assert.Equal(0, Outcome.Allocated(() => cmac.TryComputeHash(message, to, out _)));
    }
#endif

    private static AesKernel Find(string kernel) => KernelMatrix.Find(Algorithms.Aes.Kernels, kernel);
}
