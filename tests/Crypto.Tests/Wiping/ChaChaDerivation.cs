using System;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Tests.Wiping;

/// <summary>
/// What ChaCha20-Poly1305 makes of a key and a text on the way: the key of its hash, powers of that, and each state of the hash. In
/// memory that is wiped; the stack is the stage's to clean.
/// </summary>
internal static unsafe class ChaChaDerivation
{
    private const int BlockBytes = 16;

    public static void Add(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, ReadOnlySpan<byte> text, Secrets secrets)
    {
        var hashKey = Material.Pinned(64);
        MakeFirstBlock(key, nonce, hashKey);
        secrets.Add("first block", hashKey);

        var message = Material.Pinned(((text.Length + BlockBytes - 1) & -BlockBytes) + BlockBytes);
        var memory = Material.Pinned(text.Length + BlockBytes);
        ChaCha20Poly1305.Seal(Algorithms.ChaCha20Poly1305.Kernels.All[^1], key, nonce, text, memory, default);
        memory.AsSpan(0, text.Length).CopyTo(message);
        BinaryPrimitives.WriteInt64LittleEndian(message.AsSpan(message.Length - 8), text.Length);

        Poly1305State state;
        fixed (byte* k = hashKey, source = message)
        {
            Poly1305.Begin(&state, k);
            secrets.Add("r", new(&state, BlockBytes));
            if (Vector512.IsHardwareAccelerated)
                AddPowers<Vector512<uint>, ChaChaX64Lanes512>(&state, secrets);
            if (Vector256.IsHardwareAccelerated)
                AddPowers<Vector256<uint>, ChaChaX64Lanes256>(&state, secrets);
            for (var i = 0; i < message.Length; i += BlockBytes)
            {
                Poly1305.Update(&state, source + i, BlockBytes);

                // The first is the ciphertext itself.
                if (i > 0)
                    secrets.Add("state of Poly1305", new(&state.H0, BlockBytes));
            }
        }

        Secret.Wipe(&state, sizeof(Poly1305State));
        CryptographicOperations.ZeroMemory(hashKey);
        CryptographicOperations.ZeroMemory(message);
        CryptographicOperations.ZeroMemory(memory);
        Secret.ForgetRegisters();
    }

    private static void AddPowers<TVector, TLanes>(Poly1305State* state, Secrets secrets)
        where TVector : unmanaged
        where TLanes : struct, IPoly1305Lanes<TVector>
    {
        var memory = Material.Pinned(sizeof(Poly1305LanesMemory));
        fixed (byte* start = memory)
        {
            var lanes = Poly1305Blocks<TVector, TLanes>.Align((Poly1305LanesMemory*)start);
            Poly1305Blocks<TVector, TLanes>.MakePowers(lanes, state);
            secrets.Add("powers of r", new(lanes, sizeof(Poly1305LanesMemory) - Poly1305LanesMemory.LargestVectorBytes));
        }

        CryptographicOperations.ZeroMemory(memory);
    }

    /// <summary>Block 0 (RFC 8439, section 2.3).</summary>
    private static void MakeFirstBlock(ReadOnlySpan<byte> key, ReadOnlySpan<byte> nonce, Span<byte> block)
    {
        Span<uint> first = stackalloc uint[16], words = stackalloc uint[16];
        new uint[] { 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574 }.CopyTo(first);
        MemoryMarshal.Cast<byte, uint>(key).CopyTo(first[4..]);
        first[12] = 0;
        MemoryMarshal.Cast<byte, uint>(nonce).CopyTo(first[13..]);
        first.CopyTo(words);
        for (var i = 0; i < 80; i++)
        {
            // Columns and diagonals in turns.
            var (column, turn) = (i % 4, i / 4 % 2);
            QuarterRound(
                ref words[column], ref words[4 + ((column + turn) % 4)],
                ref words[8 + ((column + (2 * turn)) % 4)], ref words[12 + ((column + (3 * turn)) % 4)]);
        }

        for (var i = 0; i < 16; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(block[(4 * i)..], words[i] + first[i]);
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(first));
        CryptographicOperations.ZeroMemory(MemoryMarshal.AsBytes(words));
    }

    private static void QuarterRound(ref uint a, ref uint b, ref uint c, ref uint d)
    {
        a += b;
        d = uint.RotateLeft(d ^ a, 16);
        c += d;
        b = uint.RotateLeft(b ^ c, 12);
        a += b;
        d = uint.RotateLeft(d ^ a, 8);
        c += d;
        b = uint.RotateLeft(b ^ c, 7);
    }
}
