using System;
using System.Linq;
using System.Security.Cryptography;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using BclGcm = System.Security.Cryptography.AesGcm;

namespace ManagedCrypto.Fuzz;

/// <summary>AES-GCM: sealed, opened, forged. The oracle is .NET's AesGcm.</summary>
internal sealed class GcmCases(GcmKernel kernel)
{
    private const int Block = 16, NonceBytes = 12, SmallestTag = 12, LargestTag = 16;

    /// <summary>Detached tags of all sizes, the form of RFC 5116, and the same with the key given to each call.</summary>
    public void Run(Case c)
    {
        var form = c.Choices.Draw("form", 2);
        var tagBytes = form == 2 ? LargestTag : SmallestTag + c.Choices.Draw("tag bytes", LargestTag - SmallestTag);
        var key = c.Choices.Bytes("key", c.Choices.Pick("key bytes", AesMatrix.KeyBytes));
        var nonce = c.Choices.Bytes("nonce", NonceBytes);
        var data = c.Choices.Bytes("data", c.Choices.Flag("with data") ? c.Choices.Length("data length") : 0);
        var text = c.Choices.Bytes("text", c.Choices.Length("length"));
        var sealedText = new byte[text.Length + tagBytes];
        using (var theirs = new BclGcm(key, tagBytes))
            theirs.Encrypt(nonce, text, sealedText.AsSpan(0, text.Length), sealedText.AsSpan(text.Length), data);

        using var ours = new AesGcm(kernel, c.Place(key).Span, tagBytes);
        var inPlace = c.Choices.Flag("in place");
        var message = new Message(c.Place(nonce), c.Place(data), c.Place(sealedText.Length), c.Place(sealedText.Length));
        var what = $"{text.Length} bytes with {data.Length} of data";
        text.CopyTo(message.Source.Span);
        if (inPlace)
            message = message with { Destination = message.Source };
        Seal(form, ours, key, message, text.Length);
        c.Same(sealedText, message.Destination.Span, what + " sealed");

        var forged = c.Choices.Rarely("forged", 5);
        sealedText.CopyTo(message.Source.Span);
        if (forged)
            Forge(c, message);
        var opened = message.Destination.Slice(0, text.Length);
        if (!forged)
        {
            Open(form, ours, key, message, text.Length);
            c.Same(text, opened.Span, what + " opened");
            return;
        }

        c.Refused<AuthenticationTagMismatchException>(
            () =>
            {
                Open(form, ours, key, message, text.Length);
                return [];
            },
            what + " forged");
        c.Same(new byte[text.Length], opened.Span, what + " forged and refused");
    }

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

    private static void Forge(Case c, Message message)
    {
        var parts = new[] { message.Source, message.Nonce, message.Data };
        var part = parts[c.Choices.Draw("forged part", message.Data.Length == 0 ? 1 : 2)].Span;
        part[c.Choices.Draw("forged byte", part.Length - 1)] ^= (byte)(1 << c.Choices.Draw("forged bit", 7));
    }

    private void Seal(int form, AesGcm gcm, byte[] key, Message message, int length)
    {
        Span<byte> text = message.Source.Span[..length], to = message.Destination.Span;
        if (form == 0)
            gcm.Encrypt(message.Nonce.Span, text, to[..length], to[length..], message.Data.Span);
        else if (form == 1)
            gcm.Seal(message.Nonce.Span, text, to, message.Data.Span);
        else
            AesGcm.Seal(kernel, key, message.Nonce.Span, text, to, message.Data.Span);
    }

    private void Open(int form, AesGcm gcm, byte[] key, Message message, int length)
    {
        Span<byte> from = message.Source.Span, text = message.Destination.Span[..length];
        if (form == 0)
            gcm.Decrypt(message.Nonce.Span, from[..length], from[length..], text, message.Data.Span);
        else if (form == 1)
            gcm.Open(message.Nonce.Span, from, text, message.Data.Span);
        else
            AesGcm.Open(kernel, key, message.Nonce.Span, from, text, message.Data.Span);
    }

    /// <summary>Buffers of a call: source and destination each have room for a text and a tag.</summary>
    private sealed record Message(Placed Nonce, Placed Data, Placed Source, Placed Destination);
}
