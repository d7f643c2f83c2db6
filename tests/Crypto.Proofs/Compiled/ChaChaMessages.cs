using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>
/// What the kernels of ChaCha20-Poly1305 and XChaCha20-Poly1305 compute of whole messages in C#, or C# around machine code: from key and nonce to the tag.
/// </summary>
internal static unsafe class ChaChaMessages
{
    private const int BlockBytes = ChaChaSpecification<int, Terms>.BlockBytes, CounterBytes = ChaChaSpecification<int, Terms>.WordBytes, WordBytes = sizeof(ulong);

    private const int HashedNonceBytes = ChaChaPolyKernel.HashedNonceBytes, KeyBytes = ChaChaPolyKernel.CipherKeyBytes;

    /// <summary>Enough in a part: a message without batches of the widest kernel, and one with a batch and a rest; a short one of an extended nonce.</summary>
    private const int FewCases = 2, FewestCases = 1;

    /// <summary>Bytes of associated data, of which lanes take those from 384 on; and of text, behind batches.</summary>
    private static readonly (int Data, int Batches, int Text)[] s_lengths =
        [(20, 0, 0), (0, 0, 1), (16, 0, 64), (130, 0, 300), (1, 0, 100), (12, 0, 200), (20, 0, 33), (400, 0, 16), (0, 1, 0), (13, 1, 33), (384, 2, 70), (0, 0, 17), (0, 7, 5)];

    public static IEnumerable<CompiledTheorem> All(bool isWhole) =>
    [
        .. Algorithms.Aeads.Where(aead => aead.Name.EndsWith("ChaCha20-Poly1305", StringComparison.Ordinal)).SelectMany(aead => aead.Kernels.Runnable.SelectMany(kernel => Of(aead, kernel))),
        .. isWhole ? ChaChaLoops.All : [],
    ];

    private static IEnumerable<CompiledTheorem> Of(Aead aead, AeadKernel kernel) =>
        new[] { (Name: "Seal", Method: (AeadCall)kernel.Seal), (Name: "Open", Method: kernel.Open) }.Select(operation => new CompiledTheorem(
            $"{aead} by {kernel.Id} {operation.Name}",
            without => new(Layouts.Gcm, operation.Method) { Without = without },
            routine => Messages(routine, aead, kernel, operation.Name == "Open"))
        {
            MostOfPart = kernel is XChaChaPoly ? FewestCases : FewCases,
        });

    private static IEnumerable<Action> Messages(Routine routine, Aead aead, AeadKernel kernel, bool opens)
    {
        foreach (var (i, (data, batches, text)) in s_lengths.Index())
        {
            yield return () =>
            {
                // Its own: with those of other cases, and products of halves where there is no BMI2, one was refuted that is right.
                var terms = new Terms(integerBytes: WordBytes);
                AeadMessage message = new(
                    terms,
                    kernel,
                    terms.Unknowns("key", KeyBytes),
                    terms.Unknowns("nonce", aead.NonceBytes[0]),
                    terms.Unknowns("data", data),
                    terms.Unknowns("text", (batches * BatchOf(kernel)) + text),
                    terms.Unknowns("given", Poly1305Specification.BlockBytes),
                    opens);
                Message(routine, message, isInPlace: i % 2 == 1);
            };
        }
    }

    /// <summary>Bytes that a kernel takes at once.</summary>
    public static int BatchOf(AeadKernel kernel) => BlockBytes * (kernel.Id switch
    {
        _ when kernel.Id.EndsWith("portable", StringComparison.Ordinal) => 1,
        _ when kernel.Id.EndsWith("128", StringComparison.Ordinal) => 4,
        _ when kernel.Id.EndsWith("512", StringComparison.Ordinal) => 16,
        _ => 8,
    });

    private static void Message(Routine routine, AeadMessage message, bool isInPlace)
    {
        var (terms, integers) = (message.Terms, message.Terms.Integers);
        var (text, r, s, blocks) = Specify(message);
        var number = Number(integers, r);
        var hash = blocks.Aggregate(Polynomial.Of(0), (sum, block) => integers.Short(Poly1305Specification.Hash(sum, number, [Number(integers, block) + Polynomial.Of(Poly1305Specification.End)])));
        message.Prove(routine, message.Key, rounds: 0, isInPlace, text, (proof, what) =>
        {
            if (!integers.IsTag(Number(integers, proof.ReadField("Tag")), hash * number, Number(integers, s)))
                throw new InvalidOperationException($"{what} is another");
        });
    }

    /// <summary>RFC 8439, section 2.8, and draft-irtf-cfrg-xchacha, section 2.3: the other text, the parts of Poly1305's key, and what is hashed.</summary>
    private static (int[] Text, int[] R, int[] S, IEnumerable<int[]> Blocks) Specify(AeadMessage message)
    {
        var terms = message.Terms;
        var specification = new ChaChaSpecification<int, Terms>(terms);
        var isExtended = message.Kernel is XChaChaPoly;
        int[] key = isExtended ? specification.Subkey(message.Key, message.Nonce[..HashedNonceBytes]) : message.Key;
        int[] nonce = isExtended ? [0, 0, 0, 0, .. message.Nonce[HashedNonceBytes..]] : message.Nonce;
        int[] input = [.. "expand 32-byte k"u8.ToArray().Select(terms.Of), .. key, .. terms.Zeros(CounterBytes), .. nonce];
        int[] Block(int counter) => specification.Block(input, terms.Word((ulong)counter, CounterBytes));

        int[] keystream = [.. Enumerable.Range(1, (message.Text.Length + BlockBytes - 1) / BlockBytes).SelectMany(Block)];
        var text = terms.Xor(message.Text, keystream[..message.Text.Length]);
        if (!message.Opens)
            text = terms.Name("ciphertext", text);
        var first = Block(0);
        int[] lengths = [.. terms.Word((ulong)message.Data.Length, WordBytes), .. terms.Word((ulong)text.Length, WordBytes)];
        return (
            text,
            terms.And(first[..Poly1305Specification.BlockBytes], [.. Poly1305Specification.Clamp.Select(mask => (int)mask)]),
            first[Poly1305Specification.BlockBytes..(2 * Poly1305Specification.BlockBytes)],
            [.. HashedMessages.Blocks(message.Data), .. HashedMessages.Blocks(message.Opens ? message.Text : text), lengths]);
    }

    /// <summary>What a block is, of two words, as kernels read it.</summary>
    private static Polynomial Number(Integers integers, int[] block) =>
        integers.Of(block.AsSpan(0, WordBytes)).Polynomial + integers.Of(block.AsSpan(WordBytes)).Polynomial.Times(BigInteger.One << (8 * WordBytes));
}
