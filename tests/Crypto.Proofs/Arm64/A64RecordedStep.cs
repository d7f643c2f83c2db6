using System;
using System.Collections.Generic;
using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs.Arm64;

/// <summary>An instruction of A64.</summary>
internal sealed class A64RecordedStep : IRecordedStep
{
    private const int Registers = 32, NoRegister = 31, WordBytes = 8;

    /// <summary>What writes its first operand, a vector, and does not read it.</summary>
    private static readonly HashSet<string> s_replacing =
    [
        "fmov", "movi", "dup", "eor", "and", "orr", "eor3", "add", "shl", "ushr", "sshr", "rev64", "rev32", "ext", "tbl", "zip1", "zip2",
        "pmull", "pmull2", "aesmc", "aesimc", "sha1h", "ldr", "ldp", "ld1",
    ];

    private readonly A64Encoding _encoding;
    private readonly long[] _operands;
    private readonly string _text;
    private readonly RegisterUse[] _general = new RegisterUse[Registers], _vectors = new RegisterUse[Registers];

    public A64RecordedStep(uint word, ulong address)
    {
        (Address, _encoding) = (address, A64Instructions.Of(word));
        (_operands, _text) = (_encoding.Decode(word), $"{address - Routine.Address:x} {_encoding.Format(word)}");
        var isStore = Mnemonic.StartsWith("st", StringComparison.Ordinal);
        foreach (var (name, operand) in _encoding.FieldNames.Zip(_operands))
        {
            if (name is not ['V' or 'Q' or 'D' or 'S' or 'X' or 'W', ..])
                continue;
            var isGeneral = name[0] is 'X' or 'W';
            var isTarget = name is "V4" or [_, 'd' or 'e'] || (name is [_, 't' or 'u'] && !isStore && !ComparesItself);
            var replaces = isTarget && (isGeneral ? Mnemonic != "movk" : s_replacing.Contains(Mnemonic));
            for (var i = 0; i < (name == "V4" ? 4 : 1); i++)
            {
                // Of a register that is read and written, what it holds is read first. The one that is zero holds nothing.
                ref var use = ref (isGeneral ? _general : _vectors)[(operand + i) % Registers];
                use = !replaces || use == RegisterUse.Reads ? RegisterUse.Reads : RegisterUse.Replaces;
            }
        }

        Read = [.. ReadOf(isStore)];
    }

    public ulong Address { get; }

    /// <summary>Where it branches to, if it does.</summary>
    public ulong? Target => Mnemonic is "b" || IsConditionalBranch ? Address + (ulong)_operands[^1] : null;

    public bool IsConditionalBranch => Mnemonic == "b.<if>" || ComparesItself;

    public bool ComparesItself => Mnemonic is "cbz" or "cbnz" or "tbz" or "tbnz";

    public Comparison Comparison => ComparesItself ? Comparison.Equal : Condition switch
    {
        null => Comparison.None,
        A64Condition.Eq or A64Condition.Ne => Comparison.Equal,
        A64Condition.Hs or A64Condition.Lo => Comparison.Below,
        A64Condition.Hi or A64Condition.Ls => Comparison.Above,
        A64Condition.Mi or A64Condition.Pl or A64Condition.Ge or A64Condition.Lt => Comparison.Less,
        A64Condition.Gt or A64Condition.Le => Comparison.Greater,
        _ => Comparison.Other,
    };

    public FlagKinds FlagsRead => Mnemonic is "adc" or "adcs" || Condition is A64Condition.Hs or A64Condition.Lo ? FlagKinds.Carry
        : Condition is A64Condition.Hi or A64Condition.Ls ? FlagKinds.Carry | FlagKinds.Others
        : Condition is not null ? FlagKinds.Others : FlagKinds.None;

    public FlagKinds FlagsWritten => Mnemonic is "adds" or "adcs" or "subs" ? FlagKinds.Carry | FlagKinds.Others : FlagKinds.None;

    public Operation Operation => Mnemonic switch
    {
        _ when IsShifted => Operation.Other,
        "ldr" or "ldp" or "ldrb" or "str" or "stp" or "strb" or "csel" or "cset" or "b.<if>" => Operation.Move,
        "orr" when Read.Count == 1 => Operation.Move,
        "add" or "adds" => Operation.Add,
        "sub" or "subs" => Operation.Subtract,
        "mul" => Operation.Multiply,
        "and" or "cbz" or "cbnz" or "tbz" or "tbnz" => Operation.And,
        "lsl" => Operation.ShiftLeft,
        "lsr" => Operation.ShiftRight,
        _ => Operation.Other,
    };

    public IReadOnlyList<Operand> Read { get; }

    public IEnumerable<Operand> ReadUnnamed => [];

    public bool StaysInLanes => false;

    private string Mnemonic => _encoding.Mnemonic;

    private A64Condition? Condition => _encoding.FieldNames.ToList().FindIndex(name => name is "if" or "cond" or "unless") is var i and >= 0 ? (A64Condition)_operands[i] : null;

    private bool IsShifted => _encoding.FieldNames is [.., "shift"] && _operands[^1] != 0;

    public int? VectorOfNumber => null;

    public (int LaneBytes, int First, int Second, int Sum)? SumOfVectors => null;

    public RegisterUse UseOfGeneral(int register) => _general[register];

    public RegisterUse UseOfVector(int register, bool isLow) => _vectors[register];

    public override string ToString() => _text;

    private IEnumerable<Operand> ReadOf(bool isStore)
    {
        if (Mnemonic.StartsWith("ld", StringComparison.Ordinal))
        {
            var bytes = _encoding.FieldNames[0][0] switch
            {
                'X' or 'D' => WordBytes,
                'W' or 'S' => Mnemonic == "ldrb" ? 1 : WordBytes / 2,
                _ => 2 * WordBytes,
            };
            foreach (var i in Enumerable.Range(0, Mnemonic == "ldp" ? 2 : 1))
                yield return new(OperandKind.Memory, i, bytes, 0);
            yield break;
        }

        foreach (var (name, operand) in _encoding.FieldNames.Zip(_operands))
        {
            // The base of an address may be any sum, as what a post-index makes of it is.
            if (name is ['X' or 'W', 'n' or 'm' or 't' or 'u' or 's'] && !(isStore && name == "Xs") && !(operand == NoRegister && name != "Xs"))
                yield return new(OperandKind.General, (int)operand * WordBytes, name[0] == 'X' ? WordBytes : WordBytes / 2, 0);
        }

        // A branch on zero is by all bits, one on a bit by that.
        if (!isStore && _encoding.FieldNames is [.., "imm12" or "lsl" or "lsr" or "bitmask"])
            yield return Number(_operands[^1]);
        else if (ComparesItself)
            yield return Number(Mnemonic[0] == 'c' ? -1 : 1L << (int)_operands[1]);

        static Operand Number(long number) => new(OperandKind.Number, 0, WordBytes, (ulong)number);
    }
}
