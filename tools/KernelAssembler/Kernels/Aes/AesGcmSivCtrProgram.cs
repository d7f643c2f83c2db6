using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The counter mode of AES-GCM-SIV (RFC 8452, section 4): the counter is the first 32 bits of its block, little-endian, and wraps alone.
/// So it is an integer where it lies, and each lane has that of its own block; no bytes are reversed, and nothing is carried.
/// </summary>
internal sealed class AesGcmSivCtrProgram(AesWidth width) : AesCounterProgram("TransformGcmSivCtr", width)
{
    protected override void LoadMode(Vectors vectors)
    {
        Asm.mov(IV, Argument("IV"));
        vectors.BroadcastHalves(Counter, __[IV], __[IV + 8], Temporary);
        if (vectors.Lanes > 1)
            Count(vectors, Counter, lane => lane);
    }

    protected override void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys)
    {
        var key = FirstKey(vectors, keys);
        vectors.Xor(states[0], key, Counter);
        for (var i = 1; i < states.Count; i++)
        {
            Count(vectors, states[i], _ => i * vectors.Lanes);
            vectors.Xor(states[i], states[i], key);
        }

        Count(vectors, Counter, _ => states.Count * vectors.Lanes);
    }

    protected override void FinishCounter(Vectors block) => block.Store(__[IV], Counter);

    /// <summary>The counter plus a number for each lane.</summary>
    private void Count(Vectors vectors, int to, Func<int, int> number)
    {
        var numbers = new byte[vectors.Bytes];
        for (var lane = 0; lane < vectors.Lanes; lane++)
            BinaryPrimitives.WriteInt32LittleEndian(numbers.AsSpan(lane * BlockBytes), number(lane));
        vectors.Add32(to, Counter, Constant(numbers, vectors.Bytes));
    }
}
