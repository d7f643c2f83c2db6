using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace ManagedCrypto.RepositoryTests.Sources;

/// <summary>
/// An address by way of <c>Unsafe</c> is right only for memory that does not move: a collection moves an array away under a kernel, which
/// then writes over other objects. All else is pinned by <c>fixed</c>.
/// </summary>
public class PinningTests
{
    /// <summary>In two parts, so that this file does not have it.</summary>
    private static readonly string s_call = "Unsafe." + "AsPointer(";

    /// <summary>Files that may take an address without pinning, and why what they take it of does not move.</summary>
    private static readonly Dictionary<string, string> s_reasons = new()
    {
        ["src/Crypto/Intrinsics/Sha/Net/LaneRows.cs"] = "constants of the assembly",
        ["src/Crypto/Intrinsics/Sha/Net/ShaX64Avx2.cs"] = "constants of the assembly",
        ["src/Crypto/Intrinsics/Sha256/Net/Sha256Arm64Sha256.cs"] = "constants of the assembly",
        ["tests/Crypto.Tests/MachineCode/BulkWork.cs"] = "memory on the stack",
        ["tests/Crypto.Tests/Wiping/WipingCase.cs"] = "arrays that are pinned all their life",
        ["tests/Fuzz/Placed.cs"] = "native memory of the arena",
    };

    [Fact]
    public void Addresses_are_taken_without_pinning_only_of_what_does_not_move() => Assert.Equal(
        s_reasons.Keys.Order(StringComparer.Ordinal),
        RepositoryFiles.All.Where(file => Path.GetExtension(file) == ".cs" && RepositoryFiles.Text(file).Contains(s_call, StringComparison.Ordinal)));
}
