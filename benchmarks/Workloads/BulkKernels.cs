using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>An operation in bulk by a kernel.</summary>
/// <param name="Operation">Its <see cref="Benchmarks.Operation.Id"/>.</param>
/// <param name="KernelId">The kernel.</param>
/// <param name="Limit">
/// The least cycles per byte on a core, and what sets them; not a number where the core lacks what they come from.
/// </param>
internal sealed record BulkKernel(string Operation, string KernelId, Func<CoreRates, (double CyclesPerByte, string Of)> Limit)
{
    /// <summary>The main loop, where its instructions set the limit; null where a chain does.</summary>
    public LoopCounts? Loop { get; init; }

    /// <summary>The least cycles per byte of the loop's AES rounds alone; null where there is no such loop, or it has none.</summary>
    public double? AesLimit(CoreRates rates) => Loop is { Aes: > 0 } loop ? rates.AesAlone(loop) / loop.Bytes : null;
}

/// <summary>
/// Every operation in bulk by every vector kernel of x64 that has code of its own for it, and by the kernels of SHA. The portable
/// ones of AES and GHASH wait for look-ups and multiplications; docs/measurements.md has their figures.
/// </summary>
internal static class BulkKernels
{
    private const int AesBlockBytes = 16;
    private const int ShaBlockBytes = 64;

    private static readonly string[] s_serialAes =
        ["aes/x64-vaes512", "aes/x64-vaes256", "aes/x64-aesni-avx", "aes/x64-aesni"];

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
                var code = kernel is AesMachineCode ? AesCode.Bytes : GcmCode.Bytes;
                yield return ($"aes-{keyBits}-{operation}", kernel.Id, LoopCounts.Of(code, entry, keyBits)!.Value);
            }
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
            foreach (var operation in new[] { "ecb-encrypt", "ecb-decrypt", "cbc-decrypt", "ctr", "xts-encrypt", "xts-decrypt" })
                yield return ($"aes-{keyBits}-{operation}", "aes/x64-aesni", Batch(products: 0));
            foreach (var operation in new[] { "gcm-seal", "gcm-open" })
                foreach (var (kernelId, blocksOfVector) in gcm)
                {
                    var products = (Blocks / blocksOfVector * ProductsOfVector) + ProductsOfReduction;
                    yield return ($"aes-{keyBits}-{operation}", "gcm/" + kernelId, Batch(products));
                }

            LoopCounts Batch(int products)
            {
                var counted = (Blocks * rounds) + products;
                return new(Blocks * AesBlockBytes, Blocks * rounds, products, counted, counted, AesBlockBytes);
            }
        }
    }

    private static IEnumerable<(string Operation, Kernel Kernel, CodeEntry Entry)> Ciphers()
    {
        (string Operation, AesOperation Of)[] modes =
        [
            ("ecb-encrypt", AesOperation.EncryptEcb), ("ecb-decrypt", AesOperation.DecryptEcb),
            ("cbc-decrypt", AesOperation.DecryptCbc), ("ctr", AesOperation.TransformCtr),
            ("xts-encrypt", AesOperation.EncryptXts), ("xts-decrypt", AesOperation.DecryptXts),
        ];
        foreach (var (operation, mode) in modes)
            foreach (var kernel in Algorithms.Aes.Kernels.All.OfType<AesMachineCode>().Where(kernel => kernel.Requires.HasFlag(CpuFeatures.AesNi)))
                yield return (operation, kernel, kernel.EntryOf(mode));
        foreach (var kernel in Algorithms.AesGcm.Kernels.All.OfType<GcmMachineCode>().Where(IsX64))
            yield return ("gcm-seal", kernel, kernel.SealEntry);
        foreach (var kernel in Algorithms.AesGcm.Kernels.All.OfType<GcmMachineCode>().Where(IsX64))
            yield return ("gcm-open", kernel, kernel.OpenEntry);

        static bool IsX64(Kernel kernel) => (kernel.Requires & CpuFeatures.AesNi) != 0;
    }

    private static BulkKernel Parallel((string Operation, string KernelId, LoopCounts Loop) kernel)
    {
        return new(kernel.Operation, kernel.KernelId, Limit) { Loop = kernel.Loop };

        (double CyclesPerByte, string Of) Limit(CoreRates rates)
        {
            var (cycles, of) = rates.Least(kernel.Loop);
            return (cycles / kernel.Loop.Bytes, of);
        }
    }

    private static IEnumerable<BulkKernel> CbcEncryption()
    {
        foreach (var keyBits in new[] { 128, 256 })
            foreach (var kernelId in s_serialAes)
                yield return Chained($"aes-{keyBits}-cbc-encrypt", kernelId, "latency of AES");
    }

    private static IEnumerable<BulkKernel> Sha()
    {
        yield return Chained("sha1", "sha1/x64-shani", "latency of SHA1RNDS4");
        yield return Chained("sha256", "sha256/x64-shani", "latency of SHA256RNDS2");

        // The shortest chain of a round, in cycles; docs/measurements.md has it, and what else holds these kernels back.
        foreach (var (operation, rounds, blockBytes, kernels) in Chains())
            foreach (var (kernelId, cycles) in kernels)
                yield return new(operation, kernelId, _ => ((double)rounds * cycles / blockBytes, "latency of a round"));
    }

    private static BulkKernel Chained(string operation, string kernelId, string of) =>
        new(operation, kernelId, rates => (OperationLimit.Find(operation)!.CyclesPerByte(rates), of));

    private static IEnumerable<(string Operation, int Rounds, int BlockBytes, (string KernelId, int Cycles)[] Kernels)>
        Chains() =>
    [
        ("sha1", 80, ShaBlockBytes, [("sha1/x64-avx2", 2), ("sha1/portable", 2)]),
        ("sha256", 64, ShaBlockBytes, [("sha256/x64-avx2", 5), ("sha256/portable", 5)]),
        ("sha512", 80, 2 * ShaBlockBytes, [
            ("sha512/x64-bmi2-avx512", 4), ("sha512/x64-avx512", 4), ("sha512/x64-bmi2", 4), ("sha512/x64-avx2", 5), ("sha512/x64-avx512vl", 4),
            ("sha512/portable", 5)]),
    ];
}
