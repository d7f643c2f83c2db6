using System;
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
    public fixed ulong PaddedKey[ShaState.MaxBlockBytes / 8];

    /// <summary>Bytes of the padded key before its zeros.</summary>
    public int Length;

    private fixed ulong _inner[8];
    private fixed ulong _outer[8];

    /// <summary>Computes the HMAC of a whole message on the stack.</summary>
    public static void Hash(
        ShaAlgorithm sha, ShaKernel kernel, ReadOnlySpan<byte> key, ReadOnlySpan<byte> source, Span<byte> digest)
    {
        var memory = stackalloc byte[ShaState.StackBytes];
        var state = ShaState.OnStack(memory);
        HmacKey expanded;
        Expand(sha, kernel, key, &expanded, state);
        fixed (byte* message = source)
        {
            Begin(sha, &expanded, state);
            Finish(sha, kernel, &expanded, state, message, source.Length, digest);
        }

        Secret.Wipe(memory, ShaState.StackBytes);
        Secret.Wipe(&expanded, sizeof(HmacKey));
    }

    /// <summary>Expands a key of any length; the state is working memory.</summary>
    public static void Expand(ShaAlgorithm sha, ShaKernel kernel, ReadOnlySpan<byte> key, HmacKey* expanded, ShaState* state)
    {
        var padded = new Span<byte>(expanded->PaddedKey, ShaState.MaxBlockBytes);
        padded.Clear();
        if (key.Length > sha.BlockBytes)
        {
            sha.Hash(kernel, key, padded);
            expanded->Length = sha.DigestBytes;
        }
        else
        {
            key.CopyTo(padded);
            expanded->Length = key.Length;
        }

        Absorb(sha, kernel, expanded, InnerPad, state, expanded->_inner);
        Absorb(sha, kernel, expanded, OuterPad, state, expanded->_outer);
    }

    /// <summary>Begins a message.</summary>
    public static void Begin(ShaAlgorithm sha, HmacKey* key, ShaState* state) => Resume(sha, key->_inner, state);

    /// <summary>Ends the message with <paramref name="length"/> further bytes: none if something is in the buffer.</summary>
    public static void Finish(
        ShaAlgorithm sha, ShaKernel kernel, HmacKey* key, ShaState* state, byte* source, nint length, Span<byte> digest)
    {
        sha.Finish(kernel, state, source, length, new Span<byte>(state->Buffer, sha.DigestBytes));
        Resume(sha, key->_outer, state);
        state->Length += (uint)sha.DigestBytes;
        sha.Finish(kernel, state, null, 0, digest);
    }

    private static void Absorb(
        ShaAlgorithm sha, ShaKernel kernel, HmacKey* key, ulong pad, ShaState* state, ulong* chain)
    {
        var block = (ulong*)state->Buffer;
        for (var i = 0; i < sha.BlockBytes / 8; i++)
            block[i] = key->PaddedKey[i] ^ pad;
        sha.Begin(state);
        sha.Append(kernel, state, state->Buffer, sha.BlockBytes);
        for (var i = 0; i < 8; i++)
            chain[i] = state->Chain[i];
    }

    private static void Resume(ShaAlgorithm sha, ulong* chain, ShaState* state)
    {
        for (var i = 0; i < 8; i++)
            state->Chain[i] = chain[i];
        state->Length = (uint)sha.BlockBytes;
    }
}
