using System;
using System.Linq;
using System.Runtime.InteropServices;

namespace ManagedCrypto.HostTests;

/// <summary>What hosts lack that a test cannot do without. A test that is skipped and not listed fails the run.</summary>
internal static class ExpectedSkips
{
#if NET
    private const bool CountsAllocations = true;
#else
    private const bool CountsAllocations = false;
#endif

    /// <summary>Where a row holds, and the test's class and method; the test itself says why.</summary>
    private static readonly (bool Here, string Test)[] s_list =
    [
        // About CPUs, knobs and switches more than hosts: most legs leave something out.
        (true, "DispatchTests.CPU_with_all_extensions_runs_the_kernels_made_for_them"),

        // .NET Framework has no GC.GetAllocatedBytesForCurrentThread.
        (!CountsAllocations, "AesSivTests.Calls_with_several_strings_allocate_nothing_and_a_disposed_object_refuses_them"),
        (!CountsAllocations, "AesTests.Span_overload_allocates_nothing_and_array_overload_the_result"),
        (!CountsAllocations, "AesTests.Key_holds_no_more_memory_than_its_limit"),
        (!CountsAllocations, "AesTransformTests.TransformBlock_allocates_nothing_and_TransformFinalBlock_the_result"),
        (!CountsAllocations, "XofTests.Spans_allocate_nothing"),

        // Wine's bcrypt has no SHA-3, and a process of Windows no /proc/self/maps; .NET in browsers has no SHAKE.
        (IsOn("WINDOWS") || IsOn("BROWSER"), "XofTests.Bcl_gives_the_same_where_it_has_them"),
        (IsOn("WINDOWS"), "IncrementalHashTests.Names_that_the_BCL_takes_are_taken"),
        (IsOn("WINDOWS"), "GuardedBufferTests.Bytes_before_and_after_are_unreadable"),

        // WebAssembly has no protected pages.
        (IsOn("BROWSER"), "HashTests.Memory_outside_the_buffers_is_not_touched"),
    ];

    /// <param name="name">The full name of a test, and the arguments of its row, if it has any.</param>
    /// <returns>Whether it may be skipped on this host.</returns>
    public static bool Contain(string name) =>
        s_list.Any(row => row.Here && name.Split('(')[0].EndsWith("." + row.Test, StringComparison.Ordinal));

    private static bool IsOn(string platform) => RuntimeInformation.IsOSPlatform(OSPlatform.Create(platform));
}
