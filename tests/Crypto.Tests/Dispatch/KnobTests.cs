using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// The runtime's knobs and our own switches, each in a process of its own that runs <see cref="DispatchTests"/> and the vectors:
/// there, the choice of kernels is compared with the one expected, and all kernels that are left are right.
/// </summary>
public class KnobTests
{
    public static IEnumerable<TheoryDataRow<string, string>> Variables =>
        ExpectedDispatch.Knobs.Select(knob => new TheoryDataRow<string, string>(knob, "0")).Concat(
        [
            new TheoryDataRow<string, string>("MANAGEDCRYPTO_MACHINECODE", "0"),
            new TheoryDataRow<string, string>("MANAGEDCRYPTO_REQUIRECONSTANTTIME", "1"),
        ]);

    [Theory]
    [MemberData(nameof(Variables))]
    public void Dispatch_and_vectors_under_a_variable_are_right(string name, string value) =>
        TestRun.Check(TestRun.DispatchAndVectors, 190, environment: new() { [name] = value });

    [Theory]
    [InlineData("ManagedCrypto.MachineCode", false)]
    [InlineData("ManagedCrypto.RequireConstantTime", true)]
    [InlineData("System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported", false)]
    public void Dispatch_and_vectors_under_an_AppContext_switch_are_right(string name, bool value) =>
        TestRun.Check(TestRun.DispatchAndVectors, 190, switches: new() { [name] = value });

    [Theory]
    [InlineData("MANAGEDCRYPTO_MACHINECODE", "1", "ManagedCrypto.MachineCode", false)]
    [InlineData("MANAGEDCRYPTO_REQUIRECONSTANTTIME", "0", "ManagedCrypto.RequireConstantTime", true)]
    public void AppContext_switch_is_not_loosened_by_the_environment(string variable, string loose, string name, bool tight) =>
        TestRun.Check(TestRun.Dispatch, 6, environment: new() { [variable] = loose }, switches: new() { [name] = tight });

    /// <summary>With vectors every best kernel is constant-time as it is: only without them does the switch change the choice.</summary>
    [Fact]
    public void Constant_time_is_required_where_only_portable_kernels_run()
    {
        TestRun.Check(
            TestRun.Dispatch,
            6,
            environment: new() { ["DOTNET_EnableHWIntrinsic"] = "0", ["MANAGEDCRYPTO_REQUIRECONSTANTTIME"] = "1" });
        TestRun.Check(
            TestRun.Dispatch,
            6,
            environment: new() { ["DOTNET_EnableHWIntrinsic"] = "0" },
            switches: new() { ["ManagedCrypto.RequireConstantTime"] = true });
    }
}
