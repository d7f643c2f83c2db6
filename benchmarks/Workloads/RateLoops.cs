using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Benchmarks.Results;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>
/// Loops of machine code that measure what the core can do. Those for a throughput write registers that nothing reads, so that no
/// instruction waits for another; those for a latency are chains.
/// </summary>
internal static class RateLoops
{
    public const string Side = "rate";
    public const string VectorBytesAxis = "vector bytes";

    private static readonly (int Bytes, Register First, Code Aes, Code Product, Code Xor)[] s_widths =
    [
        (16, Register.XMM0, Code.VEX_Vaesenc_xmm_xmm_xmmm128, Code.VEX_Vpclmulqdq_xmm_xmm_xmmm128_imm8,
            Code.VEX_Vpxor_xmm_xmm_xmmm128),
        (32, Register.YMM0, Code.VEX_Vaesenc_ymm_ymm_ymmm256, Code.VEX_Vpclmulqdq_ymm_ymm_ymmm256_imm8,
            Code.VEX_Vpxor_ymm_ymm_ymmm256),
        (64, Register.ZMM0, Code.EVEX_Vaesenc_zmm_zmm_zmmm512, Code.EVEX_Vpclmulqdq_zmm_zmm_zmmm512_imm8,
            Code.EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32),
    ];

    private static readonly Lazy<(CodePage Page, List<(RateLoop Loop, CodeEntry Entry)> Entries)> s_code = new(Load);

    /// <summary>Every loop.</summary>
    public static IReadOnlyList<RateLoop> All { get; } = [.. Throughputs(), .. Entries(), .. Latencies()];

    /// <summary>Makes every loop that runs here ready to be timed.</summary>
    public static List<TimedRate> Ready() => s_code.Value.Page.WhyDenied is not null ? []
        : [.. from code in s_code.Value.Entries
              where WhyNotHere(code.Loop) is null
              select new TimedRate(code.Loop, Call(s_code.Value.Page, code.Entry))];

    /// <summary>A row for every loop, which fills as it is timed.</summary>
    public static IEnumerable<Measurement> Rows(IReadOnlyList<TimedRate> timed) =>
        from loop in All
        select new Measurement(loop.Name, Side)
        {
            Axes = { [VectorBytesAxis] = loop.VectorBytes },
            Unit = Unit.Cycles,
            NotHere = WhyNotHere(loop),
            Rounds = timed.FirstOrDefault(one => one.Loop == loop)?.Rounds ?? [],
        };

    private static string? WhyNotHere(RateLoop loop)
    {
        var missing = loop.Requires & ~Cpu.ForMachineCode;
        return s_code.Value.Page.WhyDenied ?? (missing == CpuFeatures.None ? null : "needs " + missing);
    }

    /// <summary>The rates after the loops have been timed: of each the best round of its best loop.</summary>
    public static CoreRates RatesOf(IEnumerable<TimedRate> timed) => new(timed
        .GroupBy(one => (one.Loop.Rate, one.Loop.VectorBytes))
        .ToDictionary(rate => rate.Key, rate => rate.Min(one => one.Best)));

    private static unsafe Action Call(CodePage page, CodeEntry entry)
    {
        var address = (nint)page.Address(entry);
        return () => MachineCode.Call((void*)address, null);
    }

    private static IEnumerable<RateLoop> Throughputs()
    {
        foreach (var width in s_widths)
        {
            var (aesNeeds, productNeeds, xorNeeds) = width.Bytes switch
            {
                16 => (CpuFeatures.AesNi, CpuFeatures.Pclmulqdq, CpuFeatures.Avx),
                32 => (CpuFeatures.Vaes, CpuFeatures.Vpclmulqdq, CpuFeatures.Avx2),
                _ => (CpuFeatures.Vaes, CpuFeatures.Vpclmulqdq, CpuFeatures.Avx512),
            };

            // Six registers are volatile under both conventions: four to write, two to read.
            Register Of(int i) => width.First + i;
            Instruction Aes(int to) => Instruction.Create(width.Aes, Of(to), Of(4), Of(5));
            Instruction Product(int to) => Instruction.Create(width.Product, Of(to), Of(4), Of(5), 0);
            Instruction Xor(int to) => Instruction.Create(width.Xor, Of(to), Of(4), Of(5));
            RateLoop Loop(Rate rate, string name, CpuFeatures needs, params Instruction[] group) =>
                new(rate, name, width.Bytes, needs | xorNeeds, group, rate == Rate.Mix ? 1 : group.Length);

            yield return Loop(Rate.Aes, "VAESENC", aesNeeds, Aes(0), Aes(1), Aes(2), Aes(3));
            yield return Loop(Rate.Product, "VPCLMULQDQ", productNeeds, Product(0), Product(1), Product(2), Product(3));
            yield return Loop(
                Rate.Mix, "3 VAESENC, 1 VPCLMULQDQ", aesNeeds | productNeeds, Aes(0), Aes(1), Aes(2), Product(3));
            yield return Loop(Rate.Xor, "VPXOR", xorNeeds, Xor(0), Xor(1), Xor(2), Xor(3));
        }
    }

    /// <summary>Two mixes, since a core may be held up in either by more than what it takes in.</summary>
    private static IEnumerable<RateLoop> Entries()
    {
        var test = Instruction.Create(Code.Test_rm32_r32, Register.ECX, Register.EDX);
        var load = Instruction.Create(Code.Mov_r32_rm32, Register.R8D, new MemoryOperand(Register.RSP));
        var zero = Instruction.Create(Code.Xor_r32_rm32, Register.EDX, Register.EDX);
        var zeroVector = Instruction.Create(
            Code.VEX_Vpxor_xmm_xmm_xmmm128, Register.XMM0, Register.XMM0, Register.XMM0);
        yield return Loop("any, of TEST and loads", test, load, test, load, test, load, test, test);
        yield return Loop("any, of zeroing", zero, zeroVector);

        static RateLoop Loop(string name, params Instruction[] group) =>
            new(Rate.Entry, name, CoreRates.NoWidth, CpuFeatures.Avx, group, group.Length);
    }

    private static IEnumerable<RateLoop> Latencies()
    {
        var aes = Instruction.Create(Code.VEX_Vaesenc_xmm_xmm_xmmm128, Register.XMM1, Register.XMM1, Register.XMM2);
        var sha1 = Instruction.Create(Code.Sha1rnds4_xmm_xmmm128_imm8, Register.XMM1, Register.XMM2, 0);
        yield return Loop(Rate.AesLatency, "VAESENC in a chain", CpuFeatures.AesNi, aes);
        yield return Loop(Rate.Sha1Latency, "SHA1RNDS4 in a chain", CpuFeatures.ShaNi, sha1);
        yield return Loop(Rate.Sha256Latency, "SHA256RNDS2 in a chain", CpuFeatures.ShaNi, Sha256(1, 2), Sha256(2, 1));

        static Instruction Sha256(int to, int from) =>
            Instruction.Create(Code.Sha256rnds2_xmm_xmmm128, Register.XMM0 + to, Register.XMM0 + from);
        static RateLoop Loop(Rate rate, string name, CpuFeatures needs, params Instruction[] group) =>
            new(rate, name, CoreRates.NoWidth, needs | CpuFeatures.Avx, group, group.Length);
    }

    private static (CodePage Page, List<(RateLoop Loop, CodeEntry Entry)> Entries) Load()
    {
        using var code = new MemoryStream();
        var entries = new List<(RateLoop Loop, CodeEntry Entry)>();
        foreach (var loop in All)
        {
            entries.Add((loop, new CodeEntry((int)code.Position, loop.Requires)));
            loop.Assemble(code);
        }

        return (CodePage.Load(code.ToArray()), entries);
    }
}
