using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>The other text and the tag of a message, as a standard has it.</summary>
internal delegate (int[] Text, int[] Tag) AeadSpecification(AeadMessage message);

/// <summary>What the kernels of AEADs compute of whole messages: the key is expanded by the kernel first.</summary>
internal static unsafe class AeadTheorems
{
    private static readonly int[] s_texts = [0, 1, 16, 17, 33, 64, 65, 128, 129, 200], s_data = [0, 20, 16, 1, 130];

    /// <summary>Its CTR chooses what it adds by the lowest bits of the counter, whose place in a batch is known so.</summary>
    private const string ChoosesByCounter = "siv/x64-aesni-avx";

    private const int Places = 8;

    /// <summary>Enough of those that take long, in a part.</summary>
    private const int FewCases = 2;

    private static readonly bool[] s_places = [false, true];

    public static IEnumerable<CompiledTheorem> All(bool isWhole) =>
    [
        .. isWhole ? LoopsOfCcm : [],
        .. Of("AES-CCM", message => new CcmSpecification<int, Terms>(message.Terms)
            .Transform(message.Key, message.Nonce, message.Data, message.Text, message.Opens, message.TagBytes)),
        .. Of("AEGIS-128L", message => Aegis128(message, 1)),
        .. Of("AEGIS-128X2", message => Aegis128(message, 2)),
        .. Of("AEGIS-128X4", message => Aegis128(message, 4)),
        .. Of("AEGIS-256", message => new AegisSpecification<int, Terms>(message.Terms)
            .Transform256(message.Key, message.Nonce, message.Data, message.Text, message.Opens, message.TagBytes)),
        .. Of("AES-GCM-SIV", HashedMessages.GcmSiv, hasPowers: true),
        .. Of("AES-SIV", message => new SivSpecification<int, Terms>(message.Terms, message.Placed).Transform(
            message.Key, message.Nonce.Length > 0 ? [message.Data, message.Nonce] : [message.Data], message.Text, message.Opens ? message.Given : null)),
        .. Of("XAES-256-GCM", HashedMessages.XAes, hasPowers: true),
    ];

    /// <summary>Machine code for whole messages has theorems of its own.</summary>
    private static IEnumerable<CompiledTheorem> LoopsOfCcm
    {
        get
        {
            var ccm = Algorithms.Aeads.Single(one => one.Name == "AES-CCM");
            return from kernel in ccm.Kernels.Runnable
                   from aes in Algorithms.Aes.Kernels.Runnable
                   where kernel.Id == "ccm" + aes.Id["aes".Length..] && kernel.Id.Contains("/x64-", StringComparison.Ordinal) && aes is not AesMachineCode
                   from opens in s_places
                   select CcmLoop.Of(ccm, kernel, aes, opens);
        }
    }

    private static (int[] Text, int[] Tag) Aegis128(AeadMessage message, int lanes) => new AegisSpecification<int, Terms>(message.Terms)
        .Transform128(lanes, message.Key, message.Nonce, message.Data, message.Text, message.Opens, message.TagBytes);

    /// <summary>On kernels that have rounds of AES for instructions, and do not make them of shuffles, tables or logic.</summary>
    /// <param name="name">The AEAD.</param>
    /// <param name="specification">What it makes of a message.</param>
    /// <param name="hasPowers">Whether powers of a subkey are made of a key or a nonce: products of terms, of which cases have nothing in common.</param>
    private static IEnumerable<CompiledTheorem> Of(string name, AeadSpecification specification, bool hasPowers = false)
    {
        var aead = Algorithms.Aeads.Single(one => one.Name == name);
        return aead.Kernels.Runnable.Where(kernel => kernel.Id.Contains("/x64-", StringComparison.Ordinal))
            .SelectMany(kernel => new[] { (Name: "Seal", Method: (AeadCall)kernel.Seal), (Name: "Open", Method: kernel.Open) }.Select(operation => new CompiledTheorem(
                $"{aead} by {kernel.Id} {operation.Name}",
                without => new(Layouts.Gcm, operation.Method) { Without = without },
                routine => Messages(routine, aead, kernel, specification, hasPowers, operation.Name == "Open"))
            {
                MostOfPart = hasPowers ? FewCases : Program.MostOfPart,
            }));
    }

    private static IEnumerable<Action> Messages(Routine routine, Aead aead, AeadKernel kernel, AeadSpecification specification, bool hasPowers, bool opens)
    {
        // Of all cases, so that what one has shown of a round is known in the next; but what is assumed of a tag is so in one case alone.
        var hasPlaces = kernel.Id == ChoosesByCounter;
        var terms = hasPowers || hasPlaces ? null : new Terms();
        var expansion = new CompiledRoutine(Layouts.Gcm, (AeadKeyCall)kernel.ExpandKey)
        {
            Parameters = (_, field) => [field("Source"), field("Length"), field("Destination"), long.MaxValue],
        };
        int?[] counters = hasPlaces ? [.. Enumerable.Range(0, Places)] : [null];
        return from counter in counters
               from length in s_texts
               from isInPlace in s_places
               select (Action)(() => Message(terms ?? new Terms(multipliesBits: hasPowers), routine, expansion, aead, kernel, specification, opens, length, isInPlace, counter));
    }

    /// <summary>Of AES-SIV, which takes very many sizes, none, less than a block, and more.</summary>
    private static int[] NoncesOf(Aead aead) => aead.Name == "AES-SIV" ? [0, 12, 16, 33] : aead.NonceBytes;

    /// <summary>With a key, a nonce, a tag and associated data of one size or another.</summary>
    private static void Message(
        Terms terms, Routine routine, Routine expansion, Aead aead, AeadKernel kernel, AeadSpecification specification, bool opens, int length, bool isInPlace,
        int? counter)
    {
        int Drawn(int[] sizes) => sizes[Array.IndexOf(s_texts, length) % sizes.Length];
        var (key, nonce) = (terms.Unknowns("key", Drawn(aead.KeyBytes)), terms.Unknowns("nonce", Drawn(NoncesOf(aead))));
        var (data, text, given) = (terms.Unknowns("data", Drawn(s_data)), terms.Unknowns("text", length), terms.Unknowns("given", Drawn(aead.TagBytes)));
        var message = new AeadMessage(terms, kernel, key, nonce, data, text, given, opens) { Counter = counter };
        if (opens)
            message = message with { Given = message.Placed(given) };
        var expected = specification(message);
        var first = new Proof(terms, expansion);
        first.SetBuffer("Source", key);
        first.SetNumber("Length", key.Length);
        var expanded = first.SetBuffer("Destination", terms.Unknowns("room", kernel.KeyBytes));
        first.Run();
        message.Prove(routine, first.Read(expanded, kernel.KeyBytes), kernel.RoundsFor(key.Length), isInPlace, expected);
    }
}
