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

    /// <summary>Fills a destination under a key. What may fail comes before the key is on the stack.</summary>
    /// <param name="hash">The hash function of the HMAC.</param>
    /// <param name="key">The key, unless an object has expanded it.</param>
    /// <param name="expanded">The object's, an <see cref="HmacState"/>; null if there is none.</param>
    /// <param name="label">What the bytes are for.</param>
    /// <param name="context">What else sets them apart from others.</param>
    /// <param name="destination">Receives them.</param>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Derive(
        MessageHash hash,
        ReadOnlySpan<byte> key,
        KeySlot? expanded,
        ReadOnlySpan<byte> label,
        ReadOnlySpan<byte> context,
        Span<byte> destination)
    {
        label = Arguments.Apart(label, destination);
        context = Arguments.Apart(context, destination);
        HmacState hmac;
        HashWords block;
        using SecretScope secretKey = new(&hmac, sizeof(HmacState)), secretBlock = new(&block, sizeof(HashWords));
        if (expanded is null)
            HmacState.SetKey(hash, &hmac, key);
        else
            CopyKey(hash, expanded, &hmac);
        var bits = (uint)destination.Length * 8;
        byte separator = 0;
        for (var number = 1u; !destination.IsEmpty; number++)
        {
            HmacState.Begin(hash, &hmac);
            hash.Update(&hmac.State, number);
            hash.Update(&hmac.State, label);
            hash.Update(&hmac.State, &separator, 1);
            hash.Update(&hmac.State, context);
            hash.Update(&hmac.State, bits);
            HmacState.Finish(hash, &hmac, null, 0, (byte*)&block);
            var bytes = Math.Min(hash.DigestBytes, destination.Length);
            new ReadOnlySpan<byte>(&block, bytes).CopyTo(destination);
            destination = destination.Slice(bytes);
        }

        Secret.ForgetAllRegisters();
    }

    /// <summary>Fills a destination under a key, with a label and a context in UTF-8.</summary>
    /// <exception cref="EncoderFallbackException">One of them has half of a surrogate pair.</exception>
    /// <inheritdoc cref="Derive(MessageHash, ReadOnlySpan{byte}, KeySlot, ReadOnlySpan{byte}, ReadOnlySpan{byte}, Span{byte})"/>
    public static void Derive(
        MessageHash hash,
        ReadOnlySpan<byte> key,
        KeySlot? expanded,
        ReadOnlySpan<char> label,
        ReadOnlySpan<char> context,
        Span<byte> destination)
    {
        Span<byte> labelOnStack = stackalloc byte[StrictUtf8.OnStack], contextOnStack = stackalloc byte[StrictUtf8.OnStack];
        Span<byte> labelBytes = StrictUtf8.Room(label, labelOnStack), contextBytes = StrictUtf8.Room(context, contextOnStack);
        StrictUtf8.Encode(label, labelBytes);
        StrictUtf8.Encode(context, contextBytes);
        Derive(hash, key, expanded, labelBytes, contextBytes, destination);
    }

    /// <summary>A call works on a copy of its own, since the key in the slot is shared.</summary>
    private static void CopyKey(MessageHash hash, KeySlot slot, HmacState* copy)
    {
        var held = slot.Hold();
        HmacState.CopyKey(hash, (HmacState*)held.Bytes, copy);
        if (!held.IsAlive)
            held.ThrowDisposed(default);
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
