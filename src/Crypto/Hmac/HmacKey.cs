using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// A key of HMAC (FIPS 198-1), whose two padded blocks are compressed once, so that a short message costs two further
/// compressions. It lives where the <see cref="ShaState"/> beside it lives.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HmacKey
{
    private const ulong InnerPad = 0x3636363636363636;
    private const ulong OuterPad = 0x5c5c5c5c5c5c5c5c;

    /// <summary>K0: the key as given, or its digest if it is longer than a block, and zeros.</summary>
    public ShaBlock PaddedKey;

    /// <summary>Bytes of the padded key before its zeros.</summary>
    public int Length;

    private ShaChain _inner;
    private ShaChain _outer;

    /// <summary>Computes the HMAC of a whole message on the stack: for a short one, by two calls of the kernel.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Hash(
        ShaAlgorithm sha, ShaKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> digest)
    {
        ShaState state;
        ShaBlock block;
        Pad(sha, kernel, key, &block);
        fixed (byte* message = source, destination = digest)
        {
            var innerDigest = (byte*)&state.Overflow;
            Add(InnerPad, &block);
            sha.Hash(kernel, &state, &block, message, source.Length, innerDigest);
            Add(InnerPad ^ OuterPad, &block);
            sha.Hash(kernel, &state, &block, innerDigest, sha.DigestBytes, destination);
        }

        Secret.Wipe(&state, sizeof(ShaState));
        Secret.Wipe(&block, sizeof(ShaBlock));
    }

    /// <summary>Expands a key of any length; the state is working memory.</summary>
    public static void Expand(ShaAlgorithm sha, ShaKernel kernel, ReadOnlySpan<byte> key, HmacKey* expanded, ShaState* state)
    {
        expanded->Length = Pad(sha, kernel, key, &expanded->PaddedKey);
        Absorb(sha, kernel, expanded, InnerPad, state, &expanded->_inner);
        Absorb(sha, kernel, expanded, OuterPad, state, &expanded->_outer);
    }

    /// <summary>Begins a message.</summary>
    public static void Begin(ShaAlgorithm sha, HmacKey* key, ShaState* state) => Resume(sha, &key->_inner, state);

    /// <summary>Ends the message, of which the state has all.</summary>
    public static void Finish(ShaAlgorithm sha, ShaKernel kernel, HmacKey* key, ShaState* state, byte* digest)
    {
        var innerDigest = (byte*)&state->Overflow;
        sha.Finish(kernel, state, null, 0, innerDigest);
        Resume(sha, &key->_outer, state);
        sha.Finish(kernel, state, innerDigest, sha.DigestBytes, digest);
    }

    /// <returns>Bytes of the padded key before its zeros.</returns>
    private static int Pad(ShaAlgorithm sha, ShaKernel kernel, ReadOnlySpan<byte> key, ShaBlock* padded)
    {
        *padded = default;
        var bytes = new Span<byte>(padded, sizeof(ShaBlock));
        if (key.Length > sha.BlockBytes)
        {
            sha.Hash(kernel, key, bytes);
            return sha.DigestBytes;
        }

        key.CopyTo(bytes);
        return key.Length;
    }

    private static void Add(ulong pad, ShaBlock* block)
    {
        for (var i = 0; i < sizeof(ShaBlock) / sizeof(ulong); i++)
            ((ulong*)block)[i] ^= pad;
    }

    private static void Absorb(ShaAlgorithm sha, ShaKernel kernel, HmacKey* key, ulong pad, ShaState* state, ShaChain* chain)
    {
        state->Overflow = key->PaddedKey;
        Add(pad, &state->Overflow);
        sha.Begin(state);
        sha.Append(kernel, state, (byte*)&state->Overflow, sha.BlockBytes);
        *chain = state->Chain;
    }

    private static void Resume(ShaAlgorithm sha, ShaChain* chain, ShaState* state)
    {
        state->Chain = *chain;
        state->Length = (uint)sha.BlockBytes;
    }
}
