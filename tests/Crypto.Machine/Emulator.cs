using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Iced.Intel;

namespace ManagedCrypto.Machine;

/// <summary>
/// Runs the library's machine code where the CPU cannot: the library's calls come here first, in a copy of it that <see cref="Redirection"/>
/// made. CPUID tells of AVX-512 here.
/// </summary>
public static unsafe class Emulator
{
    private const int StackBytes = 1 << 16;

    private static readonly bool s_runsAll = Environment.GetEnvironmentVariable("CRYPTO_MACHINE") == "all";

    private static readonly ConcurrentDictionary<nint, Step?> s_entries = new();

    [ThreadStatic]
    private static Machine<byte, Numbers, ProcessMemory>? t_machine;

    [ThreadStatic]
    private static byte* t_stack;

    /// <summary>Runs the routine at an address, unless the CPU can.</summary>
    /// <returns>Whether it ran.</returns>
    public static bool TryRun(void* address, void* argument)
    {
        if (s_entries.GetOrAdd((nint)address, Find) is not { } entry)
            return false;
        var machine = t_machine ??= Create();
        machine.SetNumber(Register.RDI, (ulong)argument);
        machine.SetNumber(Register.RSP, (ulong)(t_stack + (StackBytes / 2)));
        machine.Run(entry);
        return true;
    }

    /// <summary>Null for what the CPU can run by itself.</summary>
    private static Step? Find(nint address)
    {
        var code = Routines.Read((ulong)address);
        return s_runsAll || code.Values.Any(IsBeyondCpu) ? code[(ulong)address] : null;
    }

    private static bool IsBeyondCpu(Step step) =>
        step.Mnemonic is Mnemonic.Cpuid or Mnemonic.Xgetbv
        || (!Avx512F.IsSupported && step.Instruction.CpuidFeatures.Any(feature => feature.ToString().StartsWith("AVX512", StringComparison.Ordinal)));

    /// <summary>Registers hold what the call before left in them, and at first junk.</summary>
    private static Machine<byte, Numbers, ProcessMemory> Create()
    {
        const uint SavesAll = 0xE7;
        t_stack = (byte*)NativeMemory.AllocZeroed(StackBytes);
        var machine = new Machine<byte, Numbers, ProcessMemory>(default, default) { Cpuid = Cpuid, ExtendedControl = SavesAll };
        var junk = new Random(Environment.CurrentManagedThreadId);
        junk.NextBytes(machine.General);
        junk.NextBytes(machine.Vectors);
        foreach (ref var mask in machine.Masks)
            mask = (ulong)junk.NextInt64();
        return machine;
    }

    /// <summary>This CPU's answers, and AVX-512, VAES and VPCLMULQDQ.</summary>
    private static (uint Eax, uint Ebx, uint Ecx, uint Edx) Cpuid(uint leaf, uint subleaf)
    {
        const uint Features = 7, Avx512 = 0xD0030000, VectorAes = 0x600;
        var (eax, ebx, ecx, edx) = X86Base.CpuId((int)leaf, (int)subleaf);
        var isFeatures = leaf == Features && subleaf == 0;
        return ((uint)eax, (uint)ebx | (isFeatures ? Avx512 : 0), (uint)ecx | (isFeatures ? VectorAes : 0), (uint)edx);
    }
}
