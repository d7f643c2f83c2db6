using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.Tests.Conformance;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>One call of one machine-code kernel over text of any length, in place.</summary>
internal sealed unsafe record BulkWork(string Name, BulkWork.Runner Run)
{
    private const int Alignment = 64;

    internal delegate void Runner(byte* text, nint length);

    /// <summary>All that the machine-code kernels of this process do in bulk.</summary>
    public static IReadOnlyList<BulkWork> All { get; } =
    [
        .. MachineCode(Algorithms.Aes.Kernels).SelectMany(
            kernel => Enum.GetValues<AesOperation>().Select(operation => Aes(kernel, operation))),
        .. MachineCode(Algorithms.AesGcm.Kernels).Select(kernel => Gcm(kernel, "Seal", kernel.Seal)),
        .. MachineCode(Algorithms.AesGcm.Kernels).Select(kernel => Gcm(kernel, "Open", kernel.Open)),
        .. MachineCode(GhashSubject.Polyvals).Select(Polyval),
        .. Algorithms.Hashes.GroupBy(function => function.Kernels).SelectMany(
            functions => MachineCode(functions.Key).Select(kernel => Hash(kernel, functions.First().BlockBytes))),
        .. LanesSubject.Functions.SelectMany(function => MachineCode(function.Kernels)).Select(Lanes),
        .. Algorithms.All.OfType<ChecksumAlgorithm>().SelectMany(algorithm => MachineCode(algorithm.Kernels)).Select(Checksum),
    ];

    private delegate void GcmCall(AeadArguments* arguments);

    private static IEnumerable<T> MachineCode<T>(KernelList<T> list)
        where T : Kernel =>
        list.Runnable.Where(kernel => kernel.Tier == Intrinsics.KernelTier.MachineCode);

    private static BulkWork Aes(AesKernel kernel, AesOperation operation) => new(
        $"{kernel.Id} {operation}",
        (text, length) =>
        {
            var schedule = Aligned(stackalloc byte[kernel.ScheduleBytes + Alignment]);
            var block = stackalloc byte[16];
            kernel.ExpandKey(block, 16, schedule);
            kernel.ExpandDecryptionKey(schedule, 10);
            var arguments = new AesArguments
            {
                Schedule = schedule,
                Source = text,
                Destination = text,
                Length = length,
                IV = block,
                Rounds = 10,
            };
            kernel.Run(operation, &arguments);
        });

    private static BulkWork Gcm(GcmKernel kernel, string direction, GcmCall call) => new(
        $"{kernel.Id} {direction}",
        (text, length) =>
        {
            var key = Aligned(stackalloc byte[kernel.KeyBytes + Alignment]);
            var block = stackalloc byte[16];
            kernel.ExpandKey(block, 16, key, long.MaxValue);
            var arguments = new AeadArguments { Key = key, Source = text, Destination = text, Length = length, Rounds = 10, Nonce = block, NonceLength = 12 };
            call(&arguments);
        });

    private static BulkWork Polyval(PolyvalKernel kernel) => new(
        kernel.Id,
        (text, length) =>
        {
            var key = Aligned(stackalloc byte[kernel.KeyBytes + Alignment]);
            var block = stackalloc byte[16];
            kernel.ExpandPolyvalKey(block, key, long.MaxValue);
            kernel.UpdatePolyval(key, block, text, length);
        });

    private static BulkWork Hash(HashKernel kernel, int blockBytes) => new(
        kernel.Id,
        (text, length) =>
        {
            var state = Aligned(stackalloc byte[sizeof(HashChain) + Alignment]);
            var arguments = new HashArguments
            {
                State = state,
                Source = text,
                SourceBlocks = length / blockBytes,
                Tail = text,
                BlockBytes = blockBytes,
            };
            kernel.Compress(&arguments);
        });

    private static BulkWork Lanes(HashLanesKernel kernel) => new(
        kernel.Id,
        (text, length) =>
        {
            const int BlockBytes = 64, StateBytes = 64;
            var states = Aligned(stackalloc byte[(kernel.Lanes * StateBytes) + Alignment]);
            byte** allStates = stackalloc byte*[kernel.Lanes], allSources = stackalloc byte*[kernel.Lanes];
            for (var i = 0; i < kernel.Lanes; i++)
            {
                allStates[i] = states + (i * StateBytes);
                allSources[i] = text;
            }

            var arguments = new HashLanesArguments { States = allStates, Sources = allSources, Blocks = length / BlockBytes };
            kernel.Compress(&arguments);
        });

    private static BulkWork Checksum(ChecksumKernel kernel) =>
        new(kernel.Id, (text, length) => kernel.Update(1, text, length));

    // Stack memory, which does not move.
    private static byte* Aligned(Span<byte> memory) =>
        (byte*)(((nint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(memory)) + Alignment - 1) & -Alignment);
}
