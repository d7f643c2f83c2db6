using System;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>What AES-GCM has besides <see cref="AeadCases"/>.</summary>
internal sealed class GcmCases(GcmKernel kernel)
{
    private const int Block = 16, NonceBytes = 12, LargestTag = 16;

    /// <summary>
    /// Any J0, so that the 32 bits of its counter may begin anew, for which .NET would need 64 GiB of text. The
    /// oracle is a portable kernel.
    /// </summary>
    public unsafe void AnyCounter(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));
        var j0 = c.Choices.Bytes("j0", Block);
        if (c.Choices.Flag("wraps"))
        {
            j0.AsSpan(Block - sizeof(int)).Fill(byte.MaxValue);
            j0[^1] -= (byte)c.Choices.Draw("until then", byte.MaxValue);
        }

        var data = c.Choices.Bytes("data", c.Choices.ShortLength("data length"));
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        byte[] expected = new byte[text.Length + Block], actual = new byte[text.Length + Block];
        var portable = Algorithms.AesGcm.Kernels.All.Last(other => other.Tier == Intrinsics.KernelTier.Portable && other.Id != kernel.Id);
        Run(portable, key, j0, data, text, expected, open: false);
        Run(kernel, key, j0, data, text, actual, open: false);
        c.Same(expected, actual, $"{text.Length} bytes sealed");
        Run(kernel, key, j0, data, actual.AsSpan(0, text.Length), expected, open: true);
        c.Same(text, expected.AsSpan(0, text.Length), $"{text.Length} bytes opened");
        c.Same(actual.AsSpan(text.Length), expected.AsSpan(text.Length), "the tag of opening");

        void Run(
            GcmKernel with, byte[] cipherKey, byte[] first, byte[] also, ReadOnlySpan<byte> from, Span<byte> to, bool open)
        {
            using var slot = new KeySlot(with.KeyBytes, typeof(AesGcm));
            var held = slot.Hold();
            Placed source = c.Place(from), destination = c.Place(from.Length);
            fixed (byte* keyBytes = cipherKey, counter = first, associated = also)
            fixed (byte* input = source.Span, output = destination.Span)
            {
                with.ExpandKey(keyBytes, cipherKey.Length, held.Bytes, long.MaxValue);
                var arguments = new AeadArguments
                {
                    Key = held.Bytes,
                    AssociatedData = associated,
                    AssociatedDataLength = also.Length,
                    Source = input,
                    Destination = output,
                    Length = from.Length,
                    Rounds = AesKernel.RoundsFor(cipherKey.Length),
                    Nonce = counter,
                    NonceLength = NonceBytes,
                };
                with.Prepare(&arguments);
                arguments.NonceLength = 0;
                arguments.J0 = *(Block128*)counter;
                if (open)
                    with.Open(&arguments);
                else
                    with.Seal(&arguments);
                new ReadOnlySpan<byte>(&arguments.Tag, Block).CopyTo(to[from.Length..]);
            }

            held.Complete();

            destination.Span.CopyTo(to);
        }
    }

    /// <summary>In pieces, with nonces of any length, right and wrong tags. The oracle is the message as a whole.</summary>
    public void InPieces(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));
        var nonce = c.Choices.Bytes("nonce", c.Choices.Flag("any nonce") ? 1 + c.Choices.ShortLength("nonce bytes") : NonceBytes);
        var data = c.Choices.Bytes("data", c.Choices.Flag("with data") ? c.Choices.Length("data length") : 0);
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        byte[] expected = new byte[text.Length], tag = new byte[LargestTag];
        using var whole = new AesGcm(kernel, key, LargestTag, takesAnyNonce: true);
        whole.Encrypt(nonce, text, expected, tag, data);

        using var sealer = new AesGcmSealer(kernel, c.Place(key).Span, c.Place(nonce).Span, LargestTag);
        using var opener = new AesGcmUnverifiedOpener(kernel, key, nonce, LargestTag);
        var what = $"{text.Length} bytes with {data.Length} of data in pieces";
        Placed dataAt = c.Place(data), source = c.Place(text);
        var destination = c.Choices.Flag("in place") ? source : c.Place(text.Length);
        InPieces(c, data.Length, (from, count) => sealer.AppendAssociatedData(dataAt.Slice(from, count).Span));
        InPieces(c, text.Length, (from, count) => sealer.Seal(source.Slice(from, count).Span, destination.Slice(from, count).Span));
        c.Same(expected, destination.Span, what + " sealed");
        c.Same(tag, sealer.Finish(), what + " authenticated");

        var forged = c.Choices.Rarely("forged", 5);
        if (forged)
            tag[c.Choices.Draw("forged byte", tag.Length - 1)] ^= (byte)(1 << c.Choices.Draw("forged bit", 7));
        InPieces(c, data.Length, (from, count) => opener.AppendAssociatedData(dataAt.Slice(from, count).Span));
        InPieces(
            c, text.Length,
            (from, count) => opener.OpenUnverified(destination.Slice(from, count).Span, source.Slice(from, count).Span));
        c.Same(text, source.Span, what + " opened");
        c.SameValue(!forged, opener.TryVerifyTag(tag), what + " verified");
        c.SameValue(!forged, whole.Verify(nonce, expected, tag, data), what + " verified as a whole");
    }

    private static void InPieces(Case c, int length, Action<int, int> take)
    {
        var from = 0;
        foreach (var piece in c.Pieces(length))
        {
            take(from, piece);
            from += piece;
        }
    }
}
