using System;
using System.Collections.Generic;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using Bcl = System.Security.Cryptography;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>The errors, disposal and allocations of <see cref="IncrementalHash"/>.</summary>
public class IncrementalHashContractTests
{
    private static readonly byte[] s_data = TestBytes.Random(100, seed: 1);

    public static TheoryData<string, bool> Algorithms => new()
    {
        { "SHA1", false },
        { "SHA256", true },
        { "SHA512", false },
        { "MD5", false },
        { "MD5", true },
    };

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("sha256")]
    [InlineData("SHA-256")]
    [InlineData("SHA512-224")]
    [InlineData("HMACSHA256")]
    [InlineData("md5")]
    public void Names_are_refused_as_by_the_namesake(string? name)
    {
        var algorithm = new HashAlgorithmName(name);
        AssertSame(() => IncrementalHash.CreateHash(algorithm), () => Bcl.IncrementalHash.CreateHash(algorithm));
        AssertSame(() => IncrementalHash.CreateHMAC(algorithm, s_data), () => Bcl.IncrementalHash.CreateHMAC(algorithm, s_data));
        AssertSame(
            () => IncrementalHash.CreateHMAC(algorithm, s_data.AsSpan()),
            () => Bcl.IncrementalHash.CreateHMAC(algorithm, s_data.AsSpan()));
        AssertSame(() => IncrementalHash.CreateHMAC(algorithm, null!), () => Bcl.IncrementalHash.CreateHMAC(algorithm, null!));

        void AssertSame(Action ours, Action theirs)
        {
            var outcome = Outcome.Of(ours);
            Assert.NotNull(outcome.Exception);
            outcome.AssertSameAs(Outcome.Of(theirs), $"'{name}'");
        }
    }

    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Bad_arguments_are_refused_as_by_the_namesake_and_do_no_harm(string name, bool keyed)
    {
        var (ours, theirs) = Create(name, keyed);
        var numbers = new[] { int.MinValue, -1, 0, 1, 99, 100, 101, int.MaxValue };
        var refused = 0;
        foreach (var data in new[] { s_data, Array.Empty<byte>(), null })
        {
            foreach (var offset in numbers)
            {
                foreach (var count in numbers)
                {
                    Compare(
                        $"{data?.Length}, {offset}, {count}",
                        () => ours.AppendData(data!, offset, count),
                        () => theirs.AppendData(data!, offset, count));
                }
            }
        }

        Compare("null", () => ours.AppendData(null!), () => theirs.AppendData(null!));
        for (var bytes = 0; bytes < ours.HashLengthInBytes; bytes++)
        {
            var room = new byte[bytes];
            Compare($"{bytes} bytes", () => ours.GetHashAndReset(room), () => theirs.GetHashAndReset(room));
            Compare($"{bytes} bytes", () => ours.GetCurrentHash(room), () => theirs.GetCurrentHash(room));
        }

        Assert.InRange(refused, 150, 500);
        Assert.Equal(theirs.GetHashAndReset(), ours.GetHashAndReset());

        void Compare(string what, Action own, Action bcl)
        {
            var outcome = Outcome.Of(own);
            outcome.AssertSameAs(Outcome.Of(bcl), what);
            refused += outcome.Exception is null ? 0 : 1;
        }
    }

    [Theory]
    [MemberData(nameof(Algorithms))]
    public void Disposed_object_refuses_every_call(string name, bool keyed)
    {
        var (ours, theirs) = Create(name, keyed);
        var bytes = ours.HashLengthInBytes;
        ours.Dispose();
        ours.Dispose();
        theirs.Dispose();
        foreach (var (own, bcl) in new List<(Action, Action)>
        {
            (() => ours.AppendData(s_data), () => theirs.AppendData(s_data)),
            (() => ours.AppendData(null!), () => theirs.AppendData(null!)),
            (() => ours.AppendData(s_data, 0, 1), () => theirs.AppendData(s_data, 0, 1)),
            (() => ours.AppendData(s_data, 0, -1), () => theirs.AppendData(s_data, 0, -1)),
            (() => ours.AppendData(s_data.AsSpan()), () => theirs.AppendData(s_data.AsSpan())),
            (() => ours.GetHashAndReset(), () => theirs.GetHashAndReset()),
            (() => ours.GetHashAndReset(s_data), () => theirs.GetHashAndReset(s_data)),
            (() => ours.GetHashAndReset(default), () => theirs.GetHashAndReset(default)),
            (() => ours.TryGetHashAndReset(s_data, out _), () => theirs.TryGetHashAndReset(s_data, out _)),
            (() => ours.TryGetHashAndReset(default, out _), () => theirs.TryGetHashAndReset(default, out _)),
            (() => ours.GetCurrentHash(), () => theirs.GetCurrentHash()),
            (() => ours.GetCurrentHash(s_data), () => theirs.GetCurrentHash(s_data)),
            (() => ours.GetCurrentHash(default), () => theirs.GetCurrentHash(default)),
            (() => ours.TryGetCurrentHash(s_data, out _), () => theirs.TryGetCurrentHash(s_data, out _)),
            (() => ours.TryGetCurrentHash(default, out _), () => theirs.TryGetCurrentHash(default, out _)),
            (() => ours.Clone(), () => theirs.Clone()),
        })
        {
            var outcome = Outcome.Of(own);
            Assert.NotNull(outcome.Exception);
            outcome.AssertSameAs(Outcome.Of(bcl), name);
        }

        Assert.Equal(theirs.AlgorithmName, ours.AlgorithmName);
        Assert.Equal(bytes, ours.HashLengthInBytes);
    }

    [Fact]
    public void Span_members_allocate_nothing_and_array_members_their_result()
    {
        foreach (var hash in new[]
        {
            IncrementalHash.CreateHash(HashAlgorithmName.SHA384), IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, s_data),
        })
        {
            var room = new byte[64];
            Assert.Equal(0, Outcome.Allocated(() => hash.AppendData(s_data)));
            Assert.Equal(0, Outcome.Allocated(() => hash.AppendData(s_data.AsSpan(1))));
            Assert.Equal(0, Outcome.Allocated(() => hash.GetCurrentHash(room)));
            Assert.Equal(0, Outcome.Allocated(() => hash.GetHashAndReset(room)));
            Assert.Equal(0, Outcome.Allocated(() => hash.TryGetHashAndReset(room, out _)));
            var result = Outcome.Allocated(() => GC.KeepAlive(new byte[hash.HashLengthInBytes]));
            Assert.Equal(result, Outcome.Allocated(() => hash.GetCurrentHash()));
            Assert.Equal(result, Outcome.Allocated(() => hash.GetHashAndReset()));
            hash.Dispose();
        }
    }

    private static (IncrementalHash Ours, Bcl.IncrementalHash Theirs) Create(string name, bool keyed)
    {
        var algorithm = new HashAlgorithmName(name);
        return keyed
            ? (IncrementalHash.CreateHMAC(algorithm, s_data), Bcl.IncrementalHash.CreateHMAC(algorithm, s_data))
            : (IncrementalHash.CreateHash(algorithm), Bcl.IncrementalHash.CreateHash(algorithm));
    }
}
