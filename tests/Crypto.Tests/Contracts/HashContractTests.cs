using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using FsCheck;
using FsCheck.Fluent;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

#pragma warning disable CA5350 // SHA-1 is tested like the rest.

/// <summary>What types that hash promise besides right digests: errors, streams, reuse, disposal, allocations.</summary>
public class HashContractTests
{
    private static readonly byte[] s_message = TestBytes.Random(5000, seed: 1);

    public static TheoryData<string> Names => HashFace.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public void Static_members_give_the_digest_of_the_namesake(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        foreach (var message in new[] { Array.Empty<byte>(), s_message })
        {
            var expected = theirs.Array(message);
            var room = new byte[expected.Length + 1];
            Assert.Equal(expected, ours.Array(message));
            Assert.Equal(expected, ours.Span(message));
            Check(ours.SpanTo(message, room));
            Assert.True(ours.Try(message, room, out var written));
            Check(written);
            Assert.Equal(expected, ours.Stream(new MemoryStream(message)));
            Check(ours.StreamTo(new MemoryStream(message), room));

            void Check(int written)
            {
                Assert.Equal(expected.Length, written);
                Assert.Equal(expected.Append((byte)0), room);
                Array.Clear(room);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Streams_in_chunks_of_any_size_are_read_to_their_end(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        var message = TestBytes.Random(100_001, seed: 2);
        var expected = theirs.Array(message);
        foreach (var chunk in new[] { 1, 63, 64, 127, 4095, 100_001 })
        {
            var room = new byte[expected.Length];
            Assert.Equal(expected, ours.Stream(new ChunkStream(message, chunk)));
            Assert.Equal(room.Length, ours.StreamTo(new ChunkStream(message, chunk), room));
            Assert.Equal(expected, room);
            Assert.Equal(expected, await ours.Async(new ChunkStream(message, chunk), CancellationToken.None));
            Assert.Equal(room.Length, await ours.AsyncTo(new ChunkStream(message, chunk), room, CancellationToken.None));
            Assert.Equal(expected, room);
            using var hash = ours.Create();
            Assert.Equal(expected, hash.ComputeHash(new ChunkStream(message, chunk)));
            var token = TestContext.Current.CancellationToken;
            Assert.Equal(expected, await hash.ComputeHashAsync(new ChunkStream(message, chunk), token));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Stream_that_throws_or_is_cancelled_midway_leaves_destination_and_object_as_they_were(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        var room = new byte[64];
        Assert.Throws<IOException>(() => ours.Stream(Broken()));
        Assert.Throws<IOException>(() => ours.StreamTo(Broken(), room));
        await Assert.ThrowsAsync<IOException>(() => ours.Async(Broken(), CancellationToken.None).AsTask());
        await Assert.ThrowsAsync<IOException>(() => ours.AsyncTo(Broken(), room, CancellationToken.None).AsTask());

        using var source = new CancellationTokenSource();
        var cancelling = new ChunkStream(s_message, 100) { OnMiddle = source.Cancel };
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => ours.AsyncTo(cancelling, room, source.Token).AsTask());
        Assert.True(ours.Async(Deaf(), source.Token).AsTask().IsCanceled);
        Assert.True(ours.AsyncTo(Deaf(), room, source.Token).AsTask().IsCanceled);
        await Assert.ThrowsAsync<TaskCanceledException>(() => ours.Async(Deaf(), source.Token).AsTask());
        Assert.Equal(new byte[64], room);

        using HashAlgorithm hash = ours.Create(), bcl = theirs.Create();
        foreach (var one in new[] { hash, bcl })
        {
            Assert.Throws<IOException>(() => one.ComputeHash(Broken()));
            await Assert.ThrowsAsync<IOException>(() => one.ComputeHashAsync(Broken(), TestContext.Current.CancellationToken));
            one.Initialize();
        }

        Assert.Equal(bcl.ComputeHash(s_message), hash.ComputeHash(s_message));

        static ChunkStream Deaf() => new(s_message, 100) { IgnoresCancellation = true };

        static ChunkStream Broken() => new(s_message, 100) { OnMiddle = () => throw new IOException("broken") };
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Bad_arguments_of_static_members_are_refused_as_by_the_namesake(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        using var unreadable = new CryptoStream(Stream.Null, new ToBase64Transform(), CryptoStreamMode.Write);
        var calls = new List<(string Name, Action<HashFace> Call)>
        {
            ("null array", face => face.Array(null!)),
            ("null stream", face => face.Stream(null!)),
            ("null stream to", face => face.StreamTo(null!, new byte[64])),
            ("null stream to nothing", face => face.StreamTo(null!, default)),
            ("unreadable", face => face.Stream(unreadable)),
            ("unreadable to", face => face.StreamTo(unreadable, new byte[64])),
            ("unreadable to nothing", face => face.StreamTo(unreadable, default)),
            ("null async", face => face.Async(null!, default).AsTask()),
            ("null async to", face => face.AsyncTo(null!, new byte[64], default).AsTask()),
            ("null async to nothing", face => face.AsyncTo(null!, default, default).AsTask()),
            ("unreadable async", face => face.Async(unreadable, default).AsTask()),
            ("unreadable async to", face => face.AsyncTo(unreadable, new byte[64], default).AsTask()),
            ("unreadable async to nothing", face => face.AsyncTo(unreadable, default, default).AsTask()),
        };
        for (var room = 0; room < theirs.Array(s_message).Length; room++)
        {
            var bytes = room;
            calls.Add(($"{bytes} bytes", face => face.SpanTo(s_message, new byte[bytes])));
            calls.Add(($"stream to {bytes} bytes", face => face.StreamTo(new MemoryStream(), new byte[bytes])));
            calls.Add(($"async to {bytes} bytes", face => face.AsyncTo(new MemoryStream(), new byte[bytes], default).AsTask()));
            var written = 1;
            Assert.False(ours.Try(s_message, new byte[bytes], out written));
            Assert.Equal(0, written);
        }

        foreach (var (call, act) in calls)
        {
            var outcome = Outcome.Of(() => act(ours));
            Assert.IsAssignableFrom<ArgumentException>(outcome.Exception);
            outcome.AssertSameAs(Outcome.Of(() => act(theirs)), $"{name}, {call}");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Bad_arguments_of_instance_members_are_refused_as_by_the_namesake_and_do_no_harm(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        using HashAlgorithm hash = ours.Create(), bcl = theirs.Create();
        var numbers = new[] { int.MinValue, -1, 0, 1, 4999, 5000, 5001, int.MaxValue };
        var calls = new List<(string Name, Action<HashAlgorithm> Call)>
        {
            ("null array", one => one.ComputeHash((byte[])null!)),
            ("null stream", one => one.ComputeHash((Stream)null!)),
            ("Hash too early", one => _ = one.Hash),
        };
        foreach (var offset in numbers)
        {
            foreach (var count in numbers)
            {
                calls.Add(($"ComputeHash {offset} {count}", one => one.ComputeHash(s_message, offset, count)));
                calls.Add(($"ComputeHash null {offset} {count}", one => one.ComputeHash(null!, offset, count)));
                calls.Add(($"TransformBlock {offset} {count}", one => one.TransformBlock(s_message, offset, count, null, 0)));
                calls.Add(($"TransformBlock null {offset} {count}", one => one.TransformBlock(null!, offset, count, null, 0)));
                calls.Add(($"TransformFinalBlock {offset} {count}", one => one.TransformFinalBlock(s_message, offset, count)));
            }
        }

        if (name.StartsWith("HMAC", StringComparison.Ordinal))
        {
            calls.Add(("null key", one => ((HMAC)one).Key = null!));
            calls.Add(("other hash", one => ((HMAC)one).HashName = "MD5"));
            calls.Add(("null hash", one => ((HMAC)one).HashName = null!));
        }

        var refused = 0;
        foreach (var (call, act) in calls)
        {
            var outcome = Outcome.Of(() => act(hash));
            outcome.AssertSameAs(Outcome.Of(() => act(bcl)), $"{name}, {call}");
            refused += outcome.Exception is null ? 0 : 1;
        }

        Assert.InRange(refused, 200, calls.Count - 10);
        Assert.Equal(bcl.ComputeHash(s_message), hash.ComputeHash(s_message));
    }

    /// <summary>Types that derive from .NET's call it; a checksum does as .NET's hashes.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Bad_arguments_of_HashCore_are_refused_as_by_the_namesake_and_do_no_harm(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        using HashAlgorithm hash = ours.Create(), reference = theirs.Create(), sha = SHA256.Create();
        var bcl = reference is ReferenceChecksum or ReferenceHash or ReferenceHmac ? sha : reference;
        var refused = 0;
        foreach (var array in new[] { null, s_message })
        {
            foreach (var offset in new[] { int.MinValue, -1, 0, 1, 5000, 5001, int.MaxValue })
            {
                foreach (var count in new[] { int.MinValue, -1, 0, 1, 5000, 5001, int.MaxValue })
                {
                    var outcome = Outcome.Of(() => HashCore(bcl, array, offset, count));
                    if (outcome.Exception is null)
                        continue;
                    Outcome.Of(() => HashCore(hash, array, offset, count)).AssertSameAs(outcome, $"{name} {offset} {count}");
                    refused++;
                }
            }
        }

        Assert.Equal((2 * 7 * 7) - 6, refused);
        Assert.Equal(theirs.Array(s_message), hash.ComputeHash(s_message));

        static void HashCore(HashAlgorithm one, byte[]? array, int offset, int count) => one.GetType()
            .GetMethod("HashCore", BindingFlags.NonPublic | BindingFlags.Instance, [typeof(byte[]), typeof(int), typeof(int)])!
            .Invoke(one, BindingFlags.DoNotWrapExceptions, null, [array, offset, count], null);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Stream_that_claims_to_have_read_more_than_was_asked_for_is_refused_as_by_the_namesake(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        foreach (var call in new Action<HashFace>[]
        {
            face => face.Stream(new BoastfulStream()),
            face => face.StreamTo(new BoastfulStream(), new byte[64]),
            face => face.Create().ComputeHash(new BoastfulStream()),
        })
        {
            var outcome = Outcome.Of(() => call(ours));
            Assert.NotNull(outcome.Exception);
            Assert.Equal(Outcome.Of(() => call(Claims(theirs))).Exception?.GetType(), outcome.Exception.GetType());
        }

        // What .NET lacks does as .NET's hashes.
        HashFace Claims(HashFace face) => face.Create() is ReferenceChecksum or ReferenceHash or ReferenceHmac ? HashFace.Pairs[nameof(SHA256)].Theirs : face;
    }

    /// <summary>Each step is taken on both sides; results, exceptions and the object's own properties must agree.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void Instance_under_any_schedule_of_calls_does_as_the_namesake(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        var steps = from step in Gen.Choose(0, 9)
                    from length in Gen.Choose(0, 300)
                    select (step, length);
        Prop.ForAll(steps.ListOf().ToArbitrary(), schedule =>
        {
            using HashAlgorithm hash = ours.Create(), bcl = theirs.Create();
            foreach (var (step, length) in schedule)
                Assert.Equal(Take(bcl, step, length), Take(hash, step, length));
            Assert.Equal(bcl.ComputeHash(s_message), hash.ComputeHash(s_message));
        }).Check(RandomCases.Quietly(150));

        static string Take(HashAlgorithm hash, int step, int length)
        {
            byte[]? result = null;
            var exception = Record.Exception(() => result = Act(hash, step, length, new byte[400]));
            var bytes = result is null ? "null" : Convert.ToHexString(result);
            return $"step {step}: {bytes} {exception?.GetType()} {(hash as HMAC)?.HashName} {hash.HashSize} "
                + $"{hash.InputBlockSize} {hash.OutputBlockSize} {hash.CanReuseTransform} {hash.CanTransformMultipleBlocks}";
        }

        static byte[]? Act(HashAlgorithm hash, int step, int length, byte[] output)
        {
            switch (step)
            {
                case 0:
                    return hash.ComputeHash(s_message, length, length);
                case 1:
                    return hash.ComputeHash(new MemoryStream(s_message, length, length));
                case 2:
                    Assert.Equal(length, hash.TransformBlock(s_message, 7, length, output, 5));
                    return output;
                case 3:
                    Assert.Equal(length, hash.TransformBlock(s_message, 9, length, null, 0));
                    return output;
                case 4:
                    return hash.TransformFinalBlock(s_message, 3, length);
                case 5:
                    hash.Initialize();
                    return output;
                case 6:
                    return hash.Hash;
                case 7:
                    var room = output.AsSpan(0, length % 80);
                    output[398] = Convert.ToByte(hash.TryComputeHash(s_message.AsSpan(0, length), room, out var written));
                    output[399] = (byte)written;
                    return output;
                case 8 when hash is HMAC hmac:
                    hmac.Key = s_message.AsSpan(1, length).ToArray();
                    return output;
                case 9 when hash is HMAC hmac:
                    return hmac.Key;
                default:
                    return output;
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Disposed_object_refuses_every_call(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        foreach (var midway in new[] { false, true })
        {
            HashAlgorithm hash = ours.Create(), bcl = theirs.Create();
            foreach (var one in new[] { hash, bcl })
            {
                if (midway)
                    one.TransformBlock(s_message, 0, 100, null, 0);
                one.Dispose();
                one.Dispose();
                one.Clear();
            }

            foreach (var act in new Action<HashAlgorithm>[]
            {
                one => one.ComputeHash(s_message),
                one => one.ComputeHash(s_message, 0, 5),
                one => one.ComputeHash(new MemoryStream()),
                one => one.ComputeHashAsync(new MemoryStream()).GetAwaiter().GetResult(),
                one => one.TransformBlock(s_message, 0, 5, null, 0),
                one => one.TransformFinalBlock(s_message, 0, 5),
                one => one.TryComputeHash(s_message, new byte[64], out _),
                one => one.TryComputeHash(s_message, default, out _),
                one => _ = one.Hash,
            })
            {
                var outcome = Outcome.Of(() => act(hash));
                Assert.Equal("ManagedCrypto." + name, Assert.IsType<ObjectDisposedException>(outcome.Exception).ObjectName);
                outcome.AssertSameAs(Outcome.Of(() => act(bcl)), name);
            }

            // The BCL's does nothing, throws NullReferenceException or returns null here.
            Assert.Throws<ObjectDisposedException>(hash.Initialize);
            if (hash is HMAC hmac)
            {
                Assert.Throws<ObjectDisposedException>(() => hmac.Key);
                Assert.Throws<ObjectDisposedException>(() => hmac.Key = s_message);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Span_members_allocate_nothing_and_array_members_their_result(string name)
    {
        var ours = HashFace.Pairs[name].Ours;
        using var hash = ours.Create();
        var room = new byte[64];
        Assert.Equal(0, Outcome.Allocated(() => ours.SpanTo(s_message, room)));
        Assert.Equal(0, Outcome.Allocated(() => ours.Try(s_message, room, out _)));
        Assert.Equal(0, Outcome.Allocated(() => hash.TryComputeHash(s_message, room, out _)));
        Assert.Equal(0, Outcome.Allocated(() => hash.TransformBlock(s_message, 0, 500, null, 0)));

        var result = Outcome.Allocated(() => GC.KeepAlive(new byte[hash.HashSize / 8]));
        Assert.Equal(result, Outcome.Allocated(() => ours.Array(s_message)));
        Assert.Equal(result, Outcome.Allocated(() => ours.Span(s_message)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Creation_by_name_knows_the_names_of_CryptoConfig_for_this_algorithm_alone(string name)
    {
        var (ours, theirs) = HashFace.Pairs[name];
        using (var own = ours.Create())
        {
            var known = Algorithms.Hashes.Where(HashSubject.IsInFramework).SelectMany(sha => sha.Types).SelectMany(type => type.Names).ToList();
            var ofSha = Algorithms.Hashes.Where(function => function.Standard == "FIPS 180-4" && HashSubject.HasNamesake(function)).SelectMany(sha => sha.Types);
            Assert.Equal(36, ofSha.Sum(type => type.Names.Length));
            foreach (var candidate in known)
            {
                using var bcl = theirs.CreateByName(candidate);
                using var created = ours.CreateByName(candidate);
                using var inLowerCase = ours.CreateByName(candidate.ToLowerInvariant());
                Assert.NotNull(bcl);
                var expected = Namesake(bcl.GetType()) == name ? own.GetType() : null;
                Assert.Equal(expected, created?.GetType());
                Assert.Equal(expected, inLowerCase?.GetType());
            }
        }

        Assert.Null(ours.CreateByName(""));
        Assert.Null(ours.CreateByName("RIPEMD160"));
        Outcome.Of(() => ours.CreateByName(null!)).AssertSameAs(Outcome.Of(() => theirs.CreateByName(null!)), "null");

        static string Namesake(Type type) => type.Name.Replace("Managed", "").Replace("CryptoServiceProvider", "");
    }

    [Fact]
    public void Second_caller_is_refused_and_the_first_one_undisturbed()
    {
        var kernel = new HookedKernel(Algorithms.Sha256.Kernels.Best);
        using var hash = new SHA256(Algorithms.Sha256.With(kernel));
        var refused = 0;
        kernel.OnCompress = () =>
        {
            foreach (var act in new Action[] { () => hash.TransformBlock(s_message, 0, 100, null, 0), hash.Initialize })
                refused += Record.Exception(act) is CryptographicException ? 1 : 0;
        };
        Assert.Equal(SHA256.HashData(s_message), hash.ComputeHash(s_message));
        Assert.Equal(2, refused);
        Assert.Equal(SHA256.HashData(s_message), hash.ComputeHash(s_message));
    }

    [Fact]
    public unsafe void Disposal_wipes_the_state_at_once_or_as_the_call_under_way_ends()
    {
        foreach (var midway in new[] { false, true })
        {
            var kernel = new HookedKernel(Algorithms.Sha256.Kernels.Best);
            using var hash = new HMACSHA256(Algorithms.Sha256.With(kernel), [1, 2, 3]);
            if (midway)
                kernel.OnCompress = hash.Dispose;
            _ = Record.Exception(() => hash.TransformBlock(s_message, 0, 64, null, 0));
            if (!midway)
            {
                Assert.NotEqual(0ul, kernel.State[0]);
                hash.Dispose();
            }

            Assert.Equal(0ul, kernel.State[0] | kernel.State[1] | kernel.State[2] | kernel.State[3]);
            Assert.Throws<ObjectDisposedException>(() => hash.Initialize());
        }
    }

    /// <summary>The BCL's key has the length of a block, and so a program may have stored one.</summary>
    [Fact]
    public void Random_key_has_the_length_of_a_block_and_is_new_each_time()
    {
        foreach (var type in Algorithms.Hashes.Where(HashSubject.IsInFramework).Select(function => function.HmacType.Type))
        {
            using var first = (HMAC)Activator.CreateInstance(type)!;
            using var second = (HMAC)type.GetMethod("Create", [])!.Invoke(null, [])!;
            var bcl = (HMAC)CryptoConfig.CreateFromName("System.Security.Cryptography." + type.Name)!;
            Assert.Equal(bcl.Key.Length, first.Key.Length);
            Assert.NotEqual(first.Key, second.Key);
            Assert.NotSame(first.Key, first.Key);
            Assert.Equal(first.Key, first.Key);
        }
    }

    [Fact]
    public void Given_key_is_copied()
    {
        var key = TestBytes.Random(32, seed: 3);
        using var hmac = new HMACSHA256(key);
        using var legacy = new HMACSHA1(key, useManagedSha1: true);
        byte[] code = hmac.ComputeHash(s_message), legacyCode = legacy.ComputeHash(s_message);
        Array.Clear(key);
        hmac.Key[0] ^= 1;
        Assert.Equal(code, hmac.ComputeHash(s_message));
        Assert.Equal(legacyCode, legacy.ComputeHash(s_message));
    }

    /// <summary>Comes in chunks of one size, and acts in the middle.</summary>
    private sealed class BoastfulStream : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => count + 1;

        public override void Flush() => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }

    private sealed class ChunkStream(byte[] bytes, int chunk) : MemoryStream(bytes)
    {
        public bool IgnoresCancellation { get; init; }

        public Action OnMiddle { get; init; } = () => { };

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Next(count));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Next(buffer.Length)]);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Next(buffer.Length)], IgnoresCancellation ? CancellationToken.None : cancellationToken);

        private int Next(int room)
        {
            if (Position >= Length / 2)
                OnMiddle();
            return Math.Min(room, chunk);
        }
    }

    /// <summary>An array with the key would be left to the collector, and never wiped.</summary>
    [Fact]
    public void Random_key_is_in_no_array()
    {
        var key = new byte[32];
        Check(() => new HMACMD5(), () => new HMACMD5(key));
        Check(() => new HMACSHA1(), () => new HMACSHA1(key));
        Check(() => new HMACSHA256(), () => new HMACSHA256(key));
        Check(() => new HMACSHA384(), () => new HMACSHA384(key));
        Check(() => new HMACSHA512(), () => new HMACSHA512(key));
        Check(() => new AesCmac(), () => new AesCmac(key));

        static void Check(Func<IDisposable> underRandomKey, Func<IDisposable> underGivenKey) =>
            Assert.Equal(Outcome.Allocated(() => underGivenKey().Dispose()), Outcome.Allocated(() => underRandomKey().Dispose()));
    }
}
