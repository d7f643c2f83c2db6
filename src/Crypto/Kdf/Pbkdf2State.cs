using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// PBKDF2 with HMAC (RFC 8018, section 5.2): a password and a salt, in memory that does not move. The password's padded blocks and
/// the salt are hashed once, whatever number of blocks is derived.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct Pbkdf2State
{
    private HmacState _hmac;
    private HashState _salted;
    private Pbkdf2Arguments _iterations;

    /// <summary>Fills a destination, which may overlap the password and the salt.</summary>
    public static void Derive(
        MessageHash hash, ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, int iterations, Span<byte> destination)
    {
        DeriveOfNoSecret(hash, password, salt, iterations, destination);
        Secret.ForgetAllRegisters();
    }

    /// <summary>The same, but registers keep what went through them; what makes them forget is not compiled ahead.</summary>
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void DeriveOfNoSecret(
        MessageHash hash, ReadOnlySpan<byte> password, ReadOnlySpan<byte> salt, int iterations, Span<byte> destination)
    {
        Pbkdf2State state;
        Blocks blocks;
        using SecretScope secretState = new(&state, sizeof(Pbkdf2State)), secretBlocks = new(&blocks, sizeof(Blocks));
        SetPassword(hash, &state, password);
        SetSalt(hash, &state, salt);
        for (var number = 1u; !destination.IsEmpty; number++)
        {
            var two = destination.Length > hash.DigestBytes && hash.IteratesTwo;
            if (two)
                DeriveTwo(hash, &state, number++, iterations, &blocks);
            else
                DeriveBlock(hash, &state, number, iterations, (byte*)&blocks.First);
            destination = Take(hash, &blocks.First, destination);
            if (two)
                destination = Take(hash, &blocks.Second, destination);
        }
    }

    public static void SetPassword(MessageHash hash, Pbkdf2State* state, ReadOnlySpan<byte> password)
    {
        HmacState.SetKey(hash, &state->_hmac, password);
        hash.CopyChain(&state->_hmac.Inner, &state->_iterations.Inner);
        hash.CopyChain(&state->_hmac.Outer, &state->_iterations.Outer);
    }

    /// <summary>Takes a salt, after the password.</summary>
    public static void SetSalt(MessageHash hash, Pbkdf2State* state, ReadOnlySpan<byte> salt)
    {
        HmacState.Begin(hash, &state->_hmac);
        hash.Update(&state->_hmac.State, salt);
        hash.Copy(&state->_hmac.State, &state->_salted);
    }

    /// <summary>Derives a block of a digest's length. Registers keep what went through them: the caller's copy forgets it.</summary>
    /// <param name="hash">As in the other calls.</param>
    /// <param name="state">Has the password and the salt.</param>
    /// <param name="number">Of the block; the first is 1.</param>
    /// <param name="iterations">One or more.</param>
    /// <param name="block">Receives the block.</param>
    public static void DeriveBlock(MessageHash hash, Pbkdf2State* state, uint number, int iterations, byte* block)
    {
        Begin(hash, state, number, &state->_iterations.Sum, &state->_iterations.Block);
        state->_iterations.Iterations = iterations - 1;
        hash.Iterate(&state->_iterations);
        WriteBlock(hash, state, &state->_iterations.Sum, block);
    }

    /// <summary>Derives a block and the next at once, where the kernel does.</summary>
    private static void DeriveTwo(MessageHash hash, Pbkdf2State* state, uint number, int iterations, Blocks* blocks)
    {
        Begin(hash, state, number, &state->_iterations.Sum, &state->_iterations.Block);
        Begin(hash, state, number + 1, &state->_iterations.OtherSum, &state->_iterations.OtherBlock);
        state->_iterations.Iterations = iterations - 1;
        hash.IterateTwo(&state->_iterations);
        WriteBlock(hash, state, &state->_iterations.Sum, (byte*)&blocks->First);
        WriteBlock(hash, state, &state->_iterations.OtherSum, (byte*)&blocks->Second);
    }

    /// <summary>The first iteration of a block, whose message is the salt and its number.</summary>
    private static void Begin(MessageHash hash, Pbkdf2State* state, uint number, HashWords* sum, HashBlock* block)
    {
        var hmac = &state->_hmac;
        hash.Copy(&state->_salted, &hmac->State);
        hash.Update(&hmac->State, number);

        // The first result is written over the inner digest, whose padding in the buffer is that of all iterations to come.
        HmacState.Finish(hash, hmac, null, 0, (byte*)&hmac->State.Buffer);
        *sum = hmac->State.Chain.First;
        *block = *(HashBlock*)&hmac->State.Buffer;
    }

    private static void WriteBlock(MessageHash hash, Pbkdf2State* state, HashWords* sum, byte* block)
    {
        state->_hmac.State.Chain.First = *sum;
        hash.WriteDigest(&state->_hmac.State, block);
    }

    /// <returns>The rest of the destination.</returns>
    private static Span<byte> Take(MessageHash hash, HashWords* block, Span<byte> destination)
    {
        var bytes = Math.Min(hash.DigestBytes, destination.Length);
        new ReadOnlySpan<byte>(block, bytes).CopyTo(destination);
        return destination.Slice(bytes);
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Blocks
    {
        public HashWords First, Second;
    }
}
