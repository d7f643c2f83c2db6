using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A message under a key of HMAC (FIPS 198-1), in memory that does not move; one message after the other under the same key, whose two
/// padded blocks are compressed once, so that a short message costs two further compressions.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HmacState
{
    private const ulong InnerPad = 0x3636363636363636;
    private const ulong OuterPad = 0x5c5c5c5c5c5c5c5c;

    public HashState State;

    /// <summary>K0: the key as given, or its digest if it is longer than a block, and zeros.</summary>
    public HashBlock PaddedKey;

    /// <summary>Bytes of the padded key before its zeros.</summary>
    public int KeyBytes;

    /// <summary>The chaining values after the inner and the outer padded key.</summary>
    public HashChain Inner, Outer;

    /// <summary>Computes the HMAC of a whole message on the stack: for a short one, by two calls of the kernel.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Hash(MessageHash hash, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> code)
    {
        HashState state;
        HashBlock block;
        using SecretScope secretState = new(&state, hash.StateBytes), secretBlock = new(&block, sizeof(HashBlock));
        Pad(hash, key, &block);
        fixed (byte* message = &SpanStart.Of(source), destination = &SpanStart.Of(code))
        {
            var innerDigest = (byte*)&state.Buffer;
            Xor(InnerPad, &block);
            hash.Hash(&state, &block, message, source.Length, innerDigest);
            Xor(InnerPad ^ OuterPad, &block);
            hash.Hash(&state, &block, innerDigest, hash.DigestBytes, destination);
        }
    }

    /// <summary>Whether a code, of a digest's length, is that of a message.</summary>
    public static bool Verify(MessageHash hash, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, ReadOnlySpan<byte> code)
    {
        HashWords room;
        var right = new Span<byte>(&room, hash.DigestBytes);
        Hash(hash, key, source, right);
        return AuthenticationTag.IsRight(&room, right.Length, code);
    }

    /// <summary>Takes a key of any length.</summary>
    public static void SetKey(MessageHash hash, HmacState* hmac, ReadOnlySpan<byte> key)
    {
        hmac->KeyBytes = Pad(hash, key, &hmac->PaddedKey);
        Absorb(hash, hmac, InnerPad, &hmac->Inner);
        Absorb(hash, hmac, OuterPad, &hmac->Outer);
    }

    /// <summary>Takes what a key was expanded to by <see cref="SetKey"/>.</summary>
    public static void CopyKey(MessageHash hash, HmacState* from, HmacState* to)
    {
        hash.CopyChain(&from->Inner, &to->Inner);
        hash.CopyChain(&from->Outer, &to->Outer);
    }

    /// <summary>Begins a message.</summary>
    public static void Begin(MessageHash hash, HmacState* hmac) => hash.Resume(&hmac->State, &hmac->Inner, (uint)hash.BlockBytes);

    /// <summary>Ends the message with <paramref name="length"/> further bytes.</summary>
    public static void Finish(MessageHash hash, HmacState* hmac, byte* source, nint length, byte* code)
    {
        hash.End(&hmac->State, source, length);
        hash.ResumeWithDigest(&hmac->State, &hmac->Outer);
        hash.Finish(&hmac->State, null, 0, code);
    }

    /// <returns>Bytes of the padded key before its zeros.</returns>
    private static int Pad(MessageHash hash, ReadOnlySpan<byte> key, HashBlock* padded)
    {
        *padded = default;
        if (key.Length > hash.BlockBytes)
        {
            hash.Hash(key, new Span<byte>(padded, sizeof(HashBlock)));
            return hash.DigestBytes;
        }

        fixed (byte* bytes = &SpanStart.Of(key))
            Buffer.MemoryCopy(bytes, padded, sizeof(HashBlock), key.Length);
        return key.Length;
    }

    private static void Xor(ulong pad, HashBlock* block)
    {
        for (var line = (byte*)block; line < (byte*)(block + 1); line += Words128.Bytes)
            Words128.Xor(line, pad);
    }

    private static void Absorb(MessageHash hash, HmacState* hmac, ulong pad, HashChain* chain)
    {
        var block = (HashBlock*)&hmac->State.Buffer;
        *block = hmac->PaddedKey;
        Xor(pad, block);
        hash.Begin(&hmac->State);
        hash.Append(&hmac->State, (byte*)block, hash.BlockBytes);
        hash.CopyChain(&hmac->State.Chain, chain);
    }
}
