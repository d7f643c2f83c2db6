using System;
using ManagedCrypto.NetStandardLibrary;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>A library that was compiled against the netstandard2.0 asset runs here on the net10.0 one.</summary>
public class NetStandardLibraryTests
{
    [Fact]
    public void Tag_mismatch_is_caught() => Assert.True(EveryType.CatchesTagMismatch());

    [Fact]
    public void Round_trips_give_the_text_back()
    {
        Func<byte[]>[] roundTrips =
        [
            EveryType.GcmRoundTrip, EveryType.GcmRoundTripInPieces,
            EveryType.CbcRoundTrip, EveryType.EcbRoundTrip, EveryType.CfbRoundTrip, EveryType.KeyWrapRoundTrip,
            EveryType.StreamRoundTrip, EveryType.CtrRoundTrip, EveryType.CtrStreamRoundTrip, EveryType.CbcStreamRoundTrip,
            EveryType.XtsStreamRoundTrip, EveryType.CobblestoneRoundTrip,
        ];
        Assert.All(roundTrips, roundTrip => Assert.Equal(EveryType.Text, roundTrip()));
        Assert.All(AeadRoundTrips.All, roundTrip => Assert.Equal(EveryType.Text, roundTrip(EveryType.Text)));
        Assert.Equal(Algorithms.Aeads.Count, AeadRoundTrips.All.Length);
    }

    [Fact]
    public void Digests_are_the_frameworks()
    {
        Assert.All(
            EveryType.Sha256EveryWay(),
            digest => Assert.Equal(System.Security.Cryptography.SHA256.HashData(EveryType.Text), digest));
        var key = System.Text.Encoding.ASCII.GetBytes("a key of 16 bytes");
        Assert.All(
            EveryType.HmacSha512EveryWay(),
            tag => Assert.Equal(System.Security.Cryptography.HMACSHA512.HashData(key, EveryType.Text), tag));
    }

    [Fact]
    public void Derived_keys_are_the_same_by_every_member()
    {
        var keys = EveryType.KeysEveryWay();
        Assert.Equal([keys[0], keys[2], keys[4]], new[] { keys[1], keys[3], keys[5] });
        Assert.True(EveryType.VerifiesAndChooses());
    }

    [Fact]
    public void Checksums_of_the_nine_digits_are_the_published_ones() =>
        Assert.Equal([0xCBF43926, 0xE3069283, 0x091E01DE], EveryType.ChecksumsOfNineDigits());

    [Fact]
    public void Description_is_read() => Assert.Contains("AES-GCM", EveryType.Description, StringComparison.Ordinal);
}
