using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.Contracts;

/// <summary>Buffers that overlap: their refusal, against a count of the bytes that they share; and what AEADs make of them.</summary>
public class OverlapTests
{
    private const int MemoryBytes = 10;
    private const int TagBytes = 16;
    private static readonly byte[] s_key = TestBytes.Random(32, 1);

    public static TheoryData<string> Aeads => new(AeadSubject.All.Select(subject => subject.Name).Distinct());

    /// <summary>
    /// Each pair of buffers in each position of one to the other: never a wrong result, a refusal only where tag and ciphertext are both
    /// written, and nothing refused that .NET's type does right.
    /// </summary>
    [Theory, MemberData(nameof(Aeads))]
    public void Aead_does_right_what_overlaps(string name)
    {
        var subject = AeadSubject.All.First(subject => subject.Name == name);
        using var ours = subject.Create(subject.KeyOf(s_key), TagBytes);
        var framework = typeof(KeySizes).Assembly.GetType("System.Security.Cryptography." + name);
        var isThere = framework?.GetProperty("IsSupported")?.GetValue(null) is true;
        using var theirs = isThere ? new AeadFace((IDisposable)Activator.CreateInstance(framework!, s_key)!) : null;
        var oracle = subject.Oracle(subject.KeyOf(s_key).ToArray(), TagBytes);
        int cases = 0, refused = 0, rightThere = 0;
        foreach (var textBytes in new[] { 1, 15, 33, 300 })
        {
            var message = new OverlappingMessage(subject.NonceBytes[^1], textBytes, oracle);
            for (var first = 0; first < OverlappingMessage.Buffers; first++)
            {
                for (var second = 0; second < OverlappingMessage.Buffers; second++)
                {
                    for (var shift = -40; shift <= 40 && second != first; shift += textBytes == 33 ? 1 : 13)
                    {
                        foreach (var isDecryption in new[] { false, true })
                        {
                            if (!message.Place(first, second, shift, isDecryption))
                                continue;
                            var what = $"{textBytes} bytes, {first} {shift} after {second}, decryption {isDecryption}";
                            var exception = message.Call(ours, out var isRight);
                            Assert.True(isRight || (exception is ArgumentException && message.OutputsOverlap), what);
                            var isRightThere = false;
                            if (theirs is not null)
                                message.Call(theirs, out isRightThere);
                            Assert.True(isRight || !isRightThere || message.OutputsOverlap, what + ": .NET's is right");
                            cases++;
                            refused += isRight ? 0 : 1;
                            rightThere += isRightThere ? 1 : 0;
                        }
                    }
                }
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{cases} cases, {refused} refused; {rightThere} right by .NET");
        Assert.True(cases > 2000, $"{cases} cases");
    }

    [Fact]
    public void Copy_of_what_overlaps_is_wiped()
    {
        const int Bytes = 5000;
        using var aead = new AesGcm(s_key, TagBytes);
        var memory = new byte[Bytes + 1];
        memory.AsSpan().Fill(0xA7);
        aead.Encrypt(new byte[12], memory.AsSpan(0, Bytes), memory.AsSpan(1), new byte[TagBytes]);

        // The pool's arrays for this thread come back in turn.
        Assert.Equal(0, ArrayPool<byte>.Shared.Rent(Bytes).AsSpan(0, Bytes).Count((byte)0xA7));
    }

    [Fact]
    public void Ranges_are_refused_exactly_if_they_share_a_byte()
    {
        var memory = new byte[MemoryBytes];
        var pairs = 0;
        foreach (var (first, firstLength) in Ranges())
        {
            foreach (var (second, secondLength) in Ranges())
            {
                var shared = 0;
                for (var i = 0; i < MemoryBytes; i++)
                    shared += i >= first && i < first + firstLength && i >= second && i < second + secondLength ? 1 : 0;

                Assert.Equal(shared > 0, Refuses("argument", () => Arguments.RefuseOverlap(
                    memory.AsSpan(first, firstLength), memory.AsSpan(second, secondLength), "argument", "output")));
                Assert.Equal(shared > 0 && first != second, Refuses("output", () => Arguments.RefusePartialOverlap(
                    memory.AsSpan(first, firstLength), memory.AsSpan(second, secondLength), "input", "output")));
                pairs++;
            }
        }

        Assert.Equal(66 * 66, pairs);
    }

    [Fact]
    public void Ranges_apart_or_empty_are_not_refused()
    {
        byte[] memory = new byte[MemoryBytes], other = new byte[MemoryBytes];
        Arguments.RefuseOverlap(memory, other, "argument", "output");
        Arguments.RefusePartialOverlap(memory, other, "input", "output");
        Arguments.RefuseOverlap(default, memory, "argument", "output");
        Arguments.RefuseOverlap(memory, default, "argument", "output");
        Arguments.RefusePartialOverlap(default, default, "input", "output");
        Arguments.RefusePartialOverlap(default, memory, "input", "output");
        Arguments.RefusePartialOverlap(memory, default, "input", "output");
    }

    /// <summary>A message whose buffers are in one array, two of them anyhow to each other.</summary>
    private sealed class OverlappingMessage
    {
        private const int Nonce = 0;
        private const int Input = 1;
        private const int Output = 2;
        private const int Tag = 3;
        private const int Data = 4;
        private const int Apart = 512;

        private readonly int[] _lengths;
        private readonly EncryptSpans _oracle;
        private readonly int[] _at = new int[Buffers];
        private readonly byte[] _before = new byte[Apart * (Buffers + 1)];
        private readonly byte[] _text;
        private readonly byte[] _tag = new byte[TagBytes];
        private bool _isDecryption;

        public OverlappingMessage(int nonceBytes, int textBytes, EncryptSpans oracle)
        {
            _lengths = [nonceBytes, textBytes, textBytes, TagBytes, 20];
            _oracle = oracle;
            _text = new byte[textBytes];
        }

        public const int Buffers = 5;

        /// <summary>Both outputs are right at once by chance alone.</summary>
        public bool OutputsOverlap => !_isDecryption && Overlap(Output, Tag);

        /// <summary>
        /// Puts one buffer so many bytes after the beginning of another. False if no message is so: a ciphertext that shares bytes with its
        /// own tag, or with what it follows from.
        /// </summary>
        public bool Place(int first, int second, int shift, bool isDecryption)
        {
            _isDecryption = isDecryption;
            for (var i = 0; i < Buffers; i++)
                _at[i] = Apart * i + Apart / 2;
            _at[first] = _at[second] + shift;
            TestBytes.Random(_before.Length, 5).CopyTo(_before, 0);

            // What the call reads. For decryption, a message that is genuine in these places.
            byte[] nonce = [.. At(_before, Nonce)], data = [.. At(_before, Data)], text = [.. At(_before, Input)];
            _oracle(nonce, text, _text, _tag, data);
            if (isDecryption)
            {
                if (Overlap(Input, Tag) || Overlap(Input, Nonce) || Overlap(Input, Data) || Overlap(Tag, Nonce) || Overlap(Tag, Data))
                    return false;
                _text.CopyTo(At(_before, Input));
                _tag.CopyTo(At(_before, Tag));
                text.CopyTo(_text, 0);
            }

            return true;
        }

        /// <summary>Makes the call, and says whether its outputs are right.</summary>
        public Exception? Call(AeadFace face, out bool isRight)
        {
            var memory = (byte[])_before.Clone();
            var exception = Record.Exception(() =>
            {
                if (_isDecryption)
                    face.Decrypt(At(memory, Nonce), At(memory, Input), At(memory, Tag), At(memory, Output), At(memory, Data));
                else
                    face.Encrypt(At(memory, Nonce), At(memory, Input), At(memory, Output), At(memory, Tag), At(memory, Data));
            });
            isRight = exception is null && At(memory, Output).SequenceEqual(_text)
                && (_isDecryption || At(memory, Tag).SequenceEqual(_tag));
            return exception;
        }

        private Span<byte> At(byte[] memory, int buffer) => memory.AsSpan(_at[buffer], _lengths[buffer]);

        private bool Overlap(int one, int other) => ((ReadOnlySpan<byte>)At(_before, one)).Overlaps(At(_before, other));
    }

    private static IEnumerable<(int First, int Length)> Ranges()
    {
        for (var first = 0; first <= MemoryBytes; first++)
            for (var length = 0; length <= MemoryBytes - first; length++)
                yield return (first, length);
    }

    private static bool Refuses(string parameter, Action check)
    {
        try
        {
            check();
            return false;
        }
        catch (ArgumentException exception)
        {
            Assert.Equal(parameter, exception.ParamName);
            return true;
        }
    }
}
