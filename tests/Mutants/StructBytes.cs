using System.Linq;
using System.Numerics;
using Iced.Intel;
using ManagedCrypto.KernelAssembler;
using ManagedCrypto.Tests.MachineCode;

namespace ManagedCrypto.Mutants;

/// <summary>
/// The bytes of a kernel's argument struct, as far as they are addressed by rcx and a displacement. Pieces of scratch memory that the
/// kernel takes the address of, or has an index for, may be read by any other address.
/// </summary>
internal sealed class StructBytes
{
    /// <summary>How far a store may reach beyond the struct if its displacement is changed; that none does, TaintWalk shows.</summary>
    private const int Overhang = 64;

    public StructBytes(DecodedKernel kernel)
    {
        Length = kernel.Code.Program.Arguments.Bytes;
        Kept = Range(0, Length);
        foreach (var field in kernel.Code.Program.Arguments.Fields.Where(field => field.Name == KernelProgram.Scratch))
            Kept &= ~Range(field.Offset, field.Bytes);
        foreach (var instruction in kernel.Instructions.Where(IsAddress))
        {
            foreach (var (offset, bytes) in kernel.Code.Claims)
            {
                if ((int)instruction.MemoryDisplacement64 >= offset && (int)instruction.MemoryDisplacement64 < offset + bytes)
                    Pointed |= Range(offset, bytes);
            }
        }
    }

    public int Length { get; }

    /// <summary>What the caller may read after the call: all but scratch memory.</summary>
    public BigInteger Kept { get; }

    /// <summary>What may be read by other addresses.</summary>
    public BigInteger Pointed { get; }

    /// <summary>The bytes that are used, or null if they may lie elsewhere.</summary>
    public BigInteger? Of(in UsedMemory used)
    {
        var offset = (long)used.Displacement;
        var bytes = used.MemorySize.GetSize();
        return used.Base == Register.RCX && used.Index == Register.None && bytes > 0 && offset >= 0 && offset + bytes <= Length + Overhang
            ? Range((int)offset, bytes)
            : null;
    }

    private static bool IsAddress(Instruction instruction) => instruction.MemoryBase == Register.RCX
        && (instruction.MemoryIndex != Register.None || instruction.Mnemonic == Mnemonic.Lea);

    private static BigInteger Range(int offset, int bytes) => ((BigInteger.One << bytes) - 1) << offset;
}
