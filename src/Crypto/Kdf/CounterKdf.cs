using System;
using System.Runtime.CompilerServices;
using System.Text;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// SP 800-108, section 4.1, with HMAC: counter mode, the counter and the length in four bytes, and a zero between label and context.
/// </summary>
internal static unsafe class CounterKdf
{
    /// <summary>The length, in bits, has four bytes.</summary>
    public const int MostBytes = 0x1FFFFFFF;

    /// <summary>Fills a destination under a key, which is in memory that does not move, beside working memory.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Derive(
        MessageHash hash, HmacState* key, ReadOnlySpan<byte> label, ReadOnlySpan<byte> context, Span<byte> destination)
    {
        label = Arguments.Apart(label, destination);
        context = Arguments.Apart(context, destination);
        HashWords block;
        using var secret = new SecretScope(&block, sizeof(HashWords));
        var bits = (uint)destination.Length * 8;
        byte separator = 0;
        for (var number = 1u; !destination.IsEmpty; number++)
        {
            HmacState.Begin(hash, key);
            HmacState.Append(hash, key, number);
            HmacState.Append(hash, key, label);
            HmacState.Append(hash, key, new ReadOnlySpan<byte>(&separator, 1));
            HmacState.Append(hash, key, context);
            HmacState.Append(hash, key, bits);
            HmacState.Finish(hash, key, (byte*)&block);
            var bytes = Math.Min(hash.DigestBytes, destination.Length);
            new ReadOnlySpan<byte>(&block, bytes).CopyTo(destination);
            destination = destination.Slice(bytes);
        }

        Secret.ForgetRegisters();
    }

    /// <summary>Fills a destination under a key, with a label and a context in UTF-8.</summary>
    /// <exception cref="EncoderFallbackException">One of them has half of a surrogate pair.</exception>
    public static void Derive(
        MessageHash hash, HmacState* key, ReadOnlySpan<char> label, ReadOnlySpan<char> context, Span<byte> destination)
    {
        Span<byte> labelOnStack = stackalloc byte[StrictUtf8.OnStack], contextOnStack = stackalloc byte[StrictUtf8.OnStack];
        Span<byte> labelBytes = StrictUtf8.Room(label, labelOnStack), contextBytes = StrictUtf8.Room(context, contextOnStack);
        StrictUtf8.Encode(label, labelBytes);
        StrictUtf8.Encode(context, contextBytes);
        Derive(hash, key, labelBytes, contextBytes, destination);
    }

    public static int RequireLength(int derivedKeyLengthInBytes) => derivedKeyLengthInBytes is >= 0 and <= MostBytes
        ? derivedKeyLengthInBytes
        : throw new ArgumentOutOfRangeException(
            nameof(derivedKeyLengthInBytes), derivedKeyLengthInBytes, $"There are up to {MostBytes} bytes.");

    public static void RequireLength(ReadOnlySpan<byte> destination)
    {
        if (destination.Length > MostBytes)
            throw new ArgumentOutOfRangeException(nameof(destination), destination.Length, $"There are up to {MostBytes} bytes.");
    }
}
