using System;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The iterations of PBKDF2 on Arm64. A result stays in the registers that have the words of a block, from one hash to the next, and the
/// padding behind it comes from a table; only at the end it becomes bytes. Hashes over the inner padded key and over the outer one take
/// turns. The sum lies in memory, since nothing waits for it. Two blocks of a key at once are two results side by side.
/// <para>Constant-time: branches and addresses depend on the number of iterations and the length of a digest alone.</para>
/// </summary>
internal sealed class Pbkdf2Arm64Program(string name, CpuFeatures requires, Func<A64Program, ShaArm64Steps[]> steps, params int[] digestBytes)
    : A64Program(name, requires, Layouts.Pbkdf2)
{
    private const int VectorBytes = ShaArm64Steps.VectorBytes;

    /// <summary>The padded key that the next hash is over, and the other.</summary>
    private static readonly X s_next = x[1], s_other = x[2];

    private static readonly X s_padding = x[4], s_temporary = x[8];
    private static readonly X[] s_sums = [x[3], x[9]];
    private static readonly string[] s_prefixes = ["", "Other"];

    /// <summary>The hashes to come: even before one over the inner padded key.</summary>
    private static readonly X s_left = x[5];

    private static readonly V s_mask = v[30], s_pad = v[31];

    /// <summary>Of each block of the key.</summary>
    private ShaArm64Steps[] Steps => steps(this);

    /// <summary>The first vector that has padding.</summary>
    private int FirstPadded => digestBytes.Min() / VectorBytes;

    protected override void Body()
    {
        var (loop, isInner, end) = (new A64Label(), new A64Label(), new A64Label());
        Steps[0].LoadConstants();
        Asm.Add(s_next, x[0], Arguments["Inner"].Offset);
        Asm.Add(s_other, x[0], Arguments["Outer"].Offset);
        for (var i = 0; i < Steps.Length; i++)
        {
            Asm.Add(s_sums[i], x[0], Arguments[s_prefixes[i] + "Sum"].Offset);
            Asm.Add(s_temporary, x[0], Arguments[s_prefixes[i] + "Block"].Offset);
            Steps[i].LoadWords(s_temporary);
        }

        FindPadding();
        Asm.Ldr(s_left, Argument("Iterations"));
        Asm.Cbz(s_left, end);
        Asm.Add(s_left, s_left, s_left);
        Align(16);
        Asm.Bind(loop);
        foreach (var steps in Steps)
            steps.LoadChain(s_next);
        ShaArm64Steps.Compress(Steps, steps => steps.FirstWords);
        Asm.Tbz(s_left, 0, isInner);
        for (var i = 0; i < Steps.Length; i++)
            AddUp(Steps[i].FirstWords, s_sums[i]);
        Asm.Bind(isInner);
        Pad();
        Asm.Mov(s_temporary, s_next);
        Asm.Mov(s_next, s_other);
        Asm.Mov(s_other, s_temporary);
        Asm.Subs(s_left, s_left, 1);
        Asm.B(A64Condition.Ne, loop);

        Asm.Bind(end);
        for (var i = 0; i < Steps.Length; i++)
        {
            Asm.Add(s_temporary, x[0], Arguments[s_prefixes[i] + "Block"].Offset);
            Steps[i].StoreWords(s_temporary);
        }

        Return();
    }

    /// <summary>Of two lengths of digests there are two tables.</summary>
    private void FindPadding()
    {
        Asm.Adr(s_padding, Constant(Padding(digestBytes[0])));
        if (digestBytes.Length == 1)
            return;
        Asm.Adr(s_temporary, Constant(Padding(digestBytes[1])));
        Asm.Ldr(w[s_left.Number], Argument("DigestBytes"));
        Asm.Cmp(s_left, digestBytes[0]);
        Asm.Csel(s_padding, s_padding, s_temporary, A64Condition.Eq);
    }

    private void AddUp(V[] result, X sum)
    {
        for (var i = 0; i < result.Length; i += 2)
        {
            A64Address place = new(sum, VectorBytes * i);
            Asm.LdpQ(s_mask, s_pad, place);
            Asm.Eor(s_mask, s_mask, result[i]);
            Asm.Eor(s_pad, s_pad, result[i + 1]);
            Asm.StpQ(s_mask, s_pad, place);
        }
    }

    private void Pad()
    {
        Asm.LdpQ(s_mask, s_pad, new(s_padding, 0));
        foreach (var words in Steps.Select(steps => steps.Words))
        {
            Asm.And(words[FirstPadded], words[FirstPadded], s_mask);
            Asm.Orr(words[FirstPadded], words[FirstPadded], s_pad);
            for (var i = FirstPadded + 1; i < words.Length; i++)
                Asm.LdrQ(words[i], new(s_padding, VectorBytes * (i - FirstPadded + 1)));
        }
    }

    /// <summary>
    /// What the first vector with padding keeps of a digest, and the words that follow: a bit, zeros, and the length in bits of a padded key and a
    /// digest.
    /// </summary>
    private byte[] Padding(int digest)
    {
        var block = new byte[Steps[0].BlockBytes];
        block[digest] = 0x80;
        BinaryPrimitives.WriteInt32BigEndian(block.AsSpan(block.Length - sizeof(int)), 8 * (block.Length + digest));
        var first = VectorBytes * FirstPadded;
        IEnumerable<byte> kept = Enumerable.Range(first, VectorBytes).Select(i => i < digest ? byte.MaxValue : byte.MinValue);
        return [.. kept, .. block.Chunk(Steps[0].WordBytes).SelectMany(word => word.Reverse()).Skip(first)];
    }
}
