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
            Shake128Object());
        Check.That(Shake256.IsSupported, "Shake256");
        Check.Equal(
            Shake256.HashData(Text, Bytes), Shake256.HashData(Text.AsSpan(), Bytes), Shake256.HashData(Stream, Bytes),
            await Shake256.HashDataAsync(Stream, Bytes),
            Into(to => Shake256.HashData(Text, to)), Into(to => Shake256.HashData(Stream, to)),
            await IntoAsync(to => Shake256.HashDataAsync(Stream, to)),
            Shake256Object());
        Check.That(Kmac128.IsSupported, "Kmac128");
        Check.Equal(
            Kmac128.HashData(Key, Text, Bytes, Text), Kmac128.HashData(Key.AsSpan(), Text, Bytes, Text),
            Kmac128.HashData(Key, Stream, Bytes, Text), Kmac128.HashData(Key.AsSpan(), Stream, Bytes, Text),
            await Kmac128.HashDataAsync(Key, Stream, Bytes, Text),
            await Kmac128.HashDataAsync(Key.AsMemory(), Stream, Bytes, Text),
            Into(to => Kmac128.HashData(Key, Text, to, Text)), Into(to => Kmac128.HashData(Key, Stream, to, Text)),
            await IntoAsync(to => Kmac128.HashDataAsync(Key, Stream, to, Text)),
            Kmac128Object(new Kmac128(Key, Text)), Kmac128Object(new Kmac128(Key.AsSpan(), Text)));
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
            Kmac256Object(new Kmac256(Key, Text)), Kmac256Object(new Kmac256(Key.AsSpan(), Text)));
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
            KmacXof128Object(new KmacXof128(Key, Text)), KmacXof128Object(new KmacXof128(Key.AsSpan(), Text)));
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
            KmacXof256Object(new KmacXof256(Key, Text)), KmacXof256Object(new KmacXof256(Key.AsSpan(), Text)));
        var codeOfKmacXof256 = KmacXof256.HashData(Key, Text, Bytes, Text);
        Check.That(
            KmacXof256.Verify(Key, Text, codeOfKmacXof256, Text) && KmacXof256.Verify(Key.AsSpan(), Text, codeOfKmacXof256, Text)
            && KmacXof256.Verify(Key, Stream, codeOfKmacXof256, Text) && KmacXof256.Verify(Key.AsSpan(), Stream, codeOfKmacXof256, Text)
            && await KmacXof256.VerifyAsync(Key, Stream, codeOfKmacXof256, Text)
            && await KmacXof256.VerifyAsync(Key.AsMemory(), Stream, codeOfKmacXof256, Text),
            "KmacXof256.Verify");
    }

    private static byte[] Shake128Object()
    {
        var one = new Shake128();
        one.AppendData(Text.AsSpan(0, 1));
        var copy = one.Clone();
        one.AppendData(Text.AsSpan(1).ToArray());
        copy.AppendData(Text.AsSpan(1));
        var output = one.GetCurrentHash(Bytes);
        Check.Equal(output, Into(one.GetCurrentHash), one.GetHashAndReset(Bytes), Into(copy.GetHashAndReset));
        one.AppendData(Text);
        Check.Equal(output, [.. one.Read(1), .. Into(one.Read)[..(Bytes - 1)]]);
        one.Reset();
        one.AppendData(Text);
        Check.Equal(output, one.GetHashAndReset(Bytes));
        one.Dispose();
        copy.Dispose();
        return output;
    }

    private static byte[] Shake256Object()
    {
        var one = new Shake256();
        one.AppendData(Text.AsSpan(0, 1));
        var copy = one.Clone();
        one.AppendData(Text.AsSpan(1).ToArray());
        copy.AppendData(Text.AsSpan(1));
        var output = one.GetCurrentHash(Bytes);
        Check.Equal(output, Into(one.GetCurrentHash), one.GetHashAndReset(Bytes), Into(copy.GetHashAndReset));
        one.AppendData(Text);
        Check.Equal(output, [.. one.Read(1), .. Into(one.Read)[..(Bytes - 1)]]);
        one.Reset();
        one.AppendData(Text);
        Check.Equal(output, one.GetHashAndReset(Bytes));
        one.Dispose();
        copy.Dispose();
        return output;
    }

    private static byte[] Kmac128Object(Kmac128 one)
    {
        one.AppendData(Text.AsSpan(0, 1));
        var copy = one.Clone();
        one.AppendData(Text.AsSpan(1).ToArray());
        copy.AppendData(Text.AsSpan(1));
        var output = one.GetCurrentHash(Bytes);
        Check.Equal(output, Into(one.GetCurrentHash), one.GetHashAndReset(Bytes), Into(copy.GetHashAndReset));
        one.AppendData(Text);
        copy.AppendData(Text);
        Check.That(
            one.VerifyCurrentHash(output) && one.VerifyCurrentHash(output.AsSpan())
            && one.VerifyHashAndReset(output) && copy.VerifyHashAndReset(output.AsSpan()),
            "verification in pieces");
        one.Dispose();
        copy.Dispose();
        return output;
    }

    private static byte[] Kmac256Object(Kmac256 one)
    {
        one.AppendData(Text.AsSpan(0, 1));
        var copy = one.Clone();
        one.AppendData(Text.AsSpan(1).ToArray());
        copy.AppendData(Text.AsSpan(1));
        var output = one.GetCurrentHash(Bytes);
        Check.Equal(output, Into(one.GetCurrentHash), one.GetHashAndReset(Bytes), Into(copy.GetHashAndReset));
        one.AppendData(Text);
        copy.AppendData(Text);
        Check.That(
            one.VerifyCurrentHash(output) && one.VerifyCurrentHash(output.AsSpan())
            && one.VerifyHashAndReset(output) && copy.VerifyHashAndReset(output.AsSpan()),
            "verification in pieces");
        one.Dispose();
        copy.Dispose();
        return output;
    }

    private static byte[] KmacXof128Object(KmacXof128 one)
    {
        one.AppendData(Text.AsSpan(0, 1));
        var copy = one.Clone();
        one.AppendData(Text.AsSpan(1).ToArray());
        copy.AppendData(Text.AsSpan(1));
        var output = one.GetCurrentHash(Bytes);
        Check.Equal(output, Into(one.GetCurrentHash), one.GetHashAndReset(Bytes), Into(copy.GetHashAndReset));
        one.AppendData(Text);
        copy.AppendData(Text);
        Check.That(
            one.VerifyCurrentHash(output) && one.VerifyCurrentHash(output.AsSpan())
            && one.VerifyHashAndReset(output) && copy.VerifyHashAndReset(output.AsSpan()),
            "verification in pieces");
        one.Dispose();
        copy.Dispose();
        return output;
    }

    private static byte[] KmacXof256Object(KmacXof256 one)
    {
        one.AppendData(Text.AsSpan(0, 1));
        var copy = one.Clone();
        one.AppendData(Text.AsSpan(1).ToArray());
        copy.AppendData(Text.AsSpan(1));
        var output = one.GetCurrentHash(Bytes);
        Check.Equal(output, Into(one.GetCurrentHash), one.GetHashAndReset(Bytes), Into(copy.GetHashAndReset));
        one.AppendData(Text);
        copy.AppendData(Text);
        Check.That(
            one.VerifyCurrentHash(output) && one.VerifyCurrentHash(output.AsSpan())
            && one.VerifyHashAndReset(output) && copy.VerifyHashAndReset(output.AsSpan()),
            "verification in pieces");
        one.Dispose();
        copy.Dispose();
        return output;
    }

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
}
