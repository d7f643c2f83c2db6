using System;
using System.IO;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>SHAKE and KMAC: every member of each type must give one output.</summary>
internal static class XofMembers
{
    private const int Bytes = 300;

    private static byte[] Text => HashCall.Text;

    private static byte[] Key => HashCall.Key;

    private static MemoryStream Stream => new(Text);

    public static async Task Use()
    {
        Check.That(Shake128.IsSupported, "Shake128");
        Check.Equal(
            Shake128.HashData(Text, Bytes), Shake128.HashData(Text.AsSpan(), Bytes), Shake128.HashData(Stream, Bytes),
            await Shake128.HashDataAsync(Stream, Bytes),
            Into(to => Shake128.HashData(Text, to)), Into(to => Shake128.HashData(Stream, to)),
            await IntoAsync(to => Shake128.HashDataAsync(Stream, to)),
            Use(Of(new Shake128())));
        Check.That(Shake256.IsSupported, "Shake256");
        Check.Equal(
            Shake256.HashData(Text, Bytes), Shake256.HashData(Text.AsSpan(), Bytes), Shake256.HashData(Stream, Bytes),
            await Shake256.HashDataAsync(Stream, Bytes),
            Into(to => Shake256.HashData(Text, to)), Into(to => Shake256.HashData(Stream, to)),
            await IntoAsync(to => Shake256.HashDataAsync(Stream, to)),
            Use(Of(new Shake256())));
        Check.That(Kmac128.IsSupported, "Kmac128");
        Check.Equal(
            Kmac128.HashData(Key, Text, Bytes, Text), Kmac128.HashData(Key.AsSpan(), Text, Bytes, Text),
            Kmac128.HashData(Key, Stream, Bytes, Text), Kmac128.HashData(Key.AsSpan(), Stream, Bytes, Text),
            await Kmac128.HashDataAsync(Key, Stream, Bytes, Text),
            await Kmac128.HashDataAsync(Key.AsMemory(), Stream, Bytes, Text),
            Into(to => Kmac128.HashData(Key, Text, to, Text)), Into(to => Kmac128.HashData(Key, Stream, to, Text)),
            await IntoAsync(to => Kmac128.HashDataAsync(Key, Stream, to, Text)),
            Use(Of(new Kmac128(Key, Text))), Use(Of(new Kmac128(Key.AsSpan(), Text))));
        var codeOfKmac128 = Kmac128.HashData(Key, Text, Bytes, Text);
        Check.That(
            Kmac128.Verify(Key, Text, codeOfKmac128, Text) && Kmac128.Verify(Key.AsSpan(), Text, codeOfKmac128, Text)
            && Kmac128.Verify(Key, Stream, codeOfKmac128, Text) && Kmac128.Verify(Key.AsSpan(), Stream, codeOfKmac128, Text)
            && await Kmac128.VerifyAsync(Key, Stream, codeOfKmac128, Text)
            && await Kmac128.VerifyAsync(Key.AsMemory(), Stream, codeOfKmac128, Text),
            "Kmac128.Verify");
        Check.That(Kmac256.IsSupported, "Kmac256");
        Check.Equal(
            Kmac256.HashData(Key, Text, Bytes, Text), Kmac256.HashData(Key.AsSpan(), Text, Bytes, Text),
            Kmac256.HashData(Key, Stream, Bytes, Text), Kmac256.HashData(Key.AsSpan(), Stream, Bytes, Text),
            await Kmac256.HashDataAsync(Key, Stream, Bytes, Text),
            await Kmac256.HashDataAsync(Key.AsMemory(), Stream, Bytes, Text),
            Into(to => Kmac256.HashData(Key, Text, to, Text)), Into(to => Kmac256.HashData(Key, Stream, to, Text)),
            await IntoAsync(to => Kmac256.HashDataAsync(Key, Stream, to, Text)),
            Use(Of(new Kmac256(Key, Text))), Use(Of(new Kmac256(Key.AsSpan(), Text))));
        var codeOfKmac256 = Kmac256.HashData(Key, Text, Bytes, Text);
        Check.That(
            Kmac256.Verify(Key, Text, codeOfKmac256, Text) && Kmac256.Verify(Key.AsSpan(), Text, codeOfKmac256, Text)
            && Kmac256.Verify(Key, Stream, codeOfKmac256, Text) && Kmac256.Verify(Key.AsSpan(), Stream, codeOfKmac256, Text)
            && await Kmac256.VerifyAsync(Key, Stream, codeOfKmac256, Text)
            && await Kmac256.VerifyAsync(Key.AsMemory(), Stream, codeOfKmac256, Text),
            "Kmac256.Verify");
        Check.That(KmacXof128.IsSupported, "KmacXof128");
        Check.Equal(
            KmacXof128.HashData(Key, Text, Bytes, Text), KmacXof128.HashData(Key.AsSpan(), Text, Bytes, Text),
            KmacXof128.HashData(Key, Stream, Bytes, Text), KmacXof128.HashData(Key.AsSpan(), Stream, Bytes, Text),
            await KmacXof128.HashDataAsync(Key, Stream, Bytes, Text),
            await KmacXof128.HashDataAsync(Key.AsMemory(), Stream, Bytes, Text),
            Into(to => KmacXof128.HashData(Key, Text, to, Text)), Into(to => KmacXof128.HashData(Key, Stream, to, Text)),
            await IntoAsync(to => KmacXof128.HashDataAsync(Key, Stream, to, Text)),
            Use(Of(new KmacXof128(Key, Text))), Use(Of(new KmacXof128(Key.AsSpan(), Text))));
        var codeOfKmacXof128 = KmacXof128.HashData(Key, Text, Bytes, Text);
        Check.That(
            KmacXof128.Verify(Key, Text, codeOfKmacXof128, Text) && KmacXof128.Verify(Key.AsSpan(), Text, codeOfKmacXof128, Text)
            && KmacXof128.Verify(Key, Stream, codeOfKmacXof128, Text) && KmacXof128.Verify(Key.AsSpan(), Stream, codeOfKmacXof128, Text)
            && await KmacXof128.VerifyAsync(Key, Stream, codeOfKmacXof128, Text)
            && await KmacXof128.VerifyAsync(Key.AsMemory(), Stream, codeOfKmacXof128, Text),
            "KmacXof128.Verify");
        Check.That(KmacXof256.IsSupported, "KmacXof256");
        Check.Equal(
            KmacXof256.HashData(Key, Text, Bytes, Text), KmacXof256.HashData(Key.AsSpan(), Text, Bytes, Text),
            KmacXof256.HashData(Key, Stream, Bytes, Text), KmacXof256.HashData(Key.AsSpan(), Stream, Bytes, Text),
            await KmacXof256.HashDataAsync(Key, Stream, Bytes, Text),
            await KmacXof256.HashDataAsync(Key.AsMemory(), Stream, Bytes, Text),
            Into(to => KmacXof256.HashData(Key, Text, to, Text)), Into(to => KmacXof256.HashData(Key, Stream, to, Text)),
            await IntoAsync(to => KmacXof256.HashDataAsync(Key, Stream, to, Text)),
            Use(Of(new KmacXof256(Key, Text))), Use(Of(new KmacXof256(Key.AsSpan(), Text))));
        var codeOfKmacXof256 = KmacXof256.HashData(Key, Text, Bytes, Text);
        Check.That(
            KmacXof256.Verify(Key, Text, codeOfKmacXof256, Text) && KmacXof256.Verify(Key.AsSpan(), Text, codeOfKmacXof256, Text)
            && KmacXof256.Verify(Key, Stream, codeOfKmacXof256, Text) && KmacXof256.Verify(Key.AsSpan(), Stream, codeOfKmacXof256, Text)
            && await KmacXof256.VerifyAsync(Key, Stream, codeOfKmacXof256, Text)
            && await KmacXof256.VerifyAsync(Key.AsMemory(), Stream, codeOfKmacXof256, Text),
            "KmacXof256.Verify");
    }

    /// <summary>Every member of an object.</summary>
    /// <returns>The output of the text, under the key if there is one.</returns>
    private static byte[] Use(Running one)
    {
        one.AppendSpan(Text.AsSpan(0, 1));
        var copy = one.Copy();
        one.Append(Text.AsSpan(1).ToArray());
        copy.AppendSpan(Text.AsSpan(1));
        var output = one.Current(Bytes);
        Check.Equal(output, Into(one.CurrentInto), one.End(Bytes), Into(copy.EndInto));
        if (one.Verifiers is { } ofOne && copy.Verifiers is { } ofCopy)
        {
            one.Append(Text);
            copy.Append(Text);
            Check.That(
                ofOne.Current(output) && ofOne.CurrentSpan(output) && ofOne.End(output) && ofCopy.EndSpan(output),
                "verification in pieces");
        }

        if (one.Readers is { } readers)
        {
            one.Append(Text);
            Check.Equal(output, [.. readers.Read(1), .. Into(readers.ReadInto)[..(Bytes - 1)]]);
            readers.Reset();
            one.Append(Text);
            Check.Equal(output, one.End(Bytes));
        }

        one.Dispose();
        copy.Dispose();
        return output;
    }

    private static Running Of(Shake128 one) => new(
        one.AppendData, one.AppendData, () => Of(one.Clone()), one.GetCurrentHash, one.GetCurrentHash,
        one.GetHashAndReset, one.GetHashAndReset, one.Dispose)
    {
        Readers = new(one.Read, one.Read, one.Reset),
    };

    private static Running Of(Shake256 one) => new(
        one.AppendData, one.AppendData, () => Of(one.Clone()), one.GetCurrentHash, one.GetCurrentHash,
        one.GetHashAndReset, one.GetHashAndReset, one.Dispose)
    {
        Readers = new(one.Read, one.Read, one.Reset),
    };

    private static Running Of(Kmac128 one) => new(
        one.AppendData, one.AppendData, () => Of(one.Clone()), one.GetCurrentHash, one.GetCurrentHash,
        one.GetHashAndReset, one.GetHashAndReset, one.Dispose)
    {
        Verifiers = new(one.VerifyCurrentHash, one.VerifyCurrentHash, one.VerifyHashAndReset, one.VerifyHashAndReset),
    };

    private static Running Of(Kmac256 one) => new(
        one.AppendData, one.AppendData, () => Of(one.Clone()), one.GetCurrentHash, one.GetCurrentHash,
        one.GetHashAndReset, one.GetHashAndReset, one.Dispose)
    {
        Verifiers = new(one.VerifyCurrentHash, one.VerifyCurrentHash, one.VerifyHashAndReset, one.VerifyHashAndReset),
    };

    private static Running Of(KmacXof128 one) => new(
        one.AppendData, one.AppendData, () => Of(one.Clone()), one.GetCurrentHash, one.GetCurrentHash,
        one.GetHashAndReset, one.GetHashAndReset, one.Dispose)
    {
        Verifiers = new(one.VerifyCurrentHash, one.VerifyCurrentHash, one.VerifyHashAndReset, one.VerifyHashAndReset),
    };

    private static Running Of(KmacXof256 one) => new(
        one.AppendData, one.AppendData, () => Of(one.Clone()), one.GetCurrentHash, one.GetCurrentHash,
        one.GetHashAndReset, one.GetHashAndReset, one.Dispose)
    {
        Verifiers = new(one.VerifyCurrentHash, one.VerifyCurrentHash, one.VerifyHashAndReset, one.VerifyHashAndReset),
    };

    private static byte[] Into(Filler fill)
    {
        var output = new byte[Bytes];
        fill(output);
        return output;
    }

    private static async Task<byte[]> IntoAsync(Func<Memory<byte>, ValueTask> fill)
    {
        var output = new byte[Bytes];
        await fill(output);
        return output;
    }

    private delegate void Filler(Span<byte> output);

    private delegate void Appender(ReadOnlySpan<byte> text);

    private delegate bool Verifier(ReadOnlySpan<byte> code);

    /// <summary>The members of an object, which reads or verifies.</summary>
    private sealed record Running(
        Action<byte[]> Append, Appender AppendSpan, Func<Running> Copy, Func<int, byte[]> Current, Filler CurrentInto,
        Func<int, byte[]> End, Filler EndInto, Action Dispose)
    {
        public Verifiers? Verifiers { get; init; }

        public Readers? Readers { get; init; }
    }

    private sealed record Verifiers(Func<byte[], bool> Current, Verifier CurrentSpan, Func<byte[], bool> End, Verifier EndSpan);

    private sealed record Readers(Func<int, byte[]> Read, Filler ReadInto, Action Reset);
}
