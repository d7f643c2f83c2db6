using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// The public fields of an argument struct, as sets that lead a kernel down its paths. Keys and text need not make sense. Public blocks
/// (nonces, counters, masks) are not listed: they are random, and others from work to work.
/// </summary>
internal static class KernelWork
{
    private static readonly long[] s_rounds = [10, 12, 14];

    private static readonly long[] s_blocks = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100, 256];

    private static readonly long[] s_bytes =
    [
        0, 1, 15, 16, 17, 48, 63, 64, 65, 127, 150, 200, 255, 256, 300, 350, 400, 450, 511, 512, 600, 720, 777, 920, 980,
        1024, 1350, 1700, 4096, 9001,
    ];

    private static readonly long[] s_wholeBlocks = [.. s_blocks.Select(count => count * 16)];

    /// <summary>Bytes of a block of a hash: for Keccak of none, of the standard's functions, and of all lanes.</summary>
    public static long[] HashBlocks(string program) =>
        program.StartsWith("Keccak", StringComparison.Ordinal) ? [0, 72, 136, 168, 200]
        : program.StartsWith("Sha512", StringComparison.Ordinal) ? [128]
        : [64];

    public static IReadOnlyList<Dictionary<string, long>> Of(KernelProgram program) => program.Arguments.StructName switch
    {
        nameof(CpuQuery) => [.. new long[] { 0, 1, 7 }.Select(leaf => Set(("Leaf", leaf), ("Subleaf", 0)))],
        nameof(AesKeyArguments) => [.. s_rounds.Select(rounds => Set(("Rounds", rounds)))],
        nameof(AesArguments) =>
        [
            .. from rounds in s_rounds
               from length in AesLengths(program.Name)
               select Set(("Length", length), ("Rounds", rounds)),
        ],
        nameof(AesCcmArguments) =>
        [
            .. from rounds in s_rounds
               from head in new long[] { 16, 32, 64 }
               from length in s_bytes
               select Set(("HeadLength", head), ("Length", length), ("Rounds", rounds)),
        ],

        // Two lanes of two, two of four, and four of four; and the same text each time.
        nameof(AegisArguments) =>
        [
            .. from count in s_blocks.SkipLast(1)
               from lanes in program.Name.EndsWith("512", StringComparison.Ordinal) ? new long[] { 4 } : [2, 4]
               from times in new long[] { 1, 0 }
               select Set(("Count", count), ("Stride", lanes * 32 * times), ("SecondOffset", lanes * 16)),
        ],
        nameof(HashArguments) =>
        [
            .. from source in s_blocks.Take(8)
               from tail in s_blocks.Take(3)
               from block in HashBlocks(program.Name)
               select Set(("SourceBlocks", source), ("TailBlocks", tail), ("BlockBytes", block)),
        ],
        nameof(ShaPairArguments) => [.. s_blocks.Take(8).Select(blocks => Set(("Blocks", blocks)))],
        nameof(Pbkdf2Arguments) =>
        [
            .. from iterations in s_blocks.Take(6)
               from digest in new long[] { 20, 32, 48, 64 }
               select Set(
                   ("Iterations", iterations), ("DigestBytes", digest), ("BlockBytes", digest > 32 ? 128 : 64),
                   ("ChainBytes", digest > 32 ? 64 : digest), ("WordBytes", digest > 32 ? 8 : 4), ("IsLittleEndian", 0)),
        ],
        // All are works with hashed nonces, too: J0 is one of the secrets, whose bits are all clear, all set and random in turn.
        nameof(AeadArguments) =>
        [
            .. from rounds in s_rounds
               from associated in new long[] { 0, 1, 16, 20, 100, 600 }
               from length in s_bytes
               select Gcm(rounds, associated, length, 0, 0),
            .. from part in new[] { GcmPart.Unfinished, GcmPart.Unfinished | GcmPart.Continued, GcmPart.Continued }
               from length in new long[] { 512, 1024, 4096 }
               select Gcm(10, 0, length, (long)part, part.HasFlag(GcmPart.Continued) ? 32 : 0),
        ],
        nameof(GcmKeyArguments) =>
        [
            .. from rounds in s_rounds
               from few in new long[] { 0, 1 }
               select Set(("Rounds", rounds), ("Short", few)),
        ],
        nameof(GcmSivKeysArguments) =>
        [
            .. from rounds in s_rounds.Where(rounds => rounds != 12)
               from few in new long[] { 0, 1 }
               select Set(("Rounds", rounds), ("Short", few)),
        ],
        nameof(GcmSivShortArguments) =>
        [
            .. from rounds in s_rounds.Where(rounds => rounds != 12)
               from hashed in new long[] { 16, 32, 48, 64, 128 }
               from text in new long[] { 0, 16, 32, 112 }
               where text < hashed
               select Set(("Rounds", rounds), ("HashedBytes", hashed), ("TextBytes", text)),
        ],
        nameof(ChaChaKeystreamArguments) => [Set(("Counter", 16), ("FirstCounter", 0))],
        nameof(ChaChaPolyArguments) =>
        [
            .. s_blocks.Take(6).Where(count => count > 0)
                .Select(count => Set(("Length", count * ChaChaPolyUnit(program.Name)))),
        ],
        nameof(CrcArguments) => [.. s_bytes.Where(length => length >= 16).Select(length => Set(("Length", length)))],
        nameof(Adler32Arguments) => [.. s_wholeBlocks.Select(length => Set(("Length", 2 * length)))],
        nameof(PolyvalKeyArguments) => [Set(("Short", 0)), Set(("Short", 1))],
        nameof(PolyvalArguments) => [.. s_bytes.Select(length => Set(("Length", length)))],
        var other => throw new ArgumentException($"No works are known for {other}."),
    };

    /// <summary>The public numbers that some work does not set, but for those that kernels write.</summary>
    public static IEnumerable<string> LeftOut(ArgumentLayout layout, IEnumerable<IReadOnlyDictionary<string, long>> works) =>
        from work in works
        from field in layout.Fields
        where field is { Kind: FieldKind.Public, Writable: false, Bytes: <= sizeof(long) } && !work.ContainsKey(field.Name)
        select field.Name;

    private static IEnumerable<long> AesLengths(string program) =>
        program.Contains("Ctr", StringComparison.Ordinal) ? s_bytes
        : program.EndsWith("Cfb8", StringComparison.Ordinal) ? s_bytes.Where(bytes => bytes < 256)
        : program.Contains("Xts", StringComparison.Ordinal) ? s_bytes.Where(bytes => bytes is 0 or >= 16)
        : s_wholeBlocks;

    private static long ChaChaPolyUnit(string program) =>
        program == "HashBmi2" ? 16 : program.EndsWith("Avx512", StringComparison.Ordinal) ? ChaChaPolyCode.WideBatchBytes : ChaChaPolyCode.BatchBytes;

    private static Dictionary<string, long> Gcm(long rounds, long associated, long length, long part, long before) => Set(
        ("Rounds", rounds), ("AssociatedDataLength", associated), ("Length", length), ("Part", part), ("BlocksBefore", before), ("NonceLength", 12), ("TagLength", 16));

    private static Dictionary<string, long> Set(params (string Name, long Value)[] fields) =>
        fields.ToDictionary(field => field.Name, field => field.Value);
}
