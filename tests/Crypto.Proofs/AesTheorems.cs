using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of AES compute.</summary>
internal static class AesTheorems
{
    private const string Ctr = "TransformCtr", TweakKey = "tweak key";

    private const int BlockBytes = 16, HalfBytes = 8, MostBlocks = 72, MostCfb8 = 100, LongMessage = 8 * 512, WidestBatch = 32;

    private static readonly int[] s_rounds = [10, 12, 14];

    /// <summary>Blocks of a text: as many as two batches of any kernel and a rest have. For two sizes of keys, some of them.</summary>
    private static readonly int[] s_blocks = [.. Enumerable.Range(0, MostBlocks + 1)], s_someBlocks = [0, 1, 2, 7, 8, 9, 31, 33, 65];

    /// <summary>Bytes of a text behind its whole blocks.</summary>
    private static readonly int[] s_rests = [0, 1, 7, 15];

    /// <summary>Bytes of a text that may end within a block: each rest, beside each number of vectors.</summary>
    private static readonly int[] s_bytes =
        [.. Enumerable.Range(0, 160), .. Enumerable.Range(10, MostBlocks - 10).SelectMany(_ => s_rests, (blocks, rest) => (blocks * BlockBytes) + rest)];

    private static readonly int[] s_someBytes = [0, 1, 15, 16, 17, 64, 100, 128, 257, 511, 512, 513, 1025];

    /// <summary>Counters of CTR: some carry in none of the blocks, others beyond 8, 16, 32, 64 or 128 bits.</summary>
    private static readonly string[] s_counters =
    [
        "00000000000000000000000000000000", "000102030405060708090a0b0c0d0ef0", "00112233445566778899aabbccddfffd",
        "a0a1a2a3a4a5a6a7a8a9aaabfffffffe", "a0a1a2a3a4a5a6a7ffffffffffffffe1", "ffffffffffffffffffffffffffffffff",
        "fdffffffa4a5a6a7a8a9aaabacadaeaf", "feff00000000000000000000000000ff", "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f", "80808080808080808080808080808080",
    ];

    private static readonly string?[] s_noCounter = [null];

    /// <summary>Bytes of a text in which a counter carries through all bits at each block, whatever way through a kernel that block goes.</summary>
    private static readonly int[] s_carryBytes = [(7 * BlockBytes) + 1, (31 * BlockBytes) + 15, (MostBlocks * BlockBytes) + 9];

    /// <summary>Bytes of a long message of CTR: eight batches of the widest kernel, and more.</summary>
    private static readonly int[] s_longBytes = [LongMessage - 1, LongMessage, LongMessage + 1, LongMessage + 1041];

    /// <summary>
    /// What CTR could do without: an addition of zero and its mask in the one lane of a vector of 128 bits, what the last block prepares for the
    /// next, a constant that its register still has, and of long messages the key of round 0, which the counter has taken.
    /// </summary>
    private static readonly Dictionary<string, string[]> s_needless = new()
    {
        ["TransformCtrVaes512"] =
        [
            "b9 vmovdqa64 zmm2,[1280h]", "300 vpand xmm2,xmm2,[1420h]", "308 vpaddq xmm0,xmm0,xmm2", "3e6 vpand xmm2,xmm2,[1420h]",
            "3ee vpaddq xmm0,xmm0,xmm2", "41c vpshufd xmm4,xmm3,44h", "421 vpxor xmm4,xmm4,[1450h]", "7ff vmovdqa64 zmm2,[1280h]",
            "c89 vbroadcasti32x4 zmm6,xmmword ptr [rdx]", "e05 vmovdqa64 zmm2,[1280h]",
        ],
        ["TransformCtrVaes256"] =
        [
            "1aa vpand xmm2,xmm2,[0B80h]", "1b2 vpaddq xmm0,xmm0,xmm2", "290 vpand xmm2,xmm2,[0B80h]", "298 vpaddq xmm0,xmm0,xmm2",
            "2c6 vpshufd xmm4,xmm3,44h", "2cb vpxor xmm4,xmm4,[0BB0h]",
        ],
        ["TransformCtrAesNiAvx"] =
        [
            "72 vpand xmm2,xmm2,[960h]", "7a vpaddq xmm0,xmm0,xmm2", "162 vpand xmm2,xmm2,[960h]", "16a vpaddq xmm0,xmm0,xmm2",
            "198 vpshufd xmm4,xmm3,44h", "19d vpxor xmm4,xmm4,[930h]", "336 vpand xmm2,xmm2,xmm8", "33b vpaddb xmm9,xmm9,xmm2",
            "488 vpand xmm0,xmm0,xmm14",
        ],
    };

    public static string[] Modes { get; } = [.. new AesSpecification<int, Terms>(new Terms()).Modes.Keys];

    public static IEnumerable<Theorem> All =>
        Theorem.Kernels("Aes").Concat(Theorem.Kernels("AesArm64")).Where(kernel => !kernel.Program.Name.EndsWith(CcmTheorems.Suffix, StringComparison.Ordinal)).Select(Of);

    private static Theorem Of(KernelCode kernel) => kernel.Program.Name switch
    {
        "ExpandKey" => new(kernel, "the key schedule of FIPS 197, for keys of all sizes", KeySchedules),
        "InvertKey" => new(kernel, "the round keys of the equivalent inverse cipher, for all numbers of rounds", InverseSchedules),
        var name when Array.Find(Modes, mode => name.StartsWith(mode, StringComparison.Ordinal)) is { } mode =>
            new(kernel, WhatIsShown(mode), routine => Texts(routine, mode).Concat(LongTexts(routine, mode, BatchOf(name)))) { Needless = s_needless.GetValueOrDefault(name, []) },
        var name => throw new NotSupportedException($"There is no theorem of {name}."),
    };

    private static string WhatIsShown(string mode) => mode == Ctr
        ? $"all keys, texts of any length at all counters below 2^56 or so, at {s_counters.Length} others and carries at each block, also in place"
        : $"all keys, {(mode.EndsWith(Ctr[^3..], StringComparison.Ordinal) ? "counters" : mode.EndsWith("Xts", StringComparison.Ordinal) ? "tweaks" : "IVs")} and texts of any length, also in place";

    public static IEnumerable<Action> KeySchedules(Routine routine) => s_rounds.Select(rounds => (Action)(() =>
    {
        var terms = new Terms();
        var key = terms.Unknowns("key", (rounds - 6) * 4);
        var proof = new Proof(terms, routine);
        proof.SetNumber("Rounds", rounds);
        proof.SetBuffer("Key", key);
        var expected = new AesSpecification<int, Terms>(terms).ExpandKey(key).SelectMany(roundKey => roundKey).ToArray();
        var schedule = proof.SetBuffer("Schedule", terms.Unknowns("schedule", expected.Length));
        proof.Run();
        proof.Demand("the schedule", schedule, expected);
    }));

    public static IEnumerable<Action> InverseSchedules(Routine routine) => s_rounds.Select(rounds => (Action)(() =>
    {
        var terms = new Terms();
        var keys = Keys(terms, "key", rounds);
        var room = terms.Unknowns("schedule", AesCode.EncryptionScheduleBytes + (keys.Length * BlockBytes));
        int[] before = [.. keys.SelectMany(key => key), .. room[(keys.Length * BlockBytes)..]];
        var proof = new Proof(terms, routine);
        proof.SetNumber("Rounds", rounds);
        var schedule = proof.SetBuffer("Schedule", before);
        proof.Run();
        int[] inverse = [.. new AesSpecification<int, Terms>(terms).InvertKeys(keys).SelectMany(key => key)];
        proof.Demand("the schedule", schedule, [.. before[..AesCode.EncryptionScheduleBytes], .. inverse]);
    }));

    public static IEnumerable<Action> Texts(Routine routine, string mode)
    {
        // Of all cases, so that what one has shown of a round is known in the next.
        var terms = new Terms();
        var (isCtr, hasCounters) = (mode.Contains("Ctr", StringComparison.Ordinal), mode == Ctr);
        var isXts = mode.EndsWith("Xts", StringComparison.Ordinal);
        var isCfb8 = mode.EndsWith("Cfb8", StringComparison.Ordinal);

        // Short texts under all keys first, then some of the long ones: what is wrong shows soon.
        var cases = s_rounds.SelectMany(Lengths, (rounds, length) => (Rounds: rounds, Length: length));
        foreach (var (rounds, length) in cases.OrderBy(one => one.Length < 10 * BlockBytes ? 0 : IsSome(one.Length) ? 1 : 2))
        {
            // Each length at one counter at least, and some lengths at all of them.
            var counters = !hasCounters ? s_noCounter : s_someBytes.Contains(length) ? s_counters : [s_counters[length % s_counters.Length]];
            foreach (var counter in counters)
            {
                yield return () => Text(terms, routine, mode, rounds, length, counter, isXts, isInPlace: false);
                if (IsSome(length))
                    yield return () => Text(terms, routine, mode, rounds, length, counter, hasTweakKey: false, isInPlace: true);
            }
        }

        if (hasCounters)
        {
            foreach (var (length, counter) in Carries())
                yield return () => Text(terms, routine, mode, s_rounds[0], length, counter, hasTweakKey: false, isInPlace: false);
        }

        int[] Lengths(int rounds)
        {
            var isWhole = rounds == s_rounds[0];
            return isCtr ? [.. isWhole ? s_bytes : s_someBytes, .. hasCounters ? s_longBytes : []]
                : isXts ? [.. (isWhole ? s_bytes : s_someBytes).Where(bytes => bytes is 0 or >= BlockBytes)]
                : isCfb8 ? [.. (isWhole ? s_bytes : s_someBytes).Where(bytes => bytes <= MostCfb8)]
                : [.. (isWhole ? s_blocks : s_someBlocks).Select(blocks => blocks * BlockBytes)];
        }

        static bool IsSome(int length) => s_someBytes.Contains(length) || s_someBlocks.Contains(length / BlockBytes);
    }

    /// <summary>Texts with counters that carry through all 128 bits at each block and behind the last; and that begin at each place of a batch.</summary>
    private static IEnumerable<(int Length, string Counter)> Carries()
    {
        foreach (var length in s_carryBytes)
        {
            for (var block = 1; block <= GcmTheorems.Blocks(length); block++)
                yield return (length, $"{ulong.MaxValue:x16}{ulong.MaxValue - (uint)block + 1:x16}");
        }

        for (var place = 0; place < WidestBatch; place++)
            yield return (s_carryBytes[^1], $"a0a1a2a3a4a5a6a7a8a9aaabacadff{0xC0 + place:x2}");
        foreach (var length in new[] { LongMessage - 1, s_longBytes[^1] })
        {
            for (var block = WidestBatch / 2; block < length / BlockBytes; block += WidestBatch / 2)
                yield return (length, $"a0a1a2a3a4a5a6a7{ulong.MaxValue - (uint)block + 1:x16}");
        }
    }

    /// <summary>Texts of any length.</summary>
    /// <param name="routine">The kernel.</param>
    /// <param name="mode">The mode.</param>
    /// <param name="batch">Bytes of a round of its main loop.</param>
    /// <param name="choosesByCounter">Whether CTR chooses by the lowest bits of the counter what it adds, and has a loop for long messages.</param>
    public static IEnumerable<Action> LongTexts(Routine routine, string mode, int batch, bool choosesByCounter = true)
    {
        var terms = new Terms();
        return mode == Ctr ? LongCounting(routine, batch, choosesByCounter, terms, new(() => ScheduleOf(terms, s_rounds[0]))) : Batches(routine, mode, batch);
    }

    /// <summary>
    /// Texts of any number of batches and each rest of one; under keys of all sizes, and in place, with some of them. To begin with there are two
    /// rounds of the main loop: of XTS three batches, since a block of the last may wait for the rest.
    /// </summary>
    private static IEnumerable<Action> Batches(Routine routine, string mode, int batch)
    {
        var terms = new Terms();
        var isXts = mode.EndsWith("Xts", StringComparison.Ordinal);
        var isWhole = !isXts && !mode.EndsWith(Ctr[^3..], StringComparison.Ordinal);
        var first = isXts ? 3 : 2;
        int[] rests = [.. Enumerable.Range(0, batch).Where(rest => rest % BlockBytes == 0 || (!isWhole && s_rests.Contains(rest % BlockBytes)))];
        foreach (var rest in rests.Where(rest => isXts && (2 * batch) + rest > MostBlocks * BlockBytes))
            yield return () => Text(terms, routine, mode, s_rounds[0], (2 * batch) + rest, counter: null, hasTweakKey: false, isInPlace: false);
        foreach (var rest in rests)
            yield return () => LongText(s_rounds[0], rest, isInPlace: false);
        foreach (var rest in new[] { rests[^1], rests[0] }.Distinct())
        {
            foreach (var rounds in s_rounds[1..])
                yield return () => LongText(rounds, rest, isInPlace: false);
            yield return () => LongText(s_rounds[0], rest, isInPlace: true);
        }

        void LongText(int rounds, int rest, bool isInPlace)
        {
            var specification = new AesSpecification<int, Terms>(terms);
            var (keys, inverseKeys, hasTweakKey) = (Keys(terms, "key", rounds), Keys(terms, "inverse key", rounds), isXts && !isInPlace);
            var (iv, later) = (terms.Unknowns("iv", BlockBytes), new Dictionary<string, Func<int, int>>
            {
                ["text"] = Induction.Later(terms, "text", batch),
                ["destination"] = Induction.Later(terms, "destination", batch),
            });
            var tweak = hasTweakKey ? specification.Cipher(iv, Keys(terms, TweakKey, rounds)) : iv;
            var (_, next) = specification.Modes[mode](keys, inverseKeys, terms.Unknowns("text", batch), tweak);
            if (hasTweakKey)
                later.Add(TweakKey, LastKey);
            else
                later.Add("iv", i => next[i]);
            new Induction(terms, later)
                .Demand(routine, more => Text(terms, routine, mode, rounds, ((first + more) * batch) + rest, counter: null, hasTweakKey, isInPlace));

            // The tweak is anything, as the last round key is that is added to it.
            int LastKey(int i)
            {
                var (key, place) = (terms.Unknowns(TweakKey, i + 1)[i], i - (rounds * BlockBytes));
                return place < 0 ? key : terms.Xor([key], terms.Xor([tweak[place]], [next[place]]))[0];
            }
        }
    }

    /// <summary>
    /// CTR of two batches and more and each number of blocks that are left, at any counter whose lower half stays below 2^56, but for its lowest bits,
    /// if kernels choose by these what they add. Then their loop for long messages begins with eight batches.
    /// </summary>
    /// <param name="routine">The kernel.</param>
    /// <param name="batch">Bytes of a round.</param>
    /// <param name="choosesByCounter">Whether it chooses so.</param>
    /// <param name="terms">Of all cases.</param>
    /// <param name="schedule">The round keys.</param>
    public static IEnumerable<Action> LongCounting(Routine routine, int batch, bool choosesByCounter, Terms terms, Lazy<AesSchedule> schedule)
    {
        const ulong Most = (1UL << 56) - (1UL << 40);
        const int Fewest = 2, FewestOfLong = 10;
        var first = choosesByCounter ? FewestOfLong : Fewest;
        var specification = new AesSpecification<int, Terms>(terms);
        var low = CcmSpecification<int, Terms>.Counting;
        var unknown = terms.Unknowns("iv", BlockBytes);
        var blocks = batch / BlockBytes;
        var last = choosesByCounter ? terms.And(unknown[^1..], [byte.MaxValue - blocks + 1]) : unknown[^1..];
        int[] iv = [.. unknown[..HalfBytes], 0, .. unknown[(HalfBytes + 1)..^1], .. last];
        terms.Assume([.. low.Select(i => iv[i])], Most);
        for (var i = 0; i < blocks; i++)
        {
            var (place, rest) = (choosesByCounter ? 5 * i % blocks : 0, (i * BlockBytes) + s_rests[i % s_rests.Length]);
            foreach (var batches in Enumerable.Range(Fewest, first - Fewest))
                yield return () => Count(place, (batches * batch) + rest);
            yield return () => Any(place, rest);
        }

        void Any(int place, int rest)
        {
            var next = Enumerable.Range(0, blocks).Aggregate(At(place), (counter, _) => specification.Increment(counter, low));
            new Induction(terms, new Dictionary<string, Func<int, int>>
            {
                ["text"] = Induction.Later(terms, "text", batch),
                ["destination"] = Induction.Later(terms, "destination", batch),
                ["iv"] = i => next[i],
            }).Demand(routine, more => Count(place, ((first + more) * batch) + rest));
        }

        int[] At(int place) => [.. iv[..^1], terms.Xor(iv[^1..], [place])[0]];

        void Count(int place, int length)
        {
            var (text, counter) = (terms.Unknowns("text", length), At(place));
            var proof = new Proof(terms, routine);
            proof.SetNumber("Rounds", schedule.Value.Rounds);
            proof.SetNumber("Length", length);
            proof.SetNumber("TweakSchedule", 0);
            proof.SetBuffer("Schedule", schedule.Value.Bytes);
            var chain = proof.SetBuffer("IV", counter);
            var (_, destination) = proof.SetText(text, isInPlace: false);

            // First, so that what it gives names to has them when the kernel comes to it: also what fills a batch, and is thrown away.
            var (expected, after) = specification.Ctr(schedule.Value.Keys, text, counter, low);
            specification.Ctr(schedule.Value.Keys, terms.Zeros(batch), after, low);
            proof.Run();
            proof.Demand($"the text of {length} bytes at any counter with {place} at its end", destination, expected);
            proof.Demand($"the counter after {length} bytes", chain, after);
        }
    }

    /// <summary>Bytes that a kernel takes in a round of its main loop.</summary>
    private static int BatchOf(string kernel) => kernel switch
    {
        var name when name.EndsWith("Vaes512", StringComparison.Ordinal) => 512,
        var name when name.EndsWith("Vaes256", StringComparison.Ordinal) => 256,
        var name when name.EndsWith("Cfb8", StringComparison.Ordinal) => 1,
        "EncryptCbc" or "EncryptCfb128" => BlockBytes,
        _ => 128,
    };

    private static void Text(Terms terms, Routine routine, string mode, int rounds, int length, string? counter, bool hasTweakKey, bool isInPlace)
    {
        var tweakKeys = Keys(terms, TweakKey, rounds);
        Text(terms, routine, mode, ScheduleOf(terms, rounds), hasTweakKey ? new(tweakKeys, [], [.. tweakKeys.SelectMany(key => key)]) : null, length, counter, isInPlace);
    }

    /// <summary>Round keys that may be anything, and those of the inverse cipher.</summary>
    private static AesSchedule ScheduleOf(Terms terms, int rounds)
    {
        var (keys, inverseKeys) = (Keys(terms, "key", rounds), Keys(terms, "inverse key", rounds));
        int[] encryption = [.. keys.SelectMany(key => key)];
        int[] rest = terms.Unknowns("behind the keys", AesCode.EncryptionScheduleBytes - encryption.Length);
        return new(keys, inverseKeys, [.. encryption, .. rest, .. inverseKeys.SelectMany(key => key)]);
    }

    /// <summary>A text under a schedule, and in XTS maybe one of the tweak.</summary>
    public static void Text(
        Terms terms, Routine routine, string mode, AesSchedule schedule, AesSchedule? tweakSchedule, int length, string? counter, bool isInPlace)
    {
        var specification = new AesSpecification<int, Terms>(terms);
        var text = terms.Unknowns("text", length);
        var iv = counter is null ? terms.Unknowns("iv", BlockBytes) : [.. Convert.FromHexString(counter).Select(number => (int)number)];
        var proof = new Proof(terms, routine);
        proof.SetNumber("Rounds", schedule.Rounds);
        proof.SetNumber("Length", length);
        proof.SetBuffer("Schedule", schedule.Bytes);
        var chain = proof.SetBuffer("IV", iv);
        if (tweakSchedule is null)
        {
            proof.SetNumber("TweakSchedule", 0);
        }
        else
        {
            proof.SetBuffer("TweakSchedule", tweakSchedule.Bytes);
            iv = specification.Cipher(iv, tweakSchedule.Keys);
        }

        var (source, destination) = proof.SetText(text, isInPlace);

        // First, so that what it gives names to has them when the kernel comes to it.
        var (expected, next) = specification.Modes[mode](schedule.Keys, schedule.InverseKeys, text, iv);
        proof.Run();
        var what = $"{length} bytes with {schedule.Rounds} rounds{(counter is null ? "" : " at " + counter)}{(isInPlace ? " in place" : "")}";
        proof.Demand($"the text of {what}", destination, expected);
        proof.Demand($"the IV after {what}", chain, next);
        if (!isInPlace)
            proof.Demand($"the source of {what}", source, text);
    }

    /// <summary>Round keys that may be anything.</summary>
    public static int[][] Keys(Terms terms, string name, int rounds) =>
        [.. terms.Unknowns(name, (rounds + 1) * BlockBytes).Chunk(BlockBytes)];
}
