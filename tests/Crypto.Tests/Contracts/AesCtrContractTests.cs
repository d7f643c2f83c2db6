using System;
using System.Linq;
using System.Security.Cryptography;
using System.Threading.Tasks;
using ManagedCrypto.Tests.Conformance;
using Xunit;
using FrameworkAes = System.Security.Cryptography.Aes;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>What counter mode promises besides right results: errors, threads, disposal, memory.</summary>
public class AesCtrContractTests
{
    private static readonly byte[] s_key = TestBytes.Random(16, 1);
    private static readonly byte[] s_counter = TestBytes.Random(16, 2);
    private static readonly byte[] s_message = TestBytes.Random(1000, 3);
    private static readonly byte[] s_expected = AesCtr.Transform(s_key, s_counter, s_message);

    public static TheoryData<string> Kernels => KernelMatrix.Ids(Algorithms.Aes.Kernels);

    [Fact]
    public void Bad_arguments_are_refused_and_the_object_stays_usable()
    {
        using var ctr = new AesCtr(s_key);
        byte[] text = new byte[5], output = new byte[5];

        Outcome.Throws<ArgumentNullException>("key", () => new AesCtr(null!).Dispose());
        foreach (var keyBytes in new[] { 0, 15, 17, 31, 33 })
        {
            Assert.Throws<CryptographicException>(() => new AesCtr(new byte[keyBytes]).Dispose());
            Assert.Throws<CryptographicException>(() => new AesCtr(new byte[keyBytes].AsSpan()).Dispose());
            Assert.Throws<CryptographicException>(() => AesCtr.Transform(new byte[keyBytes], s_counter, text));
            Assert.Throws<CryptographicException>(() => AesCtr.Transform(new byte[keyBytes], s_counter, text, output.AsSpan()));
        }

        Outcome.Throws<ArgumentNullException>("initialCounter", () => ctr.Transform(null!, text));
        Outcome.Throws<ArgumentNullException>("source", () => ctr.Transform(s_counter, null!));
        Outcome.Throws<ArgumentNullException>("initialCounter", () => ctr.CreateTransform(null!));
        Outcome.Throws<ArgumentNullException>("key", () => AesCtr.Transform(null!, s_counter, text));
        Outcome.Throws<ArgumentNullException>("initialCounter", () => AesCtr.Transform(s_key, null!, text));
        Outcome.Throws<ArgumentNullException>("source", () => AesCtr.Transform(s_key, s_counter, null!));
        foreach (var counterBytes in new[] { 0, 12, 15, 17 })
        {
            var counter = new byte[counterBytes];
            Outcome.Throws<ArgumentException>("initialCounter", () => ctr.Transform(counter, text));
            Outcome.Throws<ArgumentException>("initialCounter", () => ctr.Transform(counter, text, output.AsSpan()));
            Outcome.Throws<ArgumentException>("initialCounter", () => ctr.CreateTransform(counter));
            Outcome.Throws<ArgumentException>("initialCounter", () => AesCtr.Transform(s_key, counter, text));
        }

        Outcome.Throws<ArgumentException>("destination", () => ctr.Transform(s_counter, text, output.AsSpan(1)));
        Outcome.Throws<ArgumentException>("destination", () => AesCtr.Transform(s_key, s_counter, text, output.AsSpan(1)));
        Assert.Equal(s_expected, ctr.Transform(s_counter, s_message));
    }

    /// <summary>Positions end before counter blocks could come again, so that no request can use one twice.</summary>
    [Fact]
    public void Positions_that_a_message_does_not_have_are_refused()
    {
        using var ctr = new AesCtr(s_key);
        var text = new byte[10];
        foreach (var position in new[] { -1, long.MinValue, long.MaxValue, long.MaxValue - 9 })
        {
            Outcome.Throws<ArgumentOutOfRangeException>("position", () => ctr.Transform(s_counter, text, position));
            Outcome.Throws<ArgumentOutOfRangeException>("position", () => AesCtr.Transform(s_key, s_counter, text, position));
        }

        Outcome.Throws<ArgumentOutOfRangeException>("position", () => ctr.CreateTransform(s_counter, -1));
        using var transform = ctr.CreateTransform(s_counter, long.MaxValue - 10);
        Outcome.Throws<ArgumentOutOfRangeException>("value", () => transform.Position = -1);
        var output = new byte[11];
        Assert.Throws<CryptographicException>(() => transform.TransformBlock(new byte[11], 0, 11, output, 0));
        Assert.Throws<CryptographicException>(() => transform.TransformFinalBlock(new byte[11], 0, 11));
        Assert.Equal(new byte[11], output);
        Assert.Equal(long.MaxValue - 10, transform.Position);

        Assert.Equal(10, transform.TransformBlock(text, 0, 10, output, 0));
        Assert.Equal(ctr.Transform(s_counter, text, long.MaxValue - 10), output.Take(10));
        Assert.Equal(long.MaxValue, transform.Position);
        Assert.Throws<CryptographicException>(() => transform.TransformBlock(new byte[1], 0, 1, output, 0));
    }

    /// <summary>Compared in whole blocks, which are all that the framework's transforms take before the last.</summary>
    [Fact]
    public void Bad_calls_of_transforms_fail_as_the_frameworks_do()
    {
        using var aes = FrameworkAes.Create();
        aes.Mode = CipherMode.CBC;
        aes.Padding = PaddingMode.None;
        using var ctr = new AesCtr(s_key);
        var calls = 0;
        foreach (var inputBytes in new int?[] { null, 0, 48 })
        {
            foreach (var inputOffset in new[] { int.MinValue, -1, 0, 1, 48, 49, int.MaxValue })
            {
                foreach (var inputCount in new[] { int.MinValue, -1, 0, 16, 32, 48, 64, int.MaxValue - 15 })
                {
                    var input = inputBytes is { } count ? new byte[count] : null!;
                    Check((transform, _) => transform.TransformFinalBlock(input, inputOffset, inputCount), null);
                    foreach (var outputBytes in new int?[] { null, 0, 48 })
                    {
                        // A negative offset into the output is left out: there, the framework names no parameter.
                        foreach (var outputOffset in new[] { 0, 1, 48, 49, int.MaxValue })
                        {
                            Check(
                                (transform, to) => transform.TransformBlock(input, inputOffset, inputCount, to, outputOffset),
                                outputBytes);
                        }
                    }

                    void Check(Action<ICryptoTransform, byte[]> call, int? outputBytes)
                    {
                        byte[] output = outputBytes is { } bytes ? new byte[bytes] : null!;
                        using var theirs = aes.CreateEncryptor();
                        using var ours = ctr.CreateTransform(s_counter);
                        var outcome = Outcome.Of(() => call(ours, output!));
                        if (outcome.Exception is not null && output is not null)
                            Assert.Equal(new byte[output.Length], output);
                        var what = $"{inputBytes}, {inputOffset}, {inputCount}, {outputBytes}";
                        outcome.AssertSameAs(Outcome.Of(() => call(theirs, output!)), what);
                        Assert.Equal(s_expected, Again(ours).TransformFinalBlock(s_message, 0, s_message.Length));
                        calls++;
                    }
                }
            }
        }

        Assert.Equal(3 * 7 * 8 * 16, calls);

        static AesCtrTransform Again(AesCtrTransform transform)
        {
            transform.Position = 0;
            return transform;
        }
    }

    [Fact]
    public void Negative_offset_into_the_output_is_named()
    {
        using var ctr = new AesCtr(s_key);
        using var transform = ctr.CreateTransform(s_counter);
        Outcome.Throws<ArgumentOutOfRangeException>(
            "outputOffset", () => transform.TransformBlock(s_message, 0, 1, new byte[9], -1));
    }

    [Fact]
    public void Buffers_that_overlap_in_part_are_refused_before_anything_is_written()
    {
        using var ctr = new AesCtr(s_key);
        using var transform = ctr.CreateTransform(s_counter);
        var memory = s_message.AsSpan(0, 200).ToArray();
        foreach (var shift in new[] { -49, -16, -1, 1, 15, 49 })
        {
            Outcome.Throws<ArgumentException>("destination", () => ctr.Transform(s_counter, At(50), At(50 + shift)));
            Outcome.Throws<ArgumentException>("destination", () => AesCtr.Transform(s_key, s_counter, At(50), At(50 + shift)));
            Outcome.Throws<ArgumentException>("outputBuffer", () => transform.TransformBlock(memory, 50, 50, memory, 50 + shift));
        }

        Assert.Equal(s_message.AsSpan(0, 200).ToArray(), memory);
        Assert.Equal(s_expected, transform.TransformFinalBlock(s_message, 0, s_message.Length));

        Span<byte> At(int offset) => memory.AsSpan(offset, 50);
    }

    [Fact]
    public void Disposed_objects_refuse_every_call()
    {
        var ctr = new AesCtr(s_key);
        var transform = ctr.CreateTransform(s_counter);
        ctr.Dispose();
        ctr.Dispose();
        var output = (byte[])s_message.Clone();
        Assert.Throws<ObjectDisposedException>(() => ctr.Transform(s_counter, s_message, output.AsSpan()));
        Assert.Equal(new byte[output.Length], output);
        Assert.Throws<ObjectDisposedException>(() => ctr.Transform(s_counter, s_message));
        Assert.Throws<ObjectDisposedException>(() => ctr.CreateTransform(s_counter));

        Assert.Equal(s_expected.Take(10), transform.TransformFinalBlock(s_message, 0, 10));
        transform.Dispose();
        transform.Dispose();
        Assert.Throws<ObjectDisposedException>(() => transform.TransformBlock(s_message, 0, 10, output, 0));
        Assert.Throws<ObjectDisposedException>(() => transform.TransformFinalBlock(s_message, 0, 10));
        Assert.Throws<ObjectDisposedException>(() => transform.Position = 3);
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Object_shared_by_many_threads_serves_all_at_once(string id)
    {
        using var ctr = new AesCtr(KernelMatrix.Find(Algorithms.Aes.Kernels, id), s_key);
        Parallel.For(0, 8, i =>
        {
            byte[] source = s_message.AsSpan(i, 900).ToArray(), expected = s_expected.AsSpan(i, 900).ToArray();
            for (var round = 0; round < 200; round++)
                Assert.Equal(expected, ctr.Transform(s_counter, source, i));
        });
    }

    [ExplicitTheory, Trait("run", "nightly"), MemberData(nameof(Kernels))]
    public void Call_that_races_disposal_returns_the_right_result_or_none(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        var otherKey = TestBytes.Random(16, 9);
        var output = new byte[s_message.Length];
        Outcome.RaceDisposal(() => new AesCtr(kernel, s_key), () => new AesCtr(kernel, otherKey), CallAndCheck, CheckRefused);

        void CallAndCheck(AesCtr ctr)
        {
            ctr.Transform(s_counter, s_message, output.AsSpan());
            Assert.Equal(s_expected, output);
        }

        void CheckRefused() => Assert.Equal(new byte[output.Length], output);
    }

    [Theory, MemberData(nameof(Kernels))]
    public void Calls_with_spans_allocate_nothing_and_calls_with_arrays_their_result(string id)
    {
        var kernel = KernelMatrix.Find(Algorithms.Aes.Kernels, id);
        using var ctr = new AesCtr(kernel, s_key);
        using var transform = ctr.CreateTransform(s_counter);
        var output = new byte[100];
        var input = s_message.AsSpan(0, 100).ToArray();
        var result = Outcome.Allocated(() => GC.KeepAlive(new byte[100]));
        Assert.Equal(0, Outcome.Allocated(() => ctr.Transform(s_counter, input, output.AsSpan(), 3)));
        Assert.Equal(0, Outcome.Allocated(() => AesCtr.Transform(kernel, s_key, s_counter, input, output, 3)));
        Assert.Equal(0, Outcome.Allocated(() => transform.TransformBlock(input, 0, 100, output, 0)));
        Assert.Equal(result, Outcome.Allocated(() => ctr.Transform(s_counter, input, 3)));
        Assert.Equal(result, Outcome.Allocated(() => AesCtr.Transform(s_key, s_counter, input, 3)));
        Assert.Equal(result, Outcome.Allocated(() =>
        {
            transform.Position = 0;
            transform.TransformFinalBlock(input, 0, 100);
        }));
    }
}
