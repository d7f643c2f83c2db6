using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.Mutants;

/// <summary>
/// Code that fills all registers before a routine begins. Otherwise a self-test may pass because its own code, or the call before, left in a
/// register what a changed instruction no longer loads.
/// </summary>
internal sealed unsafe class Scrambler
{
    /// <summary>Two landing pads with the move of the argument between them, which the code does, too.</summary>
    private const int EntryBytes = 11;

    private const int StubBytes = 1024;

    private const ulong Odd = 0x9E3779B97F4A7C15;

    /// <summary>All kinds of junk: bits of all sorts, the same with other signs, and zeros.</summary>
    private static readonly ulong[] s_junk = [Odd, unchecked((ulong)-(long)Odd), 0];

    private static readonly AssemblerRegister64[] s_saved = [rbx, rbp, r12, r13, r14, r15];

    private static readonly AssemblerRegisterK[] s_masks = [k1, k2, k3, k4, k5, k6, k7];

    private readonly byte* _stubs;
    private readonly byte* _page;
    private readonly int[] _entries;

    /// <param name="page">A family's code.</param>
    /// <param name="entries">Where its routines begin.</param>
    public Scrambler(byte* page, IEnumerable<int> entries)
    {
        _page = page;
        _entries = [.. entries.Order()];
        _stubs = MapNear(page, s_junk.Length * _entries.Length * StubBytes);
        for (var i = 0; i < s_junk.Length * _entries.Length; i++)
        {
            var entry = _entries[i / s_junk.Length];
            var place = _stubs + (i * StubBytes);
            Stub(s_junk[i % s_junk.Length], place, page + entry + EntryBytes).CopyTo(new Span<byte>(place, StubBytes));
        }
    }

    /// <summary>
    /// A jump there from the beginning of the routine that is changed, for each kind of junk; none, if that is what is changed.
    /// </summary>
    public (int Offset, byte[] Bytes)[] EntriesFor(Trial trial)
    {
        var number = Array.FindLastIndex(_entries, entry => entry <= trial.Offset);
        var entry = _entries[number];
        if (trial.Bytes.Length > 0 && trial.Offset < entry + EntryBytes)
            return [(entry, [])];
        return [.. s_junk.Select((_, kind) =>
        {
            var distance = _stubs + (((number * s_junk.Length) + kind) * StubBytes) - (_page + entry + 5);
            return (entry, (byte[])[0xE9, .. BitConverter.GetBytes(checked((int)distance))]);
        })];
    }

    /// <summary>As near as a jump can go. Linux maps where it is told to, if nothing is there.</summary>
    private static byte* MapNear(byte* page, int bytes)
    {
        const int Anonymous = 0x20;
        const long Step = 1 << 20, Farthest = int.MaxValue - (16 * Step);
        for (var distance = Step; distance < Farthest; distance += Step)
        {
            foreach (var wanted in new[] { (nint)(page - distance), (nint)(page + distance) })
            {
                var got = Libc.mmap(
                    (byte*)wanted, (UIntPtr)(uint)bytes, Libc.Read | Libc.Write | Libc.Execute, Libc.Private | Anonymous, -1, IntPtr.Zero);
                if ((nint)got == wanted)
                    return got;
                _ = Libc.munmap(got, (UIntPtr)(uint)bytes);
            }
        }

        throw new InvalidOperationException("There is no room for code within the distance of a jump.");
    }

    /// <summary>
    /// Calls the code with junk in the general registers, the flags, all vectors and masks. The argument goes from rdi to rcx. Registers that
    /// the caller wants back are saved and restored here; whether the code restores them, <c>ClobberTests</c> check.
    /// </summary>
    private static byte[] Stub(ulong junk, byte* place, byte* code)
    {
        var asm = new Assembler(64);
        var address = asm.CreateLabel();
        foreach (var register in s_saved)
            asm.push(register);
        asm.sub(rsp, sizeof(ulong));
        asm.mov(rcx, rdi);
        AssemblerRegister64[] general = [rax, rdx, rsi, r8, r9, r10, r11, .. s_saved];
        for (var i = 0; i < general.Length; i++)
            asm.mov(general[i], junk * (ulong)((2 * i) + 1));
        if ((Cpu.ForMachineCode & CpuFeatures.Avx512) != CpuFeatures.None)
        {
            for (var i = 0; i < 32; i++)
                asm.vpbroadcastq(Vectors.Z(i), general[i % general.Length]);
            foreach (var mask in s_masks)
                asm.kmovq(mask, rdx);
        }
        else
        {
            for (var i = 0; i < 16; i++)
            {
                asm.vmovq(Vectors.X(i), general[i % general.Length]);
                asm.vpunpcklqdq(Vectors.X(i), Vectors.X(i), Vectors.X(i));
                asm.vinsertf128(Vectors.Y(i), Vectors.Y(i), Vectors.X(i), 1);
            }
        }

        asm.cmp(rax, rdx);
        asm.call(__qword_ptr[address]);
        asm.add(rsp, sizeof(ulong));
        foreach (var register in s_saved.Reverse())
            asm.pop(register);
        asm.ret();
        asm.Label(ref address);
        asm.dq((ulong)code);
        using var stream = new MemoryStream();
        asm.Assemble(new StreamCodeWriter(stream), (ulong)place);
        return stream.Length <= StubBytes ? stream.ToArray() : throw new InvalidOperationException("A stub is longer than its place.");
    }
}
