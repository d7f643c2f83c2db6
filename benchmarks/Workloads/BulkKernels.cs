using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>An operation in bulk by a kernel.</summary>
/// <param name="Operation">Its <see cref="Benchmarks.Operation.Id"/>, or <see cref="BulkKernels.Ghash"/>.</param>
/// <param name="KernelId">The kernel.</param>
/// <param name="Limit">The least cycles per byte on a core, and what sets them.</param>
internal sealed record BulkKernel(string Operation, string KernelId, Func<CoreRates, (double CyclesPerByte, string Of)> Limit);

/// <summary>
/// Every operation in bulk by every vector kernel of x64 that has code of its own for it, and by the kernels of SHA. The portable
/// ones of AES and GHASH wait for look-ups and multiplications; docs/kernels.md tells of them.
/// </summary>
internal static class BulkKernels
{
    /// <summary>GHASH alone, which no public type offers.</summary>
    public const string Ghash = "ghash";

    private const int AesBlockBytes = 16;
    private const int ShaBlockBytes = 64;

    private static readonly string[] s_serialAes = ["aes/x64-aesni-avx", "aes/x64-aesni"];

    public static IReadOnlyList<BulkKernel> All { get; } =
        [.. MachineCode().Concat(Intrinsics()).Select(Parallel), .. CbcEncryption(), .. Sha()];

    /// <summary>
    /// The kernels of machine code whose main loop sets the limit, with its counts.
    /// </summary>
    public static IEnumerable<(string Operation, string KernelId, LoopCounts Loop)> MachineCode()
    {
        foreach (var keyBits in new[] { 128, 256 })
            foreach (var (operation, kernel, entry) in Ciphers())
            {
                var code = kernel is AesX64MachineCode ? AesCode.Bytes : GcmCode.Bytes;
                yield return ($"aes-{keyBits}-{operation}", kernel.Id, LoopCounts.Of(code, entry, keyBits)!.Value);
            }

        foreach (var kernel in Algorithms.Ghash.Kernels.All.OfType<GhashX64MachineCode>())
            yield return (Ghash, kernel.Id, LoopCounts.Of(GhashCode.Bytes, kernel.UpdateEntry, keyBits: 128)!.Value);
    }

    /// <summary>
    /// The same of the kernels that the JIT compiles, which cannot be decoded before it has: rounds and products are those of the
    /// batches of eight blocks in AesIntrinsics and GcmIntrinsics, and other instructions are not counted.
    /// </summary>
    public static IEnumerable<(string Operation, string KernelId, LoopCounts Loop)> Intrinsics()
    {
        const int Blocks = 8, ProductsOfVector = 4, ProductsOfReduction = 2;
        (string KernelId, int BlocksOfVector)[] gcm = [("x64-vpclmul512", 4), ("x64-vpclmul256", 2), ("x64-pclmul", 1)];
        foreach (var (keyBits, rounds) in new[] { (128, 10), (256, 14) })
        {
            foreach (var operation in new[] { "ecb-encrypt", "cbc-decrypt", "ctr" })
                yield return ($"aes-{keyBits}-{operation}", "aes/x64-aesni", Batch(products: 0));
            foreach (var operation in new[] { "gcm-seal", "gcm-open" })
                foreach (var (kernelId, blocksOfVector) in gcm)
                {
                    var products = (Blocks / blocksOfVector * ProductsOfVector) + ProductsOfReduction;
                    yield return ($"aes-{keyBits}-{operation}", "gcm/" + kernelId, Batch(products));
                }

            LoopCounts Batch(int products) =>
                new(Blocks * AesBlockBytes, Blocks * rounds, products, (Blocks * rounds) + products, AesBlockBytes);
        }
    }

    private static IEnumerable<(string Operation, Kernel Kernel, CodeEntry Entry)> Ciphers()
    {
        (string Operation, AesOperation Of)[] modes =
        [
            ("ecb-encrypt", AesOperation.EncryptEcb), ("cbc-decrypt", AesOperation.DecryptCbc), ("ctr", AesOperation.TransformCtr),
        ];
        foreach (var (operation, mode) in modes)
            foreach (var kernel in Algorithms.Aes.Kernels.All.OfType<AesX64MachineCode>())
                yield return (operation, kernel, kernel.EntryOf(mode));
        foreach (var kernel in Algorithms.AesGcm.Kernels.All.OfType<GcmX64MachineCode>())
            yield return ("gcm-seal", kernel, kernel.SealEntry);
        foreach (var kernel in Algorithms.AesGcm.Kernels.All.OfType<GcmX64MachineCode>())
            yield return ("gcm-open", kernel, kernel.OpenEntry);
    }

    private static BulkKernel Parallel((string Operation, string KernelId, LoopCounts Loop) kernel) =>
        new(kernel.Operation, kernel.KernelId, core =>
        {
            var (cycles, of) = core.Least(kernel.Loop);
            return (cycles / kernel.Loop.Bytes, of);
        });

    /// <summary>A block waits for that before it: its rounds, each as long as the instruction's latency.</summary>
    private static IEnumerable<BulkKernel> CbcEncryption() =>
        from key in new[] { (Bits: 128, Rounds: 10), (Bits: 256, Rounds: 14) }
        from kernelId in s_serialAes
        select new BulkKernel(
            $"aes-{key.Bits}-cbc-encrypt",
            kernelId,
            core => ((double)key.Rounds * core.AesLatency / AesBlockBytes, "latency of AES"));

    /// <summary>A round waits for that before it.</summary>
    private static IEnumerable<BulkKernel> Sha()
    {
        // A block's hash is added to that before it, one cycle more.
        const double Sha1Cycles = (20 * CoreRates.Sha1Latency) + 1, Sha256Cycles = (32 * CoreRates.Sha256Latency) + 1;
        yield return new("sha1", "sha1/x64-shani", _ => (Sha1Cycles / ShaBlockBytes, "latency of SHA1RNDS4"));
        yield return new("sha256", "sha256/x64-shani", _ => (Sha256Cycles / ShaBlockBytes, "latency of SHA256RNDS2"));

        // The shortest chain of a round, in cycles; docs/kernels.md has it, and what else holds these kernels back.
        foreach (var (operation, rounds, blockBytes, kernels) in Chains())
            foreach (var (kernelId, cycles) in kernels)
                yield return new(operation, kernelId, _ => ((double)rounds * cycles / blockBytes, "latency of a round"));
    }

    private static IEnumerable<(string Operation, int Rounds, int BlockBytes, (string KernelId, int Cycles)[] Kernels)>
        Chains() =>
    [
        ("sha1", 80, ShaBlockBytes, [("sha1/x64-avx2", 2), ("sha1/portable", 2)]),
        ("sha256", 64, ShaBlockBytes, [("sha256/x64-avx2", 5), ("sha256/portable", 5)]),
        ("sha512", 80, 2 * ShaBlockBytes, [
            ("sha512/x64-bmi2-avx512", 4), ("sha512/x64-avx512", 4), ("sha512/x64-bmi2", 4), ("sha512/x64-avx2", 5),
            ("sha512/portable", 5)]),
    ];
}
