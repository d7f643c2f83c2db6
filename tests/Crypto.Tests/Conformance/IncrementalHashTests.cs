using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Intrinsics;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Conformance;

#pragma warning disable CA5350, CA5351 // Weak hashes are tested like the rest.

/// <summary>Random schedules of calls, each kernel's result compared with the BCL's for the same message.</summary>
public class IncrementalHashTests
{
    private static readonly byte[] s_message = TestBytes.Random(100_000, seed: 1);

    private enum Call
    {
        AppendArray,
        AppendPart,
        AppendSpan,
        CurrentArray,
        CurrentSpan,
        TryCurrent,
        ResetArray,
        ResetSpan,
        TryReset,
        Clone,
        RefusedForLackOfRoom,
    }

    public static TheoryData<string, string> KernelsOfHashes
    {
        get
        {
            var rows = new TheoryData<string, string>();
            foreach (var sha in Algorithms.Hashes)
            {
                foreach (var kernel in sha.Kernels.Runnable)
                    rows.Add(sha.HashName, kernel.Id);
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(KernelsOfHashes))]
    public void Any_schedule_of_calls_gives_the_hash_of_the_BCL(string algorithm, string kernelId)
    {
        var (sha, kernel) = Find(algorithm, kernelId);
        RunSchedules(
            () => new IncrementalHash(kernel, sha),
            () => Bcl.IncrementalHash.CreateHash(new HashAlgorithmName(algorithm)));
    }

    [Theory]
    [MemberData(nameof(KernelsOfHashes))]
    public void Any_schedule_of_calls_gives_the_HMAC_of_the_BCL(string algorithm, string kernelId)
    {
        var (sha, kernel) = Find(algorithm, kernelId);
        foreach (var keyBytes in new[] { 0, 20, sha.BlockBytes, sha.BlockBytes + 1 })
        {
            var key = TestBytes.Random(keyBytes, seed: keyBytes);
            RunSchedules(
                () => new IncrementalHash(kernel, sha, key),
                () => Bcl.IncrementalHash.CreateHMAC(new HashAlgorithmName(algorithm), key));
        }
    }

    [Theory]
    [InlineData("MD5")]
    [InlineData("SHA3-256")]
    [InlineData("SHA3-384")]
    [InlineData("SHA3-512")]
    [InlineData("SHA1")]
    [InlineData("SHA256")]
    [InlineData("SHA384")]
    [InlineData("SHA512")]
    public void Every_name_that_the_BCL_takes_is_taken(string algorithm)
    {
        Assert.SkipWhen(algorithm.StartsWith("SHA3-", StringComparison.Ordinal) && !SHA3_256.IsSupported, "no SHA-3 in the BCL");
        var name = new HashAlgorithmName(algorithm);
        var key = TestBytes.Random(40, seed: 2);
        RunSchedules(() => IncrementalHash.CreateHash(name), () => Bcl.IncrementalHash.CreateHash(name));
        RunSchedules(() => IncrementalHash.CreateHMAC(name, key), () => Bcl.IncrementalHash.CreateHMAC(name, key));
        RunSchedules(() => IncrementalHash.CreateHMAC(name, key.AsSpan()), () => Bcl.IncrementalHash.CreateHMAC(name, key));
    }

    private static (ShaAlgorithm Sha, ShaKernel Kernel) Find(string algorithm, string kernelId)
    {
        var sha = Algorithms.Hashes.Single(sha => sha.HashName == algorithm);
        return (sha, KernelMatrix.Find(sha.Kernels, kernelId));
    }

    private static void RunSchedules(Func<IncrementalHash> create, Func<Bcl.IncrementalHash> createBcl)
    {
        using (IncrementalHash ours = create())
        using (var theirs = createBcl())
        {
            Assert.Equal(theirs.AlgorithmName, ours.AlgorithmName);
            Assert.Equal(theirs.HashLengthInBytes, ours.HashLengthInBytes);
        }

        var step = from call in Gen.Elements(Enum.GetValues<Call>())
                   from length in Gen.Frequency(
                       (4, Gen.Choose(0, 300)), (1, Gen.Choose(0, 5000)), (2, Gen.Elements(0, 1, 63, 64, 65, 127, 128)))
                   from at in Gen.Choose(0, 90_000)
                   select (call, length, at);
        Prop.ForAll(step.ListOf().ToArbitrary(), steps => RunSchedule(create(), createBcl(), steps))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(60).WithQuietOnSuccess(true));
    }

    private static void RunSchedule(
        IncrementalHash ours, Bcl.IncrementalHash theirs, IEnumerable<(Call Call, int Length, int At)> steps)
    {
        var bytes = ours.HashLengthInBytes;
        foreach (var (call, length, at) in steps)
        {
            var room = new byte[bytes + (length % 5)];
            var part = s_message.AsSpan(at, length);
            switch (call)
            {
                case Call.AppendArray:
                    ours.AppendData(part.ToArray());
                    theirs.AppendData(part);
                    break;
                case Call.AppendPart:
                    ours.AppendData(s_message, at, length);
                    theirs.AppendData(part);
                    break;
                case Call.AppendSpan:
                    ours.AppendData(part);
                    theirs.AppendData(part);
                    break;
                case Call.CurrentArray:
                    Assert.Equal(theirs.GetCurrentHash(), ours.GetCurrentHash());
                    break;
                case Call.CurrentSpan:
                    Assert.Equal(bytes, ours.GetCurrentHash(room));
                    AssertWritten(theirs.GetCurrentHash(), room);
                    break;
                case Call.TryCurrent:
                    Assert.True(ours.TryGetCurrentHash(room, out var written));
                    Assert.Equal(bytes, written);
                    AssertWritten(theirs.GetCurrentHash(), room);
                    break;
                case Call.ResetArray:
                    Assert.Equal(theirs.GetHashAndReset(), ours.GetHashAndReset());
                    break;
                case Call.ResetSpan:
                    Assert.Equal(bytes, ours.GetHashAndReset(room));
                    AssertWritten(theirs.GetHashAndReset(), room);
                    break;
                case Call.TryReset:
                    Assert.True(ours.TryGetHashAndReset(room, out written));
                    Assert.Equal(bytes, written);
                    AssertWritten(theirs.GetHashAndReset(), room);
                    break;
                case Call.Clone:
                    var original = ours;
                    ours = original.Clone();
                    original.AppendData(part);
                    original.Dispose();
                    break;
                case Call.RefusedForLackOfRoom:
                    var narrow = room.AsSpan(0, length % bytes);
                    Assert.False(ours.TryGetCurrentHash(narrow, out written));
                    Assert.Equal(0, written);
                    Assert.False(ours.TryGetHashAndReset(narrow, out written));
                    Assert.Equal(0, written);
                    Assert.Throws<ArgumentException>("destination", () => ours.GetCurrentHash(room.AsSpan(0, length % bytes)));
                    Assert.Throws<ArgumentException>("destination", () => ours.GetHashAndReset(room.AsSpan(0, length % bytes)));
                    Assert.Equal(new byte[room.Length], room);
                    break;
            }
        }

        Assert.Equal(theirs.GetHashAndReset(), ours.GetHashAndReset());
        ours.Dispose();
        theirs.Dispose();
    }

    private static void AssertWritten(byte[] expected, byte[] room) =>
        Assert.Equal(expected.Concat(new byte[room.Length - expected.Length]), room);
}
