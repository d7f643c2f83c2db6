using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// The runtime's knobs and our own switches, each in a process of its own that runs <see cref="DispatchTests"/>, where the choice of kernels
/// is compared with the one expected, and the standards' examples; and, where a knob changes what the JIT makes of C#, or machine code is
/// off, so that C# is all there is, the vectors.
/// </summary>
public class KnobTests
{
    public static IEnumerable<TheoryDataRow<string, string>> Choices =>
    [
        .. ExpectedDispatch.Knobs.Select(knob => new TheoryDataRow<string, string>(knob, "0")),
        new("MANAGEDCRYPTO_REQUIRECONSTANTTIME", "1"),
        new("MANAGEDCRYPTO_MACHINECODE", "False"),
    ];

    /// <summary>
    /// The runtime's knobs by which the JIT makes other vectors of the same C#. Left out are those that change nothing here, such as a knob
    /// for vectors that this CPU does not have: a CPU without AVX has none, and skips the test.
    /// </summary>
    public static IEnumerable<TheoryDataRow<string>> Widths =>
        from name in (string[])["DOTNET_EnableAVX", "DOTNET_EnableAVX2", "DOTNET_EnableAVX512"]
        where ExpectedDispatch.KernelsUnder(new() { [name] = "0" }) != ExpectedDispatch.KernelsUnder([])
        select new TheoryDataRow<string>(name);

    [ExplicitTheory, Trait("run", "ci")]
    [InlineData("DOTNET_EnableHWIntrinsic")]
    [InlineData("MANAGEDCRYPTO_MACHINECODE")]
    public void Dispatch_and_vectors_are_right_without(string name) =>
        TestRun.Check(TestRun.DispatchAndVectors, 190, environment: new() { [name] = "0" });

    [ExplicitTheory(SkipTestWithoutData = true), Trait("run", "nightly")]
    [MemberData(nameof(Widths))]
    public void Dispatch_and_vectors_are_right_under_a_knob_for_AVX(string name) => Dispatch_and_vectors_are_right_without(name);

    [ExplicitTheory, Trait("run", "ci")]
    [MemberData(nameof(Choices))]
    public void Dispatch_under_a_variable_is_right(string name, string value) =>
        TestRun.Check(TestRun.DispatchAndExamples, 12, environment: new() { [name] = value });

    /// <summary>By themselves, so that each list has vectors in C# to choose among; and without instructions for AES, which none of those has then.</summary>
    [Theory]
    [InlineData("256", "1")]
    [InlineData("128", "1")]
    [InlineData("128", "0")]
    public void Kernels_in_CSharp_keep_to_the_width_that_the_runtime_prefers(string width, string aes) => TestRun.Check(
        TestRun.DispatchAndExamples,
        12,
        environment: new() { [ExpectedDispatch.WidthKnob] = width, ["MANAGEDCRYPTO_MACHINECODE"] = "0", ["DOTNET_EnableAES"] = aes });

    [Theory]
    [InlineData("ManagedCrypto.MachineCode", false)]
    [InlineData("ManagedCrypto.RequireConstantTime", true)]
    [InlineData("System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported", false)]
    public void Dispatch_under_an_AppContext_switch_is_right(string name, bool value) =>
        TestRun.Check(TestRun.DispatchAndExamples, 12, switches: new() { [name] = value });

    [Theory]
    [InlineData("MANAGEDCRYPTO_MACHINECODE", "true", "ManagedCrypto.MachineCode", "off")]
    [InlineData("MANAGEDCRYPTO_REQUIRECONSTANTTIME", "false", "ManagedCrypto.RequireConstantTime", "yes")]
    public void AppContext_switch_is_not_loosened_by_the_environment(string variable, string loose, string name, string tight) =>
        TestRun.Check(TestRun.Dispatch, 6, environment: new() { [variable] = loose }, switches: new() { [name] = tight });

    /// <summary>With vectors every best kernel is constant-time as it is: only without them does the switch change the choice.</summary>
    [Fact]
    public void Constant_time_is_required_where_only_portable_kernels_run()
    {
        TestRun.Check(
            TestRun.Dispatch,
            6,
            environment: new() { ["DOTNET_EnableHWIntrinsic"] = "0", ["MANAGEDCRYPTO_REQUIRECONSTANTTIME"] = " True" });
        TestRun.Check(
            TestRun.Dispatch,
            6,
            environment: new() { ["DOTNET_EnableHWIntrinsic"] = "0" },
            switches: new() { ["ManagedCrypto.RequireConstantTime"] = true });
    }
}
