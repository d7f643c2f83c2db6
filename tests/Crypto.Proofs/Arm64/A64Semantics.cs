using System;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.Machine;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.Proofs.Arm64;

/// <summary>
/// Whether a CPU does what <see cref="A64Machine{T, TValues, TMemory}"/> says: each form of an instruction on random operands, in a routine that
/// loads registers from a state, executes it, and stores them. On an Arm64 processor alone.
/// </summary>
internal static unsafe class A64Semantics
{
    /// <summary>Beyond the next instruction.</summary>
    private const int Beyond = 2 * sizeof(uint);

    private const int EachForm = 12, FirstOfUpperVectors = 16;

    /// <summary>Where instructions that access memory do so: in the middle of a buffer that is as long as offsets can be.</summary>
    private const int BufferBytes = 3 << 16, Middle = 1 << 16;

    private static readonly X s_state = x[0], s_address = x[6];

    /// <summary>What routines may change. The first is zero.</summary>
    private static readonly X[] s_general = [x[1], x[2], x[3], x[4], x[5], s_address, x[7]];
    private static readonly V[] s_vectors = [.. v[..8], .. v[FirstOfUpperVectors..]];

    private static readonly byte[] s_stateMemory = GC.AllocateArray<byte>(StateBytes, pinned: true), s_buffer = GC.AllocateArray<byte>(BufferBytes, pinned: true);

    /// <summary>Compares all forms, and then demands that without an instruction another state comes out, for each: that this can fail.</summary>
    /// <returns>Whether all are as the CPU has them.</returns>
    public static bool Run()
    {
        var random = new Random(1);
        var (passed, failed) = (0, 0);
        foreach (var form in A64Instructions.All.Where(form => form.Bits != A64Instructions.Ret.Bits))
        {
            if (WhyWrong(form, random) is { } why)
            {
                Console.WriteLine($"WRONG    {form.Text}: {why}");
                failed++;
            }
            else
            {
                passed++;
            }
        }

        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0;
    }

    private static string? WhyWrong(A64Encoding form, Random random)
    {
        var words = Enumerable.Range(0, EachForm).Select(_ => Draw(form, random)).ToArray();
        var page = CodePage.Load(words.SelectMany(Routine).ToArray(), isForArm64: true);
        if (page.WhyDenied is { } denied)
            return denied;
        var isSeen = false;
        for (var i = 0; i < words.Length; i++)
        {
            var routine = Routine(words[i]);
            byte[] before = [.. new byte[StateBytes]], buffer = new byte[BufferBytes];
            random.NextBytes(before);
            random.NextBytes(buffer);
            before.AsSpan(16 * s_vectors.Length, sizeof(ulong)).Clear();
            var address = (nint)page.Address(new CodeEntry(i * routine.Length, CpuFeatures.None));
            var byCpu = Executed(before, buffer, state => MachineCode.CallBriefly((void*)address, (void*)state));
            if (!byCpu.SequenceEqual(Executed(before, buffer, state => Interpret(routine, address, state))))
                return $"{A64Instructions.Of(words[i]).Format(words[i])} is another";
            var without = Routine(A64Instructions.Nop.Bits);
            isSeen |= !byCpu.SequenceEqual(Executed(before, buffer, state => Interpret(without, address, state)));
        }

        return isSeen || form.FieldNames.Count == 0 ? null : "nothing shows that it was executed";
    }

    private static int StateBytes => (s_general.Length * sizeof(ulong)) + (s_vectors.Length * 16) + (4 * sizeof(ulong));

    /// <summary>An instruction on registers that routines may change.</summary>
    private static uint Draw(A64Encoding form, Random random)
    {
        while (true)
        {
            var word = form.Bits | ((uint)random.NextInt64() & ~form.Mask);
            var operands = form.Decode(word);
            for (var i = 0; i < operands.Length; i++)
            {
                operands[i] = form.FieldNames[i] switch
                {
                    "Xs" when IsAddress(form) => s_address,
                    "V4" => random.Next(2) == 0 ? random.Next(5) : FirstOfUpperVectors + random.Next(13),
                    ['X' or 'W', ..] => s_general[random.Next(s_general.Length)],
                    ['V' or 'Q' or 'D' or 'S', ..] => s_vectors[random.Next(s_vectors.Length)],

                    "at26" or "at19" or "at14" => Beyond,
                    _ => operands[i],
                };
            }

            try
            {
                if (form.Encode(operands) is var drawn && A64Instructions.IsAllocated(form, drawn))
                    return drawn;
            }
            catch (ArgumentOutOfRangeException)
            {
                // Bits that stand for nothing.
            }
        }
    }

    private static bool IsAddress(A64Encoding form) => form.Text.Contains("[<Xs>", StringComparison.Ordinal);

    private static byte[] Routine(uint word)
    {
        var assembler = new A64Assembler();
        Transfer(assembler.Ldr, assembler.LdrQ);
        assembler.Adds(xzr, x[2], x[3]);
        assembler.Data(BitConverter.GetBytes(word));
        assembler.Add(x[7], x[7], 1);
        Transfer(assembler.Str, assembler.StrQ);

        // Flags.
        foreach (var (i, condition) in new[] { A64Condition.Eq, A64Condition.Hs, A64Condition.Mi, A64Condition.Vs }.Index())
        {
            assembler.Cset(x[1], condition);
            assembler.Str(x[1], new(s_state, StateBytes - ((i + 1) * sizeof(ulong))));
        }

        assembler.Ret();
        return assembler.Assemble();

        // All vectors, and behind them general registers.
        void Transfer(Action<X, A64Address> general, Action<V, A64Address> vector)
        {
            for (var i = 0; i < s_vectors.Length; i++)
                vector(s_vectors[i], new(s_state, 16 * i));
            for (var i = 0; i < s_general.Length; i++)
                general(s_general[i], new(s_state, (16 * s_vectors.Length) + (sizeof(ulong) * i)));
        }
    }

    /// <summary>The state and the buffer after a routine, which lie where they lie for others.</summary>
    private static byte[] Executed(byte[] before, byte[] buffer, Action<nint> routine)
    {
        before.CopyTo(s_stateMemory, 0);
        buffer.CopyTo(s_buffer, 0);
        fixed (byte* state = s_stateMemory, memory = s_buffer)
        {
            ((long*)(state + (16 * s_vectors.Length)))[Array.IndexOf(s_general, s_address)] = (long)(memory + Middle);
            routine((nint)state);
        }

        return [.. s_stateMemory, .. SHA256.HashData(s_buffer)];
    }

    private static void Interpret(byte[] routine, nint code, nint state)
    {
        var machine = new A64Machine<byte, Numbers, ProcessMemory>(default, default);
        machine.SetNumber(0, (ulong)state);
        ulong? address = (ulong)code;
        while (address is { } at)
            address = machine.Execute(BitConverter.ToUInt32(routine, (int)(at - (ulong)code)), at);
    }
}
