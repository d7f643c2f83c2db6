using System;
using Iced.Intel;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// Copies less than a block, whose bytes r10 counts, in pieces of eight, four, two and one bytes, each at its place: nothing beside them is
/// touched. The addresses have r11 for index. Overwrites r11, and leaves rax cleared.
/// </summary>
internal static class PartialBlock
{
    private const int LongestPiece = 8;

    public static void Copy(Assembler asm, AssemblerMemoryOperand from, params AssemblerMemoryOperand[] to)
    {
        for (var bytes = LongestPiece; bytes > 0; bytes /= 2)
        {
            var none = asm.CreateLabel();
            asm.test(r10d, bytes);
            asm.jz(none);
            asm.mov(r11d, r10d);
            asm.and(r11d, -2 * bytes);
            CopyPiece(asm, bytes, from, to);
            asm.Label(ref none);
            asm.zero_bytes();
        }

        asm.xor(eax, eax);
    }

    private static void CopyPiece(Assembler asm, int bytes, AssemblerMemoryOperand from, AssemblerMemoryOperand[] to)
    {
        switch (bytes)
        {
            case 8:
                asm.mov(rax, from);
                Array.ForEach(to, place => asm.mov(place, rax));
                break;
            case 4:
                asm.mov(eax, from);
                Array.ForEach(to, place => asm.mov(place, eax));
                break;
            case 2:
                asm.mov(ax, from);
                Array.ForEach(to, place => asm.mov(place, ax));
                break;
            default:
                asm.mov(al, from);
                Array.ForEach(to, place => asm.mov(place, al));
                break;
        }
    }
}
