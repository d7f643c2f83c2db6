using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto;

/// <summary>
/// CMAC (SP 800-38B): a key, and a message under way. It lies in a slot or on the stack, aligned to 16 bytes, and the expanded key
/// follows it. A message is encrypted in CBC, and what comes out dropped but for the last block. The last block of the message
/// is held back until it is known to be the last: it is XORed with one of two subkeys, K1 if it is whole and K2 if it is padded.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct CmacState
{
    /// <summary>Bytes before the expanded key.</summary>
    public const int HeadBytes = 128;

    /// <summary>CBC encrypts to a buffer of so many bytes at once; nobody reads it.</summary>
    private const int DroppedBytes = 1024;

    /// <summary>The last block that CBC gave out.</summary>
    public AesBlock Chain;

    /// <summary>What may be the last block of the message: 0 to 16 bytes.</summary>
    public AesBlock Held;

    public AesBlock Subkey1;
    public AesBlock Subkey2;

    /// <summary>The key as given, of which half may be in the next field.</summary>
    public AesBlock CipherKey;

    public AesBlock RestOfKey;

    public int HeldBytes;
    public int KeyBytes;

    /// <summary>The key as given.</summary>
    public static ReadOnlySpan<byte> Key(CmacState* state) => new(&state->CipherKey, state->KeyBytes);

    /// <summary>Takes a key of 16, 24 or 32 bytes, and begins a message.</summary>
    public static void SetKey(AesKernel kernel, CmacState* state, ReadOnlySpan<byte> key)
    {
        fixed (byte* bytes = &SpanStart.Of(key))
            Buffer.MemoryCopy(bytes, &state->CipherKey, sizeof(AesBlock) * 2, key.Length);
        state->KeyBytes = key.Length;
        kernel.ExpandKey((byte*)&state->CipherKey, key.Length, Schedule(state));

        // L is the encrypted block of zeros.
        var block = (byte*)&state->Held;
        Unsafe.InitBlock(block, 0, AesBlock.Bytes);
        Run(kernel, state, AesOperation.EncryptEcb, block, block, AesBlock.Bytes);
        CmacSubkeys.Expand(block, (byte*)&state->Subkey1, (byte*)&state->Subkey2);
        Begin(state);
    }

    /// <summary>Begins a message.</summary>
    public static void Begin(CmacState* state)
    {
        state->Chain = default;
        state->Held = default;
        state->HeldBytes = 0;
    }

    public static void Append(AesKernel kernel, CmacState* state, byte* source, int length)
    {
        var held = (byte*)&state->Held;
        var missing = AesBlock.Bytes - state->HeldBytes;
        if (length <= missing)
        {
            Hold(state, source, length);
            return;
        }

        if (state->HeldBytes > 0)
        {
            Hold(state, source, missing);
            Absorb(kernel, state, held, AesBlock.Bytes);
            source += missing;
            length -= missing;
        }

        var before = (length - 1) & -AesBlock.Bytes;
        if (before > 0)
            Absorb(kernel, state, source, before);
        state->HeldBytes = 0;
        Hold(state, source + before, length - before);
    }

    /// <summary>Ends the message, writes its code of 16 bytes, and begins the next.</summary>
    public static void Finish(AesKernel kernel, CmacState* state, byte* destination)
    {
        var held = (byte*)&state->Held;
        var subkey = (byte*)&state->Subkey1;
        if (state->HeldBytes < AesBlock.Bytes)
        {
            held[state->HeldBytes] = 0x80;
            new Span<byte>(held + state->HeldBytes + 1, AesBlock.Bytes - state->HeldBytes - 1).Clear();
            subkey = (byte*)&state->Subkey2;
        }

        for (var i = 0; i < AesBlock.Bytes; i += sizeof(ulong))
            *(ulong*)(held + i) ^= *(ulong*)(subkey + i);
        Absorb(kernel, state, held, AesBlock.Bytes);
        Unsafe.WriteUnaligned(destination, state->Chain);
        Begin(state);
    }

    private static void Hold(CmacState* state, byte* source, int length)
    {
        Buffer.MemoryCopy(source, (byte*)&state->Held + state->HeldBytes, AesBlock.Bytes - state->HeldBytes, length);
        state->HeldBytes += length;
    }

    /// <summary>Encrypts whole blocks in CBC and keeps the last one alone.</summary>
    [SkipLocalsInit]
    private static void Absorb(AesKernel kernel, CmacState* state, byte* source, int length)
    {
        // What CBC gives out tells of the message before its code is given.
        Dropped dropped;
        using var secret = new SecretScope(&dropped, Math.Min(length, DroppedBytes));
        for (int left = length, bytes; left > 0; left -= bytes, source += bytes)
        {
            bytes = Math.Min(left, DroppedBytes);
            Run(kernel, state, AesOperation.EncryptCbc, source, (byte*)&dropped, bytes);
        }
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run(
        AesKernel kernel, CmacState* state, AesOperation operation, byte* source, byte* destination, int length)
    {
        AesArguments arguments;
        arguments.Schedule = Schedule(state);
        arguments.Source = source;
        arguments.Destination = destination;
        arguments.Length = length;
        arguments.IV = (byte*)&state->Chain;
        arguments.Rounds = AesKernel.RoundsFor(state->KeyBytes);
        kernel.Run(operation, &arguments);
    }

    private static byte* Schedule(CmacState* state) => (byte*)state + HeadBytes;

    [StackRoom]
    [StructLayout(LayoutKind.Sequential, Size = DroppedBytes)]
    private struct Dropped
    {
    }
}
