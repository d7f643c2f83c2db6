using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// What is shown of every kernel from its bytes, without running it. <see cref="FaultyProgramTests"/> shows that each rule can
/// fail.
/// </summary>
public class KernelProofTests
{
    public static TheoryData<string> Kernels => new(AssembledKernels.Names);

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Form_and_CPU_features_are_what_the_assembler_promises(string name) =>
        AssertNone(KernelRules.Faults(new DecodedKernel(AssembledKernels.Find(name))));

    [Theory]
    [MemberData(nameof(Kernels))]
    public void Secrets_reach_no_branch_address_or_time_and_are_wiped(string name) =>
        AssertNone(TaintWalk.Faults(new DecodedKernel(AssembledKernels.Find(name))));

    // A comparison would show the beginning of the first one only.
    private static void AssertNone(IEnumerable<string> faults) => Assert.True(!faults.Any(), string.Join('\n', faults));
}
