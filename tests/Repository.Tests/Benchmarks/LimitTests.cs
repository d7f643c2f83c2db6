using System.Collections.Generic;
using System.IO;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Benchmarks;
using ManagedCrypto.Benchmarks.Workloads;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Benchmarks;

/// <summary>Limits from given rates, and the code of the loops that measure rates. Nothing here is timed.</summary>
public sealed class LimitTests
{
    /// <summary>Cycles of an AES round, a product, three rounds with a product, and an XOR of 512 bits; and of any instruction.</summary>
    private static readonly Dictionary<string, double[]> s_cores = new()
    {
        ["one unit each, two in all"] = [1, 1, 3, 0.5, 0.2],
        ["AES and products share"] = [1, 1, 4, 0.5, 0.17],
        ["wide AES, slow products"] = [0.5, 2, 2.02, 0.25, 0.125],
    };

    [Theory]
    [InlineData("one unit each, two in all", 80, 0, 90, 120, 80, "AES")]
    [InlineData("one unit each, two in all", 80, 26, 180, 220, 90, "vector instructions")]
    [InlineData("one unit each, two in all", 10, 26, 40, 60, 26, "products")]
    [InlineData("one unit each, two in all", 10, 0, 20, 100, 20, "instructions that enter")]
    [InlineData("AES and products share", 80, 26, 180, 220, 106, "AES and products")]
    [InlineData("AES and products share", 0, 26, 50, 90, 26, "products")]
    [InlineData("wide AES, slow products", 80, 26, 180, 220, 52, "products")]
    [InlineData("wide AES, slow products", 112, 26, 180, 220, 56, "AES")]
    public void Limit_of_a_loop_is_set_by_the_units_that_take_longest(
        string core, int aes, int products, int vector, int all, double cycles, string of)
    {
        var least = RatesOf(core).Least(new(512, aes, products, vector, all, VectorBytes: 64));

        Assert.Equal(cycles, least.Cycles, precision: 9);
        Assert.Equal(of, least.Of);
    }

    [Fact]
    public void Limit_by_a_rate_that_is_not_here_is_not_known()
    {
        var loop = new LoopCounts(256, 80, 26, 180, 220, VectorBytes: 32);

        Assert.True(double.IsNaN(RatesOf("AES and products share").Least(loop).Cycles));
    }

    /// <summary>
    /// OpenSSL's AES-NI does 128 bits at a time. A CPU that does no more with wide vectors than twice that is held to the limit,
    /// one that does four times as much to the ratio.
    /// </summary>
    [Theory]
    [InlineData("one unit each, two in all", 1.95, 0.96)]
    [InlineData("AES and products share", 1.95, 0.96)]
    [InlineData("wide AES, slow products", 3.7, 0.9)]
    public void Check_passes_as_fast_as_today_and_fails_10_percent_slower(string core, double ratio, double share)
    {
        const int Bytes = 64 << 10;
        var check = Assert.Single(CheckFile.Parse("checks", ["aes-128-ctr 64KiB openssl >= 3.5x or 0.93 of the limit"]).Checks);
        var (rates, limit) = (RatesOf(core), OperationLimit.Find(check.Operation.Id)!);
        var today = limit.CyclesPerByte(rates) * Bytes / share;

        Assert.True(IsReached(today));
        Assert.False(IsReached(today * 1.1));

        bool IsReached(double cycles) => check.IsReached(ratio * today / cycles, limit.Share(rates, cycles / Bytes));
    }

    [Theory]
    [InlineData("aes-128-ctr", 10 * 0.5 / 64)]
    [InlineData("aes-256-gcm-open", 14 * 0.5 / 64)]
    [InlineData("aes-128-cbc-encrypt", 10 * 4.0 / 16)]
    [InlineData("aes-256-cfb-encrypt", 14 * 4.0 / 16)]
    [InlineData("sha1", 121.0 / 64)]
    [InlineData("sha256", 129.0 / 64)]
    public void Limit_of_an_operation_is_the_best_width_or_the_chain(string operation, double cyclesPerByte)
    {
        var rates = new CoreRates(new Dictionary<(Rate, int), double>
        {
            [(Rate.Aes, 16)] = 0.5,
            [(Rate.Aes, 64)] = 0.5,
            [(Rate.AesLatency, CoreRates.NoWidth)] = 4,
            [(Rate.Sha1Latency, CoreRates.NoWidth)] = 6,
            [(Rate.Sha256Latency, CoreRates.NoWidth)] = 4,
        });

        Assert.Equal(cyclesPerByte, OperationLimit.Find(operation)!.CyclesPerByte(rates), precision: 9);
    }

    [Fact]
    public void Share_without_a_clock_is_none() => Assert.Null(
        OperationLimit.Find("aes-128-ctr")!.Share(RatesOf("AES and products share"), cyclesPerByte: double.NaN));

    [Theory]
    [InlineData("aes-128-ctr")]
    [InlineData("sha1")]
    public void Share_of_a_limit_that_is_not_known_is_none(string operation) => Assert.Null(
        OperationLimit.Find(operation)!.Share(new(new Dictionary<(Rate, int), double>()), cyclesPerByte: 2));

    [Fact]
    public void Operations_with_a_limit_are_operations() => Assert.Subset(
        Operations.All.Select(operation => operation.Id).ToHashSet(),
        OperationLimit.All.Select(limit => limit.Operation).ToHashSet());

    /// <summary>By hand: rounds, the first round key, and in CBC the texts before.</summary>
    [Theory]
    [InlineData("aes-128-ecb-encrypt", "aes/x64-vaes512", 88)]
    [InlineData("aes-256-ecb-decrypt", "aes/x64-vaes256", 120)]
    public void Vector_instructions_of_a_loop_match_a_count_by_hand(string operation, string kernel, int vector) => Assert.Equal(
        vector, BulkKernels.MachineCode().Single(one => one.Operation == operation && one.KernelId == kernel).Loop.Vector);

    /// <summary>Both conventions let a callee change these.</summary>
    [Fact]
    public void Loops_use_volatile_registers_and_leave_upper_halves_clean()
    {
        Register[] general = [Register.RAX, Register.RCX, Register.RDX, Register.R8, Register.RSP];
        foreach (var loop in RateLoops.All)
        {
            var code = Decode(loop);
            var registers = code.SelectMany(UsedRegisters).Where(register => register != Register.None).Distinct();

            Assert.All(registers, register => Assert.True(
                register.IsVectorRegister() ? register.GetNumber() < 6 : general.Contains(register), $"{loop.Name}: {register}"));
            Assert.Contains(code, instruction => instruction.IP == 7);
            Assert.Equal([Mnemonic.Vzeroupper, Mnemonic.Ret], code.TakeLast(2).Select(instruction => instruction.Mnemonic));
        }

        static IEnumerable<Register> UsedRegisters(Instruction instruction) =>
            Enumerable.Range(0, instruction.OpCount).Select(instruction.GetOpRegister)
                .Append(instruction.MemoryBase).Select(register => register.GetFullRegister());
    }

    /// <summary>The branch leads back over the whole loop, which is whole groups.</summary>
    [Fact]
    public void Loops_have_as_many_units_as_they_are_said_to_have()
    {
        const int Passes = 1000;
        foreach (var loop in RateLoops.All)
        {
            var code = Decode(loop);
            var branch = code.Single(instruction => instruction.FlowControl == FlowControl.ConditionalBranch);
            var body = code.Where(instruction => instruction.IP >= branch.NearBranchTarget && instruction.IP < branch.IP).SkipLast(1);
            var count = code.Single(instruction => instruction.Code == Code.Mov_r32_imm32).Immediate32;
            var groups = body.Chunk(loop.Group.Count).ToList();

            Assert.Equal((uint)Passes, count);
            Assert.All(groups, group => Assert.Equal(
                loop.Group.Select(instruction => instruction.Mnemonic), group.Select(instruction => instruction.Mnemonic)));
            Assert.Equal(loop.UnitsOfCall, Passes * groups.Count * loop.Units);
        }
    }

    private static CoreRates RatesOf(string core)
    {
        Rate[] wide = [Rate.Aes, Rate.Product, Rate.Mix, Rate.Xor];
        var cycles = wide.Zip(s_cores[core]).ToDictionary(rate => (rate.First, 64), rate => rate.Second);
        cycles.Add((Rate.Entry, CoreRates.NoWidth), s_cores[core][^1]);
        return new(cycles);
    }

    private static List<Instruction> Decode(RateLoop loop)
    {
        using var bytes = new MemoryStream();
        loop.Assemble(bytes);
        var decoder = Decoder.Create(64, new ByteArrayCodeReader(bytes.ToArray()));
        var code = new List<Instruction>();
        do
            code.Add(decoder.Decode());
        while (code[^1].Mnemonic != Mnemonic.Ret);
        return code;
    }
}
