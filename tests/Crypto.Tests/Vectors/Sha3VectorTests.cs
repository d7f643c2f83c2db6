using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Vectors;

/// <summary>
/// NIST's short, long and Monte Carlo vectors of SHA-3 and SHAKE (SHA3VS), byte oriented, and outputs of SHAKE of many lengths; the
/// samples that accompany SP 800-185; and Keccak-256 as Ethereum has it.
/// </summary>
public class Sha3VectorTests
{
    private const string Archive = "sha3.zip";

    public static IEnumerable<TheoryDataRow<string, string>> Hashes =>
        HashCases.In(Archive, (file, subject) => file == subject.Name + "Monte.rsp");

    public static IEnumerable<TheoryDataRow<int, string>> Xofs => XofTests.Kernels;

    [Theory]
    [MemberData(nameof(Hashes))]
    public void Digests_of_NIST_come_out(string hash, string kernel)
    {
        var subject = HashSubject.Find(hash, kernel);
        foreach (var (kind, expectedCount) in new[] { ("ShortMsg", subject.BlockBytes + 1), ("LongMsg", 100) })
        {
            var count = 0;
            foreach (var vector in VectorArchive.Read(Archive, hash + kind + ".rsp"))
            {
                var message = vector.Bytes("Msg").AsSpan(0, vector.Number("Len") / 8);
                Assert.Equal(vector.Bytes("MD"), subject.Hash([], message));
                count++;
            }

            Assert.Equal(expectedCount, count);
        }
    }

    /// <summary>SHA3VS, section 6.2.3: each digest hashes the one before, 1,000 times a round.</summary>
    [Theory]
    [MemberData(nameof(Hashes))]
    public void Monte_Carlo_digests_of_NIST_come_out(string hash, string kernel)
    {
        var subject = HashSubject.Find(hash, kernel);
        var vectors = VectorArchive.Read(Archive, hash + "Monte.rsp").ToList();
        var last = vectors[0].Bytes("Seed");
        foreach (var vector in vectors.Skip(1))
        {
            for (var i = 0; i < 1000; i++)
                last = subject.Hash([], last);
            Assert.Equal(vector.Bytes("MD"), last);
        }

        Assert.Equal(101, vectors.Count);
    }

    [Theory]
    [MemberData(nameof(Xofs))]
    public void Outputs_of_NIST_come_out(int securityBits, string kernel)
    {
        var hash = Shake(securityBits, kernel);
        var (shortMessages, outputs) = securityBits == 128 ? (337, 1126) : (273, 1246);
        foreach (var (kind, expectedCount) in new[] { ("ShortMsg", shortMessages), ("LongMsg", 100), ("VariableOut", outputs) })
        {
            var count = 0;
            foreach (var vector in VectorArchive.Read(Archive, $"SHAKE{securityBits}{kind}.rsp").Where(one => one.Has("Msg")))
            {
                var message = vector.Bytes("Msg");
                var output = new byte[vector.Bytes("Output").Length];
                XofOutput.Hash(hash, vector.Has("Len") ? message.AsSpan(0, vector.Number("Len") / 8) : message, output);
                Assert.Equal(vector.Bytes("Output"), output);
                count++;
            }

            Assert.Equal(expectedCount, count);
        }
    }

    /// <summary>SHA3VS, section 6.3.3: the last bytes of an output say how long the next one is, and its first 16 are its message.</summary>
    [Theory]
    [MemberData(nameof(Xofs))]
    public void Monte_Carlo_outputs_of_NIST_come_out(int securityBits, string kernel)
    {
        var hash = Shake(securityBits, kernel);
        var vectors = VectorArchive.Read(Archive, $"SHAKE{securityBits}Monte.rsp").ToList();
        var first = vectors.Single(vector => vector.Has("Msg"));
        var (least, most) = (first.Number("Minimum Output Length (bits)") / 8, first.Number("Maximum Output Length (bits)") / 8);
        var (output, length, count) = (first.Bytes("Msg"), most, 0);
        foreach (var vector in vectors.Where(vector => vector.Has("COUNT")))
        {
            for (var i = 0; i < 1000; i++)
            {
                var message = new byte[16];
                output.AsSpan(0, Math.Min(output.Length, 16)).CopyTo(message);
                output = new byte[length];
                XofOutput.Hash(hash, message, output);
                length = least + (((output[^2] * 256) + output[^1]) % (most - least + 1));
            }

            Assert.Equal(vector.Bytes("Output"), output);
            count++;
        }

        Assert.Equal(100, count);
    }

    /// <summary>NIST's "KMAC_samples" and "KMACXOF_samples", 1 to 6 of each.</summary>
    [Theory]
    [InlineData(128, false, 4, false, "E5780B0D3EA6F7D3A429C5706AA43A00FADBD7D49628839E3187243F456EE14E")]
    [InlineData(128, false, 4, true, "3B1FBA963CD8B0B59E8C1A6D71888B7143651AF8BA0A7070C0979E2811324AA5")]
    [InlineData(128, false, 200, true, "1F5B4E6CCA02209E0DCB5CA635B89A15E271ECC760071DFD805FAA38F9729230")]
    [InlineData(256, false, 4, true,
        "20C570C31346F703C9AC36C61C03CB64C3970D0CFC787E9B79599D273A68D2F7"
        + "F69D4CC3DE9D104A351689F27CF6F5951F0103F33F4F24871024D9C27773A8DD")]
    [InlineData(256, false, 200, false,
        "75358CF39E41494E949707927CEE0AF20A3FF553904C86B08F21CC414BCFD691"
        + "589D27CF5E15369CBBFF8B9A4C2EB17800855D0235FF635DA82533EC6B759B69")]
    [InlineData(256, false, 200, true,
        "B58618F71F92E1D56C1B8C55DDD7CD188B97B4CA4D99831EB2699A837DA2E4D9"
        + "70FBACFDE50033AEA585F1A2708510C32D07880801BD182898FE476876FC8965")]
    [InlineData(128, true, 4, false, "CD83740BBD92CCC8CF032B1481A0F4460E7CA9DD12B08A0C4031178BACD6EC35")]
    [InlineData(128, true, 4, true, "31A44527B4ED9F5C6101D11DE6D26F0620AA5C341DEF41299657FE9DF1A3B16C")]
    [InlineData(128, true, 200, true, "47026C7CD793084AA0283C253EF658490C0DB61438B8326FE9BDDF281B83AE0F")]
    [InlineData(256, true, 4, true,
        "1755133F1534752AAD0748F2C706FB5C784512CAB835CD15676B16C0C6647FA9"
        + "6FAA7AF634A0BF8FF6DF39374FA00FAD9A39E322A7C92065A64EB1FB0801EB2B")]
    [InlineData(256, true, 200, false,
        "FF7B171F1E8A2B24683EED37830EE797538BA8DC563F6DA1E667391A75EDC02C"
        + "A633079F81CE12A25F45615EC89972031D18337331D24CEB8F8CA8E6A19FD98B")]
    [InlineData(256, true, 200, true,
        "D5BE731C954ED7732846BB59DBE3A8E30F83E77A4BFF4459F2F1C2B4ECEBB8CE"
        + "67BA01C62E8AB8578D2D499BD1BB276768781190020A306A97DE281DCC30305D")]
    public void Samples_of_SP_800_185_come_out(int securityBits, bool isXof, int messageBytes, bool isTagged, string expected)
    {
        byte[] key = [.. Enumerable.Range(0x40, 32).Select(i => (byte)i)];
        byte[] message = [.. Enumerable.Range(0, messageBytes).Select(i => (byte)i)];
        var customization = isTagged ? "My Tagged Application"u8.ToArray() : null;
        var bytes = expected.Length / 2;
        Assert.Equal(Hex.Bytes(expected), (securityBits, isXof) switch
        {
            (128, false) => Kmac128.HashData(key, message, bytes, customization),
            (128, true) => KmacXof128.HashData(key, message, bytes, customization),
            (_, false) => Kmac256.HashData(key, message, bytes, customization),
            _ => KmacXof256.HashData(key, message, bytes, customization),
        });
    }

    /// <summary>The hash of no bytes is that of an account without code, in Ethereum's yellow paper; and that of "testing".</summary>
    [Fact]
    public void Digests_of_Ethereum_come_out()
    {
        Assert.Equal(
            Hex.Bytes("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"), Keccak256.HashData(Array.Empty<byte>()));
        Assert.Equal(
            Hex.Bytes("5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02"), Keccak256.HashData("testing"u8));
    }

    private static MessageHash Shake(int securityBits, string kernel)
    {
        var function = Algorithms.All.OfType<XofFunction>().Single(function => function.SecurityBits == securityBits);
        return function.With(KernelMatrix.Find(function.Kernels, kernel));
    }
}
