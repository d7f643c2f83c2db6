using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// The kernel of Linux itself refuses executable memory: Crypto.Confined starts the tests under a seccomp filter. That needs no
/// privilege. <see cref="DispatchTests"/> compares what is chosen with what is expected, here as in this process, where
/// nothing is refused.
/// </summary>
public class DeniedMemoryTests
{
    private static readonly string s_confined = Path.Combine(AppContext.BaseDirectory, "Crypto.Confined.dll");
    private static readonly Dictionary<string, string> s_refused = new() { [ExpectedDispatch.MemoryRefused] = "1" };

    /// <summary>By a process that looks for the choice, and for the examples of the standards: whatever else these kernels do, they do anywhere.</summary>
    [Fact]
    public void Algorithms_without_executable_memory_choose_the_next_tier()
    {
        SkipElsewhere();
        TestRun.Check(TestRun.DispatchAndExamples, 12, environment: s_refused, starter: [s_confined, "no-shared-executable"]);
    }

    /// <summary>The public types on every kernel of the other tiers, and the vectors on each of these kernels.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Algorithms_without_executable_memory_run_on_the_next_tier()
    {
        SkipElsewhere();
        TestRun.Check(
            [
                .. TestRun.DispatchAndVectors, .. TestRun.WithoutLongest,
                "-class", "ManagedCrypto.Tests.Conformance.*", "-class-", "*KernelTests",
            ],
            600,
            environment: s_refused,
            starter: [s_confined, "no-shared-executable"]);
    }

    /// <summary>Such a page, at any moment of loading or later, would be refused, and no machine code loaded.</summary>
    [Fact]
    public void Machine_code_without_writable_executable_pages_is_loaded()
    {
        SkipElsewhere();
        TestRun.Check(TestRun.Dispatch, 6, starter: [s_confined, "no-writable-executable"]);
    }

    /// <summary>
    /// The kernel would end the process as the code is written. .NET itself survives without its diagnostics and with pages that it
    /// writes in place.
    /// </summary>
    [Fact]
    public void Machine_code_where_no_file_may_have_a_byte_is_passed_over()
    {
        SkipElsewhere();
        TestRun.Check(
            TestRun.Dispatch,
            6,
            environment: new()
            {
                [ExpectedDispatch.MemoryRefused] = "1",
                ["DOTNET_EnableDiagnostics"] = "0",
                ["DOTNET_EnableWriteXorExecute"] = "0",
            },
            starter: [s_confined, "no-file-bytes"]);
    }

    /// <summary>By a limit (RLIMIT_MEMLOCK).</summary>
    [Fact]
    public void Secrets_where_no_memory_may_be_locked_lie_there_unlocked()
    {
        SkipElsewhere();
        TestRun.Check(
            ["-class", "ManagedCrypto.Tests.Dispatch.SecretMemoryTests", "-class", "ManagedCrypto.Tests.Contracts.SlotTests"],
            10,
            environment: new() { [SecretMemoryTests.LockRefused] = "1" },
            starter: [s_confined, "no-locked-memory"]);
    }

    private static void SkipElsewhere() => Assert.SkipUnless(
        OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64, "a filter for Linux on x64");
}
