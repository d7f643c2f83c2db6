using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using FsCheck;
using FsCheck.Fluent;
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

    public static IEnumerable<TheoryDataRow<string, string>> Subjects =>
        from subject in HashSubject.All
        where subject.Function is { } function && HashSubject.IsInFramework(function)
        select new TheoryDataRow<string, string>(subject.Name, subject.Kernel.Id);

    public static TheoryData<string> Names => new(
        Algorithms.Hashes.Where(HashSubject.IsInFramework).Select(function => function.HashName));

    [Theory]
    [MemberData(nameof(Subjects))]
    public void Instance_under_any_schedule_of_calls_gives_what_the_BCL_gives(string algorithm, string kernelId)
    {
        var subject = HashSubject.Find(algorithm, kernelId);
        var name = new HashAlgorithmName(subject.Function!.HashName);
        int[] keyBytes = subject.IsKeyed ? [0, 20, subject.BlockBytes, subject.BlockBytes + 1] : [0];
        foreach (var bytes in keyBytes)
        {
            var key = TestBytes.Random(bytes, seed: bytes);
            RunSchedules(
                () => subject.CreateIncremental(key),
                () => subject.IsKeyed ? Bcl.IncrementalHash.CreateHMAC(name, key) : Bcl.IncrementalHash.CreateHash(name));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Names_that_the_BCL_takes_are_taken(string algorithm)
    {
        var name = new HashAlgorithmName(algorithm);
        var key = TestBytes.Random(40, seed: 2);
        RunSchedules(() => IncrementalHash.CreateHash(name), () => Bcl.IncrementalHash.CreateHash(name));
        RunSchedules(() => IncrementalHash.CreateHMAC(name, key), () => Bcl.IncrementalHash.CreateHMAC(name, key));
        RunSchedules(() => IncrementalHash.CreateHMAC(name, key.AsSpan()), () => Bcl.IncrementalHash.CreateHMAC(name, key));
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
            .Check(RandomCases.Quietly(60));
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
