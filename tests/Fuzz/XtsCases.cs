using System;
using System.Buffers.Binary;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Fuzz;

/// <summary>XTS of data units of any length, by tweaks and by numbers of sectors. The oracle is written from IEEE 1619 on .NET's ECB.</summary>
internal sealed class XtsCases(AesKernel kernel)
{
    private const int Block = 16;

    public void Run(Case c)
    {
        var key = c.Choices.Bytes("key", c.Choices.Flag("long key") ? 64 : 32);
        if (key.AsSpan(0, key.Length / 2).SequenceEqual(key.AsSpan(key.Length / 2)))
            key[0] ^= 1;
        var text = c.Choices.Bytes("text", Block + c.Choices.Length("length"));
        using var xts = new AesXts(kernel, c.Place(key).Span);
        if (c.Choices.Flag("sector"))
        {
            var sector = c.Choices.Draw("number", long.MaxValue);
            var tweak = new byte[Block];
            BinaryPrimitives.WriteInt64LittleEndian(tweak, sector);
            Check(c, key, tweak, text, (from, to) => xts.Encrypt(sector, from.Span, to.Span), (from, to) => xts.Decrypt(sector, from.Span, to.Span));
        }
        else
        {
            var tweak = c.Choices.Bytes("tweak", Block);
            var placed = c.Place(tweak);
            Check(
                c, key, tweak, text,
                (from, to) => xts.Encrypt(placed.Span, from.Span, to.Span), (from, to) => xts.Decrypt(placed.Span, from.Span, to.Span));
        }
    }

    private static void Check(Case c, byte[] key, byte[] tweak, byte[] text, Action<Placed, Placed> encrypt, Action<Placed, Placed> decrypt)
    {
        Run(encrypt, ReferenceXts.Encrypt(key, tweak, text));
        Run(decrypt, ReferenceXts.Decrypt(key, tweak, text));

        void Run(Action<Placed, Placed> transform, byte[] expected)
        {
            var source = c.Place(text);
            var destination = c.Choices.Flag("in place") ? source : c.Place(text.Length + c.Choices.Draw("room", 3));
            transform(source, destination);
            c.Same(expected, destination.Span[..text.Length], $"{text.Length} bytes");
        }
    }
}
