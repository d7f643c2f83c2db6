using System.Linq;
using ManagedCrypto.KernelAssembler.Arm64;
using static ManagedCrypto.KernelAssembler.Arm64.A64Registers;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>
/// A mode whose blocks do not wait for each other, on Arm64: batches of eight blocks, then single ones. A round's latency is hidden by
/// the other blocks of a batch; after the batches, the CPU runs ahead from one block to the next.
/// <para>
/// Any alignment; source and destination the same or apart: all of a batch is read before any of it is written. Nothing is
/// read or written outside the buffers. Constant-time: branches and addresses depend on length and number of rounds alone.
/// </para>
/// </summary>
internal abstract class AesParallelArm64Program(string name, bool inverse = false) : AesArm64Program(name, Layouts.Aes, inverse)
{
    private const int BatchBlocks = 8;

    protected static readonly V Single = v[0];

    /// <summary>Free for the mode within a step, one for each state.</summary>
    protected static V[] Beside(V[] states) => v[16..(16 + states.Length)];

    protected sealed override void Body()
    {
        LoadArguments();
        Asm.Ldr(IV, Argument("IV"));
        LoadMode();
        WhileLeft(v[..BatchBlocks]);
        WhileLeft([Single]);
        Finish();
        Return();
    }

    /// <summary>Loads the IV or the counter.</summary>
    protected abstract void LoadMode();

    /// <summary>Makes the states: what enters the cipher.</summary>
    protected abstract void Input(V[] states);

    /// <summary>The XOR with what else there is but for the last key, and the next IV or counter.</summary>
    protected abstract void Output(V[] states);

    /// <summary>Does what is left after all whole blocks, and stores the next IV or counter.</summary>
    protected abstract void Finish();

    protected void XorEach(V[] states, V[] others)
    {
        foreach (var (state, other) in states.Zip(others))
            Asm.Eor(state, state, other);
    }

    /// <summary>Encrypts or decrypts the mode's input.</summary>
    protected void Cipher(V[] states)
    {
        Input(states);
        Rounds(states, FirstKey);
        foreach (var state in states)
            Asm.Eor(state, state, LastKey);
    }

    private void WhileLeft(V[] states)
    {
        var (loop, done) = (new A64Label(), new A64Label());
        var bytes = states.Length * BlockBytes;
        Asm.Cmp(Left, bytes);
        Asm.B(A64Condition.Lo, done);
        Align(16);
        Asm.Bind(loop);
        Cipher(states);
        Output(states);
        Store(states, Destination);
        Advance(bytes);
        Asm.Cmp(Left, bytes);
        Asm.B(A64Condition.Hs, loop);
        Asm.Bind(done);
    }
}
