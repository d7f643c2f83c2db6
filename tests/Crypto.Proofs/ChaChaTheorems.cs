using System;
using System.Collections.Generic;
using System.Linq;

namespace ManagedCrypto.Proofs;

/// <summary>What the kernels of ChaCha20 compute.</summary>
internal static class ChaChaTheorems
{
    /// <summary>Kernels that nothing is proven of yet: they have Poly1305, whose products are no terms here.</summary>
    private static readonly string[] s_unproven = ["SealAvx2", "OpenAvx2", "HashBmi2"];

    /// <summary>The first block's counter, and from which the others count.</summary>
    private static readonly (uint First, uint Counter)[] s_counters = [(0, 0), (0, 1), (7, 0xFFFFFFFE), (0xFFFFFFFF, 0x12345678)];

    public static IEnumerable<Theorem> All => Theorem.Kernels("ChaChaPoly")
        .Where(kernel => !s_unproven.Contains(kernel.Program.Name))
        .Select(kernel => new Theorem(kernel, $"all keys and nonces, at {s_counters.Length} counters", Keystreams));

    private static IEnumerable<Action> Keystreams(Routine routine) => s_counters.Select(counters => (Action)(() =>
    {
        var terms = new Terms();
        var specification = new ChaChaSpecification<int, Terms>(terms);
        var input = terms.Unknowns("input", ChaChaSpecification<int, Terms>.BlockBytes);
        var blocks = routine.Name == "RowsAvx2" ? 2 : 8;
        int[] expected = [.. Enumerable.Range(0, blocks).SelectMany(i => specification.Block(input, i == 0 ? counters.First : counters.Counter + (uint)i))];
        var proof = new Proof(terms, routine);
        proof.SetBuffer("Cipher", input);
        proof.SetNumber("Counter", counters.Counter);
        proof.SetNumber("FirstCounter", counters.First);
        var destination = proof.SetBuffer("Destination", terms.Unknowns("destination", expected.Length));
        proof.Run();
        proof.Demand($"{blocks} blocks from {counters.First:x} and {counters.Counter:x}", destination, expected);
    }));
}
