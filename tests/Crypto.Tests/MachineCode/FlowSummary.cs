using System.Collections.Generic;
using System.Reflection;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>What the callers of a method must know of it. It only grows, so that the fixpoint over all methods ends.</summary>
internal sealed class FlowSummary
{
    /// <summary>The fields that what was given for a parameter is stored in, here or further down.</summary>
    public Dictionary<int, HashSet<FieldInfo>> Reaches { get; } = [];

    /// <summary>What is stored where a parameter leads to.</summary>
    public Dictionary<int, FlowValue> Writes { get; } = [];

    public FlowValue Result { get; private set; }

    /// <summary>A bit for each parameter that a branch or a comparison follows from, here or further down.</summary>
    public ulong Decides { get; private set; }

    /// <summary>Counts what was added.</summary>
    public int Version { get; private set; }

    public void Reach(int parameter, FieldInfo field)
    {
        if (!Reaches.TryGetValue(parameter, out var fields))
            Reaches[parameter] = fields = [];
        if (fields.Add(field))
            Version++;
    }

    public void Write(int parameter, FlowValue value)
    {
        var known = Writes.GetValueOrDefault(parameter);
        if (known == known.Or(value))
            return;
        Writes[parameter] = known.Or(value);
        Version++;
    }

    public void Return(FlowValue value)
    {
        if (Result == Result.Or(value))
            return;
        Result = Result.Or(value);
        Version++;
    }

    public void Decide(ulong parameters)
    {
        if ((Decides | parameters) == Decides)
            return;
        Decides |= parameters;
        Version++;
    }
}
