using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// The C# of SHA-256 and SHA-512, which differ in the size of a word, in their rotations and in how a schedule goes on: FIPS 180-4,
/// sections 6.2.2 and 6.4.2. Each is written twice from one text: the functions of a round, the portable kernel, and that for AVX2; which
/// is written a third time, with the rounds of SHA-512 spread over general registers and vectors.
/// </summary>
internal sealed class Sha2Source
{
    private const string Heading = """
        // Written by tools/KernelAssembler (Sha2Source). Do not edit: change it there, and run
        //     dotnet run --project tools/KernelAssembler
        """;

    /// <summary>The working variables of a round, of which the last is the first of the next.</summary>
    private const string Variables = "abcdefgh";

    private static readonly Sha2Source[] s_all =
    [
        new()
        {
            Bits = 256, WordBits = 32, Word = "uint", Rounds = 64,
            FunctionsSection = "4.1.2", Section = "6.2.2",
            Sum0 = [2, 13, 22], Sum1 = [6, 11, 25], Sigma0 = [7, 18, 3], Sigma1 = [17, 19, 10],
            Title = "SHA-256", Instructions = "SHA-NI",
            ScheduleSummary = """
                Four words of the schedule at a time, sixteen words ahead of the rounds (Gulley, Gopal, Yap, Feghali, Guilford and
                /// Wolrich, "Fast SHA-256 Implementations on Intel Architecture Processors", 2012).
                """,
            ExpandedFrom = [0, 1, 2, 3],
            Expand = """
                /// <summary>The next four words of each schedule, from the sixteen before. The last two depend on the first two.</summary>
                [MethodImpl(MethodImplOptions.AggressiveInlining)]
                private static Vector256<uint> Expand(Vector256<uint> x0, Vector256<uint> x1, Vector256<uint> x2, Vector256<uint> x3)
                {
                    var words = x0 + Sigma0(Avx2.AlignRight(x1, x0, 4)) + Avx2.AlignRight(x3, x2, 4);
                    words += Avx2.ShiftRightLogical128BitLane(Sigma1(x3), 8);
                    return words + Avx2.ShiftLeftLogical128BitLane(Sigma1(words), 8);
                }
                """,
        },
        new()
        {
            Bits = 512, WordBits = 64, Word = "ulong", Rounds = 80,
            FunctionsSection = "4.1.3", Section = "6.4.2",
            Sum0 = [28, 34, 39], Sum1 = [14, 18, 41], Sigma0 = [1, 8, 7], Sigma1 = [19, 61, 6],
            Title = "SHA-512 and, from another initial value, SHA-384", Instructions = "the SHA-512 instructions",
            ScheduleSummary = "Two words of the schedule at a time, sixteen words ahead of the rounds.",
            ExpandedFrom = [0, 1, 4, 5, 7],
            Expand = """
                /// <summary>The next two words of each schedule, from the sixteen before, of which x2, x3 and x6 play no part.</summary>
                [MethodImpl(MethodImplOptions.AggressiveInlining)]
                private static Vector256<ulong> Expand(
                    Vector256<ulong> x0, Vector256<ulong> x1, Vector256<ulong> x4, Vector256<ulong> x5, Vector256<ulong> x7) =>
                    x0 + Sigma0(Avx2.AlignRight(x1, x0, 8)) + Avx2.AlignRight(x5, x4, 8) + Sigma1(x7);
                """,
        },
    ];

    /// <summary>Paths from the root of the repository, and what belongs there.</summary>
    public static IEnumerable<(string Path, string Text)> Files => s_all.SelectMany(source => new[]
    {
        ($"{source.Folder}/Sha{source.Bits}Functions.Rounds.cs", source.Functions()),
        ($"{source.Folder}/Sha{source.Bits}Portable.cs", source.Portable()),
        ($"{source.Folder}/Net/Sha{source.Bits}X64Avx2.cs", source.OnVectors(source.OnAvx2)),
    }).Append(($"{s_all[1].Folder}/Net/Sha512X64Avx512.cs", s_all[1].OnVectors(s_all[1].Spread)));

    public required int Bits { get; init; }

    public required int WordBits { get; init; }

    public required string Word { get; init; }

    public required int Rounds { get; init; }

    public required string Title { get; init; }

    public required string Section { get; init; }

    public required string FunctionsSection { get; init; }

    public required string Instructions { get; init; }

    /// <summary>Three rotations.</summary>
    public required int[] Sum0 { get; init; }

    /// <inheritdoc cref="Sum0"/>
    public required int[] Sum1 { get; init; }

    /// <summary>Two rotations and a shift.</summary>
    public required int[] Sigma0 { get; init; }

    /// <inheritdoc cref="Sigma0"/>
    public required int[] Sigma1 { get; init; }

    public required string ScheduleSummary { get; init; }

    /// <summary>The vectors of the schedule that its next one follows from, the oldest being 0.</summary>
    public required int[] ExpandedFrom { get; init; }

    public required string Expand { get; init; }

    private string Folder => $"src/Crypto/Intrinsics/Sha{Bits}";

    private int WordsOfVector => 128 / WordBits;

    private int VectorsOfBlock => 16 / WordsOfVector;

    private int VectorsOfEightRounds => 8 / WordsOfVector;

    private string Functions() => $$"""
        {{Heading}}
        using System.Runtime.CompilerServices;

        namespace ManagedCrypto.Intrinsics;

        /// <summary>The round constants and the functions of a round: FIPS 180-4, sections {{FunctionsSection}} and {{Section}}.</summary>
        internal static unsafe partial class Sha{{Bits}}Functions
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static {{Word}} Ch({{Word}} x, {{Word}} y, {{Word}} z) => z ^ (x & (y ^ z));

            /// <summary>In this form, since y ^ z was x ^ y one round before, and the JIT keeps it.</summary>
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static {{Word}} Maj({{Word}} x, {{Word}} y, {{Word}} z) => y ^ ((x ^ y) & (y ^ z));

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static {{Word}} Sum0({{Word}} x) => {{Rotations(Sum0)}};

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static {{Word}} Sum1({{Word}} x) => {{Rotations(Sum1)}};

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static {{Word}} RotateRight({{Word}} x, int bits) => (x >> bits) | (x << ({{WordBits}} - bits));

            /// <summary>Adds the working variables to the chaining value: the last step of a block.</summary>
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            public static void Add({{Word}}* state, {{string.Join(", ", Variables.Select(name => $"{Word} {name}"))}})
            {
        {{Lines(8, Variables.Select((name, i) => $"state[{i}] += {name};"))}}
            }
        }

        """;

    private string Portable() => $$"""
        {{Heading}}
        using System.Runtime.CompilerServices;
        using static ManagedCrypto.Intrinsics.Sha{{Bits}}Functions;

        namespace ManagedCrypto.Intrinsics;

        /// <summary>
        /// {{Title}} in plain C#: FIPS 180-4, section {{Section}}.
        /// Eight rounds are unrolled, so that the working variables change their roles instead of their places; the message schedule is
        /// computed sixteen words ahead, off the chain of dependent rounds.
        /// Any alignment of the blocks. Constant-time: additions, rotations and logic only, every address fixed. The schedule is wiped.
        /// .NET has no class for {{Instructions}}; with one, this file would be for other CPUs only.
        /// </summary>
        internal sealed unsafe class Sha{{Bits}}Portable : HashKernel
        {
            private const int Block = {{2 * WordBits}};
            private const int Rounds = {{Rounds}};

            public override string Id => "sha{{Bits}}/portable";

            public override KernelTier Tier => KernelTier.Portable;

            public override bool IsConstantTime => true;

            public override void Compress(HashArguments* arguments)
            {
                var schedule = stackalloc {{Word}}[Rounds];
                fixed ({{Word}}* k = RoundConstants)
                {
                    Compress(({{Word}}*)arguments->State, arguments->Source, arguments->SourceBlocks, k, schedule);
                    Compress(({{Word}}*)arguments->State, arguments->Tail, arguments->TailBlocks, k, schedule);
                }

                Secret.WipeInline(schedule, Rounds * sizeof({{Word}}));
            }

            private static void Compress({{Word}}* state, byte* block, nint blocks, {{Word}}* roundConstants, {{Word}}* schedule)
            {
                for (; blocks > 0; blocks--, block += Block)
                {
                    {{Word}} a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
                    for (var t = 0; t < 16; t++)
                        schedule[t] = BigEndian.Read{{WordBits}}(block + ({{WordBits / 8}} * t));

                    {{Word}}* w = schedule, k = roundConstants;
                    for (var end = schedule + Rounds - 16; w < end; w += 8, k += 8)
                    {
        {{Lines(16, EightRounds(i => $"{PortableRound(i)} w[{i + 16}] = Expand(w + {i + 16});"))}}
                    }

                    for (var end = schedule + Rounds; w < end; w += 8, k += 8)
                    {
        {{Lines(16, EightRounds(PortableRound))}}
                    }

                    Add(state, a, b, c, d, e, f, g, h);
                }
            }

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static {{Word}} Sigma0({{Word}} x) => {{RotationsAndShift(Sigma0, ">>")}};

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static {{Word}} Sigma1({{Word}} x) => {{RotationsAndShift(Sigma1, ">>")}};

            /// <summary>The schedule's next word, from those before it.</summary>
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static {{Word}} Expand({{Word}}* w) => w[-16] + Sigma0(w[-15]) + w[-7] + Sigma1(w[-2]);
        }

        """;

    /// <summary>What sets the kernel for AVX2 apart.</summary>
    private VectorForm OnAvx2 => new()
    {
        Class = $"Sha{Bits}X64Avx2",
        Id = $"sha{Bits}/x64-avx2",
        With = "AVX2",
        Summary = $"""
            {ScheduleSummary}
            /// .NET has no class for {Instructions}; with one, this file would be for other CPUs only.
            """,
        Round = Avx2Round,
        Members = Bits == 256 ? "" : """
            public override string? WhyNotPreferred() => Cpu.Core == CpuCore.Zen4 && Vector512.IsHardwareAccelerated
                ? "rounds that are spread over general registers and vectors are faster on this CPU" : null;

            """,
    };

    /// <summary>What sets the kernel of SHA-512 apart that has its rounds in two halves of the core.</summary>
    private VectorForm Spread => new()
    {
        Class = "Sha512X64Avx512",
        Id = "sha512/x64-avx512vl",
        With = "AVX-512",
        Summary = $"""
            {ScheduleSummary}
            /// A round's new e is due in the next one, and is made in general registers. Its new a, which is e - d + Maj + Sum0, is due as d
            /// four rounds later, and is made in vectors from a copy of e: these have every function of three operands as one instruction.
            """,
        Round = SpreadRound,
        Declarations = string.Join("\n", "abcd".Select(name => $"var {name}Vector = Vector128.CreateScalarUnsafe({name});")),
        Members = """
            public override CpuFeatures Requires => CpuFeatures.Avx512;

            public override string? WhyUnavailable() =>
                base.WhyUnavailable() ?? (Vector512.IsHardwareAccelerated ? null : "the runtime does not grant AVX-512");

            """,
        Functions = """

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static Vector128<ulong> Maj(Vector128<ulong> x, Vector128<ulong> y, Vector128<ulong> z) =>
                Avx512F.VL.TernaryLogic(x, y, z, 0xE8);

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static Vector128<ulong> Sum0(Vector128<ulong> x) => Avx512F.VL.TernaryLogic(
                Avx512F.VL.RotateRight(x, 28), Avx512F.VL.RotateRight(x, 34), Avx512F.VL.RotateRight(x, 39), 0x96);
            """,
    };

    private string OnVectors(VectorForm form) => $$"""
        {{Heading}}
        using System.Runtime.CompilerServices;
        using System.Runtime.Intrinsics;
        using System.Runtime.Intrinsics.X86;
        using static ManagedCrypto.Intrinsics.Sha{{Bits}}Functions;

        namespace ManagedCrypto.Intrinsics;

        /// <summary>
        /// {{Title}} with {{form.With}}: FIPS 180-4, section {{Section}}, as <see cref="ShaX64Avx2"/> says.
        /// {{form.Summary}}
        /// </summary>
        internal sealed unsafe class {{form.Class}} : ShaX64Avx2
        {
            private const int Block = {{2 * WordBits}};
            private const int Rounds = {{Rounds}};

            public override string Id => "{{form.Id}}";

        {{Paragraph(4, form.Members)}}    public override void Compress(HashArguments* arguments)
            {
                var schedules = stackalloc {{Word}}[2 * Rounds];
                Compress(({{Word}}*)arguments->State, arguments->Source, arguments->SourceBlocks, schedules);
                Compress(({{Word}}*)arguments->State, arguments->Tail, arguments->TailBlocks, schedules);
                Secret.WipeInline(schedules, 2 * Rounds * sizeof({{Word}}));
                Secret.ForgetRegisters();
            }

            [MethodImpl(Jit.Optimize)]
            private static void Compress({{Word}}* state, byte* block, nint blocks, {{Word}}* w)
            {
                for (; blocks > 0; blocks -= 2, block += 2 * Block)
                {
                    var next = blocks > 1 ? block + Block : block;
                    var end = blocks > 1 ? 2 * Rounds : Rounds;
        {{Lines(12, Schedule.Select(LoadVector))}}
        {{Lines(12, Schedule.Select(i => $"Store(x{i}, w, {i * WordsOfVector});"))}}

                    for (nint t = 0; t < end;)
                    {
                        {{Word}} a = state[0], b = state[1], c = state[2], d = state[3];
                        {{Word}} e = state[4], f = state[5], g = state[6], h = state[7];
        {{Paragraph(16, form.Declarations)}}                for (; t < Rounds - 16; t += 8)
                        {
        {{Lines(20, Enumerable.Range(0, VectorsOfEightRounds).SelectMany(vector => ExpandingRounds(vector, form.Round)))}}
                            ({{Vectors(0)}}) = ({{Vectors(VectorsOfEightRounds)}});
                        }

                        do
                        {
        {{Lines(20, EightRounds(form.Round))}}
                            t += 8;
                        }
                        while (t % Rounds != 0);

                        Add(state, a, b, c, d, e, f, g, h);
                    }
                }
            }

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static void Store(Vector256<{{Word}}> words, {{Word}}* w, nint t) =>
                Store(words + Broadcast(RoundConstants, t), w + t, w + t + Rounds);

        {{Lines(4, Expand.Split('\n'))}}

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static Vector256<{{Word}}> Sigma0(Vector256<{{Word}}> x) => {{RotationsAndShift(Sigma0, ">>>")}};

            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            private static Vector256<{{Word}}> Sigma1(Vector256<{{Word}}> x) => {{RotationsAndShift(Sigma1, ">>>")}};
        {{Paragraph(4, form.Functions)}}}

        """;

    private IEnumerable<int> Schedule => Enumerable.Range(0, VectorsOfBlock);

    /// <summary>An offset of 0 is left out.</summary>
    private string LoadVector(int i) => i == 0
        ? $"var x0 = Load{WordBits}(block, next);"
        : $"var x{i} = Load{WordBits}(block + {16 * i}, next + {16 * i});";

    private IEnumerable<string> ExpandingRounds(int vector, Func<int, string> round) =>
    [
        $"x{vector} = Expand({string.Join(", ", ExpandedFrom.Select(i => $"x{(vector + i) % VectorsOfBlock}"))});",
        $"Store(x{vector}, w, t + {16 + (vector * WordsOfVector)});",
        .. Enumerable.Range(vector * WordsOfVector, WordsOfVector).Select(round),
    ];

    private string Vectors(int first) => string.Join(", ", Schedule.Select(i => $"x{(first + i) % VectorsOfBlock}"));

    private static string Rotations(int[] bits) => string.Join(" ^ ", bits.Select(count => $"RotateRight(x, {count})"));

    private static string RotationsAndShift(int[] bits, string shift) => $"{Rotations(bits[..2])} ^ (x {shift} {bits[2]})";

    private static IEnumerable<string> EightRounds(Func<int, string> round) => Enumerable.Range(0, 8).Select(round);

    private static string PortableRound(int t) => Round(
        t, (a, b, c, d, e, f, g, h) =>
            $"{h} += w[{t}] + k[{t}]; {h} += Ch({e}, {f}, {g}); {h} += Sum1({e}); {d} += {h}; {h} += Maj({a}, {b}, {c}) + Sum0({a});");

    private static string Avx2Round(int t) => Round(
        t, (a, b, c, d, e, f, g, h) =>
            $"{h} += w[{WordIndex(t)}]; {h} += Ch({e}, {f}, {g}); {h} += Sum1({e}); {d} += {h}; {h} += Sum0({a}); "
            + $"{h} += Maj({a}, {b}, {c});");

    private static string SpreadRound(int t)
    {
        return Round(t, (a, b, c, d, e, f, g, h) =>
            $"{h} += w[{WordIndex(t)}]; {h} += Ch({e}, {f}, {g}); {d} += {h}; {d} += Sum1({e}); "
            + $"{Name(3)} = Vector128.CreateScalarUnsafe({d}) - {Name(3)} + Maj({Name(0)}, {Name(1)}, {Name(2)}) + Sum0({Name(0)}); "
            + $"{h} = {Name(3)}.ToScalar();");

        string Name(int role) => $"{Variables[(role + 8 - t) % 4]}Vector";
    }

    private static string WordIndex(int t) => t == 0 ? "t" : $"t + {t}";

    /// <summary>The variables take their neighbour's role in each round.</summary>
    private static string Round(int t, Func<char, char, char, char, char, char, char, char, string> text)
    {
        return text(Name(0), Name(1), Name(2), Name(3), Name(4), Name(5), Name(6), Name(7));

        char Name(int role) => Variables[(role + 8 - t) % 8];
    }

    private static string Lines(int indent, IEnumerable<string> lines) =>
        string.Join("\n", lines.Select(line => line.Length == 0 ? line : new string(' ', indent) + line));

    /// <summary>A text with its lines indented and ended; nothing of an empty one.</summary>
    private static string Paragraph(int indent, string text) => text.Length == 0 ? "" : Lines(indent, text.Split('\n')) + "\n";

    /// <summary>What one kernel on vectors has of its own.</summary>
    private sealed class VectorForm
    {
        public required string Class { get; init; }

        public required string Id { get; init; }

        /// <summary>The instructions, for its summary.</summary>
        public required string With { get; init; }

        /// <summary>The rest of its summary.</summary>
        public required string Summary { get; init; }

        /// <summary>A round of eight.</summary>
        public required Func<int, string> Round { get; init; }

        /// <summary>Variables beside a to h.</summary>
        public string Declarations { get; init; } = "";

        public string Members { get; init; } = "";

        public string Functions { get; init; } = "";
    }
}
