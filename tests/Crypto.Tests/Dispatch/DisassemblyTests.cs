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
/// be checked. On Arm64, AESE and AESMC must be neighbours, which cores then run as one.
/// </summary>
public class DisassemblyTests
{
    private const string Methods =
        "Bulk Transform EncryptCbc EncryptCfb128 Compress ExpandingRounds LastRounds Permute Transpose XorBatch XorRows XorTwoRows Update get_IsAlive";

    /// <summary>Runs every operation of every kernel of AES.</summary>
    private const string AesOperations = "AesKernelTests.Operation_of_every_length_in_place_agrees";

    /// <summary>Runs every kernel of every hash and checksum.</summary>
    private const string Hashes = "HashTests.Message_at_every_alignment_gives_the_same_digest";

    private const string Many = "HashManyTests.Kernel_compresses_blocks_of_each_lane";

    /// <summary>Runs every kernel of ChaCha20-Poly1305.</summary>
    private const string ChaCha = "XChaCha20Poly1305Tests.*";

    /// <summary>Names a file with the listing of such a run, for an emulated process, which cannot start another.</summary>
    private const string Listing = "CRYPTO_TESTS_JIT_LISTING";

    private const CpuFeatures X64 =
        CpuFeatures.AesNi | CpuFeatures.Pclmulqdq | CpuFeatures.Ssse3 | CpuFeatures.Sse41
        | CpuFeatures.Avx512 | CpuFeatures.Vpclmulqdq;

    private const CpuFeatures Arm64 =
        CpuFeatures.ArmAes | CpuFeatures.ArmPmull | CpuFeatures.ArmSha1 | CpuFeatures.ArmSha256 | CpuFeatures.ArmCrc32;

    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(10);

    private static readonly ConcurrentDictionary<string, Lazy<List<JitListing>>> s_listings = new();

    /// <summary>
    /// Of this process's architecture, each method with vector code in loops, the tests that run it, and in how many forms it is
    /// compiled. The loops of SHA over blocks count on the frame, once for 64 or 80 rounds, and ChaCha's has steps of Poly1305 between its
    /// rounds; those over rounds do not.
    /// </summary>
    public static TheoryData<string, string, string, int, bool> Loops
    {
        get
        {
            var rows = new TheoryData<string, string, string, int, bool>
            {
                { "GcmIntrinsics`4", "Bulk", "GcmKernelTests.*", IsArm64 ? 1 : 3, false },
                { "AesIntrinsics`2", "Transform", AesOperations, 9, false },
                { "AesIntrinsics`2", "EncryptCbc", AesOperations, 1, false },
                { "AesIntrinsics`2", "EncryptCfb128", AesOperations, 1, false },
                { "AesPermute`2", "Bulk", AesOperations, IsArm64 ? 7 : 14, false },
                { "AesPermute`2", "EncryptCbc", AesOperations, IsArm64 ? 1 : 2, false },
                { "AesPermute`2", "EncryptCfb128", AesOperations, IsArm64 ? 1 : 2, false },
                { "GhashShuffle`2", "Bulk", "GhashKernelTests.Hash_at_every_alignment_is_right", IsArm64 ? 1 : 2, false },
                { IsArm64 ? "Sha1Arm64Sha1" : "Sha1X64Avx2", "Compress", Hashes, 1, !IsArm64 },
                { IsArm64 ? "Sha256Arm64Sha256" : "Sha256X64Avx2", "Compress", Hashes, 1, !IsArm64 },
                { "ChaChaBlocks`2", "XorBatch", ChaCha, IsArm64 ? 1 : 4, true },
                { "ChaChaBlocks`2", "XorRows", ChaCha, IsArm64 ? 1 : 3, false },
                { "ChaChaBlocks`2", "XorTwoRows", ChaCha, IsArm64 ? 1 : 3, false },
                { "CrcByInstruction`1", "Bulk", Hashes, IsArm64 ? 2 : 1, false },
                { "Adler32Vectors`2", "Bulk", Hashes, IsArm64 ? 1 : 2, false },
            };
            if (!IsArm64)
            {
                rows.Add("Sha512X64Avx2", "Compress", Hashes, 1, true);
                rows.Add("Sha512X64Avx512", "Compress", Hashes, 1, true);
                rows.Add("Sha1X64Lanes`2", "Compress", Many, 2, false);
                rows.Add("Sha2X64Lanes`2", "ExpandingRounds", Many, 4, false);
                rows.Add("Sha2X64Lanes`2", "LastRounds", Many, 4, false);
                rows.Add("LaneRows`2", "Transpose", Many, 4, false);
                rows.Add("KeccakX64Lanes`2", "Permute", Many, 2, false);
                rows.Add("Poly1305Blocks`2", "Update", ChaCha, 2, false);
                rows.Add("CrcX64Folding`3", "Bulk", Hashes, 5, false);
            }

            return rows;
        }
    }

    private static bool IsArm64 => RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    [ExplicitTheory, Trait("run", "nightly")]
    [MemberData(nameof(Loops))]
    public void Loops_of_vector_kernels_keep_values_in_registers_and_check_no_index(
        string type, string method, string tests, int forms, bool innermost)
    {
        var features = IsArm64 ? Arm64 : X64;
        Assert.SkipUnless((Cpu.Features & features) == features, "needs a CPU with " + features);

        var ofMethod = new Regex($@"\.{type}\b.*:{method}[[(].*\(FullOpts\)");
        var listings = s_listings.GetOrAdd(tests, _ => new(() => Listings(tests))).Value
            .Where(listing => ofMethod.IsMatch(listing.Head))
            .Select(listing => (Listing: listing, Loops: listing.Loops(innermost).ToList()))
            .Where(listing => listing.Loops.Count > 0).ToList();
        Assert.Equal(forms, listings.Count);
        foreach (var (listing, loops) in listings)
        {
            Assert.DoesNotContain(listing.Lines, line => line.Contains("CORINFO_HELP_RNGCHKFAIL", StringComparison.Ordinal));
            var spills = loops.SelectMany(loop => loop).Where(StoresToFrame).ToList();
            Assert.True(spills.Count == 0, listing.Head + "\n" + string.Join('\n', spills));
            Assert.DoesNotContain(listing.Lines.Zip(listing.Lines.Skip(1)), lines => IsParted(lines.First, lines.Second));
        }
    }

    /// <summary>A read of acquire order may still pass earlier ones: those that a kernel made of the key.</summary>
    [ExplicitFact, Trait("run", "nightly")]
    public void Read_of_a_keys_flag_follows_a_barrier()
    {
        Assert.SkipUnless(IsArm64, "no other CPU here makes a read before an earlier one");
        var listings = Listings("AesCtrTests.*")
            .Where(listing => listing.Head.Contains("KeySlot:get_IsAlive", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(listings);
        foreach (var lines in listings.Select(listing => listing.Lines.ToList()))
        {
            var barrier = lines.FindIndex(line => Regex.IsMatch(line, @"^\s+dmb\s+ish(ld)?$"));
            var read = lines.FindLastIndex(line => Regex.IsMatch(line, @"^\s+lda\w*\s+w\d+, "));
            Assert.InRange(barrier, 0, read);
        }
    }

    [Theory]
    [InlineData("       vmovaps  xmmword ptr [rbp-0x140], xmm5", true)]
    [InlineData("       mov      qword ptr [rsp+0x20], rax", true)]
    [InlineData("       vmovups  zmmword ptr [rbp-0x2B0], zmm3", true)]
    [InlineData("       vmovups  xmm0, xmmword ptr [rbp-0x20]", false)]
    [InlineData("       vmovups  xmmword ptr [r15+0x10], xmm2", false)]
    [InlineData("            str     q16, [fp, #0x20]", true)]
    [InlineData("            stp     q16, q17, [sp, #0x40]", true)]
    [InlineData("            ldr     q16, [fp, #0x20]", false)]
    [InlineData("            str     q16, [x4, #0x70]", false)]
    public void Store_to_the_frame_is_recognized(string instruction, bool isStore) =>
        Assert.Equal(isStore, StoresToFrame(instruction));

    [Theory]
    [InlineData("            aese    v18.16b, v25.16b", "            aesmc   v18.16b, v18.16b", false)]
    [InlineData("            aesd    v18.16b, v25.16b", "            aesimc  v18.16b, v18.16b", false)]
    [InlineData("            eor     v16.16b, v16.16b, v18.16b", "            aesmc   v18.16b, v18.16b", true)]
    [InlineData("            aese    v18.16b, v25.16b", "            aesmc   v19.16b, v18.16b", true)]
    public void Separated_AES_pair_is_recognized(string first, string second, bool isParted) =>
        Assert.Equal(isParted, IsParted(first, second));

    [Fact]
    public void Loops_in_any_order_of_blocks_are_found_by_their_jumps()
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

    private static bool StoresToFrame(string line) =>
        Regex.IsMatch(line, @"^\s+(\w+\s+\w+ ptr \[r[bs]p[^\]]*\],|st\w+\s+[^\[]*\[(fp|sp)\b)");

    /// <summary>Whether the second line mixes columns of what the first one did not make.</summary>
    private static bool IsParted(string first, string second)
    {
        var mix = Regex.Match(second, @"^\s+aesi?mc\s+(v\d+)\.16b, (v\d+)\.16b");
        var (to, from) = (mix.Groups[1].Value, mix.Groups[2].Value);
        return mix.Success && (to != from || !Regex.IsMatch(first, $@"^\s+aes[ed]\s+{from}\.16b,"));
    }

    private static List<JitListing> Listings(string tests)
    {
        if (Environment.GetEnvironmentVariable(Listing) is { } given)
            return Read(given);

        Assert.SkipUnless(
            File.Exists(Child.DotNet),
            $"This process cannot start another. {Listing} may name a listing of the methods {Methods}.");
        var file = Path.GetTempFileName();
        try
        {

            // One thread, since the JIT mixes the lines of several; no profile, since what was seen by then would decide on registers.
            var environment = new Dictionary<string, string>
            {
                ["DOTNET_JitDisasm"] = Methods,
                ["DOTNET_JitStdOutFile"] = file,
                ["DOTNET_TieredPGO"] = "0",
            };
            string[] run =
            [
                typeof(DisassemblyTests).Assembly.Location, "-noColor", "-maxThreads", "1", "-method", "ManagedCrypto.Tests.Conformance." + tests,
                .. TestRun.WithoutLongest,
            ];
            var (exitCode, output) = Child.Run(s_limit, environment, run);
            Assert.True(exitCode == 0, output);
            return Read(file);
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static List<JitListing> Read(string file)
    {
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
}
