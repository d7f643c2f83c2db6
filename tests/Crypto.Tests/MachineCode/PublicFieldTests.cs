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
        ["GcmSivX64MachineCode.DeriveKeys: GcmSivKeysArguments.Nonce"] = "a nonce, which is sent",
        ["GcmSivX64MachineCode.RunShort: GcmSivShortArguments.Nonce"] = "a nonce, which is sent",
        ["GcmSivX64MachineCode.RunShort: GcmSivShortArguments.Given"] = "a tag, which is sent",
        ["AesSelfTest.Sum: AesArguments.Length"] = "an array of lengths",
        ["GcmSelfTest.Sum: GcmArguments.AssociatedDataLength"] = "an array of lengths",
        ["GcmSelfTest.Sum: GcmArguments.Length"] = "an array of lengths",
    };

    [Fact]
    public void No_caller_stores_what_it_read_from_memory()
    {
        var stores = 0;
        var faults = new List<string>();
        foreach (var type in new[] { typeof(GcmArguments).Assembly, typeof(AesGcm).Assembly }.SelectMany(assembly => assembly.GetTypes()))
        {
            foreach (var method in type.GetMethods(All).Cast<MethodBase>().Concat(type.GetConstructors(All)))
            {
                var flow = new PublicFieldFlow(method);
                stores += flow.Stores;
                faults.AddRange(flow.Faults);
            }
        }

        output.WriteLine($"{stores} stores to public fields");
        Assert.True(stores > 0);
        var found = faults.Distinct().ToHashSet();
        Assert.True(found.SetEquals(s_known.Keys), string.Join('\n', found.Except(s_known.Keys).Concat(s_known.Keys.Except(found))));
    }

    [Theory]
    [InlineData(nameof(Leaks.Byte))]
    [InlineData(nameof(Leaks.SecretField))]
    [InlineData(nameof(Leaks.ByLocal))]
    [InlineData(nameof(Leaks.ByChoice))]
    [InlineData(nameof(Leaks.ByAddress))]
    [InlineData(nameof(Leaks.ByBlock))]
    public void Store_of_what_was_read_from_memory_is_found(string name) =>
        Assert.Single(new PublicFieldFlow(typeof(Leaks).GetMethod(name, All)!).Faults);

    [Fact]
    public void Store_of_a_length_is_none()
    {
        var flow = new PublicFieldFlow(typeof(Leaks).GetMethod(nameof(Leaks.Length), All)!);
        Assert.Empty(flow.Faults);
        Assert.Equal(1, flow.Stores);
    }

    private static class Leaks
    {
        public static void Byte(GcmArguments* arguments, byte* key) => arguments->Length = *key;

        public static void SecretField(GcmArguments* arguments) => arguments->BlocksBefore = (long)arguments->J0.Second;

        public static void ByLocal(GcmArguments* arguments, ReadOnlySpan<byte> key)
        {
            var bits = key[0] & 31;
            for (var i = 0; i < 3; i++)
                bits += i;
            arguments->Length = bits;
        }

        public static void ByChoice(GcmArguments* arguments, byte* key, bool isLong) =>
            arguments->Length = isLong ? BigEndian.InMemory(*key) == 0 ? 1 : *key : 3;

        public static void ByAddress(GcmArguments* arguments, byte* key) => Unsafe.WriteUnaligned(&arguments->Length, (nint)(*key));

        public static void ByBlock(AesCcmArguments* arguments, Block128* j0) => arguments->Counter = *j0;

        public static void Length(GcmArguments* arguments, ReadOnlySpan<byte> text) => arguments->Length = (text.Length + 15) & -16;
    }
}
