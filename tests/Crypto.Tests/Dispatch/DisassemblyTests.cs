using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using ManagedCrypto.Intrinsics;
using Xunit;

namespace ManagedCrypto.Tests.Dispatch;

/// <summary>
/// What the JIT makes of the vector kernels: another process runs the conformance tests of a family and has the JIT list the
/// methods that it compiles. In their loops nothing may be stored to the frame (a register was spilled), and nowhere may an index
/// be checked.
/// </summary>
public class DisassemblyTests
{
    private const string Methods = "Bulk Transform EncryptCbc EncryptCfb128 Compress";

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(2);

    private static readonly ConcurrentDictionary<string, Lazy<List<JitListing>>> s_listings = new();

    /// <summary>
    /// Each method with vector code in loops, the tests that run it, and in how many forms it is compiled. The loops of SHA over
    /// blocks count on the frame, once for 64 or 80 rounds; those over rounds do not.
    /// </summary>
    [Theory]
    [InlineData("GcmX64AesNi`2", "Bulk", "GcmKernelTests.*", 3, false)]
    [InlineData("AesIntrinsics`2", "Transform", "AesKernelTests.Every_length_agrees_in_place", 5, false)]
    [InlineData("AesIntrinsics`2", "EncryptCbc", "AesKernelTests.Every_length_agrees_in_place", 1, false)]
    [InlineData("AesIntrinsics`2", "EncryptCfb128", "AesKernelTests.Every_length_agrees_in_place", 1, false)]
    [InlineData("Sha1X64Avx2", "Compress", "Sha1Tests.*", 1, true)]
    [InlineData("Sha256X64Avx2", "Compress", "Sha256Tests.*", 1, true)]
    [InlineData("Sha512X64Avx2", "Compress", "Sha512Tests.*", 1, true)]
    public void Loops_keep_their_values_in_registers_and_check_no_index(string type, string method, string tests, int forms, bool innermost)
    {
        const CpuFeatures All =
            CpuFeatures.AesNi | CpuFeatures.Pclmulqdq | CpuFeatures.Ssse3 | CpuFeatures.Sse41 | CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq;
        Assert.SkipUnless(
            RuntimeInformation.ProcessArchitecture == Architecture.X64 && (Cpu.Features & All) == All, "needs an x64 CPU with " + All);

        var ofMethod = new Regex($@"\.{type}\b.*:{method}[[(].*\(FullOpts\)");
        var listings = s_listings.GetOrAdd(tests, _ => new(() => Listings(tests))).Value.Where(listing => ofMethod.IsMatch(listing.Head))
            .Select(listing => (Listing: listing, Loops: listing.Loops(innermost).ToList()))
            .Where(listing => listing.Loops.Count > 0).ToList();
        Assert.Equal(forms, listings.Count);
        foreach (var (listing, loops) in listings)
        {
            Assert.DoesNotContain(listing.Lines, line => line.Contains("CORINFO_HELP_RNGCHKFAIL", StringComparison.Ordinal));
            var spills = loops.SelectMany(loop => loop).Where(StoresToFrame).ToList();
            Assert.True(spills.Count == 0, listing.Head + "\n" + string.Join('\n', spills));
        }
    }

    [Theory]
    [InlineData("       vmovaps  xmmword ptr [rbp-0x140], xmm5", true)]
    [InlineData("       mov      qword ptr [rsp+0x20], rax", true)]
    [InlineData("       vmovups  zmmword ptr [rbp-0x2B0], zmm3", true)]
    [InlineData("       vmovups  xmm0, xmmword ptr [rbp-0x20]", false)]
    [InlineData("       vmovups  xmmword ptr [r15+0x10], xmm2", false)]
    public void A_store_to_the_frame_is_told_from_others(string instruction, bool isStore) => Assert.Equal(isStore, StoresToFrame(instruction));

    [Fact]
    public void Loops_are_found_by_their_jumps_whatever_the_order_of_blocks()
    {
        string[] lines =
        [
            "; Assembly listing for method A",
            "G_M000_IG01:", "       jmp      SHORT G_M000_IG04",
            "G_M000_IG02:", "       outer", "       jmp      G_M000_IG05",
            "G_M000_IG03:", "       ret",
            "G_M000_IG04:", "       entry", "       jmp      SHORT G_M000_IG02",
            "G_M000_IG05:", "       inner", "       jne      SHORT G_M000_IG05",
            "G_M000_IG06:", "       jne      SHORT G_M000_IG02", "       jmp      SHORT G_M000_IG03",
        ];
        var listing = new JitListing(lines);
        Assert.Equal([["G_M000_IG05:", "       inner", "       jne      SHORT G_M000_IG05"]], listing.Loops(innermost: true));
        var outer = Assert.Single(listing.Loops(innermost: false));
        Assert.Contains("       outer", outer);
        Assert.Contains("       inner", outer);
        Assert.DoesNotContain("       entry", outer);
        Assert.DoesNotContain("       ret", outer);
    }

    private static bool StoresToFrame(string line) => Regex.IsMatch(line, @"^\s+\w+\s+\w+ ptr \[r[bs]p[^\]]*\],");

    private static List<JitListing> Listings(string tests)
    {
        var file = Path.GetTempFileName();
        try
        {
            var environment = new Dictionary<string, string> { ["DOTNET_JitDisasm"] = Methods, ["DOTNET_JitStdOutFile"] = file };
            var (exitCode, output) = Child.Run(
                s_limit, environment, typeof(DisassemblyTests).Assembly.Location, "-noColor", "-method", "ManagedCrypto.Tests.Conformance." + tests);
            Assert.True(exitCode == 0, output);

            var listings = new List<List<string>>();
            foreach (var line in File.ReadLines(file))
            {
                if (line.StartsWith("; Assembly listing", StringComparison.Ordinal))
                    listings.Add([]);
                if (listings.Count > 0)
                    listings[^1].Add(line);
            }

            return listings.ConvertAll(listing => new JitListing(listing));
        }
        finally
        {
            File.Delete(file);
        }
    }
}
