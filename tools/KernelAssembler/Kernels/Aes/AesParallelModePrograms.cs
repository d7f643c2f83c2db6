using System.Collections.Generic;
using static Iced.Intel.AssemblerRegisters;

namespace ManagedCrypto.KernelAssembler.Kernels;

/// <summary>ECB (SP 800-38A, section 6.1), either way.</summary>
internal sealed class AesEcbProgram(AesWidth width, bool inverse)
    : AesParallelProgram(inverse ? "DecryptEcb" : "EncryptEcb", width, inverse)
{
    protected override void LoadMode(Vectors vectors)
    {
    }

    protected override void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys) =>
        InputSource(vectors, states, keys);

    protected override void Output(Vectors vectors, IReadOnlyList<int> states)
    {
    }

    protected override void Finish(Vectors block)
    {
    }
}

/// <summary>CBC decryption (SP 800-38A, section 6.2): <c>P_i = C_(i-1) xor inverse cipher(C_i)</c>; C_0 is the IV.</summary>
internal sealed class AesDecryptCbcProgram(AesWidth width) : AesChainedDecryptionProgram("DecryptCbc", width, inverse: true)
{
    protected override void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys) =>
        InputSource(vectors, states, keys);

    protected override void Output(Vectors vectors, IReadOnlyList<int> states)
    {
        LoadBlocksBefore(vectors);
        vectors.Xor(states[0], states[0], BlocksBefore);
        for (var i = 1; i < states.Count; i++)
            vectors.Xor(states[i], states[i], SourceVector(vectors, i, -BlockBytes));
        KeepLastBlock(vectors, states.Count);
    }
}

/// <summary>CFB decryption in segments of a block (SP 800-38A, section 6.3): <c>P_i = C_i xor cipher(C_(i-1))</c>.</summary>
internal sealed class AesDecryptCfb128Program(AesWidth width)
    : AesChainedDecryptionProgram("DecryptCfb128", width, inverse: false)
{
    protected override void Input(Vectors vectors, IReadOnlyList<int> states, int[] keys)
    {
        var key = FirstKey(vectors, keys);
        LoadBlocksBefore(vectors);
        vectors.Xor(states[0], key, BlocksBefore);
        for (var i = 1; i < states.Count; i++)
            vectors.Xor(states[i], key, SourceVector(vectors, i, -BlockBytes));
    }

    protected override void Output(Vectors vectors, IReadOnlyList<int> states)
    {
        XorSource(vectors, states);
        KeepLastBlock(vectors, states.Count);
    }
}

/// <summary>A mode that decrypts each block with the ciphertext block before it; the IV stands before the first.</summary>
internal abstract class AesChainedDecryptionProgram(string name, AesWidth width, bool inverse)
    : AesParallelProgram(name, width, inverse)
{
    /// <summary>The blocks before those of the first vector of the source.</summary>
    protected const int BlocksBefore = Temporary;

    /// <summary>The last ciphertext block so far, in every lane.</summary>
    private const int Previous = FirstOfMode;

    protected override void LoadMode(Vectors vectors)
    {
        Asm.mov(r11, Argument("IV"));
        vectors.Broadcast(Previous, __[r11]);
    }

    protected override void Finish(Vectors block) => block.Store(__[r11], Previous);

    protected static void LoadBlocksBefore(Vectors vectors)
    {
        if (vectors.Lanes > 1)
            vectors.Load(BlocksBefore, SourceVector(vectors, 0));
        vectors.ShiftInBlock(BlocksBefore, BlocksBefore, Previous);
    }

    /// <summary>Before the source is overwritten, if it is the destination, too.</summary>
    protected static void KeepLastBlock(Vectors vectors, int count) =>
        vectors.Broadcast(Previous, SourceVector(vectors, count, -BlockBytes));
}
