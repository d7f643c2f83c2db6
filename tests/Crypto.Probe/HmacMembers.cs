using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Threading;
using System.Threading.Tasks;

namespace ManagedCrypto.Probe;

/// <summary>The first test case of RFC 2202 and of RFC 4231.</summary>
internal static class HmacMembers
{
    private const string Sha1 = "b617318655057264e28bc0b6fb378c8ef146be00";
    private const string Sha256 = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
    private const string Sha384 =
        "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6";
    private const string Sha512 =
        "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854";

    private static readonly byte[] s_key = Enumerable.Repeat((byte)0x0b, 20).ToArray();
    private static readonly byte[] s_text = "Hi There"u8.ToArray();

    private delegate byte[] OfSpan(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source);

    private delegate int IntoSpan(ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination);

    private delegate bool TryIntoSpan(
        ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten);

    private delegate byte[] OfStream(ReadOnlySpan<byte> key, Stream source);

    private delegate int OfStreamIntoSpan(ReadOnlySpan<byte> key, Stream source, Span<byte> destination);

    public static async Task Use()
    {
        await Instances(Sha1, new HMACSHA1(s_key), new HMACSHA1(), HMACSHA1.Create(), HMACSHA1.Create("HMACSHA1"));
        await Instances(Sha256, new HMACSHA256(s_key), new HMACSHA256(), HMACSHA256.Create(), HMACSHA256.Create("HMACSHA256"));
        await Instances(Sha384, new HMACSHA384(s_key), new HMACSHA384(), HMACSHA384.Create(), HMACSHA384.Create("HMACSHA384"));
        await Instances(Sha512, new HMACSHA512(s_key), new HMACSHA512(), HMACSHA512.Create(), HMACSHA512.Create("HMACSHA512"));
        await Statics(
            Sha1, HMACSHA1.HashData, HMACSHA1.HashData, HMACSHA1.HashData, HMACSHA1.TryHashData, HMACSHA1.HashData,
            HMACSHA1.HashData, HMACSHA1.HashData, HMACSHA1.HashDataAsync, HMACSHA1.HashDataAsync, HMACSHA1.HashDataAsync);
        await Statics(
            Sha256, HMACSHA256.HashData, HMACSHA256.HashData, HMACSHA256.HashData, HMACSHA256.TryHashData, HMACSHA256.HashData,
            HMACSHA256.HashData, HMACSHA256.HashData,
            HMACSHA256.HashDataAsync, HMACSHA256.HashDataAsync, HMACSHA256.HashDataAsync);
        await Statics(
            Sha384, HMACSHA384.HashData, HMACSHA384.HashData, HMACSHA384.HashData, HMACSHA384.TryHashData, HMACSHA384.HashData,
            HMACSHA384.HashData, HMACSHA384.HashData,
            HMACSHA384.HashDataAsync, HMACSHA384.HashDataAsync, HMACSHA384.HashDataAsync);
        await Statics(
            Sha512, HMACSHA512.HashData, HMACSHA512.HashData, HMACSHA512.HashData, HMACSHA512.TryHashData, HMACSHA512.HashData,
            HMACSHA512.HashData, HMACSHA512.HashData,
            HMACSHA512.HashDataAsync, HMACSHA512.HashDataAsync, HMACSHA512.HashDataAsync);
        var sha1 = new HMACSHA1(s_key, useManagedSha1: true);
        await HashMembers.Instance(sha1, s_text, Convert.FromHexString(Sha1));
    }

    private static async Task Instances(string code, params HMAC?[] algorithms)
    {
        foreach (var algorithm in algorithms)
        {
            Check.That(
                algorithm!.Key.Length > 0 && algorithm.GetType().Name == "HMAC" + algorithm.HashName,
                "a key of its own, and a name");
            algorithm.HashName = algorithm.HashName;
            algorithm.Key = s_key;
            await HashMembers.Instance(algorithm, s_text, Convert.FromHexString(code));
        }
    }

    private static async Task Statics(
        string code,
        Func<byte[], byte[], byte[]> array,
        OfSpan span,
        IntoSpan into,
        TryIntoSpan tryInto,
        Func<byte[], Stream, byte[]> stream,
        OfStream spanAndStream,
        OfStreamIntoSpan streamInto,
        Func<byte[], Stream, CancellationToken, ValueTask<byte[]>> streamAsync,
        Func<ReadOnlyMemory<byte>, Stream, CancellationToken, ValueTask<byte[]>> memoryAndStreamAsync,
        Func<ReadOnlyMemory<byte>, Stream, Memory<byte>, CancellationToken, ValueTask<int>> streamIntoAsync)
    {
        var expected = Convert.FromHexString(code);
        Check.Equal(
            expected,
            array(s_key, s_text),
            span(s_key, s_text),
            Check.Written(expected.Length, to => into(s_key, s_text, to)),
            Check.Tried(expected.Length, (Span<byte> to, out int written) => tryInto(s_key, s_text, to, out written)),
            stream(s_key, new MemoryStream(s_text)),
            spanAndStream(s_key, new MemoryStream(s_text)),
            Check.Written(expected.Length, to => streamInto(s_key, new MemoryStream(s_text), to)),
            await streamAsync(s_key, new MemoryStream(s_text), CancellationToken.None),
            await memoryAndStreamAsync(s_key, new MemoryStream(s_text), CancellationToken.None),
            await Check.WrittenAsync(
                expected.Length, to => streamIntoAsync(s_key, new MemoryStream(s_text), to, CancellationToken.None)));
    }
}
