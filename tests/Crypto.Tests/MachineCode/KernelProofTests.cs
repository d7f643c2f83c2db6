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
        Assert.Equal("", string.Join('\n', KernelRules.Faults(new DecodedKernel(AssembledKernels.Find(name)))));

    [Theory]
    [MemberData(nameof(Kernels))]
    public void No_branch_address_or_time_depends_on_a_secret_and_none_is_left_behind(string name) =>
        Assert.Equal("", string.Join('\n', TaintWalk.Faults(new DecodedKernel(AssembledKernels.Find(name)))));
}
