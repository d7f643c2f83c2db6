using System;
using System.Collections.Generic;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What modes that encrypt a counter share: the XOR with the source. A last partial block is XORed in pieces of 8, 4, 2 and 1 bytes, by
/// the bits of the length.
/// </summary>
internal abstract class AesCounterProgram(string name, AesWidth width) : AesParallelProgram(name, width)
{
    protected const int Counter = FirstOfMode;

    protected static readonly AssemblerRegister64 IV = r11;

    private static readonly AssemblerRegister64 s_keystream = rax;
    private static readonly AssemblerRegister64 s_keystreamHigh = rdx;
    private static readonly AssemblerRegister64 s_piece = rcx;

    /// <summary>Stores the next counter.</summary>
    protected abstract void FinishCounter(Vectors block);

    protected override void Output(Vectors vectors, IReadOnlyList<int> states) => XorSource(vectors, states);

    protected override void Finish(Vectors block)
    {
        var done = Asm.CreateLabel();
        Asm.test(Left, Left);
        Asm.jz(done);
        Cipher(block, [0]);
        Asm.vmovq(s_keystream, xmm0);
        Asm.vpextrq(s_keystreamHigh, xmm0, 1);
        XorPiece(8, () => Asm.mov(rcx, __[Source]), () => Asm.mov(__[Destination], rcx));
        XorPiece(4, () => Asm.mov(ecx, __[Source]), () => Asm.mov(__[Destination], ecx));
        XorPiece(2, () => Asm.movzx(ecx, __word_ptr[Source]), () => Asm.mov(__[Destination], cx));
        XorPiece(1, () => Asm.movzx(ecx, __byte_ptr[Source]), () => Asm.mov(__[Destination], cl));
        Asm.xor(eax, eax);
        Asm.xor(edx, edx);
        Asm.xor(ecx, ecx);
        Asm.Label(ref done);
        FinishCounter(block);
    }

    private void XorPiece(int bytes, Action load, Action store)
    {
        var skip = Asm.CreateLabel();
        Asm.test(r10b, (sbyte)bytes);
        Asm.jz(skip);
        load();
        Asm.xor(s_piece, s_keystream);
        store();
        Asm.add(Source, bytes);
        Asm.add(Destination, bytes);
        if (bytes == 8)
            Asm.mov(s_keystream, s_keystreamHigh);
        else
            Asm.shr(s_keystream, (byte)(8 * bytes));
        Asm.Label(ref skip);
        Asm.zero_bytes();
    }
}
