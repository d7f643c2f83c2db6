using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// What kernels of AES compute that make its rounds of logic or shuffles: from the key to the text, since each keeps round keys in a form of its own.
/// </summary>
internal static unsafe class AesFromKeys
{
    private const int BlockBytes = 16;

    /// <summary>One case in a part, that in the middle: they take seconds.</summary>
    private const int FewCases = 1;

    /// <summary>An S-box is of so many parts at most, and what it is applied to of fewer.</summary>
    private const int MostParts = 256;

    private static readonly int[] s_rounds = [10, 12, 14];

    /// <summary>Bytes of a text: batches of each kernel, of four blocks and of eight, and what they leave over.</summary>
    private static readonly int[] s_bytes = [0, 16, 64, 48, 128, 80, 144, 112, 32, 96];

    /// <summary>The same where a text may end within a block; and of CFB8, which encrypts a block for each byte.</summary>
    private static readonly int[] s_anyBytes = [16, 145, 127, 47, 128, 65, 17, 31, 100, 64], s_fewBytes = [0, 1, 7, 3, 9, 8];

    /// <summary>Counters that carry beyond 8, 32, 64 and 128 bits.</summary>
    private static readonly string[] s_counters =
        ["a0a1a2a3a4a5a6a7fffffffffffffffe", "00112233445566778899aabbcccddeff", "a0a1a2a3a4a5a6a7a8a9aaabfffffffd", "ffffffffffffffffffffffffffffffff"];

    public static IEnumerable<CompiledTheorem> Of(AesKernel kernel, bool isWhole) =>
    [
        new($"{kernel.Id} ExpandKey", without => Expansion(kernel, without), routine => Schedules(kernel, routine, Inversion(kernel), AesOperation.EncryptEcb)) { MostOfPart = FewCases },
        new($"{kernel.Id} ExpandDecryptionKey", without => Inversion(kernel, without), routine => Schedules(kernel, Expansion(kernel), routine, AesOperation.DecryptEcb)) { MostOfPart = FewCases },
        .. Enum.GetValues<AesOperation>().Where(operation => AesTheorems.Modes.Contains(operation.ToString())).Select(operation =>
            new CompiledTheorem($"{kernel.Id} {operation}", without => Operation(kernel, operation, without), routine =>
                Texts(kernel, routine, operation).Concat(isWhole && operation == AesOperation.TransformCtr ? Counting(kernel, routine) : [])) { MostOfPart = FewCases }),
    ];

    private static CompiledRoutine Expansion(AesKernel kernel, ulong? without = null) => new(Layouts.AesKey, (AesKeyCall)kernel.ExpandKey)
    {
        Parameters = (_, field) => [field("Key"), 4 * (field("Rounds") - 6), field("Schedule")],
        Without = without,
    };

    private static CompiledRoutine Inversion(AesKernel kernel, ulong? without = null) => new(Layouts.AesKey, (AesInverseCall)kernel.ExpandDecryptionKey)
    {
        Parameters = (_, field) => [field("Schedule"), field("Rounds")],
        Without = without,
    };

    private static CompiledRoutine Operation(AesKernel kernel, AesOperation operation, ulong? without = null) => new(Layouts.Aes, (AesCall)kernel.Run)
    {
        Parameters = (arguments, _) => [(ulong)operation, arguments],
        Without = without,
    };

    /// <summary>Schedules are right if a block is under them.</summary>
    private static IEnumerable<Action> Schedules(AesKernel kernel, Routine expansion, Routine inversion, AesOperation operation) => s_rounds.Select(rounds => (Action)(() =>
    {
        // So that all that runs is compiled.
        using var call = new CompiledCall();
        kernel.Run(operation, CompiledCases.NewArguments(call, kernel, operation, BlockBytes));

        var terms = new Terms(MostParts, opensRounds: true);
        var schedule = Schedule(terms, kernel, expansion, inversion, "key", rounds);
        AesTheorems.Text(terms, Operation(kernel, operation), operation.ToString(), schedule, tweakSchedule: null, BlockBytes, counter: null, isInPlace: false);
    }));

    private static IEnumerable<Action> Texts(AesKernel kernel, Routine routine, AesOperation operation)
    {
        var mode = operation.ToString();
        var isXts = mode.EndsWith("Xts", StringComparison.Ordinal);
        var lengths = mode.EndsWith("Cfb8", StringComparison.Ordinal) ? s_fewBytes : isXts || mode.Contains("Ctr", StringComparison.Ordinal) ? s_anyBytes : s_bytes;

        // Terms of all cases under keys of a size, so that what one has shown of a round is known in the next.
        var keys = Array.ConvertAll(s_rounds, rounds => (Terms: new Terms(MostParts, opensRounds: true), Rounds: rounds, Schedules: new Dictionary<string, AesSchedule>()));
        foreach (var (i, length) in lengths.Index())
        {
            var (counter, isInPlace) = (operation == AesOperation.TransformCtr ? s_counters[i % s_counters.Length] : null, i % 2 == 0);
            foreach (var (terms, rounds, schedules) in keys)
            {
                yield return () => AesTheorems.Text(terms, routine, mode, Known("key"), isXts && !isInPlace ? Known("tweak key") : null, length, counter, isInPlace);

                AesSchedule Known(string name)
                {
                    if (!schedules.TryGetValue(name, out var known))
                        schedules.Add(name, known = Schedule(terms, kernel, Expansion(kernel), Inversion(kernel), name, rounds));
                    return known;
                }
            }
        }
    }

    /// <summary>CTR of any number of batches, which are eight blocks, but four of vectors of one.</summary>
    private static IEnumerable<Action> Counting(AesKernel kernel, Routine routine)
    {
        var terms = new Terms(MostParts, opensRounds: true);
        return AesTheorems.LongCounting(
            routine, (kernel.Id.Contains("128", StringComparison.Ordinal) ? 4 : 8) * BlockBytes, choosesByCounter: false, terms,
            new(() => Schedule(terms, kernel, Expansion(kernel), Inversion(kernel), "key", s_rounds[0])));
    }

    /// <summary>The round keys of a key, and what a kernel keeps of them. They have names, so that what is made of them is short.</summary>
    private static AesSchedule Schedule(Terms terms, AesKernel kernel, Routine expansion, Routine inversion, string name, int rounds)
    {
        var specification = new AesSpecification<int, Terms>(terms);
        var key = terms.Unknowns(name, (rounds - 6) * 4);
        var keys = specification.ExpandKey(key);
        var first = new Proof(terms, expansion);
        first.SetNumber("Rounds", rounds);
        first.SetBuffer("Key", key);
        var expanded = first.SetBuffer("Schedule", terms.Unknowns("room", kernel.ScheduleBytes));
        first.Run();

        keys = Array.ConvertAll(keys, roundKey => terms.Name("a round key", roundKey));
        var second = new Proof(terms, inversion);
        second.SetNumber("Rounds", rounds);
        var whole = second.SetBuffer("Schedule", terms.Renew(first.Read(expanded, kernel.ScheduleBytes)));
        second.Run();

        // Logic transforms zeros where there are fewer blocks than it takes at once.
        var inverseKeys = specification.InvertKeys(keys);
        var zeros = terms.Zeros(BlockBytes);
        specification.Cipher(zeros, keys);
        specification.InverseCipher(zeros, inverseKeys);
        return new(keys, inverseKeys, second.Read(whole, kernel.ScheduleBytes));
    }
}
