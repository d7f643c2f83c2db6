using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.Intrinsics;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Proofs.Compiled;

/// <summary>What kernels of AES-GCM compute of whole messages, from the key to the tag, that are composed of AES and GHASH by logic or shuffles.</summary>
internal static unsafe class ComposedGcm
{
    private const int BlockBytes = PowersOfH.Bytes;

    /// <summary>One case in a part, that in the middle: they take seconds.</summary>
    private const int FewCases = 1;

    /// <summary>Of how many products of bits a bit of the hash is the XOR before it has a name, and more.</summary>
    private const int MostParts = 1 << 13;

    private static readonly int[] s_keys = [24, 16, 32];

    /// <summary>Bytes of a nonce, of associated data and of text.</summary>
    private static readonly (int Nonce, int Data, int Text)[] s_lengths =
        [(12, 0, 0), (12, 13, 0), (12, 0, 128), (12, 20, 70), (12, 20, 33), (12, 48, 145), (12, 130, 16), (20, 16, 5), (8, 0, 31)];

    /// <summary>A message that needs all powers of a key.</summary>
    private static readonly (int Nonce, int Data, int Text) s_wholeBatch = (12, 128, 0);

    public static IEnumerable<CompiledTheorem> All
    {
        get
        {
            var gcm = Algorithms.Aeads.Single(aead => aead.Name == "AES-GCM");
            return gcm.Kernels.Runnable.OfType<GcmComposed>().Where(kernel => kernel.IsConstantTime).SelectMany(kernel => Of(gcm, kernel));
        }
    }

    /// <summary>Blocks of a part of a message that are hashed with one reduction: of shuffles batches, and what is left if that are more than two.</summary>
    public static IEnumerable<int> Groups(GcmKernel kernel, int bytes)
    {
        var batch = BatchOf(kernel);
        var (batches, left) = (bytes / (batch * BlockBytes), bytes % (batch * BlockBytes));
        return [.. Enumerable.Repeat(batch, batches), .. left > 2 * BlockBytes ? [GcmTheorems.Blocks(left)] : Enumerable.Repeat(1, GcmTheorems.Blocks(left))];
    }

    /// <summary>Four vectors by shuffles; by multiplication a block.</summary>
    private static int BatchOf(GcmKernel kernel) =>
        kernel.Id.Contains("256", StringComparison.Ordinal) ? 8 : kernel.Id.Contains("128", StringComparison.Ordinal) ? 4 : 1;

    private static IEnumerable<CompiledTheorem> Of(Aead gcm, GcmKernel kernel) =>
    [
        new($"{gcm} by {kernel.Id} ExpandKey", without => Expansion(kernel, without), routine =>
            s_keys.Select(keyBytes => (Action)(() => Key(gcm, kernel, routine, keyBytes))))
        {
            MostOfPart = FewCases,
        },
        .. new[] { (Name: "Seal", Method: (AeadCall)kernel.Seal), (Name: "Open", Method: kernel.Open) }.Select(operation => new CompiledTheorem(
            $"{gcm} by {kernel.Id} {operation.Name}",
            without => Operation(operation.Method, without),
            routine => s_lengths.Select((lengths, i) => (Action)(() => Message(
                kernel, Expansion(kernel), routine, operation.Name == "Open", s_keys[i % s_keys.Length], lengths, isInPlace: i % 2 == 1))))
        {
            MostOfPart = FewCases,
        }),
    ];

    private static CompiledRoutine Expansion(GcmKernel kernel, ulong? without = null) => new(Layouts.Gcm, (AeadKeyCall)kernel.ExpandKey)
    {
        Parameters = (_, field) => [field("Source"), field("Length"), field("Destination"), long.MaxValue],
        Without = without,
    };

    private static CompiledRoutine Operation(AeadCall method, ulong? without = null) => new(Layouts.Gcm, method) { Without = without };

    /// <summary>A key is right if a message is under it.</summary>
    private static void Key(Aead gcm, GcmKernel kernel, Routine routine, int keyBytes)
    {
        // So that all that runs is compiled.
        using var call = new CompiledCall();
        kernel.Seal(CompiledCases.NewArguments(call, gcm, kernel, s_wholeBatch.Data));
        Message(kernel, routine, Operation(kernel.Seal), opens: false, keyBytes, s_wholeBatch, isInPlace: false);
    }

    private static void Message(
        GcmKernel kernel, Routine expansion, Routine routine, bool opens, int keyBytes, (int Nonce, int Data, int Text) lengths, bool isInPlace)
    {
        var terms = new Terms(MostParts, multipliesBits: true, opensRounds: true);
        var aes = new AesSpecification<int, Terms>(terms);
        var gcm = GcmTheorems.Specification(terms);
        var key = terms.Unknowns("key", keyBytes);
        var keys = aes.ExpandKey(key);
        int[][] powers = [.. Powers(terms, gcm, gcm.Subkey(keys), BatchOf(kernel))];
        var first = new Proof(terms, expansion);
        first.SetBuffer("Source", key);
        first.SetNumber("Length", keyBytes);
        var expanded = first.SetBuffer("Destination", terms.Unknowns("room", kernel.KeyBytes));
        first.Run();

        keys = Array.ConvertAll(keys, roundKey => terms.Name("a round key", roundKey));
        aes.Cipher(terms.Zeros(BlockBytes), keys);
        var (nonce, text) = (terms.Unknowns("nonce", lengths.Nonce), terms.Unknowns("text", lengths.Text));

        // What is hashed is short, then.
        if (lengths.Nonce == GcmKernel.NonceBytes && !opens)
            terms.Name("the ciphertext", aes.Ctr(keys, text, [.. nonce, 0, 0, 0, 2], [15, 14, 13, 12]).Text);
        AeadMessage message = new(terms, kernel, [], nonce, terms.Unknowns("data", lengths.Data), text, terms.Unknowns("given", BlockBytes), opens);
        message.Prove(routine, terms.Renew(first.Read(expanded, kernel.KeyBytes)), kernel.RoundsFor(keyBytes), isInPlace, HashedMessages.Gcm(message, keys, powers));
    }

    /// <summary>
    /// H and its powers, as blocks are multiplied by them. Each has a name as it is before, but the square: its bits are XORs of those of H, which tables
    /// of H have as such.
    /// </summary>
    private static IEnumerable<int[]> Powers(Terms terms, GcmSpecification<int, Terms> gcm, int[] subkey, int count)
    {
        var power = terms.Name("H", subkey);
        var factor = gcm.Factor(power);
        for (var i = 0; i < count; i++)
        {
            yield return gcm.Factor(power);
            power = [.. gcm.Field.Dot([[.. power.Reverse()]], [factor]).Reverse()];
            power = i == 0 ? power : terms.Name("a power", power);
        }
    }
}
