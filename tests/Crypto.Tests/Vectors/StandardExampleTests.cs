using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using System.Text;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>The worked examples of FIPS 197, and those that accompany FIPS 180-4.</summary>
public class StandardExampleTests
{
    private const string TextOfAppendixC = "00112233445566778899aabbccddeeff";
    private const string Message448 = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    private const string Message896 =
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

    public static TheoryData<string> AesKernelIds => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    public static IEnumerable<TheoryDataRow<string, string>> Hashes => ShaVectorTests.Cases;

    /// <summary>FIPS 197, appendices B, C.1, C.2 and C.3.</summary>
    [Theory]
    [MemberData(nameof(AesKernelIds))]
    public void Examples_of_FIPS_197_come_out(string kernel)
    {
        (string Key, string Plaintext, string Ciphertext)[] examples =
        [
            ("2b7e151628aed2a6abf7158809cf4f3c", "3243f6a8885a308d313198a2e0370734", "3925841d02dc09fbdc118597196a0b32"),
            ("000102030405060708090a0b0c0d0e0f", TextOfAppendixC, "69c4e0d86a7b0430d8cdb78070b4c55a"),
            ("000102030405060708090a0b0c0d0e0f1011121314151617", TextOfAppendixC, "dda97ca4864cdfe06eaf70a0ec0d7191"),
            (
                "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                TextOfAppendixC,
                "8ea2b7ca516745bfeafc49904b496089"),
        ];
        using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel));
        foreach (var (key, plaintext, ciphertext) in examples)
        {
            aes.Key = Hex.Bytes(key);
            Assert.Equal(Hex.Bytes(ciphertext), aes.EncryptEcb(Hex.Bytes(plaintext), PaddingMode.None));
            Assert.Equal(Hex.Bytes(plaintext), aes.DecryptEcb(Hex.Bytes(ciphertext), PaddingMode.None));
        }
    }

    /// <summary>One block and two blocks, then the million letters of FIPS 180-2.</summary>
    [Theory]
    [MemberData(nameof(Hashes))]
    public void Examples_of_FIPS_180_4_come_out(string hash, string kernel)
    {
        var (oneBlock, twoBlocks, million) = hash switch
        {
            "SHA1" => (
                "a9993e364706816aba3e25717850c26c9cd0d89d",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
                "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
            "SHA224" => (
                "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
                "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
                "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
            "SHA256" => (
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
            "SHA384" => (
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
                "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039",
                "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985"),
            "SHA512_256" => (
                "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
                "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a",
                "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21"),
            "SHA512" => (
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
                "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
                + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
                "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
                + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"),
            _ => throw new ArgumentOutOfRangeException(nameof(hash), hash, "No example."),
        };
        using var algorithm = HashSubject.Find(hash, kernel).Create([]);
        Assert.Equal(Hex.Bytes(oneBlock), algorithm.ComputeHash("abc"u8.ToArray()));
        var twoBlockMessage = algorithm.HashSize <= 256 && hash != "SHA512_256" ? Message448 : Message896;
        Assert.Equal(Hex.Bytes(twoBlocks), algorithm.ComputeHash(Encoding.ASCII.GetBytes(twoBlockMessage)));
        Assert.Equal(Hex.Bytes(million), algorithm.ComputeHash(Encoding.ASCII.GetBytes(new string('a', 1_000_000))));
    }
}
