using System;
using System.Linq;
using System.Reflection;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>AES while and after it is disposed of, and while its key changes.</summary>
public class AesDisposalTests
{
    private const byte Marker = 0xAA;

    private static readonly byte[] s_key = TestBytes.Random(32, 1);
    private static readonly byte[] s_otherKey = TestBytes.Random(16, 2);
    private static readonly byte[] s_iv = TestBytes.Random(16, 3);
    private static readonly byte[] s_message = TestBytes.Random(1024, 4);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    private static Aes Create(string kernel, byte[] key) => new(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel)) { Key = key };

    [Fact]
    public void Calls_after_disposal_that_need_a_key_or_an_IV_are_refused()
    {
        var room = new byte[64];
        var iv = s_iv;
        Action<Aes>[] calls =
        [
            aes => _ = aes.Key, aes => aes.Key = s_key, aes => aes.SetKey(s_key), aes => aes.KeySize = 128,
            aes => aes.GenerateKey(),
            aes => _ = aes.IV, aes => aes.IV = iv, aes => aes.GenerateIV(),
            aes => aes.CreateEncryptor(), aes => aes.CreateEncryptor(s_key, iv),
            aes => aes.CreateDecryptor(), aes => aes.CreateDecryptor(s_key, iv),
            aes => aes.EncryptEcb(room, PaddingMode.None), aes => aes.DecryptEcb(room, PaddingMode.None),
            aes => aes.TryEncryptEcb(room, room, PaddingMode.None, out _),
            aes => aes.TryDecryptEcb(room, room, PaddingMode.PKCS7, out _),
            aes => aes.EncryptCbc(room, iv), aes => aes.DecryptCbc(room, iv),
            aes => aes.TryEncryptCbc(room, iv, room, out _), aes => aes.TryDecryptCbc(room, iv, room, out _),
            aes => aes.EncryptCfb(room, iv), aes => aes.DecryptCfb(room, iv),
            aes => aes.TryEncryptCfb(room, iv, room, out _), aes => aes.TryDecryptCfb(room, iv, room, out _),
            aes => aes.EncryptKeyWrapPadded(room), aes => aes.DecryptKeyWrapPadded(room),
            aes => aes.EncryptKeyWrap(room), aes => aes.DecryptKeyWrap(room),
        ];
        foreach (var withKey in new[] { true, false })
        {
            var aes = new Aes();
            if (withKey)
                aes.Key = s_key;
            aes.Dispose();
            aes.Dispose();
            foreach (var call in calls)
                Assert.Throws<ObjectDisposedException>(() => call(aes));
            Assert.Equal(new byte[64], room);
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Transforms_outlive_their_maker_and_refuse_after_their_own_disposal(string kernel)
    {
        var aes = Create(kernel, s_key);
        aes.IV = s_iv;
        var expected = aes.EncryptCbc(s_message, s_iv);
        var encryptor = aes.CreateEncryptor();
        var decryptor = aes.CreateDecryptor();
        aes.Key = s_otherKey;
        aes.Dispose();
        Assert.Equal(expected, encryptor.TransformFinalBlock(s_message, 0, s_message.Length));
        Assert.Equal(s_message, decryptor.TransformFinalBlock(expected, 0, expected.Length));

        foreach (var transform in new[] { encryptor, decryptor })
        {
            transform.Dispose();
            transform.Dispose();
            Assert.Throws<ObjectDisposedException>(() => transform.TransformBlock(s_message, 0, 16, new byte[16], 0));
            Assert.Throws<ObjectDisposedException>(() => transform.TransformFinalBlock(s_message, 0, 16));
        }
    }

    /// <summary>Every one-shot, whose kernel call finds the key gone: wiped by disposal, or by a new key.</summary>
    [Theory, MemberData(nameof(Kernels))]
    public void Call_during_which_the_key_is_disposed_is_refused_with_its_output_zeroed(string kernel)
    {
        var output = new byte[65];
        var refused = 0;
        foreach (var dispose in new[] { true, false })
        {
            foreach (var (mode, padding) in AesMatrix.ModesAndPaddings())
            {
                var plaintext = TestBytes.Random(48, 5);
                Refuse(aes => mode.TryEncrypt(aes, plaintext, s_iv, output.AsSpan(0, 48 + mode.Unit), padding, out _), 48);

                using var other = Create(kernel, s_key);
                var ciphertext = mode.Encrypt(other, plaintext, s_iv, padding);
                var length = ciphertext.Length;
                Refuse(aes => mode.TryDecrypt(aes, ciphertext, s_iv, output.AsSpan(0, length), padding, out _), length);
            }

            Refuse(aes => aes.EncryptKeyWrapPadded(s_iv, output.AsSpan(0, 24)), 24);
            using var wrapper = Create(kernel, s_key);
            var wrapped = wrapper.EncryptKeyWrapPadded(s_iv);
            Refuse(aes => aes.DecryptKeyWrapPadded(wrapped, output.AsSpan(0, 16)), 16);
            Refuse(aes => aes.EncryptKeyWrap(s_iv, output.AsSpan(0, 24)), 24);
            var wrappedWhole = wrapper.EncryptKeyWrap(s_iv);
            Refuse(aes => aes.DecryptKeyWrap(wrappedWhole, output.AsSpan(0, 16)), 16);
            Refuse(aes => aes.CreateEncryptor(), 0);
            Refuse(aes => aes.CreateDecryptor(), 0);

            void Refuse(Action<Aes> call, int written)
            {
                var hooked = new HookedAesKernel(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel));
                using var aes = new Aes(hooked) { Key = s_key };
                output.AsSpan().Fill(Marker);
                hooked.OnCall = dispose ? aes.Dispose : () => aes.SetKey(s_otherKey);
                var exception = Record.Exception(() => call(aes));
                Assert.Equal(dispose ? typeof(ObjectDisposedException) : typeof(CryptographicException), exception?.GetType());
                AssertSame(new byte[written], output.AsSpan(0, written));
                Assert.Equal(Marker, output[64]);
                refused++;
            }
        }

        Assert.Equal(2 * ((20 * 2) + 6), refused);
    }

    [ExplicitTheory, Trait("run", "nightly"), MemberData(nameof(Kernels))]
    public void Call_that_races_disposal_is_right_or_refused_with_its_output_zeroed(string kernel)
    {
        var (expected, wrapped) = Answers(kernel, s_key);
        var output = new byte[expected.Length];
        Outcome.RaceDisposal(
            () => Create(kernel, s_key),
            () => Create(kernel, s_otherKey),
            aes =>
            {
                Check(aes.EncryptCbc(s_message, s_iv, Untouched()), expected);
                Check(aes.DecryptCbc(expected, s_iv, Untouched()), s_message);
                aes.EncryptKeyWrapPadded(s_key, Untouched().AsSpan(0, wrapped.Length));
                Check(wrapped.Length, wrapped);
            },
            () => Assert.True(output.All(value => value == Marker) || output.Take(wrapped.Length).All(value => value == 0)));

        byte[] Untouched()
        {
            output.AsSpan().Fill(Marker);
            return output;
        }

        void Check(int written, byte[] answer) => AssertSame(answer, output.AsSpan(0, written));
    }

    /// <summary>Members that have no output to zero: the answer is right, or the object is disposed of, and nothing else.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Member_that_races_disposal_answers_rightly_or_tells_that_the_object_is_disposed()
    {
        using var other = Create();
        var expected = other.EncryptCbc(s_message, s_iv);
        Race(aes => Assert.Equal(s_iv, aes.IV));
        Race(aes => Assert.Equal(s_key, aes.Key));
        Race(aes => Transform(aes.CreateEncryptor(), s_message, expected));
        Race(aes => Transform(aes.CreateDecryptor(), expected, s_message));

        static void Race(Action<Aes> call) => Outcome.RaceDisposal(Create, Create, call, () => { });

        static Aes Create() => new() { Key = s_key, IV = s_iv };

        static void Transform(ICryptoTransform transform, byte[] source, byte[] result)
        {
            using (transform)
                Assert.Equal(result, transform.TransformFinalBlock(source, 0, source.Length));
        }
    }

    /// <summary>
    /// The base class zeroes and drops them without a lock: two disposals at once would have it zero null, which a race shows once in
    /// millions.
    /// </summary>
    [Fact]
    public void Key_and_IV_are_not_in_the_fields_of_the_base_class()
    {
        using var aes = new Aes { Key = s_key, IV = s_iv };
        aes.GenerateKey();
        aes.GenerateIV();
        aes.CreateEncryptor().Dispose();
        foreach (var name in new[] { "KeyValue", "IVValue" })
        {
            var field = typeof(SymmetricAlgorithm).GetField(name, BindingFlags.NonPublic | BindingFlags.Instance)!;
            Assert.Null(field.GetValue(aes));
        }
    }

    [ExplicitTheory, Trait("run", "nightly"), MemberData(nameof(Kernels))]
    public void Call_that_races_a_change_of_key_is_made_under_one_key_or_refused_with_its_output_zeroed(string kernel)
    {
        var (first, _) = Answers(kernel, s_key);
        var (second, _) = Answers(kernel, s_otherKey);
        using var aes = Create(kernel, s_key);
        var ended = false;
        var changer = Start(() =>
        {
            for (var round = 0; !Volatile.Read(ref ended); round++)
            {
                aes.SetKey(round % 2 == 0 ? s_otherKey : s_key);
                Thread.SpinWait(round * 7 % 301);
            }
        });

        int right = 0, refused = 0;
        var output = new byte[first.Length];
        for (var deadline = Environment.TickCount64 + 600_000; right < 300 || refused < 30;)
        {
            Assert.True(Environment.TickCount64 < deadline, $"{right} right, {refused} refused");
            output.AsSpan().Fill(Marker);
            try
            {
                aes.EncryptCbc(s_message, s_iv, output);
                Assert.True(output.AsSpan().SequenceEqual(first) || output.AsSpan().SequenceEqual(second));
                right++;
            }
            catch (CryptographicException)
            {
                AssertSame(new byte[output.Length], output);
                refused++;
            }
        }

        Volatile.Write(ref ended, true);
        changer.Join();
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Threads_that_need_the_first_key_at_once_get_the_same_one(string kernel)
    {
        const int Threads = 4;
        using var barrier = new Barrier(Threads);
        for (var round = 0; round < 30; round++)
        {
            using var aes = new Aes(KernelMatrix.Find(Algorithms.Aes.Kernels, kernel));
            var results = new byte[Threads][];
            var threads = Enumerable.Range(0, Threads).Select(i => Start(() =>
            {
                barrier.SignalAndWait(Timeout.Infinite);
                results[i] = aes.EncryptCbc(s_message, s_iv);
            })).ToArray();
            foreach (var thread in threads)
                thread.Join();
            var (expected, _) = Answers(kernel, aes.Key);
            Assert.All(results, result => AssertSame(expected, result));
        }
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Key_shared_by_many_threads_serves_all_at_once(string kernel)
    {
        using var aes = Create(kernel, s_key);
        var (expected, wrapped) = Answers(kernel, s_key);
        Parallel.For(0, 400, _ =>
        {
            AssertSame(expected, aes.EncryptCbc(s_message, s_iv));
            AssertSame(s_message, aes.DecryptCbc(expected, s_iv));
            AssertSame(wrapped, aes.EncryptKeyWrapPadded(s_key));
        });
    }

    private static Thread Start(ThreadStart work)
    {
        var thread = new Thread(work) { IsBackground = true };
        thread.Start();
        return thread;
    }

    private static (byte[] Ciphertext, byte[] Wrapped) Answers(string kernel, byte[] key)
    {
        using var aes = Create(kernel, key);
        return (aes.EncryptCbc(s_message, s_iv), aes.EncryptKeyWrapPadded(s_key));
    }

    private static void AssertSame(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual) =>
        Assert.True(expected.SequenceEqual(actual));
}
