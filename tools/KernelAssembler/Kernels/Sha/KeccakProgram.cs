using System.Runtime.InteropServices;
using Iced.Intel;
using ManagedCrypto.Intrinsics;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// What the programs of Keccak-f[1600] (FIPS 202, section 3.3) share: 25 lanes of 64 bits, five rows of five. A block is any number of
/// whole lanes.
/// </summary>
internal abstract class KeccakProgram(string name, CpuFeatures requires) : ShaProgram(name, requires, blockBytes: null)
{
    protected const int Side = KeccakConstants.Side;
    protected const int Lanes = Side * Side;
    protected const int LaneBytes = 8;

    protected AssemblerMemoryOperand RoundConstants =>
        Constant(MemoryMarshal.AsBytes(KeccakConstants.OfRounds).ToArray());

    /// <summary>A column, counted on from the last to the first.</summary>
    protected static int Modulo(int number) => ((number % Side) + Side) % Side;

    /// <summary>The column that pi takes the lane from that comes to place <paramref name="i"/> of row <paramref name="y"/>.</summary>
    protected static int ColumnBefore(int i, int y) => Modulo(i + (3 * y));

    /// <summary>The lane that pi brings to place <paramref name="i"/> of row <paramref name="y"/>: (i + 3y, i).</summary>
    protected static int LaneBefore(int i, int y) => ColumnBefore(i, y) + (Side * i);
}
