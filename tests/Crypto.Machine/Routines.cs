using System;
using System.Collections.Generic;
using Iced.Intel;

namespace ManagedCrypto.Machine;

/// <summary>Reads a routine back from its bytes: all that control can come to from its entry.</summary>
internal static unsafe class Routines
{
    private const int Bits = 64;

    /// <summary>From where it lies in memory.</summary>
    /// <returns>The steps by their addresses, each with the next one.</returns>
    public static Dictionary<ulong, Step> Read(ulong entry) => Read(entry, address => new Bytes((byte*)address));

    /// <summary>As if its bytes lay at an address. Where control would leave them, there is a step that no machine knows.</summary>
    /// <inheritdoc cref="Read(ulong)"/>
    public static Dictionary<ulong, Step> Read(byte[] code, ulong entry) =>
        Read(entry, address => address - entry is var place && place < (ulong)code.Length
            ? new ByteArrayCodeReader(code, (int)place, code.Length - (int)place)
            : new ByteArrayCodeReader([]));

    /// <summary>One step from memory, which is linked to no other.</summary>
    public static Step ReadStep(ulong address) => new(Decoder.Create(Bits, new Bytes((byte*)address), address).Decode());

    private static Dictionary<ulong, Step> Read(ulong entry, Func<ulong, CodeReader> from)
    {
        var steps = new Dictionary<ulong, Step>();
        var open = new Stack<ulong>([entry]);
        while (open.TryPop(out var address))
        {
            if (steps.ContainsKey(address))
                continue;
            var instruction = Decoder.Create(Bits, from(address), address).Decode();
            steps.Add(address, new Step(instruction));
            if (instruction.FlowControl is FlowControl.ConditionalBranch or FlowControl.UnconditionalBranch)
                open.Push(instruction.NearBranch64);
            if (instruction.FlowControl is FlowControl.Next or FlowControl.ConditionalBranch)
                open.Push(instruction.NextIP);
        }

        foreach (var step in steps.Values)
        {
            step.Next = steps.GetValueOrDefault(step.Instruction.NextIP);
            step.Target = steps.GetValueOrDefault(step.Instruction.NearBranchTarget);
        }

        return steps;
    }

    private sealed class Bytes(byte* place) : CodeReader
    {
        private byte* _place = place;

        public override int ReadByte() => *_place++;
    }
}
