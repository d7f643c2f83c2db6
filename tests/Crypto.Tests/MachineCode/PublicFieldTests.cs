using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.CompilerServices;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// What a caller stores in a field that the kernels take for public comes of numbers (lengths, counts, sizes), and not of memory that a
/// pointer or a span leads to, where keys, texts and hashes lie: shown from the code of every method of the library.
/// </summary>
public unsafe class PublicFieldTests(ITestOutputHelper output)
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>What comes of memory all the same, by method and field, and why an observer may know it.</summary>
    private static readonly Dictionary<string, string> s_known = new()
    {
        ["CcmMessage.Begin: AesCcmArguments.Counter"] = "a nonce, which is sent",
        ["ChaChaPolyComposed.DeriveSubkey: ChaChaKeystreamArguments.Counter"] = "a part of a nonce, which is sent",
        ["ChaChaPolyComposed.DeriveSubkey: ChaChaKeystreamArguments.FirstCounter"] = "a part of a nonce, which is sent",
        ["GcmSivMachineCode.RunShort: GcmSivShortArguments.Given"] = "a tag, which is sent",
        ["GcmSivMachineCode.DeriveKeys: GcmSivKeysArguments.Nonce"] = "a nonce, which is sent",
    };

    /// <summary>Methods whose reads and results an observer may know, and why.</summary>
    private static readonly Dictionary<string, string> s_told = new()
    {
        ["AesPadding.Measure"] = "the length of a text without its padding, which is handed out",
        ["StrictUtf8.Room"] = "the length of a password",
        ["GcmSivComposed.NonceOf"] = "a nonce, which is sent",
        ["Secret.FixedTimeEquals"] = "whether a tag is right, which is answered",
        ["ListedMessages.Begin"] = "numbers of messages, in the order of their lengths",
        ["AesSiv.Absorb"] = "a list of associated data, which are sent: where they are, and how long",
        ["HashLanesOneByOne.Compress"] = "an array of addresses",
        ["ShaPair.Compress"] = "an array of addresses",
        ["AesSelfTest.Sum"] = "an array of lengths",
        ["AesSelfTest.SumMore"] = "an array of lengths",
        ["CcmSelfTest.Passes"] = "an array of lengths",
        ["GcmSelfTest.Sum"] = "an array of lengths",
        ["GcmSivSelfTest.Sum"] = "an array of lengths",
        ["ChaChaPolySelfTest.Passes"] = "an array of lengths",
        ["AegisSelfTest.Sum"] = "an array of lengths",
    };

    /// <summary>Methods that count on a counter block, among others.</summary>
    private static readonly string[] s_counting = ["TransformCtr", "TransformCtr32", "SetCounter", "After", "Input"];

    private static readonly Lazy<ProgramFlow> s_library = new(() => new(
        typeof(AesGcm).Assembly.GetTypes(), s_told.Keys));

    private static readonly Lazy<ProgramFlow> s_leaks = new(() => new([typeof(Leaks), typeof(Words), typeof(BigEndian)], []));

    [Fact]
    public void No_caller_stores_what_it_read_from_memory()
    {
        var flows = s_library.Value.Flows.ToArray();
        output.WriteLine($"{flows.Length} methods, {flows.Sum(flow => flow.Stores)} stores to public fields and addresses");
        Assert.True(flows.Sum(flow => flow.Stores) > 0);
        var found = flows.SelectMany(flow => flow.Faults).DistinctBy(fault => fault.Key).ToDictionary();
        Assert.True(
            s_known.Keys.ToHashSet().SetEquals(found.Keys),
            string.Join('\n', found.Where(fault => !s_known.ContainsKey(fault.Key)).Select(fault => $"{fault.Key}, from {fault.Value}")
                .Concat(s_known.Keys.Except(found.Keys))));
        Assert.Equal(s_told.Keys.Order(), flows.Where(flow => flow.IsTelling).Select(flow => flow.Name).Distinct().Order());
    }

    [Fact]
    public void No_branch_follows_from_a_counter_block()
    {
        var flows = s_library.Value.Flows.Where(flow => IsCounting(flow.Method)).ToArray();
        output.WriteLine(string.Join('\n', flows.Select(flow => flow.Name)));
        foreach (var name in s_counting)
            Assert.Contains(name, flows.Select(flow => flow.Method.Name));
        Assert.Empty(flows.SelectMany(flow => flow.Decisions, (flow, decision) => $"{flow.Name}: {decision}"));

        static bool IsCounting(MethodBase method) => method.Name is "TransformCtr" or "TransformCtr32" or "SetCounter"
            || method.DeclaringType!.Name is nameof(AesCtrBlocks) or nameof(AesGcmCtrBlocks) or nameof(AesGcmSivCtrBlocks);
    }

    [Theory]
    [InlineData(nameof(Leaks.Byte))]
    [InlineData(nameof(Leaks.SecretField))]
    [InlineData(nameof(Leaks.ByLocal))]
    [InlineData(nameof(Leaks.ByChoice))]
    [InlineData(nameof(Leaks.ByAddress))]
    [InlineData(nameof(Leaks.ByBlock))]
    [InlineData(nameof(Leaks.ByMadeBlock))]
    [InlineData(nameof(Leaks.ByParameter))]
    [InlineData(nameof(Leaks.ByBlockParameter))]
    [InlineData(nameof(Leaks.ByResult))]
    [InlineData(nameof(Leaks.ByForeignResult))]
    [InlineData(nameof(Leaks.ByComparison))]
    [InlineData(nameof(Leaks.ByOut))]
    [InlineData(nameof(Leaks.ByForeignOut))]
    [InlineData(nameof(Leaks.ByField))]
    [InlineData(nameof(Leaks.ByKeptNumber))]
    [InlineData(nameof(Leaks.ByStaticField))]
    [InlineData(nameof(Leaks.ByPointer))]
    [InlineData(nameof(Leaks.ByFunction))]
    public void Store_of_what_was_read_from_memory_is_found(string name) => Assert.Single(Leak(name).Faults);

    [Theory]
    [InlineData(nameof(Leaks.Length))]
    [InlineData(nameof(Leaks.LengthByParameter))]
    [InlineData(nameof(Leaks.LengthByOut))]
    public void Store_of_a_length_is_none(string name) => Assert.Empty(Leak(name).Faults);

    [Fact]
    public void Store_to_a_public_field_is_counted() => Assert.Equal(1, Leak(nameof(Leaks.Length)).Stores);

    [Theory]
    [InlineData(nameof(Leaks.CarryByBranch))]
    [InlineData(nameof(Leaks.CarryByChoice))]
    [InlineData(nameof(Leaks.CarryByCall))]
    public void Branch_on_a_counter_is_found(string name) => Assert.NotEmpty(Leak(name).Decisions);

    [Fact]
    public void Carry_by_arithmetic_is_no_branch() => Assert.Empty(Leak(nameof(Leaks.CarryByArithmetic)).Decisions);

    private static MethodFlow Leak(string name) =>
        s_leaks.Value.Flows.Single(flow => flow.Method == typeof(Leaks).GetMethod(name, All));

    private struct Words
    {
        public uint Word0;
        public int Kept;
        public static int Last;
    }

    private static class Leaks
    {
        public static void Byte(AeadArguments* arguments, byte* key) => arguments->Length = *key;

        public static void SecretField(AeadArguments* arguments) => arguments->BlocksBefore = (long)arguments->J0.Second;

        public static void ByLocal(AeadArguments* arguments, ReadOnlySpan<byte> key)
        {
            var bits = key[0] & 31;
            for (var i = 0; i < 3; i++)
                bits += i;
            arguments->Length = bits;
        }

        public static void ByChoice(AeadArguments* arguments, byte* key, bool isLong) =>
            arguments->Length = isLong ? BigEndian.InMemory(*key) == 0 ? 1 : *key : 3;

        public static void ByAddress(AeadArguments* arguments, byte* key) => Unsafe.WriteUnaligned(&arguments->Length, (nint)(*key));

        public static void ByBlock(AesCcmArguments* arguments, Block128* j0) => arguments->Counter = *j0;

        public static void ByMadeBlock(AesCcmArguments* arguments, byte* key) => arguments->Counter = Block(key);

        public static void ByParameter(AeadArguments* arguments, ReadOnlySpan<byte> key) => Run(arguments, key[0]);

        public static void ByBlockParameter(AesCcmArguments* arguments, Block128* j0) => Begin(arguments, *j0);

        public static void ByResult(AeadArguments* arguments, byte* key) => arguments->Length = Bits(key);

        public static void ByForeignResult(AeadArguments* arguments, byte[] key) => arguments->Length = BitConverter.ToInt32(key, 0);

        public static void ByComparison(AeadArguments* arguments, ReadOnlySpan<byte> key, ReadOnlySpan<byte> other) =>
            arguments->Length = key.IndexOf(other);

        public static void ByOut(AeadArguments* arguments, byte* key)
        {
            Cut(key, out var first);
            arguments->Length = first;
        }

        public static void ByForeignOut(AeadArguments* arguments, ReadOnlySpan<byte> key)
        {
            System.Buffers.Binary.BinaryPrimitives.TryReadInt32LittleEndian(key, out var first);
            arguments->Length = first;
        }

        public static void ByField(AeadArguments* arguments, ref Words words) => arguments->BlocksBefore = words.Word0;

        public static void ByKeptNumber(AeadArguments* arguments, ref Words words) => arguments->Length = words.Kept;

        public static void Keep(ref Words words, byte* key) => (words.Word0, words.Kept) = (*key, *key);

        public static void ByStaticField(AeadArguments* arguments) => arguments->Length = Words.Last;

        public static void KeepLast(byte* key) => Words.Last = *key;

        public static void ByPointer(AeadArguments* arguments, byte* table, byte* key) => arguments->Source = table + *key;

        public static void ByFunction(AeadArguments* arguments, byte* key)
        {
            delegate*<AeadArguments*, nint, void> run = &Run;
            run(arguments, *key);
        }

        public static void Length(AeadArguments* arguments, ReadOnlySpan<byte> text) => arguments->Length = (text.Length + 15) & -16;

        public static void LengthByParameter(AeadArguments* arguments, ReadOnlySpan<byte> text) => Run(arguments, text.Slice(1).Length);

        public static void LengthByOut(AeadArguments* arguments, ReadOnlySpan<byte> text)
        {
            Halve(text.Length, out var half);
            arguments->Length = half;
        }

        public static ulong CarryByBranch(byte* counter)
        {
            var low = BigEndian.Read64(counter + 8) + 1;
            if (low == 0)
                BigEndian.Write64(counter, BigEndian.Read64(counter) + 1);
            return low;
        }

        public static ulong CarryByChoice(byte* counter, ulong blocks) => BigEndian.Read64(counter) + blocks < blocks ? 1UL : 0UL;

        public static ulong CarryByCall(byte* counter) => Carry(BigEndian.Read64(counter));

        public static ulong CarryByArithmetic(byte* counter, int blocks)
        {
            var low = BigEndian.Read64(counter);
            for (var i = 0; i < blocks; i++)
                low += (~low & (low - 1)) >> 63;
            return low;
        }

        private static ulong Carry(ulong low) => low == 0 ? 1UL : 0UL;

        private static void Run(AeadArguments* arguments, nint length) => arguments->Length = length;

        private static void Begin(AesCcmArguments* arguments, Block128 counter) => arguments->Counter = counter;

        private static Block128 Block(byte* key) => new() { First = *key };

        private static int Bits(byte* key) => *key;

        private static void Cut(byte* key, out int first) => first = *key;

        private static void Halve(int length, out int half) => half = length / 2;
    }
}
