using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// What the loop of AES-CCM in C# computes over the chunks of a text, any number of them: CTR and CBC-MAC in turns, after a head that is gathered.
/// </summary>
internal static unsafe class CcmLoop
{
    private const int BlockBytes = 16, HalfBytes = 8, HeadBytes = 2 * BlockBytes, LeadBytes = 112, ChunkBytes = 1024, Rounds = 10, Fewest = 3;

    /// <summary>Of bytes that are left after whole chunks: none, less than a block, and more than are gathered.</summary>
    private static readonly int[] s_rests = [0, 5, 520];

    public static CompiledTheorem Of(Aead aead, AeadKernel kernel, AesKernel aes, bool opens) => new(
        $"{aead} by {kernel.Id} {(opens ? "Open" : "Seal")}",
        without => new(Layouts.AesCcm, typeof(CcmMessage).GetMethod("TransformInTurns", BindingFlags.Static | BindingFlags.NonPublic)!.CreateDelegate<CcmCall>(aes))
        {
            Parameters = (_, field) => [field("Head"), opens ? 1UL : 0],
            Without = without,
        },
        routine => s_rests.Select(rest => (Action)(() => Chunks((CompiledRoutine)routine, rest, opens))));

    /// <summary>
    /// The counter stays below 2^56 in its lower half. What the chain comes to before a chunk may be anything, and so may the mask: whatever the cipher
    /// makes of the first counter, it makes of no later one.
    /// </summary>
    private static void Chunks(CompiledRoutine routine, int rest, bool opens)
    {
        const ulong Most = (1UL << 56) - (1UL << 40);
        var terms = new Terms();
        var (aes, counting) = (new AesSpecification<int, Terms>(terms), CcmSpecification<int, Terms>.Counting);
        var keys = AesTheorems.Keys(terms, "key", Rounds);
        int[] counter = [.. terms.Unknowns("flags and nonce", HalfBytes), 0, .. terms.Unknowns("number", HalfBytes)[1..]];
        terms.Assume([.. counting.Select(i => counter[i])], Most);
        int[] next = counter, mask = new int[BlockBytes];
        for (var i = 0; i < ChunkBytes / BlockBytes; i++)
            next = aes.Increment(next, counting);
        terms.Aes(AesStep.Round, terms.Xor(counter, keys[0]), mask);
        var head = terms.Unknowns("head", HeadBytes);
        terms.Xor(head[..BlockBytes], terms.Unknowns("chain", BlockBytes)).CopyTo(head, 0);

        // The last block of a chunk is gathered, and encrypted with the next.
        var instead = Chain(1).Zip(Chain(2)).Concat(mask.Zip(mask)).ToDictionary();
        routine.FindRoundEnd(hasMore => Message(hasMore ? Fewest + 1 : Fewest, 0));
        new Induction(
            terms,
            new Dictionary<string, Func<int, int>>
            {
                ["text"] = Induction.Later(terms, "text", ChunkBytes),
                ["destination"] = Induction.Later(terms, "destination", ChunkBytes),
                ["number"] = i => next[HalfBytes + i],
            },
            () => instead).Demand(routine, more => Message(Fewest + more, rest), endsRounds: true);

        int[] Chain(int chunks)
        {
            var text = terms.Unknowns("text", LeadBytes + (chunks * ChunkBytes) - BlockBytes);
            var plaintext = opens ? aes.Ctr(keys, text, aes.Increment(counter, counting), counting).Text : text;
            var chain = new int[BlockBytes];
            foreach (var block in head.Concat(plaintext).Chunk(BlockBytes))
                chain = aes.Cipher(terms.Xor(chain, block), keys);
            return terms.Xor(chain, keys[^1]);
        }

        void Message(int chunks, int rest)
        {
            var text = terms.Unknowns("text", LeadBytes + (chunks * ChunkBytes) + rest);
            var proof = new Proof(terms, routine);
            var schedule = proof.SetBuffer("Schedule", [.. keys.SelectMany(key => key)]);
            var (source, destination) = proof.SetText(text, isInPlace: false);
            var message = terms.Unknowns("message", sizeof(CcmMessage));
            SetWhole(nameof(AesCcmArguments.Source), terms.Word(source, sizeof(ulong)));
            SetWhole(nameof(AesCcmArguments.Destination), terms.Word(destination, sizeof(ulong)));
            SetWhole(nameof(AesCcmArguments.Length), terms.Word((ulong)text.Length, sizeof(ulong)));
            SetWhole(nameof(AesCcmArguments.Counter), counter);
            Set(nameof(CcmMessage.Chain), 0, terms.Unknowns("chain", BlockBytes));
            Set(nameof(CcmMessage.Chunk), 0, terms.Unknowns("head", HeadBytes));
            Set(nameof(CcmMessage.Gathered), 0, terms.Word(HeadBytes, sizeof(int)));
            Set(nameof(CcmMessage.Call), Offset<AesArguments>(nameof(AesArguments.Schedule)), terms.Word(schedule, sizeof(ulong)));
            Set(nameof(CcmMessage.Call), Offset<AesArguments>(nameof(AesArguments.Rounds)), terms.Word(Rounds, sizeof(int)));
            var address = proof.PutFarBuffer(message);
            proof.SetNumber("Head", (long)address);
            proof.Run();
            var (expected, tag) = new CcmSpecification<int, Terms>(terms).Transform(keys, head, counter, text, opens);
            proof.Demand($"the text of {text.Length} bytes", destination, expected);
            proof.Demand($"the tag of {text.Length} bytes", address + (ulong)(Offset<CcmMessage>(nameof(CcmMessage.Whole)) + Offset<AesCcmArguments>(nameof(AesCcmArguments.Tag))), tag);

            void SetWhole(string field, int[] value) => Set(nameof(CcmMessage.Whole), Offset<AesCcmArguments>(field), value);

            void Set(string field, int at, int[] value) => value.CopyTo(message, Offset<CcmMessage>(field) + at);
        }
    }

    private static int Offset<T>(string field) => (int)Marshal.OffsetOf<T>(field);
}
