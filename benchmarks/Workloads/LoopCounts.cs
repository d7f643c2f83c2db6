using System;
using System.Collections.Generic;
using System.Linq;
using Iced.Intel;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.Benchmarks.Workloads;

/// <summary>Instructions of one pass through a loop, by what limits them.</summary>
/// <param name="Bytes">Bytes of text that the pass encrypts.</param>
/// <param name="Aes">AES rounds of vectors, the last ones included.</param>
/// <param name="Products">Carry-less products.</param>
/// <param name="Vector">Instructions for units that work on vectors, rounds and products included: no load, store or move.</param>
/// <param name="All">All instructions.</param>
/// <param name="VectorBytes">Bytes of the widest vector that goes through rounds or products.</param>
internal readonly record struct LoopCounts(int Bytes, int Aes, int Products, int Vector, int All, int VectorBytes)
{
    public static LoopCounts operator +(LoopCounts one, LoopCounts other) =>
        new(one.Bytes + other.Bytes, one.Aes + other.Aes, one.Products + other.Products, one.Vector + other.Vector,
            one.All + other.All, Math.Max(one.VectorBytes, other.VectorBytes));

    /// <summary>
    /// Decodes a kernel and counts along its main loop, the one that encrypts most in a pass. Where it has ways for keys of several
    /// lengths, that with the fewest rounds is the way of 128 bits, that with the most of 256; where it has several for other
    /// reasons, the shortest counts.
    /// </summary>
    /// <returns>The counts, or null for code without such a loop.</returns>
    public static LoopCounts? Of(ReadOnlySpan<byte> family, CodeEntry entry, int keyBits)
    {
        var code = Reachable(family[entry.Offset..].ToArray());
        var loops = from branch in code.Values
                    where branch.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch
                    where branch.NearBranchTarget <= branch.IP
                    let counts = Along(code, branch.NearBranchTarget, branch.IP, mostRounds: keyBits == 256)
                    where counts is { Bytes: > 0 }
                    orderby counts.Value.Bytes descending
                    select counts;
        return loops.FirstOrDefault();
    }

    /// <summary>Every instruction that control can come to, by its place and in its order.</summary>
    private static SortedList<ulong, Instruction> Reachable(byte[] bytes)
    {
        var found = new SortedList<ulong, Instruction>();
        var open = new Stack<ulong>([0]);
        while (open.TryPop(out var place))
        {
            if (found.ContainsKey(place))
                continue;
            var decoder = Decoder.Create(64, new ByteArrayCodeReader(bytes, (int)place, bytes.Length - (int)place));
            decoder.IP = place;
            var instruction = decoder.Decode();
            found.Add(place, instruction);
            foreach (var next in Successors(instruction))
                open.Push(next);
        }

        return found;
    }

    private static IEnumerable<ulong> Successors(Instruction instruction)
    {
        if (instruction.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch)
            yield return instruction.NearBranchTarget;
        if (instruction.FlowControl is FlowControl.Next or FlowControl.ConditionalBranch)
            yield return instruction.NextIP;
    }

    /// <summary>The best way through a loop's body, whose jumps lead forward.</summary>
    private static LoopCounts? Along(
        SortedList<ulong, Instruction> code, ulong first, ulong last, bool mostRounds)
    {
        var best = new Dictionary<ulong, LoopCounts> { [first] = One(code[first]) };
        foreach (var (place, instruction) in code)
        {
            if (place >= last || !best.TryGetValue(place, out var soFar))
                continue;
            foreach (var next in Successors(instruction).Where(next => next > place && next <= last))
            {
                var way = soFar + One(code[next]);
                if (!best.TryGetValue(next, out var other) || IsBetter(way, other, mostRounds))
                    best[next] = way;
            }
        }

        return best.TryGetValue(last, out var counts) ? counts : null;
    }

    private static bool IsBetter(LoopCounts one, LoopCounts other, bool mostRounds) =>
        one.Aes == other.Aes ? one.All < other.All : one.Aes > other.Aes == mostRounds;

    private static LoopCounts One(Instruction instruction)
    {
        var bytes = instruction.Op0Register.GetSize();
        var one = new LoopCounts { Vector = NeedsVectorUnit(instruction) ? 1 : 0, All = 1 };
        return instruction.Mnemonic switch
        {
            Mnemonic.Vaesenc or Mnemonic.Vaesdec => one with { Aes = 1, VectorBytes = bytes },
            Mnemonic.Vaesenclast or Mnemonic.Vaesdeclast => one with { Bytes = bytes, Aes = 1, VectorBytes = bytes },
            Mnemonic.Vpclmulqdq => one with { Products = 1, VectorBytes = bytes },
            _ => one,
        };
    }

    /// <summary>Two operands, one of them memory, are a load, a broadcast or a store.</summary>
    private static bool NeedsVectorUnit(Instruction instruction)
    {
        if (!instruction.Op0Register.IsVectorRegister() && !instruction.Op1Register.IsVectorRegister())
            return false;
        var isTransfer = instruction.OpCount == 2
            && (instruction.Op0Kind == OpKind.Memory || instruction.Op1Kind == OpKind.Memory || IsMove(instruction));
        return !isTransfer;
    }

    private static bool IsMove(Instruction instruction) => instruction.Mnemonic
        is Mnemonic.Vmovdqa or Mnemonic.Vmovdqa64 or Mnemonic.Vmovdqu or Mnemonic.Vmovdqu64 or Mnemonic.Vmovdqu8;
}
