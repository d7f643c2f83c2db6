using System.Collections.Generic;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;

namespace ManagedCrypto.Tests.MachineCode;

/// <summary>
/// Where a convention enters a kernel, where it passes the argument, and which registers a kernel must give back: of vectors the
/// low 128 bits.
/// </summary>
internal sealed record CallingConvention(string Name, int Entry, Register Argument, IReadOnlyList<Register> Preserved)
{
    public static CallingConvention SystemV { get; } = new(
        "System V", 0, Register.RDI, [Register.RBX, Register.RBP, Register.R12, Register.R13, Register.R14, Register.R15]);

    public static CallingConvention Windows { get; } = new("Windows", X64Program.WindowsEntry, Register.RCX,
    [
        Register.RBX, Register.RBP, Register.RDI, Register.RSI, Register.R12, Register.R13, Register.R14, Register.R15,
        Register.XMM6, Register.XMM7, Register.XMM8, Register.XMM9, Register.XMM10,
        Register.XMM11, Register.XMM12, Register.XMM13, Register.XMM14, Register.XMM15,
    ]);

    public static CallingConvention[] Both => [SystemV, Windows];
}
