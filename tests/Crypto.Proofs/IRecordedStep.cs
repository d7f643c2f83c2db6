using System;
using System.Collections.Generic;
using ManagedCrypto.Machine;

namespace ManagedCrypto.Proofs;

/// <summary>What <see cref="Induction"/> has to know of an instruction, on either machine.</summary>
internal interface IRecordedStep
{
    ulong Address { get; }

    /// <summary>Whether it is a branch that depends on a condition: runs part there.</summary>
    bool IsConditionalBranch { get; }

    /// <summary>Whether what it decides is by what it computes itself, and not by flags.</summary>
    bool ComparesItself { get; }

    Comparison Comparison { get; }

    FlagKinds FlagsRead { get; }

    FlagKinds FlagsWritten { get; }

    Operation Operation { get; }

    /// <summary>General registers, memory and numbers that it reads. The place of what it loads is the index among the loads.</summary>
    IReadOnlyList<Operand> Read { get; }

    /// <summary>General registers that it reads besides, but for those of addresses.</summary>
    IEnumerable<Operand> ReadUnnamed { get; }

    /// <summary>Whether the lowest 64 bits of no vector, nor memory, come to depend on other bits of a vector.</summary>
    bool StaysInLanes { get; }

    /// <summary>The vector that it moves a general register to, with zeros behind it; null if it does something else.</summary>
    int? VectorOfNumber { get; }

    /// <summary>The vectors that it adds up, by lanes of so many bytes, and that of the sum; null if it does something else.</summary>
    (int LaneBytes, int First, int Second, int Sum)? SumOfVectors { get; }

    RegisterUse UseOfGeneral(int register);

    /// <summary>Of a vector's lowest 128 bits, or of those above.</summary>
    RegisterUse UseOfVector(int register, bool isLow);
}

/// <summary>Flags: the carry, which may be a term, and the others.</summary>
[Flags]
internal enum FlagKinds
{
    None,
    Carry = 1,
    Others = 2,
}

/// <summary>What a condition asks, or the opposite of it.</summary>
internal enum Comparison
{
    None,
    Equal,
    Below,
    Above,
    Less,
    Greater,
    Other,
}

/// <summary>What is done with numbers.</summary>
internal enum Operation
{
    Other,
    Move,
    Add,
    Subtract,
    Multiply,
    And,
    ShiftLeft,
    ShiftRight,
}

/// <summary>What becomes of what a register holds.</summary>
internal enum RegisterUse
{
    None,
    Reads,
    Replaces,
}
