using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>An operation in bulk by a kernel of machine code.</summary>
/// <param name="Operation">Its <see cref="Benchmarks.Operation.Id"/>.</param>
/// <param name="KernelId">The kernel.</param>
/// <param name="Limit">The least cycles per byte on a core, and what sets them.</param>
internal sealed record BulkKernel(string Operation, string KernelId, Func<CoreRates, (double CyclesPerByte, string Of)> Limit);

/// <summary>Every operation in bulk by every kernel of machine code that has code of its own for it.</summary>
internal static class BulkKernels
{
    private const int AesBlockBytes = 16;
    private const int ShaBlockBytes = 64;

    public static IReadOnlyList<BulkKernel> All { get; } = [.. Parallel(), .. Serial()];

    /// <summary>The kernels whose main loop sets the limit, with their code and the bytes of their vectors.</summary>
    public static IEnumerable<(string Operation, string KernelId, LoopCounts Loop, int VectorBytes)> Loops()
    {
        foreach (var keyBits in new[] { 128, 256 })
            foreach (var (operation, kernelId, vectorBytes, entry) in Entries())
            {
                var code = kernelId.StartsWith("gcm", StringComparison.Ordinal) ? GcmCode.Bytes : AesCode.Bytes;
                var loop = LoopCounts.Of(code, entry, keyBits)!.Value;
                yield return ($"aes-{keyBits}-{operation}", kernelId, loop, vectorBytes);
            }
    }

    private static IEnumerable<(string Operation, string KernelId, int VectorBytes, CodeEntry Entry)> Entries() =>
    [
        ("ecb-encrypt", "aes/x64-vaes512", 64, AesCode.EncryptEcbVaes512),
        ("ecb-encrypt", "aes/x64-vaes256", 32, AesCode.EncryptEcbVaes256),
        ("ecb-encrypt", "aes/x64-aesni-avx", 16, AesCode.EncryptEcbAesNiAvx),
        ("cbc-decrypt", "aes/x64-vaes512", 64, AesCode.DecryptCbcVaes512),
        ("cbc-decrypt", "aes/x64-vaes256", 32, AesCode.DecryptCbcVaes256),
        ("cbc-decrypt", "aes/x64-aesni-avx", 16, AesCode.DecryptCbcAesNiAvx),
        ("ctr", "aes/x64-vaes512", 64, AesCode.TransformCtrVaes512),
        ("ctr", "aes/x64-vaes256", 32, AesCode.TransformCtrVaes256),
        ("ctr", "aes/x64-aesni-avx", 16, AesCode.TransformCtrAesNiAvx),
        ("gcm-seal", "gcm/x64-vaes512", 64, GcmCode.SealVaes512),
        ("gcm-seal", "gcm/x64-vaes256", 32, GcmCode.SealVaes256),
        ("gcm-seal", "gcm/x64-aesni-avx", 16, GcmCode.SealAesNiAvx),
        ("gcm-open", "gcm/x64-vaes512", 64, GcmCode.OpenVaes512),
        ("gcm-open", "gcm/x64-vaes256", 32, GcmCode.OpenVaes256),
        ("gcm-open", "gcm/x64-aesni-avx", 16, GcmCode.OpenAesNiAvx),
    ];

    private static IEnumerable<BulkKernel> Parallel() =>
        from kernel in Loops()
        select new BulkKernel(kernel.Operation, kernel.KernelId, core =>
        {
            var (cycles, of) = core.Least(kernel.Loop, kernel.VectorBytes);
            return (cycles / kernel.Loop.Bytes, of);
        });

    /// <summary>What waits for itself: the rounds of a chain, each as long as its instruction's latency.</summary>
    private static IEnumerable<BulkKernel> Serial()
    {
        foreach (var (keyBits, rounds) in new[] { (128, 10), (256, 14) })
        {
            yield return new(
                $"aes-{keyBits}-cbc-encrypt",
                "aes/x64-aesni-avx",
                core => ((double)rounds * core.AesLatency / AesBlockBytes, "latency of AES"));
        }

        // A block's hash is added to that before it, one cycle more.
        const double Sha1Cycles = (20 * CoreRates.Sha1Latency) + 1, Sha256Cycles = (32 * CoreRates.Sha256Latency) + 1;
        yield return new("sha1", "sha1/x64-shani", _ => (Sha1Cycles / ShaBlockBytes, "latency of SHA1RNDS4"));
        yield return new("sha256", "sha256/x64-shani", _ => (Sha256Cycles / ShaBlockBytes, "latency of SHA256RNDS2"));

        // The chains of its rounds have four cycles; docs/kernels.md has what else holds them back.
        foreach (var kernel in new[] { "sha512/x64-avx512", "sha512/x64-bmi2" })
            yield return new("sha512", kernel, _ => (80 * 4 / (2.0 * ShaBlockBytes), "latency of a round"));
    }
}
