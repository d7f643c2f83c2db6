using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// The messages of the self-tests reach every instruction of AES and GCM that messages of any length reach: each loop, and each way
/// through what remains. The kernels are interpreted, so that all run on every machine.
/// </summary>
public class SelfTestReachTests
{
    private static readonly int[] s_associatedBytes = [0, 13, 64, 256, 700];

    public static TheoryData<string> Modes => Kernels(nameof(AesArguments));

    public static TheoryData<string> Ccms => Kernels(nameof(AesCcmArguments));

    public static TheoryData<string> Gcms => Kernels(nameof(AeadArguments));

    public static TheoryData<string> Polyvals => new(
        Kernels(nameof(PolyvalArguments)).Select(row => row.Data).Where(
            name => AssembledKernels.Find(name).Program.Name.StartsWith("Polyval", StringComparison.Ordinal)));

    public static TheoryData<string> ShortGcmSivs => Kernels(nameof(GcmSivShortArguments));

    [Theory]
    [MemberData(nameof(Modes))]
    public void Self_test_of_a_mode_reaches_what_any_message_reaches(string name)
    {
        var kernel = new DecodedKernel(AssembledKernels.Find(name));
        var operation = Enum.GetValues<AesOperation>().Single(
            operation => kernel.Code.Program.Name.StartsWith(operation.ToString(), StringComparison.Ordinal));
        int[] tested = [.. AesSelfTest.LengthsOf(operation), .. AesSelfTest.MoreLengthsOf(operation)];
        var isXts = operation is AesOperation.EncryptXts or AesOperation.DecryptXts;
        var unit = tested[0] % 16 == 0 && !isXts ? 16 : 1;
        var isCfb8 = operation is AesOperation.EncryptCfb8 or AesOperation.DecryptCfb8;
        var any = Enumerable.Range(0, isCfb8 && !TestBytes.AllLengths ? 60 : 400).Select(i => 17 * i / unit * unit).Where(bytes => !isXts || bytes is 0 or >= 16);
        Check(kernel, any.Select(bytes => (0, bytes)), tested.Select(bytes => (0, bytes)));
    }

    [Theory]
    [MemberData(nameof(Ccms))]
    public void Self_test_of_CCM_reaches_what_any_short_message_reaches(string name)
    {
        var any =
            from associatedBytes in s_associatedBytes
            from bytes in Enumerable.Range(0, 1025)
            select (associatedBytes, bytes);
        Check(new(AssembledKernels.Find(name)), any, CcmSelfTest.Lengths.Chunk(2).Select(message => (message[0], message[1])));
    }

    [Theory]
    [MemberData(nameof(Gcms))]
    public void Self_test_of_GCM_reaches_what_any_message_reaches(string name)
    {
        int[] tested = [.. GcmSelfTest.Short, .. GcmSelfTest.Long, .. GcmSelfTest.RemainderLengths()];

        // Associated data end before a text begins: what is reached in one does not depend on the length of the other, but for none.
        var any =
            from associatedBytes in s_associatedBytes
            from i in Enumerable.Range(0, associatedBytes > 13 ? 4 : TestBytes.AllLengths ? 600 : 300)
            from bytes in new[] { 3 * i, 16 * i }
            select (associatedBytes, bytes);
        Check(new(AssembledKernels.Find(name)), any, tested.Chunk(2).Select(message => (message[0], message[1])));
    }

    /// <summary>POLYVAL of AES-GCM-SIV's: what is gathered, associated data, text, and lengths.</summary>
    [Theory]
    [MemberData(nameof(Polyvals))]
    public void Self_test_of_GCM_SIV_reaches_what_any_message_reaches(string name)
    {
        int[] tested = [64, 16, .. GcmSivSelfTest.Lengths];
        var any = Enumerable.Range(0, 400).Select(i => 7 * i);
        Check(new(AssembledKernels.Find(name)), any.Select(bytes => (0, bytes)), tested.Select(bytes => (0, bytes)));
    }

    /// <summary>The first message of the self-test is short.</summary>
    [Theory]
    [MemberData(nameof(ShortGcmSivs))]
    public void Self_test_of_GCM_SIV_reaches_what_any_short_message_reaches(string name)
    {
        var any =
            from associatedBytes in Enumerable.Range(0, 100)
            from bytes in Enumerable.Range(0, 113 - associatedBytes)
            where Padded(associatedBytes) + Padded(bytes) <= 112
            select (associatedBytes, bytes);
        Check(new(AssembledKernels.Find(name)), any, [(GcmSivSelfTest.Lengths[0], GcmSivSelfTest.Lengths[1])]);
    }

    private static int Padded(int bytes) => (bytes + 15) & -16;

    private static TheoryData<string> Kernels(string arguments) =>
        new(AssembledKernels.Names.Where(name => AssembledKernels.Find(name).Program.Arguments.StructName == arguments));

    private static void Check(DecodedKernel kernel, IEnumerable<(int, int)> any, IEnumerable<(int, int)> tested) =>
        Assert.Empty(Reached(kernel, any).Except(Reached(kernel, tested)).Order().Select(kernel.Describe));

    private static HashSet<int> Reached(DecodedKernel kernel, IEnumerable<(int AssociatedBytes, int Bytes)> messages)
    {
        var machine = new AddressMachine(kernel, KernelContract.Struct, KernelContract.Code);
        var reached = new HashSet<int>();
        foreach (var (associatedBytes, bytes) in messages)
        {
            foreach (var rounds in new long[] { 10, 12, 14 })
            {
                var work = new Dictionary<string, long>
                {
                    ["Rounds"] = rounds,
                    ["Length"] = bytes,
                    ["AssociatedDataLength"] = associatedBytes,
                    ["HeadLength"] = 16 + (associatedBytes > 0 ? Padded(2 + associatedBytes) : 0),
                    ["HashedBytes"] = Padded(associatedBytes) + Padded(bytes) + 16,
                    ["TextBytes"] = Padded(bytes),
                };
                machine.Run(new KernelContract(kernel, work).Argument, _ => { }, step => reached.Add(step));
            }
        }

        return reached;
    }
}
