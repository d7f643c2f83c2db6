using System;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>The two steps of HKDF (RFC 5869, section 2), with arguments that have been checked.</summary>
internal static unsafe class HkdfSteps
{
    /// <summary>Extracts a pseudorandom key.</summary>
    public static void Extract(MessageHash hash, ReadOnlySpan<byte> ikm, ReadOnlySpan<byte> salt, Span<byte> prk)
    {
        HmacState.Hash(hash, salt, ikm, prk);
        Secret.ForgetAllRegisters();
    }

    /// <summary>Extracts, and expands.</summary>
    public static void Derive(
        MessageHash hash, ReadOnlySpan<byte> ikm, Span<byte> output, ReadOnlySpan<byte> salt, ReadOnlySpan<byte> info)
    {
        HashWords prk;
        using var secret = new SecretScope(&prk, sizeof(HashWords));
        var bytes = new Span<byte>(&prk, hash.DigestBytes);
        Extract(hash, ikm, salt, bytes);
        Expand(hash, bytes, output, info);
    }

    /// <summary>
    /// Expands a pseudorandom key. What sets the keys apart may come in two parts, of which the second has
    /// no memory in common with the output.
    /// </summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Expand(
        MessageHash hash, ReadOnlySpan<byte> prk, Span<byte> output, ReadOnlySpan<byte> info, ReadOnlySpan<byte> moreInfo = default)
    {
        info = Arguments.Apart(info, output);
        HmacState hmac;
        HashWords block;
        using SecretScope secretKey = new(&hmac, sizeof(HmacState)), secretBlock = new(&block, sizeof(HashWords));
        HmacState.SetKey(hash, &hmac, prk);
        var last = new ReadOnlySpan<byte>(&block, hash.DigestBytes);
        for (byte number = 1; !output.IsEmpty; number++)
        {
            HmacState.Begin(hash, &hmac);
            hash.Update(&hmac.State, number == 1 ? default : last);
            hash.Update(&hmac.State, info);
            hash.Update(&hmac.State, moreInfo);
            hash.Update(&hmac.State, &number, 1);
            HmacState.Finish(hash, &hmac, null, 0, (byte*)&block);
            var bytes = Math.Min(last.Length, output.Length);
            last.Slice(0, bytes).CopyTo(output);
            output = output.Slice(bytes);
        }

        Secret.ForgetAllRegisters();
    }
}
