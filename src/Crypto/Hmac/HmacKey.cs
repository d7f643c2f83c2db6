using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A key of HMAC (FIPS 198-1), whose two padded blocks are compressed once, so that a short message costs two further
/// compressions. It lies beside the <see cref="HashState"/>, in the same memory.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HmacKey
{
    private const ulong InnerPad = 0x3636363636363636;
    private const ulong OuterPad = 0x5c5c5c5c5c5c5c5c;

    /// <summary>K0: the key as given, or its digest if it is longer than a block, and zeros.</summary>
    public HashBlock PaddedKey;

    /// <summary>Bytes of the padded key before its zeros.</summary>
    public int Length;

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
        fixed (byte* message = source, destination = code)
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

    /// <summary>Expands a key of any length; the state is working memory.</summary>
    public static void Expand(MessageHash hash, ReadOnlySpan<byte> key, HmacKey* expanded, HashState* state)
    {
        expanded->Length = Pad(hash, key, &expanded->PaddedKey);
        Absorb(hash, expanded, InnerPad, state, &expanded->Inner);
        Absorb(hash, expanded, OuterPad, state, &expanded->Outer);
    }

    /// <summary>Begins a message.</summary>
    public static void Begin(MessageHash hash, HmacKey* key, HashState* state) =>
        hash.Resume(state, &key->Inner, (uint)hash.BlockBytes);

    /// <summary>Ends the message with <paramref name="length"/> further bytes.</summary>
    public static void Finish(MessageHash hash, HmacKey* key, HashState* state, byte* source, nint length, byte* digest)
    {
        hash.End(state, source, length);
        hash.ResumeWithDigest(state, &key->Outer);
        hash.Finish(state, null, 0, digest);
    }

    /// <returns>Bytes of the padded key before its zeros.</returns>
    private static int Pad(MessageHash hash, ReadOnlySpan<byte> key, HashBlock* padded)
    {
        *padded = default;
        var bytes = new Span<byte>(padded, sizeof(HashBlock));
        if (key.Length > hash.BlockBytes)
        {
            hash.Hash(key, bytes);
            return hash.DigestBytes;
        }

        key.CopyTo(bytes);
        return key.Length;
    }

    private static void Xor(ulong pad, HashBlock* block)
    {
        var lines = (byte*)block;
        for (; lines < (byte*)&block->Last; lines += Lines.Bytes)
            Lines.Xor(lines, pad);
        block->Last ^= pad;
    }

    private static void Absorb(MessageHash hash, HmacKey* key, ulong pad, HashState* state, HashChain* chain)
    {
        var block = (HashBlock*)&state->Buffer;
        *block = key->PaddedKey;
        Xor(pad, block);
        hash.Begin(state);
        hash.Append(state, (byte*)block, hash.BlockBytes);
        hash.CopyChain(&state->Chain, chain);
    }
}
