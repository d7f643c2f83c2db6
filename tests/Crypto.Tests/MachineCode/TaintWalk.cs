using System.Collections.Generic;
using System.Linq;
using Iced.Intel;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Shows, from a kernel's bytes alone, that nothing which an observer can time depends on a secret: a fixpoint over the
/// control-flow graph of what each register, flag, mask and byte of the argument struct may hold. Sources are the kinds of the
/// struct's fields. The same walk shows that addresses come from the struct's pointers, that nothing is written which the
/// contract does not name, and that on return preserved registers hold what they held, and neither any other register nor scratch
/// memory holds a secret.
/// </summary>
internal sealed class TaintWalk
{
    private readonly DecodedKernel _kernel;
    private readonly HashSet<int> _leaders = [];
    private readonly Dictionary<int, MachineState> _before = [];
    private readonly TaintMachine _machine;
    private readonly CallingConvention _convention;
    private readonly HashSet<string> _faults = [];
    private bool _settled;
    private int _current;

    private TaintWalk(DecodedKernel kernel, CallingConvention convention)
    {
        _kernel = kernel;
        _convention = convention;
        _machine = new TaintMachine(kernel.Code, Report);
        for (var i = 0; i < kernel.Instructions.Length; i++)
        {
            if (kernel.Instructions[i].FlowControl != FlowControl.Next)
                _leaders.UnionWith(kernel.Successors(i).OfType<int>());
        }
    }

    /// <summary>Every breach under either calling convention, each with the instruction that commits it.</summary>
    public static IReadOnlyList<string> Faults(DecodedKernel kernel) => [.. CallingConvention.Both.SelectMany(convention =>
    {
        var walk = new TaintWalk(kernel, convention);
        var state = new MachineState(kernel.Code.Program.Arguments);
        foreach (var register in convention.Preserved)
        {
            if (register.IsXMM())
                state.SetVector(register, TaintValue.SavedFrom(register), TaintValue.Foreign);
            else
                state.Set(register, TaintValue.SavedFrom(register));
        }

        state.Set(convention.Argument, new TaintAddressing(kernel.Code, walk.Report).StructStart);
        walk.Run(kernel.At((ulong)convention.Entry)!.Value, state);
        return walk._faults;
    }).Distinct()];

    private void Run(int entry, MachineState initial)
    {
        var open = new Queue<int>([entry]);
        _leaders.Add(entry);
        _before.Add(entry, initial);
        while (open.TryDequeue(out var leader))
        {
            foreach (var (next, state) in Block(leader))
            {
                if (!_before.TryGetValue(next, out var known))
                    _before.Add(next, state);
                else if (!known.Join(state))
                    continue;
                if (!open.Contains(next))
                    open.Enqueue(next);
            }
        }

        _settled = true;
        foreach (var leader in _before.Keys)
            Block(leader);
    }

    /// <summary>Executes from a leader to the next; the states with which control goes on, and where.</summary>
    private List<(int Next, MachineState State)> Block(int leader)
    {
        var state = _before[leader].Clone();
        for (_current = leader; ; _current++)
        {
            var instruction = _kernel.Instructions[_current];
            _machine.Execute(state, instruction, _current);
            if (instruction.FlowControl == FlowControl.Return)
                CheckReturn(state);
            var successors = _kernel.Successors(_current).OfType<int>().ToList();
            if (instruction.FlowControl != FlowControl.Next || _leaders.Contains(_current + 1) || successors.Count == 0)
                return successors.ConvertAll(next => (next, state.Clone()));
        }
    }

    private void CheckReturn(MachineState state)
    {
        foreach (var register in _convention.Preserved.Where(register => state[register] != TaintValue.SavedFrom(register)))
            Report($"{register.ToString().ToLowerInvariant()} does not hold what it held on entry");
        foreach (var register in state.SecretRegisters().Except(_convention.Preserved))
            Report($"a secret is left in {register.ToString().ToLowerInvariant()}");
        foreach (var (offset, writer) in state.Memory.SecretsInScratch())
            Report($"a secret is left in scratch memory at {offset}, by {_kernel.Describe(writer)}");
    }

    /// <summary>Complaints count once nothing new is learnt any more.</summary>
    private void Report(string complaint)
    {
        if (_settled)
            _faults.Add($"{_kernel.Describe(_current)}: {complaint}");
    }
}
